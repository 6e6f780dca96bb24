package bench_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"xcbench/bench"
	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/format"
	"xcbench/results"
	"xcbench/solvers"
)

// verifyInWorker verifies solvers of the tests, found by name, in worker processes.
func verifyInWorker(t *testing.T, in corpus.Instance, b bench.Bounds, names ...string) bench.Report {
	t.Helper()
	var variants []solvers.Variant
	for _, name := range names {
		variants = append(variants, bad(t, name))
	}
	v := bench.NewVerifier(worker)
	defer v.Close()
	r, err := v.Verify(t.Context(), in, variants, b)
	if err != nil || len(r.Outcomes) != len(names) {
		t.Fatalf("got %d outcomes, %v, want %d", len(r.Outcomes), err, len(names))
	}
	return r
}

func TestVerifyOutlivesItsSolvers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		solver string
		status cover.Status
		fault  string
	}{
		{"damages", results.Crash, "unexpected fault address 0x"},
		{"quits", results.Crash, "exit status 3"},
		{"panics", results.Crash, "panic: no more"},
		{"panics_beside", results.Crash, "panic: no more"},
		{"hang", cover.Timeout, "killed: it did not stop at its timeout"},
		{"quits_again", results.Crash, "in a second run: exit status 3"},
		{"hangs_again", cover.Timeout, "in a second run: killed: it did not stop at its timeout"},
	} {
		t.Run(c.solver, func(t *testing.T) {
			t.Parallel()
			r := verifyInWorker(t, instance(t, "queens/6"), bench.Bounds{Timeout: time.Second}, "good", c.solver, "also_good")
			for k, o := range r.Outcomes {
				switch {
				case k == 1:
					if o.Stats.Status != c.status || !strings.HasPrefix(o.Fault, c.fault) || strings.Contains(o.Fault, "\n") {
						t.Errorf("got %s, %q, want %s, %q", o.Stats.Status, o.Fault, c.status, c.fault)
					}
				case o.Stats.Status != cover.Solved || o.Fault != "" || o.Stats.Solutions != 4 || o.Stats.Nodes != 111:
					t.Errorf("%s: got %+v, want the answer of queens/6", o.Variant.Name, o)
				}
			}
			if f := r.Faults(); len(f) != 1 || f[0].Solver != c.solver {
				t.Errorf("got faults %v, want one of %s", f, c.solver)
			}
			if left := r.Stopping([]solvers.Variant{good, bad(t, c.solver)}); len(left) == 1 != (c.status == cover.Timeout) {
				t.Errorf("got %d solvers for the next instance, want good, and %s unless it hangs", len(left), c.solver)
			}
		})
	}
}

// The oracles are the same in both places.
func TestAWorkerFindsWhatThisProcessFinds(t *testing.T) {
	names := []string{"good", "lying", "also_good", "last_tie", "loses_one"}
	in := unknown(t, "langford/7")
	r := verifyInWorker(t, in, bench.Bounds{}, names...)
	var variants []solvers.Variant
	for _, o := range r.Outcomes {
		variants = append(variants, o.Variant)
	}
	here := verify(t, in, bench.Bounds{}, variants...)
	for k, o := range r.Outcomes {
		want := here.Outcomes[k]
		if o.Stats.Status != want.Stats.Status || o.Fault != want.Fault ||
			o.Stats.Nodes != want.Stats.Nodes || o.Stats.Updates != want.Stats.Updates {
			t.Errorf("%s: got %+v, want %+v", names[k], o, want)
		}
	}
	if got := len(r.Faulty()); got != 3 || !strings.HasSuffix(r.Outcomes[4].Fault, ", a SAT solver finds 52") {
		t.Errorf("got faults %q, want three, the last found by a SAT solver", faults(r))
	}
}

// A stopped process looks like one that gets no processor for a while.
func TestASolverThatGetsNoProcessorForAWhileIsNotBlamed(t *testing.T) {
	t.Parallel()
	r := verifyInWorker(t, instance(t, "queens/6"), bench.Bounds{Timeout: 10 * time.Millisecond}, "starved")
	if got := faults(r); len(got) > 0 {
		t.Errorf("got faults %q, want none", got)
	}
}

