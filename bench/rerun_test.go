package bench

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/format"
	"xcbench/results"
	"xcbench/solvers"
)

// The second run stops after half of the nodes, a thousand at most. The third one is like the first,
// or like the second if the first was long.
func TestFurtherRunsHaveTheLimitsOfTheirPart(t *testing.T) {
	given := cover.Limits{Nodes: 10_000, Updates: 5}
	part := func(nodes int64) cover.Limits { return cover.Limits{Nodes: nodes, Updates: 5} }
	for _, c := range []struct {
		status cover.Status
		nodes  int64
		took   time.Duration
		want   []cover.Limits
	}{
		{cover.Solved, 0, 0, []cover.Limits{given, part(1), given}},
		{cover.Solved, 1, 0, []cover.Limits{given, part(1), given}},
		{cover.Solved, 4, shortSearch, []cover.Limits{given, part(2), given}},
		{cover.Solved, 4, shortSearch + 1, []cover.Limits{given, part(2), part(2)}},
		{cover.Limit, 5000, 0, []cover.Limits{given, part(1000), given}},
		{cover.Timeout, 1998, 0, []cover.Limits{given, part(999), part(999)}},
	} {
		task, seen := script(t, 0, stats(c.status, c.nodes, c.took))
		task.instance.Solutions.N, task.instance.Nodes = corpus.Unknown, corpus.Unknown
		r, err := verify(t.Context(), *task.instance, task.variants, Bounds{Limits: given}, oracles{Rerun: true})
		if err != nil || len(r.Faulty()) > 0 {
			t.Fatalf("%v, faults %q", err, faults(r))
		}
		var got []cover.Limits
		for _, run := range *seen {
			got = append(got, run.limits)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s after %d nodes and %v: got runs with the limits %+v, want %+v", c.status, c.nodes, c.took, got, c.want)
		}
	}
}

// An engine may have no limit of nodes. Then a long search is not run a third time, because the
// second run has no part to compare.
func TestAnEngineWithoutALimitOfNodesIsRunAgainIfItIsQuick(t *testing.T) {
	for took, want := range map[time.Duration]int{shortSearch: 3, shortSearch + 1: 2} {
		none := cover.Stats{Status: cover.Unsupported, Err: errors.New("no limit of nodes")}
		first := stats(cover.Solved, 4, took)
		task, seen := script(t, 0, first, none, first)
		task.instance.Solutions.N, task.instance.Nodes = corpus.Unknown, corpus.Unknown
		r, err := verify(t.Context(), *task.instance, task.variants, Bounds{}, oracles{Rerun: true})
		if err != nil || len(r.Faulty()) > 0 || len(*seen) != want {
			t.Errorf("%v: got %d runs, faults %q and %v, want %d runs", took, len(*seen), faults(r), err, want)
		}
	}
}

// An error of another program is its fault in each run, unless it has no limit of nodes.
func TestAnErrorOfAnotherProgramInASecondRunIsItsFault(t *testing.T) {
	for status, want := range map[cover.Status]string{cover.Failed: "in a second run: broken", cover.Unsupported: ""} {
		o := Outcome{Stats: cover.Stats{Status: cover.Solved}}
		failed := o.failsAgain(&checkedRun{stats: cover.Stats{Status: status, Err: errors.New("broken")}})
		if failed != (want != "") || o.Fault != want {
			t.Errorf("%s: got failed %v with fault %q, want %q", status, failed, o.Fault, want)
		}
	}
}

// After a fault, a solver may do anything in another run.
func TestAFaultySearchIsNotRunAgain(t *testing.T) {
	for status, show := range map[cover.Status]func(cover.Visitor) cover.Visitor{
		results.Wrong: cutShort, results.Crash: func(cover.Visitor) cover.Visitor { panic("no more") },
	} {
		runs := 0
		bad := variant("bad", faulty{before: func() { runs++ }, show: show})
		r, err := Verify(t.Context(), instance(t, "queens/6"), []solvers.Variant{bad}, Bounds{})
		if err != nil || runs != 1 || r.Outcomes[0].Stats.Status != status {
			t.Errorf("got %v and %s after %d runs, want %s after one", err, r.Outcomes[0].Stats.Status, runs, status)
		}
	}
}

// An abandoned search may go on later. It is stopped at its next solution, and nothing waits for it.
// The clock of the test is not the system's.
func TestAnAbandonedSearchStopsAtItsNextSolution(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		over, goesOn := make(chan struct{}), make(chan bool, 9)
		bad := variant("bad", faulty{show: func(visit cover.Visitor) cover.Visitor {
			return func(options []int) bool {
				<-over
				ok := visit(options)
				goesOn <- ok
				return ok
			}
		}})
		began := time.Now()
		r, err := Verify(t.Context(), instance(t, "queens/6"), []solvers.Variant{bad}, Bounds{Timeout: time.Minute})
		if got := faults(r); err != nil || !slices.Equal(got, []string{"bad: does not stop"}) {
			t.Errorf("got %v and faults %q, want a hang", err, got)
		}
		if took := time.Since(began); took != time.Minute+hangGrace {
			t.Errorf("got the end after %v, want the timeout and %v", took, hangGrace)
		}
		close(over)
		if <-goesOn {
			t.Error("got an abandoned search that goes on")
		}
	}) // waits for the goroutine of the search
}

// slow takes a while to build its data structure, whether it takes the problem or not.
type slow struct{ cover.Solver }

