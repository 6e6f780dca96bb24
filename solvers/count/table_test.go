package count

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/internal/corpustest"
)

// late is a context whose deadline has passed, though its timer has not noticed.
type late struct{ context.Context }

func (late) Deadline() (time.Time, bool) { return time.Now().Add(-time.Second), true }

// A timer may be late on a busy machine. The first reason to stop counts.
func TestAClockLooksAtTheTime(t *testing.T) {
	for name, ctx := range map[string]context.Context{"late": late{t.Context()}, "ended": ended(t)} {
		c := newClock(ctx)
		if c.stopped || !c.expired() || !c.stopped || c.status != cover.Timeout {
			t.Errorf("%s: got %+v, want a timeout", name, c)
		}
		c = newClock(ctx)
		if c.stopAt(cover.Limit); !c.expired() || c.status != cover.Limit {
			t.Errorf("%s: got %+v, want the first reason", name, c)
		}
	}
	if c := newClock(t.Context()); c.expired() || c.status != cover.Solved {
		t.Errorf("got %+v, want time left", c)
	}
}

func ended(t *testing.T) context.Context {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	return ctx
}

// A table that may not grow keeps the states that took the most work, up to 7 of 8 entries.
func TestAFullMemoTableReplacesTheLeastWork(t *testing.T) {
	table, c := &memoTable{key: 1}, newClock(t.Context())
	table.reset(1)
	for k := range uint64(4 * smallMemo) {
		if !table.store([]uint64{k}, tally{small: k}, int64(k+1), &c) {
			t.Fatalf("state %d: got the clock's stop", k)
		}
	}
	if table.size != smallMemo || table.entries != smallMemo*7/8 || table.peak != table.entries {
		t.Errorf("got %d of %d entries, at most %d, want 7 of 8", table.entries, table.size, table.peak)
	}
	late := 0
	for k := range uint64(4 * smallMemo) {
		if n, ok := table.find([]uint64{k}); ok {
			if n.small != k || n.big != nil {
				t.Errorf("state %d: got %v", k, n)
			}
			if k >= smallMemo {
				late++
			}
		}
	}
	if late < table.entries/2 {
		t.Errorf("got %d of the later states, which took more work, want most of %d", late, table.entries)
	}
}

// A full table replaces, of the first few entries on the way of a state, the one with the least work,
// unless the state took less.
func TestAFullMemoTableReplacesAnEntryNearby(t *testing.T) {
	table, c, dice := &memoTable{key: 1}, newClock(t.Context()), rand.New(rand.NewPCG(7, 8))
	table.reset(1)
	entry := func(at int) []uint64 { return table.words[at*3 : at*3+3] }
	replaced, left := 0, 0
	for k := uint64(1001); k <= 5000; k++ { // place 0 is in use
		work, before := 1+dice.Uint64N(50), slices.Clone(table.words)
		at, full := int(hashOf([]uint64{k}))&(smallMemo-1), table.entries == smallMemo*7/8
		weakest := at
		for way := 0; entry(at)[2] != 0; way, at = way+1, (at+1)&(smallMemo-1) {
			if way < near && entry(at)[2] < entry(weakest)[2] {
				weakest = at
			}
		}
		free := at
		if table.store([]uint64{k}, tally{small: k}, int64(work), &c); full && entry(free)[2] == 0 && before[weakest*3+2] == 0 {
			left++ // a free place is no entry to replace
			at = -1
		} else if full {
			if at = weakest; before[at*3+2] > work {
				at = -1
			}
			replaced++
		}
		if at >= 0 {
			copy(before[at*3:], []uint64{k, k, work})
		}
		if !slices.Equal(table.words, before) {
			t.Fatalf("state %d: got another table", k)
		}
	}
	if replaced < 1000 || left < 100 {
		t.Errorf("replaced %d and left out %d, want some", replaced, left)
	}
}

// A table doubles before more than three of four entries are in use, if there is memory for the old
// one and the new one.
func TestTheSizeOfAMemoTable(t *testing.T) {
	const bytes = 8 * 4 // of an entry
	for _, c := range []struct {
		bound         int64
		entries, size int
	}{
		{3 * bytes * smallMemo, smallMemo * 3 / 4, smallMemo}, {3 * bytes * smallMemo, smallMemo*3/4 + 1, 2 * smallMemo},
		{3*bytes*smallMemo - 1, smallMemo * 7 / 8, smallMemo}, {6 * bytes * smallMemo, smallMemo*3/2 + 1, 4 * smallMemo},
		{6*bytes*smallMemo - 1, smallMemo*3/2 + 1, 2 * smallMemo},
	} {
		table, clock := &memoTable{key: 2}, newClock(t.Context())
		table.reset(c.bound)
		for k := range uint64(c.entries) {
			table.store([]uint64{k, 0}, tally{small: 1}, 1, &clock)
		}
		if table.size != c.size || table.bytes() != int64(c.size)*bytes || table.entries != c.entries || table.peak != c.entries {
			t.Errorf("%+v: got %d of %d entries in %d bytes", c, table.entries, table.size, table.bytes())
		}
		kept := cap(table.words)
		first := &table.words[:1][0]
		table.reset(8 * int64(kept))
		if &table.words[:1][0] != first || cap(table.words) != kept || len(table.words) != 4*smallMemo || slices.Max(table.words) != 0 {
			t.Errorf("%+v: got other memory for the next run, or no zeros", c)
		}
		if table.reset(8*int64(kept) - 1); &table.words[:1][0] == first {
			t.Errorf("%+v: got more memory than the bound for the next run", c)
		}
	}
}