// A fault that ends its process is shrunk in workers.
func TestFaultsThatEndTheirProcessAreShrunk(t *testing.T) {
	t.Parallel()
	bounds := bench.Bounds{Timeout: 10 * time.Second}
	r := verifyInWorker(t, instance(t, "queens/5"), bounds, "quits_at_third")
	if len(r.Faulty()) != 1 {
		t.Fatalf("got faults %q, want one", faults(r))
	}
	got := save(t, r, r.Faulty()[0], bounds, worker)
	if got.options != 3 || got.items != 1 || len(got.comments) != 3 || got.comments[0] != "Solver quits_at_third: exit status 3" {
		t.Errorf("got %d options, %d items and %q, want 3 and 1", got.options, got.items, got.comments)
	}
}

// An answer to a formula is a model, and the worker has to check it against the clauses.
func TestFormulasReachTheWorkerWithTheirClauses(t *testing.T) {
	const text = "p cnf 3 3\n1 -2 3 0\n-1 0\n2 2 -3 0\n"
	r, err := format.NewReader("f", strings.NewReader(text), format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	puzzle, err := r.Read()
	if err != nil {
		t.Fatal(err)
	}
	in := corpus.FromPuzzle("f", puzzle)
	sent, err := bench.ProblemOf(&in)
	if err != nil {
		t.Fatal(err)
	}
	back, err := sent.Instance()
	if err != nil {
		t.Fatal(err)
	}
	arrived, err := back.Puzzle()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := corpus.Hash(arrived.Problem()), corpus.Hash(puzzle.Problem()); got != want || sent.Format != "cnf" {
		t.Errorf("got hash %s, sent as %s, want %s, sent as cnf", got, sent.Format, want)
	}
	if got, want := arrived.Formula(), puzzle.Formula(); got != want || got == "" {
		t.Errorf("got formula %q, want %q", got, want)
	}
}

func TestASolverWhoseWorkerIsKilledIsVerifiedAgain(t *testing.T) {
	for turn, want := range map[int]cover.Status{0: cover.Solved, 2: cover.Solved} {
		t.Setenv(killVariable, filepath.Join(t.TempDir(), "runs")+" "+fmt.Sprint(turn))
		r := verifyInWorker(t, instance(t, "queens/6"), bench.Bounds{}, "good", "killed_once")
		if got := r.Outcomes[1]; got.Stats.Status != want || len(r.Faulty()) > 0 {
			t.Errorf("killed in run %d: got %s, %q, want %s", turn+1, got.Stats.Status, got.Fault, want)
		}
	}
	r := verifyInWorker(t, instance(t, "queens/6"), bench.Bounds{}, "good", "exits")
	if got := r.Faults(); len(got) != 1 || got[0].Solver != "exits" || got[0].Status != results.Killed {
		t.Errorf("got faults %v, want one of a killed worker", got)
	}
}

// A worker is kept, and a solver may remember what it did there. But a fault may have damaged the
// memory of its process, so then the next instance has a new worker.
func TestAfterAFaultTheNextInstanceHasANewWorker(t *testing.T) {
	for between, crashes := range map[string]bool{"good": true, "lying": false} {
		v := bench.NewVerifier(worker)
		defer v.Close()
		crashed := false
		for _, name := range []string{"stumbling", "stumbling", "stumbling", between, "stumbling", "stumbling", "stumbling"} {
			r, err := v.Verify(t.Context(), instance(t, "queens/6"), []solvers.Variant{bad(t, name)}, bench.Bounds{})
			if err != nil {
				t.Fatal(err)
			}
			crashed = crashed || r.Outcomes[0].Stats.Status == results.Crash
		}
		if crashed != crashes {
			t.Errorf("with %s in between: got a crash at the fifth problem of a worker: %v, want %v", between, crashed, crashes)
		}
	}
}
