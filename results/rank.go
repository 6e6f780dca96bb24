package results

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"xcbench/cover"
)

// Unsolved says what an instance counts that a solver did not finish.
type Unsolved string

// The ways to count it.
const (
	PAR2         Unsolved = "par2"         // twice the limit
	AtLimit      Unsolved = "limit"        // the limit, which is the least that it would have taken
	Intersection Unsolved = "intersection" // nothing: only what all solvers finished counts
)

// UnsolvedRules are all ways.
var UnsolvedRules = []Unsolved{PAR2, AtLimit, Intersection}

// Standing is what one solver did on all instances.
type Standing struct {
	Solver string
	Solved int
	Best   int     // instances that it finished first
	PAR    float64 // mean seconds, with what was not solved counted by the rule
	Ratio  float64 // geometric mean of its time to the best time; 0 if nobody solved anything

	// By how many seconds PAR of the virtual best solver would be worse
	// without this one: what it adds to a portfolio.
	Marginal float64
}

// Ranking sets solvers in order, the best first.
type Ranking struct {
	Standings []Standing
	VBS       Standing // of the virtual best solver, which takes the best time of all on each instance
	Instances int      // that count
	Dropped   int      // that do not, by the rule of intersection
	Nobodys   int      // that nobody solved, of those that count
	Absent    int      // pairs of a solver and an instance without a row, which count as not solved
	Limit     float64  // seconds
}

// leastTime keeps ratios finite where a search is shorter than the clock's tick.
const leastTime = 1e-9

// Rank ranks solvers by how many instances they solved within the limit, in
// seconds, and then by PAR. The time of a solver on an instance is the
// median of its samples; one sample that is not of a whole search makes it unsolved. Without a limit, 0,
// nobody knows what is not solved counts: a PAR, ratio or marginal that it is part of is not a number.
func Rank(rows []Row, rule Unsolved, limit float64) Ranking {
	times, solvers, ids := solvingTimes(rows, limit)
	r := Ranking{Limit: limit}
	penalty := 2 * limit
	if rule == AtLimit {
		penalty = limit
	}
	if limit <= 0 {
		penalty = math.NaN()
	}
	// best is the time of the best of the solvers but one, or the penalty.
	best := func(id, but string) float64 {
		least := math.Inf(1)
		for _, s := range solvers {
			if t, ok := times[Search{id, s}]; ok && s != but {
				least = min(least, t)
			}
		}
		return orPenalty(least, penalty)
	}
	logs := map[string]float64{}
	total := map[string]Standing{}
	ratios := 0
	for _, id := range ids {
		if rule == Intersection && slices.ContainsFunc(solvers, func(s string) bool { return !finite(times[Search{id, s}]) }) {
			r.Dropped++
			continue
		}
		r.Instances++
		vbs := best(id, "")
		solved := false
		for _, s := range solvers {
			t, ok := times[Search{id, s}]
			if !ok {
				r.Absent++
				t = math.Inf(1)
			}
			one := total[s]
			one.PAR += orPenalty(t, penalty)
			one.Marginal += best(id, s) - vbs
			if finite(t) {
				solved = true
				one.Solved++
				if t == vbs {
					one.Best++
				}
			}
			total[s] = one
		}
		r.VBS.PAR += vbs
		if !solved {
			r.Nobodys++
			continue
		}
		r.VBS.Solved++
		ratios++
		for _, s := range solvers {
			t, ok := times[Search{id, s}]
			if !ok {
				t = math.Inf(1)
			}
			logs[s] += math.Log(orPenalty(t, penalty) / vbs)
		}
	}
	n := float64(max(1, r.Instances))
	for _, s := range solvers {
		one := total[s]
		one.Solver, one.PAR, one.Marginal = s, one.PAR/n, one.Marginal/n
		if ratios > 0 {
			one.Ratio = math.Exp(logs[s] / float64(ratios))
		}
		r.Standings = append(r.Standings, one)
	}
	slices.SortStableFunc(r.Standings, func(a, b Standing) int {
		return cmp.Or(b.Solved-a.Solved, cmp.Compare(orInf(a.PAR), orInf(b.PAR)), strings.Compare(a.Solver, b.Solver))
	})
	r.VBS.Solver, r.VBS.PAR, r.VBS.Best = "virtual best", r.VBS.PAR/n, r.VBS.Solved
	if ratios > 0 {
		r.VBS.Ratio = 1
	}
	return r
}

func finite(t float64) bool { return t > 0 && !math.IsInf(t, 0) }

func orPenalty(t, penalty float64) float64 {
	if finite(t) {
		return t
	}
	return penalty
}

// orInf puts what is not known last.
func orInf(x float64) float64 {
	if math.IsNaN(x) {
		return math.Inf(1)
	}
	return x
}

// solvingTimes returns the median time of each search, infinite if it was not
// solved within the limit, and the names of solvers and instances in order of appearance.
func solvingTimes(rows []Row, limit float64) (times map[Search]float64, solvers, ids []string) {
	samples := map[Search][]float64{}
	known := map[string]bool{}
	for _, r := range rows {
		if !known["solver "+r.Solver] {
			known["solver "+r.Solver] = true
			solvers = append(solvers, r.Solver)
		}
		if !known[r.InstanceID()] {
			known[r.InstanceID()] = true
			ids = append(ids, r.InstanceID())
		}
		t := max(r.Search, leastTime)
		if r.Status != cover.Solved {
			t = math.Inf(1)
		}
		at := r.Key()
		samples[at] = append(samples[at], t)
	}
	times = map[Search]float64{}
	for at, all := range samples {
		slices.Sort(all)
		m := len(all) / 2
		t := all[m]
		if len(all)%2 == 0 {
			t = (all[m-1] + all[m]) / 2
		}
		if math.IsInf(all[len(all)-1], 1) || limit > 0 && t > limit {
			t = math.Inf(1)
		}
		times[at] = t
	}
	return times, solvers, ids
}
