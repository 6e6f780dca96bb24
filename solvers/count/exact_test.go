package count

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"testing"
	"time"

	"xcbench/cover"
	"xcbench/internal/corpustest"
)

// Sums of small and big numbers are exact.
func TestTalliesAreExact(t *testing.T) {
	numbers := []tally{
		{small: 0}, {small: 3}, {small: math.MaxUint64}, {small: 1 << 63}, {big: new(big.Int).Lsh(big.NewInt(1), 70)},
		{small: 9, big: big.NewInt(5)}, // small means nothing then
	}
	for _, a := range numbers {
		for _, b := range numbers {
			want, sum := new(big.Int).Add(a.value(), b.value()), a
			if sum.add(b); sum.value().Cmp(want) != 0 || (sum.big != nil) != (a.big != nil || b.big != nil || !want.IsUint64()) {
				t.Errorf("%s and %s: got %s, want %s", a.value(), b.value(), sum.value(), want)
			}
		}
	}
}

// On a path of items with two options each, and one for each pair of neighbours, the number of solutions
// of k options follows from those of the shorter paths. It outgrows 64 bits.
func TestSizesBeyond64BitsAreExact(t *testing.T) {
	const items = 90
	var options [][]int
	sizes := [][]*big.Int{{big.NewInt(1)}}
	for i := range items {
		options = append(options, []int{i}, []int{i})
		if i+1 < items {
			options = append(options, []int{i, i + 1})
		}
		next := make([]*big.Int, i+2)
		for k := range next {
			next[k] = new(big.Int)
			if k > 0 {
				next[k].Lsh(sizes[i][k-1], 1)
			}
			if k > 0 && i > 0 && k <= i {
				next[k].Add(next[k], sizes[i-1][k-1])
			}
		}
		sizes = append(sizes, next)
	}
	d := diagramOf(t, Frontier(Input).(Diagrammer), problem(t, items, items, options))
	got, err := d.BySize(t.Context())
	if want := sizes[items]; err != nil || d.limbs != 2 || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %v, %v in %d limbs, want %v", got, err, d.limbs, want)
	}
}

// A shorter path may come after a longer one: the last option of a solution with one option more
// begins with an earlier item here.
func TestSizesOfShorterPathsThatComeLater(t *testing.T) {
	const before = 70 // items with two options each
	var options [][]int
	for i := range before {
		options = append(options, []int{i}, []int{i})
	}
	for _, o := range [][]int{{0}, {1}, {2}, {3, 4, 5, 6, 7}, {0, 1, 2, 7}, {3, 4}, {5, 6}} {
		for k := range o {
			o[k] += before
		}
		options = append(options, o)
	}
	d := diagramOf(t, Frontier(Input).(Diagrammer), problem(t, before+8, before+8, options))
	got, err := d.BySize(t.Context())
	if err != nil || d.limbs != 2 || len(got) != before+5 {
		t.Fatalf("got %v, %v in %d limbs", got, err, d.limbs)
	}
	for k, n := range got {
		want := new(big.Int)
		if k >= before+3 {
			want = power(before)
		}
		if n.Cmp(want) != 0 {
			t.Errorf("got %s solutions of %d options, want %s", n, k, want)
		}
	}
}

// A run stops before the node at its limit, and counts nothing behind it.
func TestLimitsAreKeptToTheNode(t *testing.T) {
	p := corpustest.Problem("domino/6x6")
	runs := map[string]func(limits cover.Limits) cover.Stats{}
	for name, s := range all() {
		runs[name] = func(limits cover.Limits) cover.Stats { return count(t, s, p, limits) }
	}
	delete(runs, "best")
	for _, rule := range rules {
		runs["diagram "+string(rule)] = func(limits cover.Limits) cover.Stats {
			_, stats, _ := Frontier(rule).(Diagrammer).Diagram(t.Context(), p, limits)
			return stats
		}
	}
	for name, run := range runs {
		for nodes := int64(1); nodes < 12; nodes++ {
			if got := run(cover.Limits{Nodes: nodes}); got.Nodes != nodes || got.Status != cover.Limit {
				t.Errorf("%s: got %d nodes, %s, want %d", name, got.Nodes, got.Status, nodes)
			}
		}
		first := run(cover.Limits{Nodes: 1}).Updates
		if got := run(cover.Limits{Updates: first}); got.Nodes != 1 || got.Updates != first || got.Status != cover.Limit {
			t.Errorf("%s: got %d nodes and %d updates, want 1 and %d", name, got.Nodes, got.Updates, first)
		}
	}
	if got := runs["memo"](cover.Limits{Nodes: 2}); got.Tables.Remembered != 0 || got.Updates != 2 {
		t.Errorf("got %d states remembered after %d updates, want none after 2", got.Tables.Remembered, got.Updates)
	}
}

// A memory that is just large enough for the first table is enough.
func TestTheSmallestMemoryOfASearchWithAMemory(t *testing.T) {
	p := corpustest.Problem("domino/8x8")
	const bytes = 8 * smallMemo * (1 + 2)
	for memory, want := range map[int64]cover.Status{bytes: cover.Solved, bytes - 1: cover.Memout} {
		if got := count(t, Memo(), p, cover.Limits{Memory: memory}); got.Status != want {
			t.Errorf("%d bytes: got %s, want %s", memory, got.Status, want)
		}
	}
	for _, memory := range []int64{bytes, 40_000, 60_000, 100_000, 200_000} {
		if got := count(t, all()["best"], p, cover.Limits{Memory: memory}); got.Solutions != 12988816 {
			t.Errorf("%d bytes: got %d solutions and %s by the best, want all", memory, got.Solutions, got.Status)
		}
	}
}

