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
	direction float64 // of the suspicion: 1 is slower, -1 is faster
}

func (g *group) open() bool    { return g.Verdict == compare.Undecided }
func (g *group) decided() bool { return g.Verdict == compare.Slower || g.Verdict == compare.Faster }

// makeGroups makes the groups of searches that have times, and finds the suspects among them. A solver or a family of
// one search is no group, nor is the only family of the only solver.
func (c *comparison) makeGroups() error {
	compared, at := withTimes(c.plan.Searches), map[results.Search]*group{}
	if err := c.chooseUnit(compared); err != nil {
		return err
	}
	for k, margin := range [...]float64{c.plan.Margin, c.plan.Margin, c.plan.SearchMargin} {
		for _, s := range compared {
			name := [...]results.Search{{Solver: s.Solver}, {InstanceID: s.Family + "/*"}, s.Search}[k]
			g := at[name]
			if g == nil {
				g = &group{Finding: compare.Finding{Search: name, Verdict: compare.Same, Time: true}, margin: math.Log1p(margin)}
				at[name], c.groups = g, append(c.groups, g)
			}
			g.all, s.groups = append(g.all, s), append(s.groups, g)
			if k < 2 {
				g.Rows++
			}
		}
	}
	solver := c.groups[0]
	c.groups = slices.DeleteFunc(c.groups, func(g *group) bool {
		return g.Rows == 1 || g.Solver == "" && min(g.Rows, solver.Rows) == len(compared)
	})
	for _, g := range c.groups {
		if center := stats.TrimmedMean(g.values(c.Unit)); math.Abs(center) > g.margin {
			g.direction, g.Verdict = math.Copysign(1, center), compare.Undecided
			c.suspects = append(c.suspects, g)
		}
		g.conclude(c.Unit)
	}
	for _, s := range compared { // confirmation does not use the values of screening
		s.old, s.logs = nil, nil
	}
	c.Searches, c.Suspects = len(compared), len(c.suspects)
	return nil
}

// open returns the searches of all open groups.
func (c *comparison) open() []*Search {
	return slices.DeleteFunc(withTimes(c.plan.Searches), func(s *Search) bool { return !slices.ContainsFunc(s.groups, (*group).open) })
}

// values returns the value of the group in each round: the trimmed mean over its searches, so that one search that
// differs by itself does not move its solver or its family. It leaves out rounds that did not measure all of them.
func (g *group) values(unit string) (means []float64) {
	searches := withTimes(g.all)
	for k := 0; len(searches) > 0; k++ {
		var round []float64
		for _, s := range searches {
			if k == len(s.logs[unit]) {
				return means
			}
			round = append(round, s.logs[unit][k])
		}
		means = append(means, stats.TrimmedMean(round))
	}
	return means
}

// look decides the open groups that the rounds so far can decide. The chance that it decides any
// group falsely is at most allowed. A group is cleared if its difference fell below the margin, or if that of its solver
// or family explains it.
func (c *comparison) look(allowed float64) {
	var p []float64
	times := map[float64]int{} // of each p-value
	for _, g := range c.suspects {
		values := g.values(c.Unit)
		for k := range values {
			values[k] *= g.direction // the suspicion is positive
		}
		if g.open() && (len(values) == 0 || stats.TrimmedMean(values) <= g.margin) {
			g.Verdict = compare.Same
		}
		chance := map[compare.GateVerdict]float64{compare.Same: 1}[g.Verdict] // and 0 if it is decided
		if g.open() {
			chance = stats.SignedRank(values, g.margin)
		}
		p = append(p, chance)
		times[chance]++
	}
	adjusted := stats.Holm.Adjust(times)
	for k, g := range c.suspects {
		switch {
		case !g.open():
		case adjusted[p[k]] < allowed:
			g.Verdict = map[float64]compare.GateVerdict{1: compare.Slower, -1: compare.Faster}[g.direction]
		case g.Rows == 0 && slices.ContainsFunc(g.all[0].groups, (*group).decided):
			g.Verdict = compare.Same
		}
	}
}

// conclude sets the values that changed, if the group was measured. The new time is the old one times the ratio.
func (g *group) conclude(unit string) {
	values, searches := g.values(unit), withTimes(g.all)
	if len(values) == 0 {
		return
	}
	var old stats.GeoMean
	for _, s := range searches {
		old.Add(stats.Median(s.old[unit]))
	}
	center, low, high := stats.Location(values, confidence)
	ratio := stats.Ratio{Value: math.Exp(center), Low: math.Exp(low), High: math.Exp(high)}
	g.Changes = []compare.Change{{Unit: unit, Old: old.Mean(), New: old.Mean() * ratio.Value, Interval: ratio}}
	for k, unit := range [...]string{results.Nodes, results.Updates} {
		var n [2]int64
		for _, s := range searches {
			for side, of := range s.Stats {
				counted := [...]int64{of.Nodes, of.Updates}[k]
				if unit == results.Updates && !s.SameCounter {
					counted = cover.Uncounted
				}
				n[side] = cover.SumCounted(n[side], counted)
			}
		}
		if n[0] != n[1] && min(n[0], n[1]) >= 0 {
			g.Changes = append(g.Changes, compare.Change{Unit: unit, Old: float64(n[0]), New: float64(n[1])})
		}
	}
}