// A clock looks at the context after some work, and not more often.
func TestAClockLooksNowAndThen(t *testing.T) {
	ctx := &looks{t.Context(), 1 << 30}
	c := newClock(ctx)
	for range 1000 {
		c.spent(lookAfter/10 + 1)
	}
	if n := 1<<30 - ctx.left; n != 100 {
		t.Errorf("looked %d times in 100 times the work, want 100", n)
	}
	ctx.left = 0
	for n := 1; !c.spent(lookAfter / 2); n++ {
		if n > 2 {
			t.Fatal("did not look after the work")
		}
	}
	if left := ctx.left; !c.spent(1) || !c.spent(4*lookAfter) || ctx.left != left || c.status != cover.Timeout {
		t.Errorf("got %s and another look after the stop", c.status)
	}
}

// A table that may grow keeps all states, with counts of any size.
func TestAMemoTableGrows(t *testing.T) {
	const states = 20_000
	large := new(big.Int).Lsh(big.NewInt(1), 63)
	table, c := &memoTable{key: 2}, newClock(t.Context())
	for range 2 {
		if table.reset(1 << 30); len(table.large) != 0 {
			t.Errorf("got %d large counts of the run before", len(table.large))
		}
		for k := range uint64(states) {
			n := tally{small: k}
			switch k % 3 {
			case 1:
				n.small = 1<<63 + k
			case 2:
				n.big = large
			}
			if !table.store([]uint64{k, k % 7}, n, 1, &c) {
				t.Fatal("got the clock's stop")
			}
		}
		if table.entries != states || table.peak != states || 4*states > 3*table.size {
			t.Errorf("got %d of %d entries, want %d in 3 of 4", table.entries, table.size, states)
		}
		for k := range uint64(states) {
			want := large
			switch k % 3 {
			case 0:
				want = new(big.Int).SetUint64(k)
			case 1:
				want = new(big.Int).SetUint64(1<<63 + k)
			}
			if n, ok := table.find([]uint64{k, k % 7}); !ok || n.value().Cmp(want) != 0 {
				t.Fatalf("state %d: got %v, %v, want %v", k, n, ok, want)
			}
			if _, ok := table.find([]uint64{k, k%7 + 1}); ok {
				t.Fatalf("state %d: got it with another key", k)
			}
		}
	}
	c = newClock(ended(t))
	table = &memoTable{key: 1}
	table.reset(1 << 30)
	stopped := false
	for k := range uint64(4 * states) {
		stopped = stopped || !table.store([]uint64{k}, tally{}, 1, &c)
	}
	if !stopped {
		t.Error("got a large table that grows after the end of its time")
	}
}

func TestALimitOfSolutionsCutsTheCount(t *testing.T) {
	for _, c := range []struct {
		count, limit int64
		status       cover.Status
		want         string
		ends         cover.Status
	}{
		{5, 0, cover.Solved, "5", cover.Solved}, {5, 6, cover.Solved, "5", cover.Solved},
		{5, 5, cover.Solved, "5", cover.Limit}, {5, 4, cover.Solved, "4", cover.Limit},
		{5, 4, cover.Timeout, "4", cover.Timeout},
	} {
		stats := cover.Stats{Status: c.status}
		setCount(&stats, big.NewInt(c.count), unbounded(cover.Limits{Solutions: c.limit}))
		if stats.CountText() != c.want || stats.Status != c.ends {
			t.Errorf("%+v: got %s and %s", c, stats.CountText(), stats.Status)
		}
	}
}

// The end of a sweep has its sum in limbs.
func TestASumOfCountsCarries(t *testing.T) {
	s := &sweep{plan: new(plan), sum: []uint64{0}}
	for _, want := range [][]uint64{{1 << 63}, {0, 1}, {1 << 63, 1}, {0, 2}} {
		if s.insert(0, nil, []uint64{1 << 63}); !slices.Equal(s.sum, want) {
			t.Errorf("got %v, want %v", s.sum, want)
		}
	}
	if s.insert(0, nil, []uint64{1, 2, 3}); !slices.Equal(s.sum, []uint64{1, 4, 3}) {
		t.Errorf("got %v, want a longer sum", s.sum)
	}
}

