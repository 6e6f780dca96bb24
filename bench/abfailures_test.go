package bench_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"xcbench/bench"
	"xcbench/compare/ab"
	"xcbench/corpus"
	"xcbench/solvers"
)

// Two programs are compared on every solver and instance. Their workers have the arguments of their
// commands, and run copies that are gone after the comparison, even if it cannot begin. A worker
// that is killed is no fault of its side, nor is a solver that neither program has.
func TestProgramsAreComparedOnTheirSolvers(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Setenv("XCBENCH_TEST_KILL", filepath.Join(t.TempDir(), "runs")+" 0")
	program := bench.Side{Command: worker}
	began := func(command ...string) bench.Side { // by a shell, which ends with this command
		return bench.Side{Command: append([]string{"/bin/sh", "-c", `exec "$@"`, "sh"}, command...)}
	}
	missing := filepath.Join(dir, "missing")
	for what, c := range map[string]struct {
		now      bench.Side
		variants []solvers.Variant
		searches int
		err      error
	}{
		"the same":          {program, []solvers.Variant{good, alsoGood}, 2, nil},
		"with arguments":    {began(worker...), []solvers.Variant{good}, 1, nil},
		"killed once":       {program, []solvers.Variant{known("killed_once")}, 1, nil},
		"unknown to them":   {program, []solvers.Variant{good, known("nobody")}, 1, nil},
		"a missing program": {bench.Side{Command: []string{missing}}, []solvers.Variant{good}, 0, os.ErrNotExist},
	} {
		if c.now.Command[0] == "/bin/sh" {
			if _, err := os.Stat("/bin/sh"); err != nil {
				continue
			}
		}
		a := bench.AB{Sides: [2]bench.Side{program, c.now}, Variants: c.variants, Samples: 1,
			Instances: []corpus.Instance{instance(t, "queens/4")}}
		r, err := a.Compare(t.Context(), ab.Plan{Margin: 0.02, SearchMargin: 0.05, Time: time.Nanosecond}, quiet)
		if !errors.Is(err, c.err) || r.Searches != c.searches || len(r.Failed) > 0 {
			t.Errorf("%s: got %d searches, %+v failed, %v, want %d", what, r.Searches, r.Failed, err, c.searches)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("%s: got %v left, %v, want nothing", what, left, err)
		}
	}
}
