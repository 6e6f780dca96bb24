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

func TestRunsAllocateNothingPerNode(t *testing.T) {
	for _, v := range everything() {
		s := prepare(t, v, corpustest.Problem("queens/8")) // up to 1,939 nodes
		// The level profile is one allocation, and the testing package may add a few.
		if n := testing.AllocsPerRun(3, func() { s.Run(context.Background(), cover.Limits{}, nil) }); n > 4 {
			t.Errorf("%s: got %v allocations in a run, want at most 4", v.Name, n)
		}
	}
}

// Both problems take seconds or hours. The second one is for solvers that limit the options of an item.
func TestLongSearchesEndWithTheirContext(t *testing.T) {
	for _, v := range everything() {
		for _, id := range []string{"pentomino/6x10", "queens/16"} {
			s := prepare(t, v, corpustest.Problem(id))
			if s == nil {
				continue
			}
			clock := textbook.NewClock(5)
			if got := s.Run(clock, cover.Limits{}, nil); got.Status != cover.Timeout || clock.Looks > 7 {
				t.Errorf("%s, %s: got %s after %d looks at the context, want timeout after 6", v.Name, id, got.Status, clock.Looks)
			}
		}
	}
}

// heapOf returns the memory that a call leaves in use.
func heapOf(call func()) (bytes int64) {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	call()
	runtime.GC()
	runtime.ReadMemStats(&after)
	return int64(after.HeapAlloc) - int64(before.HeapAlloc)
}

func TestWideProblemsTakeLittleMemoryOrAreUnsupported(t *testing.T) {
	const options, bound = 60_000, int64(110) // in MB
	var p *cover.Problem
	base := heapOf(func() { p = wide(options) })
	for _, v := range everything() {
		var s cover.Search
		var got cover.Stats
		bytes := heapOf(func() {
			if s = prepare(t, v, p); s != nil {
				got = run(s, cover.Limits{Nodes: 2000}, nil)
			}
		})
		runtime.KeepAlive(s)
		if v.Counter != solvers.Links { // these have tables of options by options
			if s != nil {
				t.Errorf("%s: got a search, want unsupported", v.Name)
			}
			continue
		}
		if mb := (base + bytes) >> 20; s == nil || got.Nodes != 2000 || got.Status != cover.Limit || mb > bound {
			t.Errorf("%s: got %d nodes, %s, and %d MB with the problem, want 2000, limit, and at most %d", v.Name, got.Nodes,
				got.Status, mb, bound)
		}
	}
}
