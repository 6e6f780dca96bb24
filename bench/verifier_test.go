package bench_test

import (
	"fmt"
	"path/filepath"
	"testing"

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
