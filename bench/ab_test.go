package bench_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"xcbench/bench"
	"xcbench/compare"
	"xcbench/compare/ab"
	"xcbench/solvers"
)

// compareSides compares two sides on some instances, until they are decided or this much time is over.
func compareSides(t *testing.T, most time.Duration, old, now bench.Side, variants []solvers.Variant, ids ...string) (ab.Result, error) {
	t.Helper()
	a := bench.AB{Plan: bench.Plan{Variants: variants, Samples: 3}, Sides: [2]bench.Side{old, now}}
	for _, id := range ids {
		a.Instances = append(a.Instances, instance(t, id))
	}
	return a.Compare(t.Context(), ab.Plan{Margin: 0.02, SearchMargin: 0.05, Time: most}, quiet)
}

func solverSide(t *testing.T, name string) bench.Side {
	v := bad(t, name)
	return bench.Side{Command: worker, Solver: &v}
}

func TestASolverThatTakesTwiceTheTimeIsSlower(t *testing.T) {
	r, err := compareSides(t, 24*time.Hour, solverSide(t, "one_second"), solverSide(t, "two_seconds"), nil, "queens/6", "queens/8", "langford/7")
	if err != nil || r.Searches != 3 || r.Verdict() != compare.Slower {
		t.Errorf("got %+v, %v, want three searches of a slower solver", r, err)
	}
	for _, f := range r.Findings {
		if f.Verdict != compare.Slower || len(f.Changes) != 1 || f.Changes[0].Interval.Value != 2 {
			t.Errorf("got %+v, want twice the time for the same nodes and updates", f)
		}
	}
}

// Two programs are compared on every solver and instance. Their workers have the arguments of their
// commands, and run copies that are gone after the comparison, even if it cannot begin. A worker
// that is killed is no fault of its side, nor is a solver that neither program has.
func TestProgramsAreComparedOnTheirSolvers(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Setenv(killVariable, filepath.Join(t.TempDir(), "runs")+" 0")
	program, missing := bench.Side{Command: worker}, bench.Side{Command: []string{filepath.Join(dir, "missing")}}
	for what, c := range map[string]struct {
		old, now bench.Side
		variants []solvers.Variant
		searches int
		failed   string
		err      error
	}{
		"the same":          {program, program, []solvers.Variant{good, alsoGood}, 2, "", nil},
		"killed once":       {program, program, []solvers.Variant{bad(t, "killed_once")}, 1, "", nil},
		"unknown to them":   {program, program, []solvers.Variant{good, variant("nobody", nil)}, 1, "", nil},
		"a missing program": {program, missing, []solvers.Variant{good}, 0, "", os.ErrNotExist},
		"one that fails": {solverSide(t, "good"), solverSide(t, "names_program"), nil, 0,
			"crash on the new side: panic: " + dir, nil}, // its own name: the copy
	} {
		r, err := compareSides(t, time.Nanosecond, c.old, c.now, c.variants, "queens/4")
		if !errors.Is(err, c.err) || r.Searches != c.searches || len(r.Failed) != min(1, len(c.failed)) ||
			len(r.Failed) > 0 && (r.Verdict() != compare.Slower || !strings.HasPrefix(r.Failed[0].Why, c.failed)) {
			t.Errorf("%s: got %d searches, %+v failed, %v, want %d and %q", what, r.Searches, r.Failed, err, c.searches, c.failed)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("%s: got %v left, %v, want nothing", what, left, err)
		}
	}
}
