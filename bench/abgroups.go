package bench

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"xcbench/results/compare"
)

// ABKind is what a group of searches has in common.
type ABKind string

// The kinds of groups.
const (
	BySolver ABKind = "solver"
	ByFamily ABKind = "family"
	BySearch ABKind = "search"
)

// ABVerdict is the verdict on a group.
type ABVerdict string

// The verdicts. A group that is not suspicious, and a suspect that is cleared, are within the margin.
const (
	ABSlower    ABVerdict = "slower"
	ABFaster    ABVerdict = "faster"
	ABUndecided ABVerdict = "undecided"
	ABWithin    ABVerdict = "within the margin"
)

// ABGroup is the comparison of the searches of a solver or of a family, or of a single search.
type ABGroup struct {
	Kind     ABKind
	Name     string // of the solver or family, or the label of the search
	Searches int
	Verdict  ABVerdict

	// The geometric mean of the ratio of times, new to old, and its 95% confidence interval.
	Ratio, Low, High float64

	Old, New       float64  // the geometric means of the times
	Nodes, Updates [2]int64 // of all searches, old and new
	SameCounter    bool     // updates mean the same on both sides
}

// group is a group while it is being decided.
type group struct {
	kind   ABKind
	name   string
	all    []*pairing
	margin float64 // a logarithm

	suspect   bool    // screening found more than the margin
	open      bool    // a suspect that is not decided yet
	direction float64 // of the suspicion: 1 is slower, -1 is faster
	verdict   ABVerdict
}

// chooseUnit chooses the steadiest unit that all searches have, unless the user has chosen one. The
// choice looks at the deviation from round to round, not at the difference of both sides.
func (c *contest) chooseUnit() error {
	c.result.Noise = map[string]float64{}
	for _, unit := range ABUnits {
		var deviations []float64
		for _, p := range c.pairings {
			if p.leftOut != "" {
				continue
			}
			logs := p.phases[screening].logs[unit]
			if len(logs) < c.result.Screened {
				deviations = nil
				break
			}
			deviations = append(deviations, deviation(logs))
		}
		if len(deviations) > 0 {
			c.result.Noise[unit] = compare.Median(deviations)
		}
	}
	for _, unit := range ABUnits {
		noise, ok := c.result.Noise[unit]
		if ok && (c.result.Unit == "" || noise < c.result.Noise[c.result.Unit]) {
			c.result.Unit = unit
		}
	}
	if c.Unit != "" {
		c.result.Unit = c.Unit
	}
	switch _, ok := c.result.Noise[c.result.Unit]; {
	case len(c.result.Noise) == 0:
		return fmt.Errorf("no search has times on both sides; the first: %s: %s", c.pairings[0].search().Label(),
			c.pairings[0].leftOut)
	case !ok:
		return fmt.Errorf("%s is not measured here, expected one of %s", c.Unit,
			strings.Join(slices.Sorted(maps.Keys(c.result.Noise)), ", "))
	}
	return nil
}

// deviation returns the standard deviation.
func deviation(values []float64) float64 {
	mean, squares := 0.0, 0.0
	for _, x := range values {
		mean += x / float64(len(values))
	}
	for _, x := range values {
		squares += (x - mean) * (x - mean)
	}
	return math.Sqrt(squares / float64(max(1, len(values)-1)))
}

// makeGroups makes the groups of searches that have times, and finds the suspects among them.
func (c *contest) makeGroups() {
	kinds := map[ABKind][]*group{}
	add := func(kind ABKind, name string, margin float64, p *pairing) {
		k := slices.IndexFunc(kinds[kind], func(g *group) bool { return g.name == name })
		if k < 0 {
			k = len(kinds[kind])
			kinds[kind] = append(kinds[kind], &group{kind: kind, name: name, margin: math.Log1p(margin), verdict: ABWithin})
		}
		kinds[kind][k].all = append(kinds[kind][k].all, p)
	}
	for _, p := range c.pairings {
		if p.leftOut == "" {
			c.result.Searches++
			add(BySolver, p.variants[1].Name, c.Margin, p)
			add(ByFamily, p.instance.Family, c.Margin, p)
			add(BySearch, p.search().Label(), c.SearchMargin, p)
		}
	}
	for _, kind := range []ABKind{BySolver, ByFamily, BySearch} {
		for _, g := range kinds[kind] {
			if kind != BySearch && len(g.all) == 1 {
				continue // the same as the search
			}
			center, _, _ := compare.Location(g.values(screening, c.result.Unit, true), confidence)
			g.direction = math.Copysign(1, center)
			g.suspect = math.Abs(center) > g.margin
			g.open = g.suspect
			if g.suspect {
				c.result.Suspects++
			}
			c.groups = append(c.groups, g)
		}
	}
}

