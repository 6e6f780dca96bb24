package compare

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"xcbench/cover"
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
func Rank(g *Groups, unit string, rule Unsolved, limit float64) Ranking {
	r := g.rank(unit, rule, limit)
	if unit == results.Seconds {
		total := g.rank(results.TotalSeconds, rule, limit)
		for k := range r.Standings {
			at := slices.IndexFunc(total.Standings, func(s Standing) bool { return s.Solver == r.Standings[k].Solver })
			r.Standings[k].Total = total.Standings[at].Ratio
		}
		r.VBS.Total = total.VBS.Ratio
	}
	return r
}

func (g *Groups) rank(unit string, rule Unsolved, limit float64) Ranking {
	r, families := Ranking{Unit: unit, Limit: limit, Out: map[Reason]int{}}, map[string]bool{}
	penalty := 2 * limit
	switch {
	case limit <= 0:
		penalty = math.NaN()
	case rule == AtLimit:
		penalty = limit
	}
	u, scores, all := results.MustUnit(unit), make([]score, len(g.Solvers)), score{penalty: penalty}
	for k := range scores {
		scores[k].penalty = penalty
	}
	machines := g.rows.Machines()
	several := len(machines) > 1 || len(machines) == 1 && machines[0].Several()
	for _, line := range g.lines() {
		times := make([]float64, len(line))
		for k := range line {
			times[k] = line[k].time(u, limit)
		}
		best := slices.Min(times)
		if rule == Intersection && slices.ContainsFunc(times, unsolved) {
			r.Out[NotCommon]++
			continue
		}
		r.Instances++
		for _, one := range line {
			if one.Out != "" {
				r.Out[one.Out]++
			}
		}
		split := several && isSplit(line)
		if split {
			r.Out[OtherMachine]++
		}
		if unsolved(best) {
			r.Out[SolvedByNone]++
		}
		declined := true
		family, _, _ := strings.Cut(line[0].InstanceID, "/")
		families[family] = true
		for k := range scores {
			none := line[k].Out == Unsupported
			declined = declined && none
			scores[k].add(family, times[k], best, none, split)
			scores[k].addMarginal(slices.Concat(times[:k], times[k+1:], []float64{math.Inf(1)}), best, split)
		}
		all.add(family, best, best, declined, split)
	}
	for k, s := range scores {
		s.Solver, s.Marginal = g.Solvers[k], all.mean(s.Marginal, r.Instances)
		r.Standings = append(r.Standings, s.standing(r.Instances))
	}
	slices.SortStableFunc(r.Standings, func(a, b Standing) int {
		return cmp.Or(b.Solved-a.Solved, cmp.Compare(orInf(a.PAR), orInf(b.PAR)), strings.Compare(a.Solver, b.Solver))
	})
	r.Families = len(families)
	r.VBS = all.standing(r.Instances)
	r.VBS.Solver = "virtual best"
	return r
}

// time returns the median time of a search in a unit. It is infinite if the search was not solved within
// the limit, which is for search times; a limit of 0 is none. A row that repeats another one, as in
// shards that overlap, counts once.
func (g *Group) time(u results.Unit, limit float64) float64 {
	if g.Out != "" {
		return math.Inf(1)
	}
	type sample struct {
		search, setup, time, costs float64
		nodes, updates             int64
	}
	var searches, times []float64
	seen := map[sample]bool{}
	for _, k := range g.rows {
		if row := g.in.rows.At(int(k)); row.Status == cover.Solved {
			v, _ := u.Of(row)
			one := sample{row.Search, row.Setup, v, 0, row.Nodes, row.Updates}
			for _, c := range row.Costs {
				one.costs += c.Value
			}
			if seen[one] {
				continue
			}
			seen[one] = true
			searches, times = append(searches, row.Search), append(times, max(v, leastTime))
		}
	}
	if limit > 0 && stats.Median(searches) > limit {
		return math.Inf(1)
	}
	return stats.Median(times)
}

// isSplit reports whether a row of an instance is not of the same machine as the first one. A row
// without a machine can be of any.
func isSplit(line []Group) bool {
	var first *results.Machine
	at := int32(math.MaxInt32)
	each := func(do func(k int32, on results.Machine) bool) bool {
		return slices.ContainsFunc(line, func(g Group) bool {
			return slices.ContainsFunc(g.rows, func(k int32) bool {
				row := g.in.rows.At(int(k))
				return row.Machine != nil && do(k, *row.Machine)
			})
		})
	}
	each(func(k int32, on results.Machine) bool {
		if k < at {
			at, first = k, &on
		}
		return false
	})
	return each(func(_ int32, on results.Machine) bool { return !on.Same(*first) })
}

func unsolved(time float64) bool { return math.IsInf(time, 1) }

// score sums up one solver's instances. PAR and Marginal are sums until all instances are added.
type score struct {
	Standing
	penalty float64 // of an unsolved instance, in seconds; not a number if it is unknown
	counted int     // instances that PAR is over
	ratio   stats.FamilyMean
}

// cost is the time that counts: the penalty if the instance is unsolved.
func (s *score) cost(time float64) float64 {
	if unsolved(time) {
		return s.penalty
	}
	return time
}

// add adds an instance of a family, with the solver's time and the best one. Times of several machines are not
// compared.
func (s *score) add(family string, time, best float64, declined, split bool) {
	switch {
	case declined:
		s.Unsupported++
		return
	case !unsolved(time):
		s.Solved++
	}
	if split {
		return
	}
	s.counted++
	s.PAR += s.cost(time)
	if unsolved(best) {
		return
	}
	if time == best {
		s.Best++
	}
	s.ratio.Add(family, s.cost(time)/best)
}

// addMarginal adds what the virtual best solver would lose on an instance with only the others' times.
func (s *score) addMarginal(others []float64, best float64, split bool) {
	if least := slices.Min(others); least != best && !split {
		s.Marginal += s.cost(least) - s.cost(best)
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
