package bench_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"xcbench/bench"
	"xcbench/cover"
)

func TestASolverWhoseWorkerIsKilledIsVerifiedAgain(t *testing.T) {
	for _, turn := range []int{0, 2} {
		t.Setenv(killVariable, filepath.Join(t.TempDir(), "runs")+" "+fmt.Sprint(turn))
		r := verify(t, worker, instance(t, "queens/6"), bench.Bounds{}, good, bad(t, "killed_once"))
		if got := r.Outcomes[1]; got.Stats.Status != cover.Solved || got.Faulty() {
			t.Errorf("killed in run %d: got %s, %q, want solved", turn+1, got.Stats.Status, got.Fault)
		}
	}
}