// Batches of counts of two limbs reach tables with counts of one and of two.
func TestABatchHasCountsOfTwoLimbs(t *testing.T) {
	p := problem(t, 3, 3, [][]int{{0}, {0, 1}, {1, 2}, {2}})
	c := newClock(t.Context())
	s := newSweep(compile(p, inputOrder(p)), &c)
	s.start(cover.Limits{})
	for n, step := range []struct {
		add, want    [2]uint64
		new          bool
		limbs, table int
	}{
		{[2]uint64{7, 0}, [2]uint64{7, 0}, true, 1, 1}, {[2]uint64{2, 0}, [2]uint64{9, 0}, false, 2, 1},
		{[2]uint64{1, 1}, [2]uint64{10, 1}, false, 2, 2}, {[2]uint64{math.MaxUint64, 2}, [2]uint64{9, 4}, false, 2, 2},
	} {
		before := s.stats
		s.flush([]successor{{key: 0, count: step.add[0], high: step.add[1], layer: 1}}, step.limbs)
		tab := &s.tables[1]
		var got [2]uint64
		copy(got[:], tab.words[tab.slot([]uint64{0})+1:][:tab.limbs])
		hits, remembered := s.stats.Hits-before.Hits, s.stats.Remembered-before.Remembered
		if got != step.want || tab.limbs != step.table || hits != int64(1-one(step.new)) || remembered != int64(one(step.new)) {
			t.Errorf("step %d: got the count %v in %d limbs, %d hits and %d new states, want %+v", n, got, tab.limbs, hits,
				remembered, step)
		}
	}
}

// The states of a batch are found again, wherever their keys collide.
func TestABatchFindsItsStates(t *testing.T) {
	const states = 11 // of 16 entries
	p := problem(t, 3, 3, [][]int{{0}, {0, 1}, {1, 2}, {2}})
	for limbs := 1; limbs <= 3; limbs++ {
		c := newClock(t.Context())
		s := newSweep(compile(p, inputOrder(p)), &c)
		s.start(cover.Limits{})
		s.pool.add(&s.tables[1], []uint64{0}, append(make([]uint64, limbs-1), 1))
		var batch []successor
		for k := range uint64(states) {
			batch = append(batch, successor{key: k, count: 1, layer: 1})
		}
		before, live := s.stats, s.live
		s.flush(batch, 1)
		s.flush(batch, 1)
		for k := range uint64(states) {
			if at := s.tables[1].slot([]uint64{k}); s.tables[1].words[at+1] != 2 && k > 0 {
				t.Errorf("%d limbs: got the count %d of state %d, want 2", limbs, s.tables[1].words[at+1], k)
			}
		}
		remembered := s.stats.Remembered - before.Remembered
		if hits := s.stats.Hits - before.Hits; remembered != states-1 || hits != states+1 || s.live-live != states-1 ||
			s.tables[1].entries != states || s.tables[1].limbs != limbs {
			t.Errorf("%d limbs: got %d new states, %d hits and %d live, want %d, %d and %d", limbs, remembered, hits, s.live-live,
				states-1, states+1, states-1)
		}
	}
}

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// Every state that is remembered is expanded once.
func TestRememberedStatesAreTheNodes(t *testing.T) {
	for _, id := range []string{"domino/4x4", "domino/8x10", "queens/6"} {
		for _, rule := range rules {
			stats, err := cover.Solve(t.Context(), Frontier(rule), corpustest.Problem(id), cover.Limits{}, nil)
			if err != nil || stats.Tables.Remembered != stats.Nodes || stats.Tables.PeakStates < 1 ||
				stats.Tables.Hits < 1 {
				t.Errorf("%s, %s: got %+v of %d nodes, %v, want each remembered", id, rule, stats.Tables, stats.Nodes,
					err)
			}
		}
	}
}

// IDs are decimal and count up.
func TestTheNodesOfADiagramAreNumbered(t *testing.T) {
	d := diagramOf(t, Best(dlx.Index(cover.MRV), "dlx_index").(Diagrammer), corpustest.Problem("domino/4x4"))
	z, err := d.ZDD(t.Context())
	if err != nil || z.Nodes() < 20 {
		t.Fatalf("got %v nodes, %v, want some", z, err)
	}
	var text bytes.Buffer
	if err := z.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(text.String(), "\n")
	for k := range z.Nodes() {
		if !strings.HasPrefix(lines[k], fmt.Sprint(k+firstNode, " ")) {
			t.Errorf("got line %d %q, want the ID %d", k+1, lines[k], k+firstNode)
		}
	}
}

func TestWideBatchesAreFullAtTheirSize(t *testing.T) {
	var b wideBatch
	for range 2 {
		b.start(2, 1)
		for k := range batchSize {
			key := []uint64{uint64(k), 7}
			if full := b.push(0, key, []uint64{1}); full != (k == batchSize-1) {
				t.Errorf("got full %v after %d of %d", full, k+1, batchSize)
			}
		}
	}
}
