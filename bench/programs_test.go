package bench

import (
	"errors"
	"maps"
	"math"
	"math/big"
	"strings"
	"testing"
	"time"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/results"
	"xcbench/solvers"
	"xcbench/solvers/external"
)

// withCosts is a run of another program that takes a second.
func withCosts(c cover.Costs) cover.Stats {
	s := stats(cover.Solved, 7, time.Second)
	s.Costs = &c
	return s
}

// The processor's time is the mean of the runs, and the memory their greatest. The other costs are
// those of the first run. Costs that are not known are left out.
func TestASampleHasTheCostsOfItsProgram(t *testing.T) {
	first := cover.Costs{Start: 3 * time.Second, CPU: time.Second, Peak: 10, Mems: 5}
	second := cover.Costs{Start: 9 * time.Second, CPU: 3 * time.Second, Peak: 20, Mems: 6, Conflicts: 7}
	for _, c := range []struct {
		runs []cover.Stats
		want map[string]float64
	}{
		{[]cover.Stats{withCosts(first), withCosts(second)},
			map[string]float64{results.StartSeconds: 3, results.CPUSeconds: 2, results.PeakBytes: 20, results.Mems: 5}},
		{[]cover.Stats{withCosts(second), withCosts(first)}, map[string]float64{results.StartSeconds: 9, results.CPUSeconds: 2,
			results.PeakBytes: 20, results.Mems: 6, results.Conflicts: 7}},
		{[]cover.Stats{withCosts(cover.Costs{Mems: 1}), withCosts(cover.Costs{})}, map[string]float64{results.Mems: 1}},
	} {
		l := newLocal()
		for _, what := range []string{"first", "second"} { // nothing is left of the sample before
			task, _ := script(t, 2*time.Second, c.runs...)
			m, err := l.sample(t.Context(), task)
			if err != nil || m.Runs != 2 || !maps.Equal(m.Costs, c.want) {
				t.Errorf("the %s sample: got %v of %d runs, %v, want %v", what, m.Costs, m.Runs, err, c.want)
			}
		}
		task, _ := script(t, 2*time.Second, stats(cover.Solved, 7, time.Second))
		m, err := l.sample(t.Context(), task)
		if _, ok := m.Costs[results.Mems]; err != nil || ok {
			t.Errorf("got %v, %v for a solver of this process, want no costs of a program", m.Costs, err)
		}
		l.close()
	}
}

func TestASampleHasTheSizesOfItsTables(t *testing.T) {
	s := stats(cover.Solved, 7, time.Second)
	s.Tables = cover.Tables{Remembered: 5, Hits: 4, PeakStates: 3, PeakBytes: 2}
	want := results.TableCosts(s.Tables)
	task, _ := script(t, 0, s)
	m, err := newLocal().sample(t.Context(), task)
	for unit, value := range want {
		if got, ok := m.Costs[unit]; err != nil || !ok || got != value {
			t.Errorf("%s: got %v, %v, want %v", unit, got, err, value)
		}
	}
}

// A program that fails in a later run has no sample but the failure.
func TestAProgramThatFailsInALaterRunHasOnlyItsFailure(t *testing.T) {
	broken := stats(cover.Failed, 3, 5*time.Second)
	broken.Err = errors.New("no more beans")
	task, _ := script(t, 9*time.Second, stats(cover.Solved, 7, time.Second), broken)
	m, err := newLocal().sample(t.Context(), task)
	if err != nil || m.Stats.Status != results.Crash || m.Runs != 1 || m.Stats.Search != 5*time.Second || m.Stats.Nodes != 3 ||
		m.Fault != "no more beans" {
		t.Errorf("got %+v, %v, want the failed run alone", m, err)
	}
}

// A program that fails when it runs again is at fault.
func TestAProgramThatFailsAgainIsAtFault(t *testing.T) {
	broken := stats(cover.Failed, 3, 0)
	broken.Err = &cover.WrongError{Reason: "7 is no option"}
	task, _ := script(t, 0, stats(cover.Solved, 4, 0), broken)
	in := *task.instance
	in.Solutions.N, in.Nodes = corpus.Unknown, corpus.Unknown
	r, err := Verify(t.Context(), in, task.variants, Bounds{})
	if err != nil || len(r.Faulty()) != 1 || r.Outcomes[0].Stats.Status != results.Wrong ||
		!strings.HasPrefix(r.Outcomes[0].Fault, "in a second run: 7 is no option") {
		t.Errorf("got %+v, %v, want it wrong in a second run", r.Outcomes, err)
	}
	o := Outcome{Stats: cover.Stats{Status: cover.Solved}, ended: cover.Solved}
	if !o.failsAgain(&checkedRun{stats: broken}) || o.Stats.Status != results.Wrong || o.Fault != "in a second run: 7 is no option" || o.ended != "" {
		t.Errorf("got %+v, want it wrong in a second run", o)
	}
	o = Outcome{Stats: cover.Stats{Status: cover.Solved}, ended: cover.Solved}
	if o.failsAgain(&checkedRun{stats: stats(cover.Solved, 3, 0)}) || o.Fault != "" || o.ended != cover.Solved {
		t.Errorf("got %+v of a run without an error", o)
	}
}

