package ab

import (
	"math"
	"slices"

	"xcbench/compare"
	"xcbench/cover"
	"xcbench/internal/stats"
	"xcbench/results"
)

// group is the comparison of all searches of a solver or of a family, or of a single search. A suspect is undecided
// until the test decides or it is cleared.
type group struct {
	compare.Finding
	all       []*Search
	margin    float64 // on the logarithm of the ratio
	direction float64 // of the suspicion: 1 is slower, -1 is faster, and 0 is none
}

// open reports whether the group is a suspect that is not decided yet.
func (g *group) open() bool { return g.Verdict == compare.Undecided }

// makeGroups makes the groups of searches that have times, and finds the suspects among them. No group has
// the same searches as another one.
func (c *comparison) makeGroups() {
	var of [3][]*group // solvers, families and searches
	at := map[results.Search]*group{}
	for _, s := range c.compared() {
		family := results.Row{Family: s.Family, Name: "*"}.InstanceID()
		for k, name := range [...]results.Search{{Solver: s.Solver}, {InstanceID: family}, s.Search} {
			if at[name] == nil {
				at[name] = &group{Finding: compare.Finding{Search: name, Verdict: compare.Same, Time: true},
					margin: math.Log1p([...]float64{c.Margin, c.Margin, c.SearchMargin}[k])}
				of[k] = append(of[k], at[name])
			}
			at[name].all = append(at[name].all, s)
		}
	}
	if len(of[0]) == 1 && len(of[1]) == 1 {
		of[1] = nil
	}
	c.result.Searches = len(of[2])
	for k, groups := range of {
		for _, g := range groups {
			if k < 2 && len(g.all) == 1 {
				continue
			}
			c.groups = append(c.groups, g)
			if center := trimmedMean(g.values(false, c.result.Unit)); math.Abs(center) > g.margin {
				g.direction, g.Verdict = math.Copysign(1, center), compare.Undecided
				c.result.Suspects++
			}
		}
	}
}

// compared returns the searches that have times. A search may lose them in confirmation.
func (c *comparison) compared() []*Search { return withTimes(c.Searches) }

func withTimes(all []*Search) []*Search {
	return slices.DeleteFunc(slices.Clone(all), (*Search).leftOut)
}

// values returns the value of the group in each round: the trimmed mean over its searches. It leaves
// out rounds that did not measure all of them.
func (g *group) values(confirmed bool, unit string) (means []float64) {
	var logs [][]float64 // by search
	for _, s := range withTimes(g.all) {
		_, own := s.values(confirmed, unit)
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

// look decides the open groups that the rounds so far can decide. The chance that it decides any
// group falsely is at most allowed.
func (c *comparison) look(allowed float64) {
	suspects := slices.DeleteFunc(slices.Clone(c.groups), func(g *group) bool { return g.direction == 0 })
	var p []float64
	var values [][]float64
	for k, g := range suspects {
		values = append(values, g.values(true, c.result.Unit))
		for n := range values[k] {
			values[k][n] *= g.direction // the suspicion is positive
		}
		switch {
		case g.open():
			p = append(p, stats.SignedRank(values[k], g.margin))
		case g.Verdict == compare.Same:
			p = append(p, 1)
		default:
			p = append(p, 0)
		}
	}
	for k, adjusted := range stats.Holm.Adjust(p) {
		if g := suspects[k]; g.open() && adjusted < allowed {
			g.Verdict = map[bool]compare.GateVerdict{true: compare.Faster, false: compare.Slower}[g.direction < 0]
			for _, s := range g.all {
				s.explained = s.explained || !g.single()
			}
		}
	}
	for k, g := range suspects { // cleared: its difference fell below the margin, or that of its solver or family explains it
		if g.open() && (len(values[k]) == 0 || trimmedMean(values[k]) <= g.margin || g.single() && g.all[0].explained) {
			g.Verdict = compare.Same
		}
	}
}

// single reports whether the group is a single search.
func (g *group) single() bool { return g.Solver != "" && g.InstanceID != "" }

// conclude sets the values that changed. Those of a group that was measured again are from confirmation. The new
// time is the old one times the ratio.
func (g *group) conclude(unit string) {
	values := g.values(true, unit)
	confirmed := len(values) > 0
	if !confirmed {
		values = g.values(false, unit)
	}
	if len(values) == 0 {
		return
	}
	var old stats.GeoMean
	var nodes, updates [2]int64
	for _, s := range withTimes(g.all) {
		times, _ := s.values(confirmed, unit)
		old.Add(stats.Median(times))
		for side, of := range s.Stats {
			nodes[side] = cover.SumCounted(nodes[side], of.Nodes)
			if updates[side] = cover.SumCounted(updates[side], of.Updates); !s.SameCounter {
				updates[side] = cover.Uncounted
			}
		}
		if !g.single() {
			g.Rows++
		}
	}
	center, low, high := stats.Location(values, confidence)
	ratio := stats.Ratio{Value: math.Exp(center), Low: math.Exp(low), High: math.Exp(high)}
	g.Changes = []compare.Change{{Unit: unit, Old: old.Mean(), New: old.Mean() * ratio.Value, Interval: ratio}}
	for k, n := range [][2]int64{nodes, updates} {
		if n[0] != n[1] && min(n[0], n[1]) >= 0 {
			g.Changes = append(g.Changes, compare.Change{Unit: []string{results.Nodes, results.Updates}[k], Old: float64(n[0]), New: float64(n[1])})
		}
	}
}
