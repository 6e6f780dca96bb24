package compare

import (
	"math"
	"reflect"
	"testing"

	"xcbench/cover"
)

// solved makes one row of a search, and stopped one of a search that hit the limit.
func solved(inst, solver string, seconds float64) Row {
	return Row{Family: "f", Name: inst, Solver: solver, Status: cover.Solved, Runs: 1, Search: seconds}
}

func stopped(inst, solver string, seconds float64) Row {
	r := solved(inst, solver, seconds)
	r.Status = cover.Timeout
	return r
}

var ranked = []Row{
	solved("1", "a", 1), solved("1", "b", 4),
	solved("2", "a", 8), solved("2", "b", 2),
	stopped("3", "a", 10), solved("3", "b", 5),
}

// Worked out by hand.
func TestRankingOfKnownTimes(t *testing.T) {
	for _, c := range []struct {
		rule     Unsolved
		want     [2]Standing // of b and a
		vbs      float64
		nInst    int
		dropped  int
		vbsSolve int
	}{
		{PAR2, [2]Standing{{"b", 3, 0, 2, 11. / 3, math.Cbrt(4), 7}, {"a", 2, 0, 1, 29. / 3, math.Cbrt(16), 1}}, 8. / 3, 3, 0, 3},
		{AtLimit, [2]Standing{{"b", 3, 0, 2, 11. / 3, math.Cbrt(4), 11. / 3}, {"a", 2, 0, 1, 19. / 3, 2, 1}}, 8. / 3, 3, 0, 3},
		{Intersection, [2]Standing{{"b", 2, 0, 1, 3, 2, 3}, {"a", 2, 0, 1, 4.5, 2, 1.5}}, 1.5, 2, 1, 2},
	} {
		r := Rank(RowsOf(ranked), c.rule, 10)
		for k, want := range c.want {
			got := r.Standings[k]
			if got.Solver != want.Solver || got.Solved != want.Solved || got.Best != want.Best ||
				!near(got.PAR, want.PAR) || !near(got.Ratio, want.Ratio) || !near(got.Marginal, want.Marginal) {
				t.Errorf("%s: got %+v, want %+v", c.rule, got, want)
			}
		}
		if !near(r.VBS.PAR, c.vbs) || r.VBS.Solved != c.vbsSolve || r.Instances != c.nInst || r.Dropped != c.dropped {
			t.Errorf("%s: got %+v, want a virtual best of %v, %d of %d instances, %d dropped", c.rule, r, c.vbs, c.vbsSolve, c.nInst, c.dropped)
		}
	}
}

// Three solvers, by hand: c is never the best, so that the portfolio is as good without it;
// a and b share the best time of instance 1, and so neither is missed there.
func TestOnlyWhatNobodyElseDoesIsMarginal(t *testing.T) {
	r := Rank(RowsOf([]Row{
		solved("1", "a", 1), solved("1", "b", 1), solved("1", "c", 2),
		solved("2", "a", 4), stopped("2", "b", 10), solved("2", "c", 8),
		stopped("3", "a", 10), solved("3", "b", 3), solved("3", "c", 6),
		stopped("4", "a", 10), stopped("4", "b", 10), stopped("4", "c", 10),
	}), PAR2, 10)
	want := []Standing{
		{"c", 3, 0, 0, 36. / 4, 2, 0},
		{"b", 2, 0, 2, 44. / 4, math.Cbrt(5), 3. / 4},             // without it 6 seconds on instance 3
		{"a", 2, 0, 2, 45. / 4, math.Cbrt(20. / 3), (8. - 4) / 4}, // without it 8 seconds on instance 2
	}
	for k, w := range want {
		got := r.Standings[k]
		if got.Solver != w.Solver || got.Solved != w.Solved || got.Best != w.Best || !near(got.PAR, w.PAR) || !near(got.Ratio, w.Ratio) || !near(got.Marginal, w.Marginal) {
			t.Errorf("got %+v, want %+v", got, w)
		}
	}
	if v := r.VBS; v.Solved != 3 || !near(v.PAR, 28./4) || v.Ratio != 1 || r.Nobodys != 1 || r.Instances != 4 {
		t.Errorf("got %+v, want a virtual best of 7 that solved 3 of 4", r)
	}
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-12 }

