package compare

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"xcbench/internal/stats"
	"xcbench/results"
)

// Unsolved is a rule for the time of a solver on an instance that it did not solve.
type Unsolved string

// The rules.
const (
	PAR2         Unsolved = "par2"         // twice the limit
	AtLimit      Unsolved = "limit"        // the limit: the solver would have taken at least that long
	Intersection Unsolved = "intersection" // none: only instances count that all solvers solved
)

// UnsolvedRules are all rules.
var UnsolvedRules = []Unsolved{PAR2, AtLimit, Intersection}

// Standing is the result of one solver on all instances.
type Standing struct {
	Solver      string
	Solved      int
	Unsupported int     // instances that it declined; its other figures are over the others
	Best        int     // instances on which it was the fastest
	PAR         float64 // mean seconds, with unsolved instances counted by the rule
	Ratio       float64 // geometric mean over families of its time to the best time; 0 if nobody solved anything
	Total       float64 // Ratio of total times, if search times are ranked; else 0

	// How many seconds worse PAR of the virtual best solver would be without this solver: what the
	// solver adds to a portfolio. An instance that only this solver supports is unsolved without it.
	Marginal float64

	counted float64 // instances that PAR is over; none makes it not a number
	ratios  stats.FamilyMean
}

// Ranking is the order of solvers, the best first.
type Ranking struct {
	Unit      string // of the times
	Standings []Standing
	VBS       Standing       // of the virtual best solver, which has the best time of all solvers on each instance
	Instances int            // that count
	Families  int            // of these instances
	Out       map[Reason]int // how many instances or searches do not count, or count as not solved
	Limit     float64        // seconds; 0 if it is unknown
}

// leastTime keeps ratios finite where a search takes less than a tick of the clock.
const leastTime = 1e-9

// RankUnits are the units of times that can be ranked.
var RankUnits = []string{results.Seconds, results.TotalSeconds, results.CPUSeconds}

// Rank ranks solvers by the number of instances that they solved within the limit of their search
// times, in seconds, and then by PAR. The times are in one of [RankUnits]; a row without a value counts
// as 0. Each family has one vote in a ratio, if there are [stats.LeastFamilies] or more. The time of a solver on an instance is the median of its samples. The instance is
// unsolved if any of the samples is not of a complete search. Without a limit, 0, the penalty for
// an unsolved instance is unknown: every PAR, ratio or marginal that depends on it is not a number.
// An instance that a solver does not support is not solved by it, and counts for none of its other
// figures.
func Rank(rows *results.Rows, unit string, rule Unsolved, limit float64) Ranking {
	g := GroupBy(nil, results.Run{Rows: rows})
	r := g.rank(unit, rule, limit)
	if unit == results.Seconds {
		for k, total := range g.rank(results.TotalSeconds, rule, limit).Standings {
			r.Standings[k].Total = total.Ratio
		}
	}
	last := len(g.Solvers)
	r.VBS, r.Standings = r.Standings[last], r.Standings[:last]
	// An unknown PAR, which is not a number, is behind all others.
	slices.SortStableFunc(r.Standings, func(a, b Standing) int {
		return cmp.Or(b.Solved-a.Solved, cmp.Compare(-b.PAR, -a.PAR), strings.Compare(a.Solver, b.Solver))
	})
	return r
}

// rank returns the standings of all solvers in their order, and of the virtual best one after them.
func (g *Groups) rank(unit string, rule Unsolved, limit float64) Ranking {
	r, families, last := Ranking{Unit: unit, Limit: limit, Out: map[Reason]int{}}, map[string]bool{}, len(g.Solvers)
	penalty := 2 * limit
	switch {
	case limit <= 0:
		penalty = math.NaN()
	case rule == AtLimit:
		penalty = limit
	}
	for _, solver := range append(slices.Clip(g.Solvers), "virtual best") {
		r.Standings = append(r.Standings, Standing{Solver: solver})
	}
	for line := range slices.Chunk(g.all, max(1, last)) {
		i := instance{split: !together(line...), penalty: penalty}
		i.family, _, _ = strings.Cut(line[0].InstanceID, "/")
		times := make([]float64, last)
		for k, one := range line {
			times[k] = one.time(results.MustUnit(unit), limit)
		}
		sorted := append(slices.Sorted(slices.Values(times)), math.Inf(1))
		if i.best, i.next = sorted[0], sorted[1]; rule == Intersection && unsolved(sorted[last-1]) {
			r.Out[NotCommon]++
			continue
		}
		r.Instances++
		families[i.family] = true
		if i.split {
			r.Out[OtherMachine]++
		}
		if unsolved(i.next) {
			i.next = penalty
		}
		if unsolved(i.best) {
			r.Out[SolvedByNone]++
		}
		declined := true
		for k, one := range line {
			r.Out[one.Out]++
			declined = declined && one.Out == Unsupported
			r.Standings[k].add(i, times[k], one.Out == Unsupported)
		}
		i.next = i.best // the virtual best solver adds nothing to itself
		r.Standings[last].add(i, i.best, declined)
	}
	if r.Families = len(families); r.Instances == 0 {
		return r
	}
	for k := range r.Standings {
		s := &r.Standings[k]
		s.Ratio, s.PAR, s.Marginal = s.ratios.Mean(), s.PAR/s.counted, s.Marginal/r.Standings[last].counted
	}
	return r
}

// time returns the median time of a search in a unit; a sample without a value counts as 0. It is infinite if the search was not solved within
// the limit. The limit is of search times, and 0 is no limit.
func (g *Group) time(u results.Unit, limit float64) float64 {
	if g.Out != "" {
		return math.Inf(1)
	}
	searches, _, _ := g.values(results.MustUnit(results.Seconds))
	times, _, _ := g.values(u)
	if limit > 0 && stats.Median(searches) > limit {
		return math.Inf(1)
	}
	return max(leastTime, stats.Median(append(times, make([]float64, len(searches)-len(times))...)))
}

func unsolved(time float64) bool { return math.IsInf(time, 1) }

// instance is what the standings of an instance have in common.
type instance struct {
	family              string
	best, next, penalty float64 // seconds, of the best solver, of the next one, and of an unsolved instance; not a number if unknown
	split               bool    // the times are of several machines
}

// add adds an instance, with the solver's time. Times of several machines are not compared.
func (s *Standing) add(i instance, time float64, declined bool) {
	cost := time
	switch {
	case declined:
		s.Unsupported++
		return
	case unsolved(time):
		cost = i.penalty
	default:
		s.Solved++
	}
	if i.split {
		return
	}
	s.counted++
	s.PAR += cost
	if unsolved(i.best) {
		return
	}
	if time == i.best {
		s.Best++
		s.Marginal += i.next - i.best
	}
	s.ratios.Add(i.family, cost/i.best)
}