// A deadline that is not over leaves time.
func TestAClockWaitsForItsDeadline(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	if c := newClock(ctx); c.expired() {
		t.Errorf("got %s an hour before the deadline", c.status)
	}
	if got := unbounded(cover.Limits{}); got.Memory != DefaultMemory || got.Nodes != math.MaxInt64 {
		t.Errorf("got %+v, want no bounds but the memory that is built in", got)
	}
}

// A problem without layers is not solved after the end of the time.
func TestProblemsWithoutLayersTakeTimeToo(t *testing.T) {
	for name, p := range map[string]*cover.Problem{"empty": problem(t, 0, 0, nil), "hopeless": problem(t, 1, 1, nil)} {
		for rule, s := range diagrammers() {
			d, stats, err := s.Diagram(ended(t), p, cover.Limits{})
			if d != nil || err != nil || stats.Status != cover.Timeout || stats.Nodes != 0 {
				t.Errorf("%s, %s: got %+v, %v, want a timeout", name, rule, stats, err)
			}
		}
	}
}

// A sweep and a builder look at the time as they work, and a builder once more for each pass over its
// diagram.
func TestLongRunsLookAtTheTime(t *testing.T) {
	p := corpustest.Problem("domino/10x12")
	const plenty = 1 << 30
	ctx := &looks{t.Context(), plenty}
	pl := compile(p, inputOrder(p))
	b := &builder{plan: pl}
	b.begin(ctx, p, &budget{bound: 1 << 40}, unbounded(cover.Limits{}))
	b.sweep()
	for k := range b.layers {
		if b.fronts[k].index != nil || b.fronts[k].keys != nil {
			t.Errorf("layer %d: got its states in memory after the layer", k)
		}
	}
	work := 0
	for k, l := range b.levels {
		work += int(l.Nodes) * (1 + len(pl.layers[k].numbers))
	}
	if n := plenty - ctx.left; n < 1+work/lookAfter || work < lookAfter {
		t.Errorf("a builder looked %d times for %d steps", n, work)
	}
	ctx.left = plenty
	d, _ := b.finish()
	if n := plenty - ctx.left; n < 2 {
		t.Errorf("looked %d times while a diagram of %d transitions was made, want 2 or more", n, d.Transitions())
	}
	if chunks := (d.edges.n + chunkSize - 1) / chunkSize; len(d.edges.chunks) != chunks {
		t.Errorf("got %d chunks for %d transitions, want %d", len(d.edges.chunks), d.edges.n, chunks)
	}
}

// A state and each of its options are steps for the clock.
func TestStatesLookAtTheTime(t *testing.T) {
	p := corpustest.Problem("domino/4x4") // two options for the first item
	const plenty = 1 << 30
	pl := compile(p, inputOrder(p))
	ctx := &looks{t.Context(), plenty}
	c := newClock(ctx)
	s, b := newSweep(pl, &c), &builder{plan: pl}
	s.start(cover.Limits{})
	b.begin(ctx, p, &budget{bound: 1 << 40}, unbounded(cover.Limits{}))
	for name, enter := range map[string]func() bool{"sweep": s.enter, "builder": b.enter} {
		ctx.left, c.work, b.clock.work = plenty, 0, 0
		for range lookAfter {
			enter()
		}
		if n := plenty - ctx.left; n != 3 {
			t.Errorf("a %s looked %d times while it entered %d states, want 3", name, n, lookAfter)
		}
	}
}

// Nothing is added without memory, and no number gets longer.
func TestAnAdditionNeedsMemory(t *testing.T) {
	c := newClock(t.Context())
	p, tab := &pool{free: map[int][][]uint64{}, bound: 16 * 16, clock: &c}, table{key: 1, limbs: 1, shift: 64 - smallest}
	for k := range uint64(12) {
		p.add(&tab, []uint64{k}, []uint64{1})
	}
	for _, count := range [][]uint64{{1}, {1, 1}} {
		if p.add(&tab, []uint64{99}, count) {
			t.Errorf("got a new state with the count %v in a full memory", count)
		}
	}
	d := &Diagram{first: list[uint32]{n: 4}, below: make([]uint64, 4), limbs: 1, memory: &budget{bound: 8 * 7}}
	if d.widen(1) || d.limbs != 1 {
		t.Errorf("got numbers of %d limbs without memory for them", d.limbs)
	}
}

// A seed stands for the same samples in all versions of the package.
func TestTheSamplesOfASeed(t *testing.T) {
	d := diagramOf(t, Frontier(Input).(Diagrammer), problem(t, 1, 1, [][]int{{0}, {0}, {0}, {0}, {0}}))
	var drawn []int
	for options := range d.Samples(12, 7) {
		drawn = append(drawn, options...)
	}
	if got, want := fmt.Sprint(drawn), "[0 1 1 3 2 3 2 1 3 3 1 1]"; got != want {
		t.Errorf("got the options %s, want %s", got, want)
	}
}