func TestRankTakesMediansAndTheLimitOfTheCaller(t *testing.T) {
	rows := []Row{solved("1", "a", 1), solved("1", "a", 3), solved("1", "a", 100), solved("1", "b", 2), solved("1", "b", 9)}
	r := Rank(RowsOf(rows), PAR2, 0)
	if got := r.Standings[0]; got.Solver != "a" || got.PAR != 3 {
		t.Errorf("got %+v, want a with 3", got)
	}
	if got := r.Standings[1]; got.PAR != 5.5 {
		t.Errorf("got %+v, want b with 5.5", got)
	}
	if r := Rank(RowsOf(rows), PAR2, 5); r.Standings[1].Solved != 0 || r.Standings[1].PAR != 10 {
		t.Errorf("limit 5: got %+v, want b unsolved with 10", r.Standings[1])
	}
	if r := Rank(RowsOf(rows), PAR2, 0.5); r.Standings[0].Solved != 0 || r.VBS.Ratio != 0 {
		t.Errorf("limit 0.5: got %+v, want nothing solved", r.Standings)
	}
	if r := Rank(RowsOf(rows), PAR2, 5); r.VBS.Ratio != 1 {
		t.Errorf("one solved: got the ratio %v of the best, want 1", r.VBS.Ratio)
	}
	once := append(rows, stopped("1", "a", 5))
	if r := Rank(RowsOf(once), PAR2, 20); r.Standings[0].Solver != "b" || r.Standings[1].Solved != 0 {
		t.Errorf("a stopped once: got %+v, want it unsolved", r.Standings)
	}
}

func TestRankCountsWhatNobodySolvedOrTried(t *testing.T) {
	r := Rank(RowsOf([]Row{stopped("1", "a", 1), stopped("1", "b", 1), solved("2", "a", 0), stopped("2", "c", 1)}), PAR2, 1)
	if r.Nobodys != 1 || r.Absent != 2 || r.VBS.Solved != 1 {
		t.Errorf("got %+v, want 1 that nobody solved, 2 that were not tried", r)
	}
	for _, s := range r.Standings {
		if math.IsInf(s.Ratio, 0) || math.IsNaN(s.Ratio) {
			t.Errorf("got %+v, want a number", s)
		}
	}
	if r := Rank(RowsOf([]Row{stopped("1", "a", 1)}), PAR2, 1); r.Standings[0].Ratio != 0 || r.Standings[0].PAR != 2 {
		t.Errorf("nothing solved: got %+v, want no ratio and a PAR of 2", r.Standings[0])
	}
}

// A killed worker says nothing about its solver, and an answer that is not believed is no solution.
func TestRankCountsKilledAndDoubtedSearches(t *testing.T) {
	ended := func(inst, solver string, s cover.Status) Row {
		r := solved(inst, solver, 1)
		r.Status = s
		return r
	}
	for _, c := range []struct {
		status                  cover.Status
		absent, doubted, solved int
	}{
		{cover.Solved, 0, 0, 2}, {Crash, 0, 0, 1}, {Killed, 1, 0, 1}, {Wrong, 0, 1, 1}, {Disagree, 0, 1, 1},
	} {
		r := Rank(RowsOf([]Row{solved("1", "a", 1), solved("2", "a", 1), solved("1", "b", 2), ended("2", "b", c.status)}), PAR2, 10)
		if b := r.Standings[1]; r.Absent != c.absent || r.Doubted != c.doubted || b.Solver != "b" || b.Solved != c.solved {
			t.Errorf("%s: got %d absent, %d doubted, %+v; want %d, %d, and b with %d", c.status, r.Absent, r.Doubted, b,
				c.absent, c.doubted, c.solved)
		}
	}
	again := []Row{solved("1", "a", 2), ended("1", "a", Killed)}
	if r := Rank(RowsOf(again), PAR2, 10); r.Standings[0].Solved != 1 || r.Standings[0].PAR != 2 {
		t.Errorf("one sample killed: got %+v, want it solved by the other", r.Standings[0])
	}
}

func TestWithoutALimitWhatDependsOnItIsNotKnown(t *testing.T) {
	alone := Rank(RowsOf([]Row{solved("1", "a", 1)}), PAR2, 0)
	if got := alone.Standings[0]; got.PAR != 1 || got.Ratio != 1 || !math.IsNaN(got.Marginal) {
		t.Errorf("one solver: got %+v, want PAR and ratio 1, and no marginal", got)
	}
	r := Rank(RowsOf([]Row{solved("1", "a", 1), solved("2", "a", 3), solved("1", "b", 2)}), PAR2, 0)
	a, b := r.Standings[0], r.Standings[1]
	if a.Solver != "a" || a.PAR != 2 || !math.IsNaN(a.Marginal) || !math.IsNaN(b.PAR) || b.Marginal != 0 {
		t.Errorf("a search not tried: got %+v, want PAR 2 of a, no marginal of it, and no PAR of b", r.Standings)
	}
}

