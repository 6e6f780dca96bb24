package results

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"xcbench/cover"
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
	Doubted   int      // searches whose answer is wrong or in disagreement, which count as unsolved
	Limit     float64  // seconds
}

// leastTime keeps ratios finite where a search takes less than a tick of the clock.
const leastTime = 1e-9

// Rank ranks solvers by the number of instances that they solved within the limit, in seconds, and
// then by PAR. The time of a solver on an instance is the median of its samples. The instance is
// unsolved if any of the samples is not of a complete search. Without a limit, 0, the penalty for
// an unsolved instance is unknown: every PAR, ratio or marginal that depends on it is not a number.
func Rank(rows []Row, rule Unsolved, limit float64) Ranking {
	c := newContest(rows, rule, limit)
	r := Ranking{Limit: limit, VBS: Standing{Solver: "virtual best"}}
	scores := make([]score, len(c.solvers))
	for _, id := range c.ids {
		times, absent := c.timesOn(id)
		if rule == Intersection && slices.ContainsFunc(times, unsolved) {
			r.Dropped++
			continue
		}
		r.Instances++
		r.Absent += absent
		r.Doubted += c.doubted[id]
		best := slices.Min(times)
		if unsolved(best) {
			r.Nobodys++
		} else {
			r.VBS.Solved++
		}
		r.VBS.PAR += c.cost(best)
		for k := range scores {
			scores[k].add(c, times, k, best)
		}
	}
	n := float64(max(1, r.Instances))
	for k, s := range scores {
		s.Solver, s.PAR, s.Marginal, s.Ratio = c.solvers[k], s.PAR/n, s.Marginal/n, s.ratio.Mean()
		r.Standings = append(r.Standings, s.Standing)
	}
	slices.SortStableFunc(r.Standings, func(a, b Standing) int {
		return cmp.Or(b.Solved-a.Solved, cmp.Compare(orInf(a.PAR), orInf(b.PAR)), strings.Compare(a.Solver, b.Solver))
	})
	r.VBS.PAR, r.VBS.Best = r.VBS.PAR/n, r.VBS.Solved
	if r.VBS.Solved > 0 {
		r.VBS.Ratio = 1
	}
	return r
}

// contest is what a ranking is made of.
type contest struct {
	solvers, ids []string // in order of appearance
	times        map[Search]float64
	doubted      map[string]int // by instance, the searches whose answer is not believed
	penalty      float64        // of an unsolved instance, in seconds; not a number if it is unknown
}

// newContest takes the median time of each search. It is infinite if the search was not solved
// within the limit.
func newContest(rows []Row, rule Unsolved, limit float64) *contest {
	c := &contest{times: map[Search]float64{}, doubted: map[string]int{}, penalty: 2 * limit}
	switch {
	case limit <= 0:
		c.penalty = math.NaN()
	case rule == AtLimit:
		c.penalty = limit
	}
	samples := map[Search][]float64{}
	solvers, ids := map[string]bool{}, map[string]bool{}
	for _, r := range rows {
		at := r.Key()
		if !solvers[at.Solver] {
			solvers[at.Solver] = true
			c.solvers = append(c.solvers, at.Solver)
		}
		if !ids[at.InstanceID] {
			ids[at.InstanceID] = true
			c.ids = append(c.ids, at.InstanceID)
		}
		if r.Status == Killed { // as if it had no row
			continue
		}
		t := max(r.Search, leastTime)
		if r.Status != cover.Solved {
			t = math.Inf(1)
		}
		if Doubted(r.Status) { // which is the last row of a search
			c.doubted[at.InstanceID]++
		}
		samples[at] = append(samples[at], t)
	}
	for at, all := range samples {
		t := compare.Median(all)
		if unsolved(slices.Max(all)) || limit > 0 && t > limit {
			t = math.Inf(1)
		}
		c.times[at] = t
	}
	return c
}

// timesOn returns the time of each solver on an instance, and how many solvers have no row of it.
// An absent row counts as unsolved.
func (c *contest) timesOn(id string) (times []float64, absent int) {
	for _, solver := range c.solvers {
		t, ok := c.times[Search{id, solver}]
		if !ok {
			absent++
			t = math.Inf(1)
		}
		times = append(times, t)
	}
	return times, absent
}

// cost is the time that counts: the penalty if the instance is unsolved.
func (c *contest) cost(time float64) float64 {
	if unsolved(time) {
		return c.penalty
	}
	return time
}

func unsolved(time float64) bool { return math.IsInf(time, 1) }

// score sums up one solver's instances. PAR and Marginal are sums until all instances are added.
type score struct {
	Standing
	ratio compare.GeoMean
}

// add adds an instance, with the times of all solvers on it. The solver is number k.
func (s *score) add(c *contest, times []float64, k int, best float64) {
	others := slices.Min(slices.Concat([]float64{math.Inf(1)}, times[:k], times[k+1:]))
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
