package count

import (
	"context"
	"math"
	"math/big"
	"slices"
	"testing"
	"time"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/internal/corpustest"
)

func TestARunStopsAtItsLimits(t *testing.T) {
	p := corpustest.Problem("domino/8x8")
	s, err := cover.Prepare(Frontier(Input), p)
	if err != nil {
		t.Fatal(err)
	}
	run := func(l cover.Limits) cover.Stats {
		stats := s.Run(t.Context(), l, nil)
		stats.Search = 0
		return stats
	}
	whole := run(cover.Limits{})
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if got := s.Run(ended, cover.Limits{}, nil); got.Status != cover.Timeout {
		t.Errorf("after the end of the context: got %s, want timeout", got.Status)
	}
	for _, c := range []struct {
		name   string
		limits cover.Limits
		status cover.Status
		right  func(cover.Stats) bool
	}{
		{"nodes", cover.Limits{Nodes: 100}, cover.Limit, func(s cover.Stats) bool { return s.Nodes == 100 }},
		{"all nodes", cover.Limits{Nodes: whole.Nodes}, cover.Solved,
			func(s cover.Stats) bool { return s.Solutions == whole.Solutions }},
		{"updates", cover.Limits{Updates: 100}, cover.Limit,
			func(s cover.Stats) bool { return s.Updates >= 100 && s.Updates < 110 }},
		{"solutions", cover.Limits{Solutions: 7}, cover.Limit, func(s cover.Stats) bool { return s.Solutions == 7 }},
		{"memory", cover.Limits{Memory: 3000}, cover.Memout,
			func(s cover.Stats) bool { return s.Nodes > 10 && s.Tables.PeakBytes <= 3000 }},
	} {
		if got := run(c.limits); got.Status != c.status || !c.right(got) {
			t.Errorf("%s: got %s, %+v", c.name, got.Status, got)
		}
		if got := run(cover.Limits{}); !got.SameCount(whole) || got.Nodes != whole.Nodes || got.Updates != whole.Updates ||
			!slices.Equal(got.Levels, whole.Levels) || got.Tables != whole.Tables {
			t.Errorf("after the limit of %s: got %+v, want %+v", c.name, got, whole)
		}
	}
}

// A run stops within 10 ms of its deadline. A busy machine adds to that, so one of eight runs must.
func TestARunStopsSoonAfterItsDeadline(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector slows the steps between two looks at the clock")
	}
	deadlines := []time.Duration{2, 30, 120} // milliseconds
	if long {
		deadlines = append(deadlines, 300)
	}
	for name, solver := range map[string]cover.Solver{
		"sweep": Frontier(Breadth), "memory": Memo(), "race": Best(dlx.Index(cover.MRV), "dlx_index"),
	} {
		s, err := cover.Prepare(solver, corpustest.Problem("latin/7"))
		if err != nil {
			t.Fatal(err)
		}
		for _, after := range deadlines {
			least := time.Hour
			for try := 0; try < 8 && least > 10*time.Millisecond; try++ {
				ctx, cancel := context.WithTimeout(t.Context(), after*time.Millisecond)
				began := time.Now()
				stats := s.Run(ctx, cover.Limits{}, nil)
				cancel()
				if least = min(least, time.Since(began)-after*time.Millisecond); stats.Status != cover.Timeout {
					t.Errorf("%s, %v: got %s, want timeout", name, after*time.Millisecond, stats.Status)
				}
			}
			if least > 10*time.Millisecond {
				t.Errorf("%s, %v: %v late", name, after*time.Millisecond, least)
			}
		}
	}
}

// Counts of wide keys outgrow 64 bits while they are added up. Every state has one of 70 secondary
// items, which stay on the frontier from the first layer to the last.
func TestCountsOfWideKeysOverflow(t *testing.T) {
	const chain, wide = 41, 70
	var options [][]int
	for w := range wide {
		options = append(options, []int{0, chain + w}, []int{chain - 1, chain + w})
	}
	for c := 1; c < chain-1; c++ {
		options = append(options, []int{c}, []int{c}, []int{c}, []int{c})
	}
	p := problem(t, chain, chain+wide, options)
	want := new(big.Int).Mul(big.NewInt(wide*(wide-1)), power(2*(chain-2)))
	for name, s := range all() {
		if got := count(t, s, p, cover.Limits{}); got.CountText() != want.String() {
			t.Errorf("%s: got %s solutions, want %s", name, got.CountText(), want)
		}
	}
}

