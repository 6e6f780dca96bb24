package results

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"xcbench/results/compare"
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
	Solver string
	Solved int
	Best   int     // instances on which it was the fastest
	PAR    float64 // mean seconds, with unsolved instances counted by the rule
	Ratio  float64 // geometric mean of its time to the best time; 0 if nobody solved anything

	// How many seconds worse PAR of the virtual best solver would be without this solver: what the
	// solver adds to a portfolio.
	Marginal float64
}

// Ranking is the order of solvers, the best first.
type Ranking struct {
	Standings []Standing
	VBS       Standing // of the virtual best solver, which has the best time of all solvers on each instance
	Instances int      // instances that count
	Dropped   int      // instances that do not count by the rule of intersection
	Nobodys   int      // instances that count and that nobody solved
	Absent    int      // searches without a row, or whose worker was killed; they count as unsolved
	Doubted   int      // searches whose answer or time is not believed, which count as unsolved
	Split     int      // instances whose times count for nothing, as they are of several machines
	Limit     float64  // seconds
}

// leastTime keeps ratios finite where a search takes less than a tick of the clock.
const leastTime = 1e-9

// Rank ranks solvers by the number of instances that they solved within the limit, in seconds, and
// then by PAR. The time of a solver on an instance is the median of its samples. The instance is
// unsolved if any of the samples is not of a complete search. Without a limit, 0, the penalty for
// an unsolved instance is unknown: every PAR, ratio or marginal that depends on it is not a number.
func Rank(rows *Rows, rule Unsolved, limit float64) Ranking {
	r := Ranking{Limit: limit, VBS: Standing{Solver: "virtual best"}}
	if rows.Len() == 0 {
		return r
	}
	c := newContest(rows, rule, limit)
	scores := make([]score, len(c.times))
	for instance := range rows.Instances() {
		c.take(instance)
		times := c.times
		if rule == Intersection && slices.ContainsFunc(times, unsolved) {
			r.Dropped++
			continue
		}
		r.Instances++
		r.Absent += c.absent
		r.Doubted += c.doubted
		if c.split {
			r.Split++
		}
		best := slices.Min(times)
		if unsolved(best) {
			r.Nobodys++
		} else {
			r.VBS.Solved++
		}
		if !c.split {
			r.VBS.PAR += c.cost(best)
			if !unsolved(best) {
				r.VBS.Best++
			}
		}
		for k := range scores {
			scores[k].add(c, k, best)
		}
	}
	n := float64(max(1, r.Instances-r.Split))
	if r.Split > 0 && r.Split == r.Instances {
		n = 0 // which makes PAR not a number
	}
	for k, s := range scores {
		s.Solver, s.PAR, s.Marginal, s.Ratio = c.Columns[k], s.PAR/n, s.Marginal/n, s.ratio.Mean()
		r.Standings = append(r.Standings, s.Standing)
	}
	slices.SortStableFunc(r.Standings, func(a, b Standing) int {
		return cmp.Or(b.Solved-a.Solved, cmp.Compare(orInf(a.PAR), orInf(b.PAR)), strings.Compare(a.Solver, b.Solver))
	})
	r.VBS.PAR /= n
	if r.VBS.Best > 0 {
		r.VBS.Ratio = 1
	}
	return r
}

// solvedIn returns the median of some times. The median is infinite if one time is infinite, or if it
// is above the limit. The limit is ignored if it is 0.
func solvedIn(times []float64, limit float64) float64 {
	t := compare.Median(times)
	if unsolved(slices.Max(times)) || limit > 0 && t > limit {
		return math.Inf(1)
	}
	return t
}

func unsolved(time float64) bool { return math.IsInf(time, 1) }

// score sums up one solver's instances. PAR and Marginal are sums until all instances are added.
type score struct {
	Standing
	ratio compare.GeoMean
}

// add adds the instance of the contest. The solver is number k. Times of several machines are not
// compared.
func (s *score) add(c *contest, k int, best float64) {
	times := c.times
	if c.split {
		if !unsolved(times[k]) {
			s.Solved++
		}
		return
	}
	others := math.Inf(1)
	for n, t := range times {
		if n != k {
			others = min(others, t)
		}
	}
	s.PAR += c.cost(times[k])
	s.Marginal += c.cost(others) - c.cost(best)
	if unsolved(best) {
		return
	}
	if !unsolved(times[k]) {
		s.Solved++
	}
	if times[k] == best {
		s.Best++
	}
	s.ratio.Add(c.cost(times[k]) / best)
}

// orInf sorts an unknown value last.
func orInf(x float64) float64 {
	if math.IsNaN(x) {
		return math.Inf(1)
	}
	return x
}