// An answer that is not believed costs its own solver the instance, and no other.
func TestDoubtedAnswersCountAsUnsolved(t *testing.T) {
	wrong, disagree := solved("1", "a", 1), solved("2", "a", 1)
	wrong.Status, disagree.Status = Wrong, Disagree
	r := Rank(RowsOf([]Row{wrong, solved("1", "b", 4), disagree, solved("2", "b", 4), solved("3", "a", 1), solved("3", "b", 4)}),
		PAR2, 10)
	if s := r.Standings; s[0].Solver != "b" || s[0].Solved != 3 || s[1].Solved != 1 || r.Doubted != 2 {
		t.Errorf("got %+v with %d doubted, want b first with 3 solved, a with 1, and 2 doubted", s, r.Doubted)
	}
	// By the rule of intersection the second instance does not count, and neither does its answer.
	r = Rank(RowsOf([]Row{solved("1", "a", 1), solved("1", "b", 4), disagree, solved("2", "b", 4)}), Intersection, 10)
	if r.Instances != 1 || r.Doubted != 0 {
		t.Errorf("intersection: got %d instances with %d doubted, want 1 with none", r.Instances, r.Doubted)
	}
}

// An instance that a solver declines is neither solved nor unsolved by it. It has no penalty, so it
// needs no limit.
func TestAnUnsupportedInstanceCostsItsSolverNothing(t *testing.T) {
	declined := func(inst, solver string) Row {
		r := solved(inst, solver, 1e-6)
		r.Status = cover.Unsupported
		return r
	}
	rows := []Row{
		solved("1", "all", 2), solved("1", "partial", 1), declined("1", "none"),
		solved("2", "all", 4), declined("2", "partial"), declined("2", "none"),
		declined("3", "all"), declined("3", "partial"), declined("3", "none"),
	}
	r := Rank(RowsOf(rows), PAR2, 10)
	want := []Standing{
		{"all", 2, 1, 1, 3, math.Sqrt2, (20. - 4) / 2}, // nobody else supports instance 2
		{"partial", 1, 2, 1, 1, 1, (2. - 1) / 2},
		{"none", 0, 3, 0, math.NaN(), 0, 0},
	}
	for k, w := range want {
		got := r.Standings[k]
		if got.Solver != w.Solver || got.Solved != w.Solved || got.Unsupported != w.Unsupported || got.Best != w.Best ||
			!(near(got.PAR, w.PAR) || math.IsNaN(got.PAR) && math.IsNaN(w.PAR)) || !near(got.Ratio, w.Ratio) ||
			!near(got.Marginal, w.Marginal) {
			t.Errorf("got %+v, want %+v", got, w)
		}
	}
	if v := r.VBS; v.Solved != 2 || v.Unsupported != 1 || v.PAR != 2.5 || r.Nobodys != 1 || r.Absent != 0 || r.Instances != 3 {
		t.Errorf("got %+v, want a virtual best of 2.5 that solved 2 of 3 and does not support 1", r)
	}
	for k, s := range Rank(RowsOf(rows), PAR2, 0).Standings {
		if w := want[k]; s.Solver != w.Solver || s.PAR != w.PAR && k < 2 || !near(s.Ratio, w.Ratio) {
			t.Errorf("no limit: got %+v, want the times of %+v", s, w)
		}
	}
	again := Rank(RowsOf(append(rows, stopped("2", "partial", 10))), PAR2, 10)
	if s := again.Standings[1]; s.Unsupported != 1 || !near(s.PAR, (1.+20)/2) {
		t.Errorf("an instance that another run tried: got %+v, want it unsolved", s)
	}
}

// A row that a file has twice is one sample. Samples of the same time alone are two.
func TestARowThatIsRepeatedCountsOnce(t *testing.T) {
	rows := []Row{solved("1", "a", 1), solved("1", "a", 2), solved("1", "a", 9), solved("1", "b", 3), stopped("2", "a", 10)}
	wrong := solved("2", "b", 1)
	wrong.Status = Wrong
	rows = append(rows, wrong)
	twice := append(rows, solved("1", "a", 9), solved("1", "a", 9), wrong, stopped("2", "a", 10))
	want, got := Rank(RowsOf(rows), PAR2, 10), Rank(RowsOf(twice), PAR2, 10)
	if !reflect.DeepEqual(got, want) || got.Doubted != 1 {
		t.Errorf("got %+v, want the same as without the repeated rows: %+v", got, want)
	}
	other := solved("1", "a", 9)
	other.Setup = 1
	for _, s := range Rank(RowsOf(append(rows, other)), PAR2, 10).Standings {
		if s.Solver == "a" && s.PAR != (5.5+20)/2 {
			t.Errorf("another sample: got %+v, want the median 5.5 on the first instance", s)
		}
	}
}