// A large table stops to grow when the time is over, wherever it is in that.
func TestGrowthStopsAtTheDeadline(t *testing.T) {
	for name, c := range map[string]struct{ key, limbs int }{"short": {1, 1}, "long counts": {1, 2}, "wide": {3, 1}} {
		ctx, cancel := context.WithCancel(t.Context())
		k := newClock(ctx)
		p := &pool{free: map[int][][]uint64{}, bound: 1 << 40, clock: &k}
		large := table{key: c.key, limbs: c.limbs, shift: 64 - 17}
		large.words = p.take(large.size() * large.stride())
		for e := range large.size() / 2 {
			key := make([]uint64, c.key)
			key[0] = uint64(e)
			p.add(&large, key, []uint64{1, 1}[:c.limbs])
		}
		again := large
		again.words = slices.Clone(large.words)
		if !p.resize(&again, again.shift-1, again.limbs) {
			t.Fatalf("%s: does not grow", name)
		}
		cancel()
		if p.resize(&large, large.shift-1, large.limbs) || k.status != cover.Timeout {
			t.Errorf("%s: grows after the end of the context, status %s", name, k.status)
		}
		k = newClock(ctx)
		p.give(make([]uint64, 1<<18))
		if p.take(1<<18) != nil || k.status != cover.Timeout {
			t.Errorf("%s: memory is cleared after the end of the context", name)
		}
	}
}

// The bound on memory is kept whatever it is, a run that stops there says how far it got, and less
// memory never helps.
func TestMemoryIsBounded(t *testing.T) {
	p := corpustest.Problem("domino/10x10")
	enough := map[string]int64{"sweep": 27_000, "reverse": 27_000, "memory": 135_000}
	for name, solver := range map[string]cover.Solver{"sweep": Frontier(Breadth), "reverse": Frontier(Reverse), "memory": Memo()} {
		s, err := cover.Prepare(solver, p)
		if err != nil {
			t.Fatal(err)
		}
		nodes, solved, least := int64(0), false, int64(0)
		for bound := int64(1 << 10); bound < 1<<22 && (!solved || bound < 4*least); bound += bound / 2 {
			got := s.Run(t.Context(), cover.Limits{Memory: bound, Nodes: 1 << 20}, nil)
			if got.Tables.PeakBytes > bound && got.Nodes > 0 {
				t.Errorf("%s: took %d bytes, want at most %d", name, got.Tables.PeakBytes, bound)
			}
			if name != "memory" && (got.Nodes < nodes || solved && got.Status != cover.Solved) {
				t.Errorf("%s: got %s after %d nodes with %d bytes, and %d nodes with less", name, got.Status, got.Nodes, bound, nodes)
			}
			if got.Status == cover.Solved && got.Solutions != 258584046368 {
				t.Errorf("%s: got %d solutions with %d bytes", name, got.Solutions, bound)
			}
			if nodes = got.Nodes; got.Status == cover.Solved && !solved {
				solved, least = true, bound
			}
		}
		t.Logf("%s: %d bytes are enough", name, least)
		if most := enough[name]; !solved || least > most {
			t.Errorf("%s: solved with %d bytes, want at most %d", name, least, most)
		}
	}
}

// A run keeps its memory for the next one, which may have less.
func TestMemoryOfAnEarlierRunIsBoundedToo(t *testing.T) {
	pl, err := Frontier(Input).(frontier).plan(corpustest.Problem("domino/8x8"))
	if err != nil {
		t.Fatal(err)
	}
	clock := newClock(t.Context())
	s := newSweep(pl, &clock)
	s.start(cover.Limits{})
	s.resume(math.MaxInt64)
	kept := s.pool.held
	if s.start(cover.Limits{Memory: kept}); s.pool.held != kept {
		t.Errorf("a run with enough memory holds %d bytes, want the %d of the run before", s.pool.held, kept)
	}
	if s.start(cover.Limits{Memory: kept - 1}); s.pool.held >= kept {
		t.Errorf("a run with at most %d bytes holds %d", kept-1, s.pool.held)
	}
}
