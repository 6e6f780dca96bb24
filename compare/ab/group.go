package ab

import (
	"math"
	"slices"

	"xcbench/cover"
	"xcbench/internal/stats"
)

// Kind is what the searches of a group have in common.
type Kind string

// The kinds of groups.
const (
	BySolver Kind = "solver"
	ByFamily Kind = "family"
	BySearch Kind = "search"
)

// Verdict is the verdict on a group.
type Verdict string

// The verdicts. Groups that were no suspects, and suspects that were cleared, are within the
// margin.
const (
	Slower    Verdict = "slower"
	Faster    Verdict = "faster"
	Undecided Verdict = "undecided"
	Within    Verdict = "within the margin"
)

// Group is the comparison of all searches of a solver or of a family, or of a single search.
type Group struct {
	Kind     Kind
	Name     string // of the solver or family, or the label of the search
	Searches int
	Verdict  Verdict

	Ratio          stats.Ratio // of the times, new to old: the trimmed geometric mean over the searches
	Old, New       float64     // the geometric means of the times
	Nodes, Updates [2]int64    // of all searches, old and new
	SameCounter    bool        // updates mean the same on both sides

	all       []*Search
	margin    float64 // on the logarithm of the ratio
	suspect   bool    // screening found more than the margin
	direction float64 // of the suspicion: 1 is slower, -1 is faster
}

// open reports whether the group is a suspect that is not decided yet.
func (g *Group) open() bool { return g.Verdict == Undecided }

// makeGroups makes the groups of searches that have times, and finds the suspects among them. No group has
// the same searches as another one.
func (c *comparison) makeGroups() {
	var of [3][]*Group
	for k, kind := range []struct {
		kind   Kind
		margin float64
		name   func(*Search) string
	}{
		{BySolver, c.Margin, func(s *Search) string { return s.Solver }},
		{ByFamily, c.Margin, func(s *Search) string { return s.Family }},
		{BySearch, c.SearchMargin, func(s *Search) string { return s.Label() }},
	} {
		at := map[string]*Group{}
		for _, s := range c.Searches {
			if s.leftOut() {
				continue
			}
			name := kind.name(s)
			if at[name] == nil {
				at[name] = &Group{Kind: kind.kind, Name: name, Verdict: Within, SameCounter: true, margin: math.Log1p(kind.margin)}
				of[k] = append(of[k], at[name])
			}
			at[name].all = append(at[name].all, s)
		}
	}
	if len(of[0]) == 1 && len(of[1]) == 1 {
		of[1] = nil
	}
	one := func(g *Group) bool { return g.Kind != BySearch && len(g.all) == 1 }
	c.groups, c.result.Searches = slices.DeleteFunc(slices.Concat(of[:]...), one), len(of[2])
	for _, g := range c.groups {
		center := trimmedMean(g.values(screening, c.result.Unit))
		g.direction = math.Copysign(1, center)
		if g.suspect = math.Abs(center) > g.margin; g.suspect {
			g.Verdict = Undecided
			c.result.Suspects++
		}
	}
}

// suspects returns the searches of all open groups.
func (c *comparison) suspects() (all []*Search) {
	for _, s := range c.Searches {
		suspect := func(g *Group) bool { return g.open() && slices.Contains(g.all, s) }
		if !s.leftOut() && slices.ContainsFunc(c.groups, suspect) {
			all = append(all, s)
		}
	}
	return all
}

// compared returns the searches that have times. A search may lose them in confirmation.
func (g *Group) compared() []*Search {
	return slices.DeleteFunc(slices.Clone(g.all), (*Search).leftOut)
}

// values returns the value of the group in each round: the trimmed mean over its searches. It leaves
// out rounds that did not measure all of them.
func (g *Group) values(of phase, unit string) (means []float64) {
	var logs [][]float64 // by search
	for _, s := range g.compared() {
		_, own := s.values(of, unit)
		logs = append(logs, own)
	}
	for k := 0; len(logs) > 0; k++ {
		var round []float64
		for _, own := range logs {
			if k == len(own) {
				return means
			}
			round = append(round, own[k])
		}
		means = append(means, trimmedMean(round))
	}
	return means
}

// trimmedMean sorts values and returns the mean of those in the middle, without a fifth at each
// end. One search that differs by itself does not move its solver or its family, and one bad round
// does not make a suspect. See R. R. Wilcox, "Introduction to Robust Estimation and Hypothesis
// Testing", third edition, Academic Press 2012, section 3.3.
func trimmedMean(values []float64) float64 {
	slices.Sort(values)
	out := len(values) / 5
	sum := 0.0
	for _, x := range values[out : len(values)-out] {
		sum += x
	}
	return sum / float64(len(values)-2*out)
}

// conclude sets the figures of a group. Those of a suspect are from confirmation.
func (g *Group) conclude(unit string) {
	of := screening
	if g.suspect && len(g.values(confirmation, unit)) > 0 {
		of = confirmation
	}
	var means [2]stats.GeoMean
	for _, s := range g.compared() {
		g.Searches++
		g.SameCounter = g.SameCounter && s.SameCounter
		times, _ := s.values(of, unit)
		for side := range means {
			means[side].Add(stats.Median(times[side]))
			g.Nodes[side] = cover.SumCounted(g.Nodes[side], s.Stats[side].Nodes)
			g.Updates[side] = cover.SumCounted(g.Updates[side], s.Stats[side].Updates)
		}
	}
	if g.Searches > 0 {
		center, low, high := stats.Location(g.values(of, unit), confidence)
		g.Ratio = stats.Ratio{Value: math.Exp(center), Low: math.Exp(low), High: math.Exp(high)}
		g.Old, g.New = means[0].Mean(), means[1].Mean()
	}
}
