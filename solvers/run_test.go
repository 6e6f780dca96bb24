package solvers_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"runtime"
	"testing"
	"time"

	"xcbench/cover"
	"xcbench/internal/corpustest"
	"xcbench/solvers"
)

// Every solver stops where it is told to, allocates nothing per node, and runs again with the same
// result, whatever stopped it.
func TestSearchesStopAtTheirLimitsAndRunAgain(t *testing.T) {
	id := "queens/10"
	if testing.Short() {
		id = "queens/8" // 1199 nodes
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, v := range everything() {
		t.Run(v.Name, func(t *testing.T) {
			s := prepare(t, v, corpustest.Problem(id))
			whole := run(s, cover.Limits{}, nil)
			check := func(what string, got cover.Stats, ok bool) {
				if !ok {
					t.Errorf("%s: got %s after %d solutions, %d nodes, %d updates of %d, %d, %d", what, got.Status, got.Solutions,
						got.Nodes, got.Updates, whole.Solutions, whole.Nodes, whole.Updates)
				}
				if again := run(s, cover.Limits{}, nil); !reflect.DeepEqual(again, whole) {
					t.Errorf("after a run stopped by %s: got %+v, want %+v", what, again, whole)
				}
			}
			got := run(s, cover.Limits{Solutions: 3}, nil)
			check("3 solutions", got, got.Solutions == 3 && got.Status == cover.Limit)
			for _, n := range []int64{1, 255, 256, 257, whole.Nodes - 1} {
				got := run(s, cover.Limits{Nodes: n}, nil)
				check("a limit of nodes", got, got.Nodes == n && got.Status == cover.Limit)
			}
			got = run(s, cover.Limits{Nodes: whole.Nodes}, nil)
			check("all nodes", got, reflect.DeepEqual(got, whole))
			half := whole.Updates / 2
			got = run(s, cover.Limits{Updates: half}, nil)
			check("half the updates", got, got.Updates >= half && got.Updates <= whole.Updates*6/10 && got.Status == cover.Limit)
			seen := int64(0)
			got = run(s, cover.Limits{}, func([]int) bool { seen++; return seen < 5 })
			check("a visitor at solution 5", got, seen == 5 && got.Solutions == 5 && got.Status == cover.Limit)
			got = runIn(ended, s, cover.Limits{}, nil)
			check("a context", got, got.Status == cover.Timeout)
			// The level profile is one allocation, and the testing package may add a few.
			if n := testing.AllocsPerRun(3, func() { s.Run(context.Background(), cover.Limits{}, nil) }); n > 4 {
				t.Errorf("got %v allocations in a run of %d nodes, want at most 4", n, whole.Nodes)
			}
		})
	}
}

// refused reports whether an error says that a solver does not take a problem.
func refused(err error) bool {
	var unsupported *cover.UnsupportedError
	return errors.As(err, &unsupported)
}

func TestSearchesStopWhenTheirContextEnds(t *testing.T) {
	// Both take seconds or hours. The second one is for solvers that limit the options of an item.
	long := []*cover.Problem{corpustest.Problem("pentomino/6x10"), corpustest.Problem("queens/16")}
	for _, v := range everything() {
		s, err := cover.Prepare(v, long[0])
		if err != nil {
			s, err = cover.Prepare(v, long[1])
		}
		if refused(err) && v.Order == 0 { // a representation may be unable to hold a problem of moderate size
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		deadline, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer cancel()
		cancelled, end := context.WithCancel(t.Context())
		defer end()
		for name, ctx := range map[string]context.Context{"a deadline": deadline, "cancelled": cancelled} {
			time.AfterFunc(20*time.Millisecond, end)
			if got := s.Run(ctx, cover.Limits{}, nil); got.Status != cover.Timeout {
				t.Errorf("%s: %s: got %s, want timeout", v.Name, name, got.Status)
			}
		}
	}
}

// A search of a problem with a hub spends most of its time in covering and uncovering the hub,
// because one cover hides 10,000 options. So a stop at any time comes in the middle of a cover.
func TestSearchesRunAgainAfterAStopInTheMiddleOfACover(t *testing.T) {
	if testing.Short() {
		t.Skip("uses one goroutine and takes long under the race detector")
	}
	stops := 3
	if long {
		stops = 5
	}
	p := wide(500, 10_000, true)
	for _, v := range everything() {
		if v.Counter != solvers.Links {
			continue
		}
		s := prepare(t, v, p)
		want := run(s, cover.Limits{Nodes: 10}, nil)
		for after := range stops {
			ctx, cancel := context.WithTimeout(t.Context(), time.Duration(after+1)*2*time.Millisecond)
			if got := s.Run(ctx, cover.Limits{}, nil); got.Status != cover.Timeout {
				t.Errorf("%s: got %s after %v, want a timeout in the middle of the search", v.Name, got.Status, got.Search)
			}
			cancel()
			if got := run(s, cover.Limits{Nodes: 10}, nil); !reflect.DeepEqual(got, want) {
				t.Fatalf("%s: after a stop at %d ms: got %+v, want %+v", v.Name, 2*(after+1), got, want)
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
	if testing.Short() {
		t.Skip("takes a few seconds to build")
	}
	options, bound := 50_000, int64(100) // in MB
	if long {
		options, bound = 100_000, 200
	}
	var p *cover.Problem
	base := heapOf(func() { p = wide(5000, options, false) })
	for _, v := range everything() {
		var s cover.Search
		var err error
		var got cover.Stats
		bytes := heapOf(func() {
			if s, err = cover.Prepare(v, p); err == nil {
				got = run(s, cover.Limits{Nodes: 2000}, nil)
			}
		})
		runtime.KeepAlive(s)
		if v.Counter != solvers.Links { // these have tables of options by options
			if !refused(err) {
				t.Errorf("%s: got %v, want unsupported", v.Name, err)
			}
			continue
		}
		if mb := (base + bytes) >> 20; err != nil || got.Nodes != 2000 || got.Status != cover.Limit || mb > bound {
			t.Errorf("%s: got %d nodes, %s, %v, and %d MB with the problem, want 2000, limit, and at most %d", v.Name, got.Nodes,
				got.Status, err, mb, bound)
		}
	}
}

// When cells copied the sizes of all items at every branch of the path, it took 32 times as much as
// dlx_index here. Options have two items each. One solution is planted, so a search can go as deep as
// half the items.
func TestCellsTakeLittleMoreMemoryThanDancingLinks(t *testing.T) {
	if testing.Short() {
		t.Skip("uses one goroutine and takes long under the race detector")
	}
	const items, options = 10_000, 400_000
	rng := rand.New(rand.NewPCG(1, 1))
	p := build(func(b *cover.Builder) {
		for i := range items {
			b.Primary(string(rune(0x4e00 + i))) // CJK ideographs: there are 20,000
		}
		order := rng.Perm(items)
		for k := range options {
			if k < items/2 {
				b.OptionOf(order[2*k], order[2*k+1])
			} else {
				i := rng.IntN(items)
				b.OptionOf(i, (i+1+rng.IntN(items-1))%items)
			}
		}
	})
	want := int64(0)
	for _, name := range []string{"dlx_index", "cells", "cells_ssxc1", "cells_ssxcc"} {
		var s cover.Search
		levels := 0
		got := heapOf(func() {
			s = prepare(t, find(name), p)
			levels = len(run(s, cover.Limits{Nodes: items}, nil).Levels)
		})
		runtime.KeepAlive(s)
		if want == 0 {
			want = got
		}
		if levels < 4000 || 2*got > 3*want {
			t.Errorf("%s: got %d levels, %d KB, want 4000 or more, and 1.5 times the %d KB of dlx_index at most", name, levels,
				got>>10, want>>10)
		}
	}
}