// A number of solutions beyond 64 bits comes with the largest 64-bit number.
func TestAnExactNumberInAnAnswerIsALargeOne(t *testing.T) {
	beyond := new(big.Int).Lsh(big.NewInt(1), 63)
	for _, c := range []struct {
		solutions int64
		exact     *big.Int
		ok        bool
	}{
		{0, nil, true}, {math.MaxInt64, nil, true}, {math.MaxInt64, beyond, true}, {math.MaxInt64 - 1, beyond, false},
		{0, beyond, false}, {math.MaxInt64, big.NewInt(math.MaxInt64), false}, {math.MaxInt64, big.NewInt(0), false},
		{math.MaxInt64, new(big.Int).Neg(new(big.Int).Lsh(beyond, 5)), false},
	} {
		if err := checkStats(cover.Stats{Status: cover.Solved, Solutions: c.solutions, Big: c.exact}); (err == nil) != c.ok {
			t.Errorf("%d, exactly %v: got %v, want it refused: %v", c.solutions, c.exact, err, !c.ok)
		}
	}
}

// Only a solver that says so may leave out its levels or its solutions.
func TestTotalsAreCheckedAgainstWhatASolverShows(t *testing.T) {
	right, wrong := []cover.Level{{Nodes: 3, Updates: 7}}, []cover.Level{{Nodes: 2, Updates: 7}}
	for _, c := range []struct {
		solver cover.Solver
		levels []cover.Level
		found  int
		fault  string
	}{
		{full{}, right, 2, ""}, {full{}, wrong, 2, "3 nodes in all, 2 by level"}, {full{}, nil, 2, "3 nodes in all, 0 by level"},
		{full{}, right, 0, "2 solutions counted, 0 shown"},
		{flat{}, nil, 2, ""}, {flat{}, right, 2, ""}, {flat{}, wrong, 2, "3 nodes in all, 2 by level"},
		{counting{}, nil, 0, ""},
	} {
		o := Outcome{Variant: solvers.Variant{Solver: c.solver},
			Stats: cover.Stats{Status: cover.Solved, Nodes: 3, Updates: 7, Solutions: 2, Levels: c.levels}}
		for k := range c.found {
			o.found.add([]int{k})
		}
		if o.checkTotals(); o.Fault != c.fault {
			t.Errorf("%T with %v: got %q, want %q", c.solver, c.levels, o.Fault, c.fault)
		}
		known := o.Stats.ByLevel().Nodes == 3
		if got, want := o.flat(nodesOn), !known && c.solver != (full{}); got != want {
			t.Errorf("%T with %v: got only the total of nodes %v, want %v", c.solver, c.levels, got, want)
		}
	}
}

// A solver without levels agrees with every profile of its totals. It must not stand for a side, or
// solvers with different profiles would agree.
func TestASolverWithoutLevelsDoesNotHideADifference(t *testing.T) {
	outcome := func(name string, s cover.Solver, levels ...cover.Level) Outcome {
		o := Outcome{ended: cover.Solved, algorithm: name, Variant: solvers.Variant{Name: name, Rule: "mine", Counter: "mine", Solver: s}}
		o.Stats = cover.Stats{Status: cover.Solved, Nodes: 6, Updates: 6, Levels: levels}
		return o
	}
	two, four := cover.Level{Nodes: 2, Updates: 2}, cover.Level{Nodes: 4, Updates: 4}
	outcomes := []Outcome{outcome("flat", flat{}), outcome("a", full{}, two, four), outcome("b", full{}, four, two)}
	disagree(outcomes, cover.Limits{})
	if !outcomes[1].faulty() && !outcomes[2].faulty() {
		t.Errorf("got %+v, want a disagreement of a and b", outcomes)
	}
}

// Another program may search in another order each time.
func TestOnlyOtherProgramsMayHaveOtherNodes(t *testing.T) {
	a, b := cover.Stats{Nodes: 1, Updates: 2, Solutions: 3}, cover.Stats{Nodes: 2, Updates: 2, Solutions: 3}
	fewer := cover.Stats{Nodes: 1, Updates: 2, Solutions: 2}
	for _, engine := range []*external.Spec{nil, {}} {
		v, external := solvers.Variant{Engine: engine}, engine != nil
		if got := difference(v, a, b); (got == "") != external {
			t.Errorf("external %v: got %q for other nodes", external, got)
		}
		if difference(v, a, a) != "" || difference(v, a, fewer) == "" {
			t.Errorf("external %v: got other solutions taken for the same, or the same for others", external)
		}
	}
}

// The program of an engine takes its own time to start.
func TestAnEngineHasTimeToStart(t *testing.T) {
	r := newRemote(Isolation{Grace: 5})
	for _, engine := range []*external.Spec{nil, {}} {
		got := r.maxWait(task{bounds: Bounds{Timeout: time.Second}, variants: []solvers.Variant{{}, {Engine: engine}}})
		if more := got - 2*time.Second; (engine != nil) != (more >= time.Second) {
			t.Errorf("an engine %v: got %v more than twice the timeout", engine, more)
		}
	}
}
