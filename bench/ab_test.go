package bench

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/results"
	"xcbench/results/compare/ab"
	"xcbench/solvers"
)

// double takes twice the time of the solver "good".
type double struct{}

type doubleSearch struct{ cover.Search }

func (double) Prepare(p *cover.Problem) (cover.Search, error) {
	s, err := good.Solver.Prepare(p)
	return doubleSearch{s}, err
}

func (s doubleSearch) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	first, again := s.Search.Run(ctx, limits, visit), s.Search.Run(ctx, limits, visit)
	first.Search += again.Search
	return first
}

// stumbling is the solver "good", but its process crashes at every fifth problem.
type stumbling struct{}

var problemsOfStumbling int

func (stumbling) Prepare(p *cover.Problem) (cover.Search, error) {
	if problemsOfStumbling++; problemsOfStumbling == 5 {
		os.Exit(1)
	}
	return good.Solver.Prepare(p)
}

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
	a := AB{Instances: on, MinTime: 500 * time.Microsecond, Samples: 5, Bounds: Bounds{Timeout: 10 * time.Second}}
	for side, name := range []string{old, now} {
		v, err := variantsOf(everySolver, []string{name})
		if err != nil {
			t.Fatal(err)
		}
		a.Sides[side] = Side{Command: []string{os.Args[0]}, Solver: &v[0]}
	}
	r, err := a.Compare(t.Context(), ab.Plan{Margin: margin, SearchMargin: max(0.05, margin), Time: time.Minute}, func(int, int, string) {})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestASolverWithTwiceTheWorkTakesTwiceTheTime(t *testing.T) {
	for _, test := range []struct {
		old, now    string
		least, most float64
		verdict     ab.Verdict
	}{{"good", "double", 1.6, 2.5, ab.Slower}, {"double", "good", 0.4, 0.625, ab.Faster}} {
		r := compareSolvers(t, test.old, test.now, threeInstances(t))
		if r.Searches != 3 || len(r.Noise) < 1 || r.Worse() != (test.verdict == ab.Slower) {
			t.Errorf("%s: %+v", test.now, r)
		}
		for _, g := range r.Groups {
			if g.Verdict != test.verdict || !(test.least < g.Ratio.Value && g.Ratio.Value < test.most) {
				t.Errorf("%s: %s: %s, ratio %v, expected %s, ratio %v to %v", test.now, g.Name, g.Verdict, g.Ratio,
					test.verdict, test.least, test.most)
			}
			if g.Nodes[0] != g.Nodes[1] || g.Nodes[0] == 0 || g.Updates[0] != g.Updates[1] {
				t.Errorf("%s: %s: nodes %v, updates %v, expected the same on both sides", test.now, g.Name, g.Nodes, g.Updates)
			}
		}
	}
}

func TestTheLeastSampleCounts(t *testing.T) {
	least := map[string]float64{}
	for _, seconds := range []float64{4, 2, 3} {
		keepLeast(least, measurement{
			Stats: cover.Stats{Search: time.Duration(10*seconds) * time.Second}, Runs: 10,
			Costs: map[string]float64{results.CPUSeconds: seconds / 2},
		})
	}
	if want := map[string]float64{results.Seconds: 2, results.CPUSeconds: 1}; !maps.Equal(least, want) {
		t.Errorf("%v, expected %v", least, want)
	}
}

func TestASideThatFailsIsReported(t *testing.T) {
	t.Parallel()
	r := compareSolvers(t, "good", "panics", threeInstances(t))
	if len(r.Failed) != 3 || !r.Worse() || r.Searches != 0 || !strings.HasPrefix(r.Failed[0].Why, "crash on the new side: ") {
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

// The programs are copied for each round, and nothing is left of the copies.
func TestWorkersRunCopiesOfTheirPrograms(t *testing.T) {
	a := AB{Sides: [2]Side{{Command: []string{os.Args[0]}}, {Command: []string{os.Args[0]}}}}
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	w, err := a.openWorkers()
	if err != nil {
		t.Fatal(err)
	}
	in, err := corpus.Find("queens/6")
	if err != nil {
		t.Fatal(err)
	}
	for side := range w.sides {
		m, err := w.sample(t.Context(), side, abTask{&in, [2]solvers.Variant{good, good}}, a)
		if err != nil || m.Stats.Status != cover.Solved {
			t.Errorf("side %d: %+v, %v", side, m, err)
		}
		if path := w.sides[side].(*remote).isolation.Command[0]; !strings.HasPrefix(path, dir) {
			t.Errorf("side %d runs %s, expected a copy in %s", side, path, dir)
		}
	}
	w.close()
	if left, err := filepath.Glob(filepath.Join(dir, "*")); err != nil || len(left) > 0 {
		t.Errorf("%q is left, %v", left, err)
	}
}
