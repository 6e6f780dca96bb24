package cover

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
)

// tracing returns a meter of a run with a trace on a problem of 9 items.
func tracing(t *testing.T, trace *Trace, limits Limits, visit Visitor) *Meter {
	t.Helper()
	limits.Trace = trace
	return started(t, t.Context(), limits, visit)
}

func TestATraceSeesEveryNodeAndSolutionInTheirOrder(t *testing.T) {
	for _, visited := range []bool{true, false} {
		var seen []string
		see := func(what string) { seen = append(seen, what) }
		var visit Visitor
		if visited {
			visit = func(options []int) bool { see(fmt.Sprint("visit ", options)); return len(options) < 2 }
		}
		m := tracing(t, &Trace{
			Node:     func(level int) { see(fmt.Sprint("node ", level)) },
			Solution: func() { see("solution") },
		}, Limits{Nodes: 4}, visit)
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
		want := "node 0, node 1, solution, visit [7], node 1, node 2, solution, visit [7 8]"
		if !visited {
			want = "node 0, node 1, solution, node 1, node 2, solution"
		}
		if got := strings.Join(seen, ", "); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestARunWhoseNodesAreTracedLooksAtItsContextAtEachOfThem(t *testing.T) {
	looks := new(looking)
	var m Meter
	m.Start(looks, line(t, 3), Limits{Trace: &Trace{Node: func(int) {}}}, nil, 0)
	for range 10 {
		m.Node(0)
	}
	if looks.n != 10 {
		t.Errorf("got %d looks at 10 nodes, want 10", looks.n)
	}
	looks.n = 0
	m.Start(looks, line(t, 3), Limits{Trace: &Trace{Solution: func() {}}}, nil, 0)
	for range 10 {
		m.Node(0)
	}
	if looks.n != 1 {
		t.Errorf("got %d looks at 10 nodes that are not traced, want 1", looks.n)
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
		var asked, seen []int
		trace := Trace{Enter: func(level int) (bool, int) {
			a := answers[len(asked)]
			asked = append(asked, level)
			return a.enter, a.ask
		}}
		if traced {
			trace.Node = func(level int) { seen = append(seen, level) }
		}
		m := tracing(t, &trace, Limits{}, nil)
		var entered []int
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
		if got := m.Stats(); got.Nodes != 8 || got.Status != Solved || m.Stopped() {
			t.Errorf("got %+v, want 8 nodes, solved", got)
		}
	}
}

func TestLookDecidesWhenEnterIsAsked(t *testing.T) {
	var looks []int64
	var asked []int
	m := tracing(t, &Trace{
		Enter: func(level int) (bool, int) { asked = append(asked, level); return true, -1 },
		Look: func(nodes int64) int {
			looks = append(looks, nodes)
			return len(looks) - 2 // no question after the first look, and about the root only after the second
		},
	}, Limits{}, nil)
	for node := range 800 {
		m.Node(node % 2) // nodes 256 and 512 are on level 0
	}
	if want := []int64{256, 512, 768}; !slices.Equal(looks, want) {
		t.Errorf("got looks after %v nodes, want %v: not at the root", looks, want)
	}
	if want := []int{0, 0}; !slices.Equal(asked, want) { // node 512, and node 768
		t.Errorf("asked about levels %v, want %v", asked, want)
	}
}

func TestLookIsCalledAtEachLookBelowTheRoot(t *testing.T) {
	var looks []int64
	trace := Trace{Look: func(nodes int64) int { looks = append(looks, nodes); return -1 }}
	var m Meter
	m.Start(t.Context(), line(t, 1), Limits{Trace: &trace}, nil, 1<<20) // a look at every node
	if enter(&m, 4); !slices.Equal(looks, []int64{1, 2, 3}) {
		t.Errorf("got looks after %v nodes, want 1, 2 and 3", looks)
	}
}

func TestATraceThatStopsEndsTheRunAtItsNextLook(t *testing.T) {
	for _, c := range []struct {
		name  string
		trace Trace
		want  int // nodes entered after the stop
	}{
		{"nodes traced", Trace{Node: func(int) {}}, 0},
		{"nodes not traced", Trace{}, 253},
	} {
		var stop atomic.Bool
		c.trace.Stop = &stop
		m := tracing(t, &c.trace, Limits{}, nil)
		if enter(m, 3) != 3 {
			t.Errorf("%s: stopped too early", c.name)
		}
		stop.Store(true)
		if got := enter(m, 1000); got != c.want || m.Stats().Status != Timeout {
			t.Errorf("%s: entered %d nodes after the stop, %s, want %d, timeout", c.name, got, m.Stats().Status, c.want)
		}
	}
}

func TestATraceSeesNoNodeBeyondALimit(t *testing.T) {
	for _, limits := range []Limits{{Nodes: 3}, {Updates: 30}} {
		seen, asked := 0, 0
		m := tracing(t, &Trace{
			Enter: func(int) (bool, int) { asked++; return true, 9 },
			Node:  func(int) { seen++ },
		}, limits, nil)
		for m.Node(0) {
			m.Add(0, 10)
		}
		if seen != 3 || asked != 3 || m.Stats().Status != Limit {
			t.Errorf("%+v: saw %d nodes, was asked about %d, %s, want 3, 3, limit", limits, seen, asked, m.Stats().Status)
		}
	}
}

func TestATraceWithoutFunctionsChangesNothing(t *testing.T) {
	m := tracing(t, &Trace{}, Limits{Nodes: 300}, nil)
	if got := enter(m, 1000); got != 300 || !tracing(t, &Trace{}, Limits{}, nil).Solution(nil) {
		t.Errorf("got %d nodes, want 300", got)
	}
}
