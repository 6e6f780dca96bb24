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

// A solver that ends its process, or does not stop, is blamed alone, and the others are verified. The
// oracles are those of this process.
func TestVerifyOutlivesItsSolvers(t *testing.T) {
	t.Parallel()
	for solver, want := range map[string]struct {
		status cover.Status
		fault  string
	}{
		"damages":       {results.Crash, "unexpected fault address 0x"},
		"quits":         {results.Crash, "exit status 3"},
		"panics":        {results.Crash, "panic: no more"},
		"panics_beside": {results.Crash, "panic: no more"},
		"leaves":        {results.Crash, "panic: the solver ended its goroutine (runtime.Goexit)"},
		"quits_again":   {results.Crash, "in a second run: exit status 3"},
		"hangs_again":   {cover.Timeout, "in a second run: killed: it did not stop at its timeout"},
		"lying":         {results.Wrong, `solution 1: primary item "r0" is not covered`},
		"exits":         {results.Killed, "the worker was killed from outside"},
	} {
		t.Run(solver, func(t *testing.T) {
			t.Parallel()
			r := verifyInWorker(t, instance(t, "queens/6"), bench.Bounds{Timeout: time.Second}, "good", solver, "also_good")
			for k, o := range r.Outcomes {
				if k != 1 && (o.Stats.Status != cover.Solved || o.Fault != "" || o.Stats.Solutions != 4 || o.Stats.Nodes != 111) {
					t.Errorf("%s: got %+v, want the answer of queens/6", o.Variant.Name, o)
				}
			}
			if f := r.Faults(); len(f) != 1 || f[0].Solver != solver || f[0].Status != want.status ||
				!strings.HasPrefix(f[0].What, want.fault) || strings.Contains(f[0].What, "\n") {
				t.Errorf("got faults %v, want %+v", f, want)
			}
			if left := r.Stopping([]solvers.Variant{good, bad(t, solver)}); len(left) == 1 != (want.status == cover.Timeout) {
				t.Errorf("got %d solvers for the next instance, want good, and %s unless it hangs", len(left), solver)
			}
		})
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

func TestASolverWhoseWorkerIsKilledIsVerifiedAgain(t *testing.T) {
	for _, turn := range []int{0, 2} {
		t.Setenv(killVariable, filepath.Join(t.TempDir(), "runs")+" "+fmt.Sprint(turn))
		r := verifyInWorker(t, instance(t, "queens/6"), bench.Bounds{}, "good", "killed_once")
		if got := r.Outcomes[1]; got.Stats.Status != cover.Solved || len(r.Faulty()) > 0 {
			t.Errorf("killed in run %d: got %s, %q, want solved", turn+1, got.Stats.Status, got.Fault)
		}
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
