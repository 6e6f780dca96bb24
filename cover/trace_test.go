package cover_test

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"xcbench/cover"
)

// tracing returns a meter of a run with a trace on a problem of 9 items.
func tracing(t *testing.T, trace *cover.Trace, limits cover.Limits, visit cover.Visitor) *cover.Meter {
	t.Helper()
	limits.Trace = trace
	return started(t, t.Context(), limits, visit)
}

func TestATraceSeesEveryNodeAndSolutionInTheirOrder(t *testing.T) {
	for _, visited := range []bool{true, false} {
		var seen []string
		see := func(what ...any) { seen = append(seen, fmt.Sprint(what...)) }
		var visit cover.Visitor
		want := "node 0, node 1, solution, node 1, node 2, solution"
		if visited {
			visit = func(options []int) bool { see("visit ", options); return len(options) < 2 }
			want = "node 0, node 1, solution, visit [7], node 1, node 2, solution, visit [7 8]"
		}
		m := tracing(t, &cover.Trace{
			Node:     func(level int) { see("node ", level) },
			Solution: func() { see("solution") },
		}, cover.Limits{Nodes: 4}, visit)
		m.Node(0)
		m.Node(1)
		more := m.Solution([]int{7})
		m.Node(1)
		more = more && m.Node(2)
		if m.Node(3); !more {
			t.Error("stopped before the limit of 4 nodes")
		}
		if more := m.Solution([]int{7, 8}); more == visited {
			t.Errorf("visitor %v: got more %v after the second solution", visited, more)
		}
		if got := strings.Join(seen, ", "); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// Enter says about each node whether the run enters it, and down to which level it wants to be
// asked. Nodes left out are not counted.
func TestEnterDecidesAboutTheLevelsItAsksFor(t *testing.T) {
	answers := []struct {
		enter bool
		ask   int
	}{{true, 9}, {true, 1}, {false, 2}, {true, 1}, {false, 0}}
	for _, traced := range []bool{true, false} {
		var asked, seen, entered []int
		trace := cover.Trace{Enter: func(level int) (bool, int) {
			a := answers[len(asked)]
			asked = append(asked, level)
			return a.enter, a.ask
		}}
		if traced {
			trace.Node = func(level int) { seen = append(seen, level) }
		}
		m := tracing(t, &trace, cover.Limits{}, nil)
		for _, level := range []int{0, 1, 2, 1, 1, 2, 1, 1, 2, 3} {
			if m.Node(level) {
				entered = append(entered, level)
			}
		}
		if want := []int{0, 1, 1, 1, 1}; !slices.Equal(asked, want) {
			t.Errorf("asked about levels %v, want %v", asked, want)
		}
		want := []int{0, 1, 2, 1, 2, 1, 2, 3}
		if !slices.Equal(entered, want) || traced && !slices.Equal(seen, want) {
			t.Errorf("entered nodes of levels %v, traced %v, want %v", entered, seen, want)
		}
		if got := m.Stats(); got.Nodes != 8 || got.Status != cover.Solved || m.Stopped() {
			t.Errorf("got %+v, want 8 nodes, solved", got)
		}
	}
}

// Look decides from where on Enter is asked. It is called at each look below the root.
func TestLookDecidesWhenEnterIsAsked(t *testing.T) {
	for _, c := range []struct {
		steps        int // of a node
		looks, asked []int64
	}{
		{0, []int64{256, 512, 768}, []int64{512, 768}},
		{1 << 20, []int64{1, 2, 3}, []int64{2, 3}},
	} {
		var looks, asked []int64
		node := int64(0)
		var m cover.Meter
		m.Start(t.Context(), line(t, 1), cover.Limits{Trace: &cover.Trace{
			Enter: func(int) (bool, int) { asked = append(asked, node); return true, -1 },
			Look: func(nodes int64) int {
				looks = append(looks, nodes)
				return len(looks) - 2 // no question after the first look, and about the root only after the second
			},
		}}, nil, c.steps)
		for ; len(looks) < 3; node++ {
			m.Node(int(node % 2)) // even nodes are on level 0
		}
		if !slices.Equal(looks, c.looks) || !slices.Equal(asked, c.asked) {
			t.Errorf("%d steps: got looks after %v nodes and questions at %v, want %v and %v", c.steps, looks, asked, c.looks, c.asked)
		}
	}
}

func TestATraceThatStopsEndsTheRunAtItsNextLook(t *testing.T) {
	for want, trace := range map[int]*cover.Trace{0: {Node: func(int) {}}, 253: {}} { // nodes entered after the stop
		var stop atomic.Bool
		trace.Stop = &stop
		m := tracing(t, trace, cover.Limits{}, nil)
		if enter(m, 3) != 3 {
			t.Error("stopped too early")
		}
		stop.Store(true)
		if got := enter(m, 1000); got != want || m.Stats().Status != cover.Timeout {
			t.Errorf("entered %d nodes after the stop, %s, want %d, timeout", got, m.Stats().Status, want)
		}
	}
}

func TestATraceSeesNoNodeBeyondALimit(t *testing.T) {
	for _, limits := range []cover.Limits{{Nodes: 3}, {Updates: 30}} {
		seen, asked := 0, 0
		m := tracing(t, &cover.Trace{
			Enter: func(int) (bool, int) { asked++; return true, 9 },
			Node:  func(int) { seen++ },
		}, limits, nil)
		for m.Node(0) {
			m.Add(0, 10)
		}
		if seen != 3 || asked != 3 || m.Stats().Status != cover.Limit {
			t.Errorf("%+v: saw %d nodes, was asked about %d, %s, want 3, 3, limit", limits, seen, asked, m.Stats().Status)
		}
	}
}

func TestATraceWithoutFunctionsChangesNothing(t *testing.T) {
	m := tracing(t, &cover.Trace{}, cover.Limits{Nodes: 300}, nil)
	if got := enter(m, 1000); got != 300 || !tracing(t, &cover.Trace{}, cover.Limits{}, nil).Solution(nil) {
		t.Errorf("got %d nodes, want 300", got)
	}
}
