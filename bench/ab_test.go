package bench_test

import (
	"strings"
	"testing"
	"time"

	"xcbench/bench"
	"xcbench/compare/ab"
	"xcbench/corpus"
)

// threeInstances are the instances of most comparisons.
func threeInstances(t *testing.T) []corpus.Instance {
	return []corpus.Instance{instance(t, "queens/6"), instance(t, "queens/8"), instance(t, "langford/7")}
}

// compareSolvers compares two solvers of the tests by name.
func compareSolvers(t *testing.T, old, now string, on []corpus.Instance) ab.Result {
	t.Helper()
	return compareWithin(t, 0.02, old, now, on)
}

// wide is a margin that no difference exceeds, so that no search is suspected and compared longer.
const wide = 1e6

func compareWithin(t *testing.T, margin float64, old, now string, on []corpus.Instance) ab.Result {
	t.Helper()
	a := bench.AB{Instances: on, MinTime: 500 * time.Microsecond, Samples: 5, Bounds: bench.Bounds{Timeout: 10 * time.Second}}
	for side, name := range []string{old, now} {
		v := bad(t, name)
		a.Sides[side] = bench.Side{Command: worker, Solver: &v}
	}
	r, err := a.Compare(t.Context(), ab.Plan{Margin: margin, SearchMargin: max(0.05, margin), Time: time.Minute}, func(int, int, string) {})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestASolverWithTwiceTheWorkTakesTwiceTheTime(t *testing.T) {
	r := compareSolvers(t, "good", "double", threeInstances(t))
	if r.Searches != 3 || len(r.Noise) < 1 || !r.Worse() {
		t.Errorf("got %+v, want three searches of a slower solver", r)
	}
	for _, g := range r.Groups {
		if g.Verdict != ab.Slower || g.Ratio.Value < 1.6 || g.Ratio.Value > 2.5 {
			t.Errorf("%s: %s, ratio %v, expected %s, ratio 1.6 to 2.5", g.Name, g.Verdict, g.Ratio, ab.Slower)
		}
		if g.Nodes[0] != g.Nodes[1] || g.Nodes[0] == 0 || g.Updates[0] != g.Updates[1] {
			t.Errorf("%s: nodes %v, updates %v, expected the same on both sides", g.Name, g.Nodes, g.Updates)
		}
	}
}

func TestASideThatFailsIsReported(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir) // the programs of the workers are copied there
	r := compareSolvers(t, "good", "names_program", threeInstances(t))
	if len(r.Failed) != 3 || !r.Worse() || r.Searches != 0 || !strings.HasPrefix(r.Failed[0].Why, "crash on the new side: panic: "+dir) {
		t.Errorf("%d searches failed, worse %v, %d compared: %+v", len(r.Failed), r.Worse(), r.Searches, r)
	}
}

func TestASideMustFailTwice(t *testing.T) {
	t.Parallel()
	if r := compareWithin(t, wide, "good", "stumbling", threeInstances(t)); len(r.Failed) > 0 || r.Searches != 3 {
		t.Errorf("%d searches failed, %d compared, expected 3 compared: %+v", len(r.Failed), r.Searches, r)
	}
}

func TestASideWhoseCountersChangeIsWrong(t *testing.T) {
	t.Parallel()
	r := compareSolvers(t, "known", "drifting", []corpus.Instance{threeWays(t)})
	const why = "wrong on the new side: 3 solutions, 4 nodes, "
	if len(r.Failed) != 1 || !strings.HasPrefix(r.Failed[0].Why, why) || !r.Worse() {
		t.Errorf("%+v, expected one failure, %q", r, why)
	}
}