// values returns the value of the group in each round: the mean over its searches. It leaves out the
// searches that differ by themselves, unless the whole group is asked for. It returns nil if no
// search is left.
func (g *group) values(phase int, unit string, whole bool) []float64 {
	var sums []float64
	n := 0.0
	for _, p := range g.all {
		if p.leftOut != "" || p.alone && !whole && g.kind != BySearch {
			continue
		}
		logs := p.phases[phase].logs[unit]
		if sums == nil {
			sums = make([]float64, len(logs))
		}
		n++
		for k, x := range logs {
			sums[k] += x
		}
	}
	for k := range sums {
		sums[k] /= n
	}
	return sums
}

// suspects returns the searches of all open groups.
func (c *contest) suspects() []*pairing {
	var all []*pairing
	seen := map[*pairing]bool{}
	for _, g := range c.groups {
		for _, p := range g.all {
			if g.open && !seen[p] && p.leftOut == "" {
				all, seen[p] = append(all, p), true
			}
		}
	}
	return all
}

// look decides the open groups that the rounds so far decide. The chance of any false decision is at
// most the error allowed.
func (c *contest) look(allowed float64) {
	p := make([]float64, 0, c.result.Suspects)
	var open []*group
	for _, g := range c.groups {
		switch {
		case g.open:
			open = append(open, g)
			p = append(p, compare.SignedRank(g.towards(c.result.Unit), g.margin))
		case g.suspect && g.verdict == ABWithin: // cleared
			p = append(p, 1)
		case g.suspect:
			p = append(p, 0)
		}
	}
	adjusted := compare.Holm(p)
	at := 0
	for _, g := range c.groups {
		if !g.suspect {
			continue
		}
		if g.open && adjusted[at] < allowed {
			g.decide()
		}
		at++
	}
	for _, g := range open {
		g.clear(c.result.Unit)
	}
}

// towards returns the values of confirmation, with the sign that makes the suspicion positive.
func (g *group) towards(unit string) []float64 {
	values := g.values(confirmation, unit, false)
	for k := range values {
		values[k] *= g.direction
	}
	return values
}

func (g *group) decide() {
	g.open = false
	g.verdict = ABSlower
	if g.direction < 0 {
		g.verdict = ABFaster
	}
	for _, p := range g.all {
		p.alone = p.alone || g.kind == BySearch
		p.explained = p.explained || g.kind != BySearch
	}
}

// clear clears an open group whose difference fell below the margin, and a search whose solver or
// family differs.
func (g *group) clear(unit string) {
	if !g.open {
		return
	}
	values := g.towards(unit)
	if g.kind == BySearch && g.all[0].explained || len(values) == 0 {
		g.open = false
		return
	}
	center, _, _ := compare.Location(values, confidence)
	g.open = center > g.margin
}

// confidence is the level of the intervals of ratios.
const confidence = 0.95

// conclude fills in the result.
func (c *contest) conclude() {
	for _, g := range c.groups {
		if g.open {
			g.verdict = ABUndecided
		}
		phase := screening
		if g.suspect && c.result.Rounds > 0 {
			phase = confirmation
		}
		c.result.Groups = append(c.result.Groups, g.outcome(phase, c.result.Unit))
	}
	for _, p := range c.pairings {
		if p.leftOut != "" || p.failed() {
			c.result.LeftOut = append(c.result.LeftOut, ABLeftOut{p.search(), p.leftOut, p.failed()})
		}
	}
	c.result.Spent = c.now().Sub(c.began)
}

func (g *group) outcome(phase int, unit string) ABGroup {
	o := ABGroup{Kind: g.kind, Name: g.name, Verdict: g.verdict, SameCounter: true}
	var times [2]compare.GeoMean
	for _, p := range g.all {
		if p.leftOut != "" {
			continue
		}
		o.Searches++
		for side := range times {
			times[side].Add(compare.Median(slices.Clone(p.phases[phase].least[side][unit])))
			o.Nodes[side] += p.stats[side].Nodes
			o.Updates[side] += p.stats[side].Updates
		}
		o.SameCounter = o.SameCounter && p.variants[0].Counter == p.variants[1].Counter
	}
	if o.Searches > 0 {
		center, low, high := compare.Location(g.values(phase, unit, true), confidence)
		o.Ratio, o.Low, o.High = math.Exp(center), math.Exp(low), math.Exp(high)
		o.Old, o.New = times[0].Mean(), times[1].Mean()
	}
	return o
}