func (s slow) Prepare(p *cover.Problem) (cover.Search, error) {
	time.Sleep(2 * time.Millisecond)
	return s.Solver.Prepare(p)
}

func TestAnOutcomeHasTheTimeToPrepare(t *testing.T) {
	all := []solvers.Variant{variant("good", slow{good.Solver}), variant("refuses", slow{refusing{}})}
	r, err := Verify(t.Context(), instance(t, "queens/6"), all, Bounds{})
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range r.Outcomes {
		if o.Stats.Setup < 2*time.Millisecond {
			t.Errorf("%s: got %v to prepare, want 2ms or more", o.Variant.Name, o.Stats.Setup)
		}
	}
}

// strict are the rules of a puzzle that has no solution.
type strict struct{ format.Answer }

func (strict) Check([]int) error { return errors.New("against the rules") }

// An exact cover may break the rules of its puzzle, if the conversion to a problem is wrong.
func TestASolutionMustFollowTheRulesOfItsPuzzle(t *testing.T) {
	in := instance(t, "queens/6")
	puzzle, err := in.Puzzle()
	if err != nil {
		t.Fatal(err)
	}
	changed := *puzzle
	changed.Answer = strict{puzzle.Answer}
	all, err := outcomesOf(t.Context(), in, &changed, []solvers.Variant{good}, Bounds{}, oracles{})
	if err != nil || all[0].Fault != "solution 1: against the rules" || all[0].Stats.Status != results.Wrong {
		t.Errorf("got %+v, %v, want a solution against the rules", all, err)
	}
}

// A crosscheck finds a fault of the same kind only, of searches that ended and were not refuted.
func TestACrosscheckFindsFaultsOfTheSameKind(t *testing.T) {
	of := func(status, ended cover.Status) Outcome {
		return Outcome{Stats: cover.Stats{Status: status}, ended: ended, Fault: "fault"}
	}
	solved, limit := of(cover.Solved, cover.Solved), of(cover.Limit, cover.Limit)
	wrong, crash, disagree := of(results.Wrong, cover.Solved), of(results.Crash, ""), of(results.Disagree, cover.Solved)
	for _, c := range []struct {
		what           string
		known          cover.Status // of the suspect
		suspect, other Outcome
		found, limited bool // limited: found if the user set limits
	}{
		{"the same", results.Wrong, wrong, solved, true, true},
		{"both doubted", results.Wrong, disagree, solved, true, true},
		{"both doubted too", results.Disagree, wrong, solved, true, true},
		{"a crash", results.Crash, crash, solved, true, true},
		{"a crash instead", results.Wrong, crash, solved, false, false},
		{"wrong instead", results.Crash, wrong, solved, false, false},
		{"disagrees instead", results.Crash, disagree, solved, false, false},
		{"another end", results.Wrong, solved, solved, false, false},
		{"wrong before its end", results.Wrong, of(results.Wrong, ""), solved, true, true},
		{"disagrees before its end", results.Wrong, of(results.Disagree, ""), solved, false, false},
		{"disagrees at a limit", results.Wrong, of(results.Disagree, cover.Limit), solved, false, true},
		{"disagrees at a timeout", results.Wrong, of(results.Disagree, cover.Timeout), solved, false, false},
		{"the other at a limit", results.Wrong, wrong, limit, false, true},
		{"the other at a timeout", results.Wrong, wrong, of(cover.Timeout, cover.Timeout), false, false},
		{"the other crashes", results.Wrong, wrong, crash, false, false},
		{"the other is wrong", results.Wrong, wrong, wrong, false, false},
		{"the other disagrees", results.Wrong, wrong, disagree, true, true},
	} {
		for limited, found := range map[bool]bool{false: c.found, true: c.limited} {
			check := crosscheck{suspect: of(c.known, ""), limited: limited, verify: func(context.Context, corpus.Instance,
				[]solvers.Variant, Bounds, oracles) (Report, error) {
				return Report{Outcomes: []Outcome{c.suspect, c.other}}, nil
			}}
			if got := check.fault(t.Context(), waysProblem(t, 1, 0)); (got != "") != found {
				t.Errorf("%s, limited %v: got fault %q, want one: %v", c.what, limited, got, found)
			}
		}
	}
}

func TestACrosscheckEndsAfterThreeHangs(t *testing.T) {
	calls := 0
	c := crosscheck{verify: func(context.Context, corpus.Instance, []solvers.Variant, Bounds, oracles) (Report, error) {
		calls++
		return Report{Outcomes: []Outcome{{}, {hung: calls != 2, Fault: "fault", ended: cover.Solved, Stats: cover.Stats{Status: cover.Solved}}}}, nil
	}}
	for k := range 6 {
		if got := c.fault(t.Context(), waysProblem(t, 1, 0)); got != "" {
			t.Errorf("call %d: got fault %q, want none", k, got)
		}
	}
	if calls != 4 {
		t.Errorf("got %d searches, want 4: three that hang, and one that does not", calls)
	}
	c = crosscheck{verify: func(context.Context, corpus.Instance, []solvers.Variant, Bounds, oracles) (Report, error) {
		return Report{Outcomes: []Outcome{{Fault: "fault"}}}, errors.New("no worker")
	}}
	if got := c.fault(t.Context(), waysProblem(t, 1, 0)); got != "" {
		t.Errorf("got fault %q, want none after an error", got)
	}
}
