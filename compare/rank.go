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
	Ratio       float64 // geometric mean of its time to the best time; 0 if nobody solved anything
	Total       float64 // Ratio of total times, if search times are ranked; else 0

	// How many seconds worse PAR of the virtual best solver would be without this solver: what the
	// solver adds to a portfolio. An instance that only this solver supports is unsolved without it.
	Marginal float64
}

// Ranking is the order of solvers, the best first.
type Ranking struct {
	Unit      string // of the times
	Standings []Standing
	VBS       Standing // of the virtual best solver, which has the best time of all solvers on each instance
	Instances int      // instances that count
	Dropped   int      // instances that do not count by the rule of intersection
	Left      int      // instances that do not count yet, see [Unfinished]; the caller sets it
	Nobodys   int      // instances that count and that nobody solved
	Absent    int      // searches without a row, or whose worker was killed; they count as unsolved
	Doubted   int      // searches whose answer or time is not believed, which count as unsolved
	Split     int      // instances whose times count for nothing, as they are of several machines
	Limit     float64  // seconds; 0 if it is unknown
}

// leastTime keeps ratios finite where a search takes less than a tick of the clock.
const leastTime = 1e-9

// RankUnits are the units of times that can be ranked.
var RankUnits = []string{results.Seconds, results.TotalSeconds, results.CPUSeconds}

// Rank ranks solvers by the number of instances that they solved within the limit of their search
// times, in seconds, and then by PAR. The times are in one of [RankUnits]; a row without a value counts
// as 0. The time of a solver on an instance is the median of its samples. The instance is
// unsolved if any of the samples is not of a complete search. Without a limit, 0, the penalty for
// an unsolved instance is unknown: every PAR, ratio or marginal that depends on it is not a number.
// An instance that a solver does not support is not solved by it, and counts for none of its other
// figures.
func Rank(rows *results.Rows, unit string, rule Unsolved, limit float64) Ranking {
	r := Ranking{Unit: unit, Limit: limit, VBS: Standing{Solver: "virtual best"}}
	if rows.Len() == 0 {
		return r
	}
	c := newContest(rows, unit, rule, limit)
	scores, all := make([]score, len(c.times)), score{Standing: r.VBS}
	for instance := range rows.Instances() {
		c.take(instance)
		best := slices.Min(c.times)
		if rule == Intersection && slices.ContainsFunc(c.times, unsolved) {
			r.Dropped++
			continue
		}
		r.Instances++
		r.Absent += c.absent
		r.Doubted += c.doubted
		if c.split {
			r.Split++
		}
		if unsolved(best) {
			r.Nobodys++
		}
		all.add(c, best, best, !slices.Contains(c.declined, false))
		for k := range scores {
			scores[k].add(c, c.times[k], best, c.declined[k])
			scores[k].addMarginal(c, k, best)
		}
	}
	for k, s := range scores {
		s.Solver, s.Marginal = c.Columns[k], all.mean(s.Marginal, r.Instances)
		r.Standings = append(r.Standings, s.standing(r.Instances))
	}
	slices.SortStableFunc(r.Standings, func(a, b Standing) int {
		return cmp.Or(b.Solved-a.Solved, cmp.Compare(orInf(a.PAR), orInf(b.PAR)), strings.Compare(a.Solver, b.Solver))
	})
	r.VBS = all.standing(r.Instances)
	if unit == results.Seconds {
		r.addTotals(Rank(rows, results.TotalSeconds, rule, limit))
	}
	return r
}

// addTotals adds the ratios of a ranking by total time to the standings.
func (r *Ranking) addTotals(total Ranking) {
	for _, s := range total.Standings {
		for k := range r.Standings {
			if r.Standings[k].Solver == s.Solver {
				r.Standings[k].Total = s.Ratio
			}
		}
	}
	r.VBS.Total = total.VBS.Ratio
}

// solvedIn reports whether no search is without an end, and the median of their times is within the
// limit. A limit of 0 is none.
func solvedIn(times []float64, limit float64) bool {
	return !unsolved(slices.Max(times)) && (limit <= 0 || stats.Median(times) <= limit)
}

func unsolved(time float64) bool { return math.IsInf(time, 1) }

// score sums up one solver's instances. PAR and Marginal are sums until all instances are added.
type score struct {
	Standing
	counted int // instances that PAR is over
	ratio   stats.GeoMean
}

// add adds the instance of the contest, with the solver's time and the best one. Times of several
// machines are not compared.
func (s *score) add(c *contest, time, best float64, declined bool) {
	switch {
	case declined:
		s.Unsupported++
		return
	case !unsolved(time):
		s.Solved++
	}
	if c.split {
		return
	}
	s.counted++
	s.PAR += c.cost(time)
	if unsolved(best) {
		return
	}
	if time == best {
		s.Best++
	}
	s.ratio.Add(c.cost(time) / best)
}

// addMarginal adds what the virtual best solver would lose on the instance without solver k.
func (s *score) addMarginal(c *contest, k int, best float64) {
	others := math.Inf(1)
	for n, t := range c.times {
		if n != k {
			others = min(others, t)
		}
	}
	if others != best && !c.split {
		s.Marginal += c.cost(others) - c.cost(best)
	}
}

// mean returns the mean of a sum over the instances that count. It is not a number if none of the
// ranking's instances does.
func (s *score) mean(sum float64, instances int) float64 {
	if instances == 0 {
		return 0
	}
	return sum / float64(s.counted)
}

// standing returns the result of a solver, given the number of the ranking's instances.
func (s *score) standing(instances int) Standing {
	s.PAR, s.Ratio = s.mean(s.PAR, instances), s.ratio.Mean()
	return s.Standing
}

// orInf sorts an unknown value last.
func orInf(x float64) float64 {
	if math.IsNaN(x) {
		return math.Inf(1)
	}
	return x
}
