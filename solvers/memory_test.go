package solvers_test

import (
	"math/rand/v2"
	"runtime"
	"testing"

	"xcbench/cover"
	"xcbench/solvers"
)

// pairs returns a problem whose options contain two items each. The number of items is even. One
// solution is planted, so a search can go as deep as half the items.
func pairs(items, options int) *cover.Problem {
	rng := rand.New(rand.NewPCG(1, 1))
	return build(func(b *cover.Builder) {
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
}

// used returns the memory of a search after a run, and how many levels the run had.
func used(t *testing.T, name string, p *cover.Problem) (bytes, levels int) {
	t.Helper()
	v, _ := solvers.Find(name)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	x, err := cover.Prepare(v, p)
	if err != nil {
		t.Fatal(err)
	}
	stats := run(x, cover.Limits{Nodes: int64(p.Items())}, nil)
	runtime.GC()
	runtime.ReadMemStats(&after)
	runtime.KeepAlive(x)
	return int(after.HeapAlloc) - int(before.HeapAlloc), len(stats.Levels)
}

// When cells copied the sizes of all items at every branch of the path, it took 32 times as much as
// dlx_index here.
func TestCellsTakeLittleMoreMemoryThanDancingLinks(t *testing.T) {
	if testing.Short() {
		t.Skip("uses one goroutine and takes long under the race detector")
	}
	p := pairs(10_000, 400_000)
	want, _ := used(t, "dlx_index", p)
	for _, name := range []string{"cells", "cells_ssxc1", "cells_ssxcc"} {
		got, levels := used(t, name, p)
		t.Logf("%s: %d levels, %d KB; dlx_index: %d KB", name, levels, got>>10, want>>10)
		if levels < 4000 {
			t.Errorf("%s: got %d levels, want 4000 or more", name, levels)
		}
		if 2*got > 3*want {
			t.Errorf("%s: got %d KB, want 1.5 times the %d KB of dlx_index at most", name, got>>10, want>>10)
		}
	}
}
