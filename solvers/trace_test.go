package solvers_test

import (
	"context"
	"math"
	"reflect"
	"slices"
	"testing"
	"time"

	"xcbench/cover"
	"xcbench/internal/corpustest"
	"xcbench/solvers"
)

// A step is a node that a trace reports, and whether it is a solution.
type step struct {
	level    int
	solution bool
}

// traced runs a search with a trace, or without one.
func traced(t *testing.T, v solvers.Variant, p *cover.Problem, limits cover.Limits, trace *cover.Trace) cover.Stats {
	t.Helper()
	limits.Trace = trace
	stats, err := cover.Solve(t.Context(), v, p, limits, nil)
	if err != nil {
		t.Fatal(err)
	}
	stats.Setup, stats.Search = 0, 0
	return stats
}

func TestTraceReportsTheLevelProfileAndChangesNothing(t *testing.T) {
	p := corpustest.Problem("queens/6")
	for _, limits := range []cover.Limits{
		{}, {Nodes: 1}, {Nodes: 57}, {Updates: 500}, {Solutions: 2}, {Solutions: 1, Nodes: 40},
	} {
		trees := map[cover.Rule][]step{}
		for _, v := range everything() {
			var steps []step
			got := traced(t, v, p, limits, &cover.Trace{
				Node:     func(level int) { steps = append(steps, step{level, false}) },
				Solution: func() { steps[len(steps)-1].solution = true },
			})
			if want := traced(t, v, p, limits, nil); !reflect.DeepEqual(got, want) {
				t.Errorf("%s, %+v: got %+v with a trace, want %+v as without", v.Name, limits, got, want)
			}
			var levels []int64
			solutions := int64(0)
			for _, s := range steps {
				if s.level == len(levels) {
					levels = append(levels, 0)
				}
				levels[s.level]++
				if s.solution {
					solutions++
				}
			}
			var want []int64
			for _, l := range got.Levels {
				want = append(want, l.Nodes)
			}
			if !slices.Equal(levels, want) || solutions != got.Solutions {
				t.Errorf("%s, %+v: the trace got %v nodes by level and %d solutions, want %v and %d",
					v.Name, limits, levels, solutions, want, got.Solutions)
			}
			if limits.Updates > 0 { // updates differ between solvers
				continue
			}
			if tree, ok := trees[v.Rule]; ok && !slices.Equal(tree, steps) {
				t.Errorf("%s, %+v: got another tree than other solvers of rule %s", v.Name, limits, v.Rule)
			}
			trees[v.Rule] = steps
		}
	}
}

func TestTraceMayHaveOneFunctionOrNone(t *testing.T) {
	p := corpustest.Problem("queens/6")
	v, _ := solvers.Find("dlx_index")
	want := traced(t, v, p, cover.Limits{}, nil)
	nodes, solutions := int64(0), int64(0)
	for _, trace := range []*cover.Trace{{}, {Node: func(int) { nodes++ }}, {Solution: func() { solutions++ }}} {
		if got := traced(t, v, p, cover.Limits{}, trace); !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
	if nodes != want.Nodes || solutions != want.Solutions {
		t.Errorf("the trace got %d nodes and %d solutions, want %d and %d",
			nodes, solutions, want.Nodes, want.Solutions)
	}
}

func TestLookDecidesFromWhereEnterIsAsked(t *testing.T) {
	p := corpustest.Problem("queens/8")
	for _, v := range everything() {
		want := traced(t, v, p, cover.Limits{}, nil)
		before, asked := int64(-1), int64(0)
		got := traced(t, v, p, cover.Limits{}, &cover.Trace{
			Look: func(nodes int64) int {
				if nodes == 0 {
					return -1
				}
				if before < 0 {
					before = nodes
				}
				return math.MaxInt
			},
			Enter: func(int) (bool, int) { asked++; return true, math.MaxInt },
		})
		if before < 1 || asked != want.Nodes-before || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %d questions from node %d on and %+v, want one a node and %+v",
				v.Name, asked, before, got, want)
		}
	}
}

func TestTracedSearchEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	nodes := 0
	trace := &cover.Trace{Node: func(int) {
		if nodes++; nodes == 100 {
			cancel()
		}
	}}
	v, _ := solvers.Find("dlx_index")
	stats, err := cover.Solve(ctx, v, corpustest.Problem("queens/8"), cover.Limits{Trace: trace}, nil)
	if err != nil || stats.Status != cover.Timeout || stats.Nodes != 100 || nodes != 100 {
		t.Errorf("got status %s after %d nodes, %d of them reported (%v), want a timeout after 100",
			stats.Status, stats.Nodes, nodes, err)
	}
}

func TestSubtreesAddUpToTheTree(t *testing.T) {
	p := corpustest.Problem("queens/6")
	for _, v := range everything() {
		if _, divisible := solvers.Find(v.Name + solvers.ParallelSuffix); !divisible {
			continue
		}
		whole := traced(t, v, p, cover.Limits{}, nil)
		sum := slices.Clone(whole.Levels[:1])
		solutions := int64(0)
		for k := range whole.Levels[1].Nodes { // enter only node k of level 1
			number := int64(-1)
			got := traced(t, v, p, cover.Limits{}, &cover.Trace{Enter: func(level int) (bool, int) {
				if level > 1 {
					t.Fatalf("%s: asked about a node on level %d, expected none below 1", v.Name, level)
				}
				if level == 1 {
					number++
				}
				return level == 0 || number == k, 1
			}})
			if got.Status != cover.Solved || got.Levels[0] != whole.Levels[0] || got.Levels[1].Nodes != 1 {
				t.Errorf("%s, subtree %d: got %+v, want the root as in %+v, and one node on level 1",
					v.Name, k, got, whole)
			}
			for level, l := range got.Levels[1:] {
				if level+1 == len(sum) {
					sum = append(sum, cover.Level{})
				}
				sum[level+1].Nodes += l.Nodes
				sum[level+1].Updates += l.Updates
			}
			solutions += got.Solutions
		}
		if !slices.Equal(sum, whole.Levels) || solutions != whole.Solutions {
			t.Errorf("%s: got levels %v and %d solutions, want %v and %d",
				v.Name, sum, solutions, whole.Levels, whole.Solutions)
		}
	}
}

// BenchmarkTrace reports how much longer a search takes with a trace that does nothing. Searches
// with and without the trace take turns, and the shortest times count.
func BenchmarkTrace(b *testing.B) {
	p := corpustest.Problem("queens/9")
	idle := &cover.Trace{Node: func(int) {}, Solution: func() {}}
	for _, v := range everything() {
		b.Run(v.Name, func(b *testing.B) {
			search, err := cover.Prepare(v, p)
			if err != nil {
				b.Fatal(err)
			}
			least := map[*cover.Trace]time.Duration{}
			for b.Loop() {
				for _, trace := range []*cover.Trace{nil, idle} {
					took := search.Run(context.Background(), cover.Limits{Trace: trace}, nil).Search
					if old, ok := least[trace]; !ok || took < old {
						least[trace] = took
					}
				}
			}
			b.ReportMetric(float64(least[idle])/float64(least[nil]), "with/without")
		})
	}
}
