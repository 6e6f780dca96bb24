package solvers_test

import (
	"context"
	"runtime"
	"testing"

	"xcbench/cover"
	"xcbench/internal/corpustest"
	"xcbench/internal/textbook"
	"xcbench/solvers"
)

func TestSetupIsNoSearch(t *testing.T) {
	for _, v := range solvers.BuiltIn() {
		t.Run(v.Name, func(t *testing.T) { textbook.TestSetup(t, v) })
	}
}

func TestRunsAllocateNothingPerNode(t *testing.T) {
	for _, v := range everything() {
		s := prepare(t, v, corpustest.Problem("queens/7")) // up to 400 nodes
		// The level profile is one allocation, and the testing package may add a few.
		if n := testing.AllocsPerRun(3, func() { s.Run(context.Background(), cover.Limits{}, nil) }); n > 4 {
			t.Errorf("%s: got %v allocations in a run, want at most 4", v.Name, n)
		}
	}
}

// The search takes hours.
func TestLongSearchesEndWithTheirContext(t *testing.T) {
	for _, v := range everything() {
		clock := textbook.NewClock(5)
		got := prepare(t, v, corpustest.Problem("queens/16")).Run(clock, cover.Limits{}, nil)
		if got.Status != cover.Timeout || clock.Looks > 7 {
			t.Errorf("%s: got %s after %d looks at the context, want timeout after 6", v.Name, got.Status, clock.Looks)
		}
	}
}

// heap returns the memory in use.
func heap() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// The others have tables of options by options.
func TestWideProblemsTakeLittleMemoryOrAreUnsupported(t *testing.T) {
	const bound = 20 << 20 // bytes
	p := wide()
	for _, v := range everything() {
		before := heap()
		s := prepare(t, v, p)
		if links := v.Counter == solvers.Links; !links || s == nil {
			if links || s != nil {
				t.Errorf("%s: got %v, want a search only of a solver with links", v.Name, s)
			}
			continue
		}
		got := run(s, cover.Limits{Nodes: 500}, nil)
		if bytes := heap() - before; got.Nodes != 500 || got.Status != cover.Limit || bytes > bound {
			t.Errorf("%s: got %d nodes, %s, and %d bytes, want 500, limit, and at most %d", v.Name, got.Nodes, got.Status, bytes, bound)
		}
		runtime.KeepAlive(s)
	}
}
