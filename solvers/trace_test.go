package solvers_test

import (
	"context"
	"math"
	"reflect"
	"slices"
	"testing"

	"xcbench/cover"
	"xcbench/internal/corpustest"
)

// traced returns the limits with a trace.
func traced(limits cover.Limits, trace cover.Trace) cover.Limits {
	limits.Trace = &trace
	return limits
}

// A step is a node that a trace reports, and whether it is a solution.
type step struct {
	level    int
	solution bool
}

func TestTraceReportsTheLevelProfileAndChangesNothing(t *testing.T) {
	p := corpustest.Problem("queens/6")
	for _, limits := range []cover.Limits{
		{}, {Nodes: 1}, {Nodes: 57}, {Updates: 500}, {Solutions: 2}, {Solutions: 1, Nodes: 40},
	} {
		trees := map[cover.Rule][]step{}
		for _, v := range everything() {
			s := prepare(t, v, p)
			var steps []step
			node, solution := func(level int) { steps = append(steps, step{level, false}) }, func() { steps[len(steps)-1].solution = true }
			got := run(s, traced(limits, cover.Trace{Node: node, Solution: solution}), nil)
			levels, nodes, solutions := make([]int64, len(got.Levels)), 0, 0
			for _, s := range steps {
				levels[s.level]++
				if s.solution {
					solutions++
				}
			}
			for level, l := range got.Levels {
				if levels[level] != l.Nodes {
					t.Errorf("%s, %+v: the trace got %d nodes on level %d, want %d", v.Name, limits, levels[level], level, l.Nodes)
				}
			}
			nodesOnly := run(s, traced(limits, cover.Trace{Node: func(int) { nodes++ }}), nil)
			solutionsOnly := run(s, traced(limits, cover.Trace{Solution: func() { solutions++ }}), nil)
			if nodes != len(steps) || solutions != 2*int(got.Solutions) {
				t.Errorf("%s, %+v: got %d nodes and %d solutions, want %d and twice %d", v.Name, limits, nodes, solutions, len(steps),
					got.Solutions)
			}
			want := run(s, limits, nil)
			for k, stats := range []cover.Stats{got, nodesOnly, solutionsOnly, run(s, traced(limits, cover.Trace{}), nil)} {
				if !reflect.DeepEqual(stats, want) {
					t.Errorf("%s, %+v: got %+v with trace %d, want %+v as without", v.Name, limits, stats, k, want)
				}
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

func TestLookDecidesFromWhereEnterIsAsked(t *testing.T) {
	p := corpustest.Problem("queens/8")
	for _, v := range everything() {
		s := prepare(t, v, p)
		before, asked := int64(-1), int64(0)
		got := run(s, cover.Limits{Trace: &cover.Trace{
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
		}}, nil)
		if want := run(s, cover.Limits{}, nil); before < 1 || asked != want.Nodes-before || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %d questions from node %d on and %+v, want one a node and %+v", v.Name, asked, before, got, want)
		}
	}
}

func TestTracedSearchEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	nodes := 0
	node := func(int) {
		if nodes++; nodes == 100 {
			cancel()
		}
	}
	s := prepare(t, find("dlx_index"), corpustest.Problem("queens/8"))
	stats := runIn(ctx, s, cover.Limits{Trace: &cover.Trace{Node: node}}, nil)
	if stats.Status != cover.Timeout || stats.Nodes != 100 || nodes != 100 {
		t.Errorf("got status %s after %d nodes, %d of them reported, want a timeout after 100", stats.Status, stats.Nodes, nodes)
	}
}

func TestSubtreesAddUpToTheTree(t *testing.T) {
	p := corpustest.Problem("queens/6")
	for _, v := range everything() {
		if !v.Divisible() {
			continue
		}
		s := prepare(t, v, p)
		whole := run(s, cover.Limits{}, nil)
		sum := slices.Clone(whole.Levels[:1])
		solutions := int64(0)
		for k := range whole.Levels[1].Nodes { // enter only node k of level 1
			number := int64(-1)
			got := run(s, cover.Limits{Trace: &cover.Trace{Enter: func(level int) (bool, int) {
				if level > 1 {
					t.Fatalf("%s: asked about a node on level %d, expected none below 1", v.Name, level)
				}
				if level == 1 {
					number++
				}
				return level == 0 || number == k, 1
			}}}, nil)
			if got.Status != cover.Solved || got.Levels[0] != whole.Levels[0] || got.Levels[1].Nodes != 1 {
				t.Errorf("%s, subtree %d: got %+v, want the root as in %+v, and one node on level 1", v.Name, k, got, whole)
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
			t.Errorf("%s: got levels %v and %d solutions, want %v and %d", v.Name, sum, solutions, whole.Levels, whole.Solutions)
		}
	}
}
