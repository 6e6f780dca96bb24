package count

import (
	"context"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"xcbench/cover"
	"xcbench/internal/corpustest"
)

// began returns a clock that has begun.
func began(ctx context.Context) *clock {
	c := new(clock)
	c.start(ctx, cover.Limits{})
	return c
}

// emptyTable returns a table of keys of some words, and the pool for its memory.
func emptyTable(ctx context.Context, words int, bound int64) (*pool, *table) {
	p := &pool{free: map[int][][]uint64{}, bound: bound, clock: began(ctx)}
	return p, &table{key: words, limbs: 1, shift: 64 - smallest}
}

// A new table has room for half of the states of the layer before it, a small one grows by four while
// there is room, and at most three of four entries are in use.
func TestTheSizeOfATable(t *testing.T) {
	for _, c := range []struct {
		bound            int64
		expects, entries int
		want             []int
	}{
		{math.MaxInt64, 0, 60_000, []int{16, 64, 256, 1024, 4096, 16384, 32768, 65536, 131072}},
		// A table of 256 entries takes 4 KB, a quarter of what is left beside the table before it.
		{4 * (4096 + 256), 0, 190, []int{16, 64, 256}},
		{4*(4096+256) - 16, 0, 190, []int{16, 64, 128, 256}},
		{16 * (64 + 128), 0, 96, []int{16, 32, 64, 128}},
		{16 * (64 + 128), 0, 97, []int{16, 32, 64, 128, -1}},
		{16 * 16, 0, 12, []int{16}}, {16*16 - 1, 0, 1, []int{-1}},
		{1 << 30, 31, 1, []int{16}}, {1 << 30, 32, 1, []int{32}}, {1 << 30, 1<<16 - 1, 1, []int{1 << 15}},
		{1 << 30, 1 << 20, 1, []int{1 << 15}}, {4 * 16 * 512, 1 << 20, 1, []int{512}},
		{4*16*512 - 4, 1 << 20, 1, []int{256}}, {16 * 16, 1 << 20, 1, []int{16}},
	} {
		p, tab := emptyTable(t.Context(), 1, c.bound)
		tab.expect(c.expects)
		var got []int
		for k := range uint64(c.entries) {
			before := tab.entries
			created := p.add(tab, []uint64{k}, []uint64{1})
			if p.clock.stopped {
				got = append(got, -1)
				break
			}
			if size := tab.size(); len(got) == 0 || got[len(got)-1] != size {
				if got = append(got, size); before > 0 && 4*before != 3*got[len(got)-2] {
					t.Errorf("got %d entries after %d in %d", size, before, got[len(got)-2])
				}
			}
			held := 16 * int64(tab.size())
			if tab.expect(1 << 20); !created || p.inUse != held || p.held > c.bound || p.peak > c.bound || len(tab.words) != 2*tab.size() {
				t.Fatalf("state %d: got %d bytes in use of %d with a peak of %d, want %d", k, p.inUse, p.held, p.peak, held)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%d entries in %d bytes: got the sizes %v, want %v", c.entries, c.bound, got, c.want)
		}
	}
}

// A count that does not fit makes the counts of its table longer, whatever their length. Keys whose
// low bits are equal are apart. Without memory, nothing is added.
func TestCountsOutgrowTheirLimbs(t *testing.T) {
	const most, states = math.MaxUint64, 1000
	for words := 1; words <= 3; words++ {
		p, tab := emptyTable(t.Context(), words, 1<<20)
		key := func(k uint64) []uint64 { return []uint64{9, 9, k << 44}[3-words:] }
		for k := range uint64(states) {
			p.add(tab, key(k), []uint64{most})
		}
		for _, add := range []struct{ count, want []uint64 }{
			{[]uint64{1}, []uint64{0, 1}}, {[]uint64{most, most - 1}, []uint64{most, most}}, {[]uint64{2}, []uint64{1, 0, 1}},
			{[]uint64{0, 0, 0, 5}, []uint64{1, 0, 1, 5}},
		} {
			if p.add(tab, key(50), add.count) || tab.limbs != len(add.want) || tab.entries != states {
				t.Fatalf("got counts of %d limbs, want %d", tab.limbs, len(add.want))
			}
			for k := range uint64(states) {
				want := add.want
				if k != 50 {
					want = append([]uint64{most}, make([]uint64, tab.limbs-1)...)
				}
				if at := tab.slot(key(k)) + words; !slices.Equal(tab.words[at:at+tab.limbs], want) {
					t.Fatalf("state %d: got %v, want %v", k, tab.words[at:at+tab.limbs], want)
				}
			}
		}
		p.bound = p.inUse
		if p.add(tab, key(states), make([]uint64, 5)) || !p.clock.stopped {
			t.Error("got a new state in a full memory")
		}
	}
}

// A large table stops to grow when the time is over or the memory ends, and gives its memory back.
func TestATableThatStopsGivesItsMemoryBack(t *testing.T) {
	for _, c := range []struct{ words, limbs int }{{1, 1}, {1, 2}, {3, 1}} {
		for _, late := range []bool{true, false} {
			ctx, cancel := context.WithCancel(t.Context())
			p, tab := emptyTable(ctx, c.words, 1<<30)
			for k := range uint64(40_000) {
				p.add(tab, []uint64{k, 7, 7}[:c.words], []uint64{1, 1}[:c.limbs])
			}
			if p.bound = p.inUse; late {
				p.bound = 1 << 30
				cancel()
			}
			if p.clock.work = 0; p.resize(tab, tab.shift-1, c.limbs) || (p.clock.status == cover.Timeout) != late {
				t.Errorf("%+v: got a larger table without time or memory, %s", c, p.clock.status)
			}
			p.drop(tab)
			free := int64(0)
			for _, list := range p.free {
				for _, memory := range list {
					free += 8 * int64(len(memory))
				}
			}
			if free != p.held || p.inUse != 0 {
				t.Errorf("%+v: got %d bytes free and %d in use of %d", c, free, p.inUse, p.held)
			}
			p.give(make([]uint64, 1<<18))
			if p.clock = began(ctx); late && p.take(1<<18) != nil {
				t.Errorf("%+v: memory is cleared after the end of the context", c)
			}
			cancel()
		}
	}
}

// Similar keys are spread over the table: see mix.
func TestEntriesAreNearTheirPlace(t *testing.T) {
	for _, id := range []string{"latin/6", "domino/12x12", "matching/k20", "pentomino/4x15"} {
		s, err := cover.Prepare(Frontier(Input), corpustest.Problem(id))
		if err != nil {
			t.Fatal(err)
		}
		s.Run(t.Context(), cover.Limits{Nodes: 20_000}, nil)
		entries, distance := 0, 0
		for _, tab := range s.(*frontierSearch).sweep.tables {
			for k := 0; k < len(tab.words); k += tab.stride() {
				if e := tab.words[k : k+tab.stride()]; used(e[tab.key:]) {
					entries++
					distance += (k/tab.stride() - int(hashOf(e[:tab.key])>>tab.shift)) & (tab.size() - 1)
				}
			}
		}
		if id == "latin/6" && entries < 10_000 || float64(distance) > 3*float64(entries) {
			t.Errorf("%s: %d entries are %d places from home, want at most 3 on average", id, entries, distance)
		}
	}
}

// A batch is full at its size, or its loads would not overlap.
func TestABatchIsFullAtItsSize(t *testing.T) {
	var b wideBatch
	b.start(2, 1)
	for k := range batchSize {
		if full := b.push(0, []uint64{uint64(k), 7}, []uint64{1}); full != (k == batchSize-1) {
			t.Errorf("got full %v after %d of %d", full, k+1, batchSize)
		}
	}
}

// Carries run through all limbs, which numbers of solutions seldom make them do.
func TestProductsAreExact(t *testing.T) {
	dice := rand.New(rand.NewPCG(4, 2))
	limb := func() uint64 { return []uint64{0, 1, 1 << 63, ^uint64(0), dice.Uint64()}[dice.IntN(5)] }
	for range 2000 {
		a, b, product := make([]uint64, 6), make([]uint64, 6), make([]uint64, 6)
		for k := range 3 {
			a[k], b[k] = limb(), limb()
		}
		multiply(product, a, b)
		if want := new(big.Int).Mul(integer(a), integer(b)); integer(product).Cmp(want) != 0 {
			t.Fatalf("%v times %v: got %s, want %s", a, b, integer(product), want)
		}
	}
}

// The steps of a greedy order are the neighbours that join, and the candidates for each place.
func TestTheWorkOfAGreedyOrder(t *testing.T) {
	path := [][]int32{{1}, {0, 2}, {1, 3}, {2, 4}, {3}} // the frontier has one item, and none in the end
	for start, want := range map[int32]int{0: 8 + 4, 2: 8 + 2 + 2 + 1 + 1} {
		work := 0
		if all, _ := greedyFrom(path, start, math.Inf(1), &work); len(all) != 5 || work != want {
			t.Errorf("from item %d: got the order %v in %d steps, want %d", start, all, work, want)
		}
	}
}

// A turn ends after its steps and the rest of a state. All turns take the steps of the states, of the
// options that are looked at, and of the updates, and never more than the bound.
func TestTurnsTakeTheirSteps(t *testing.T) {
	for _, id := range []string{"domino/8x8", "langford/8", "matching/k12"} {
		p := corpustest.Problem(id)
		pl, c := compile(p, greedyOrder(p)), began(t.Context())
		s, most := newSweep(pl, c), int64(0)
		s.start()
		for _, l := range pl.layers {
			most = max(most, stateSteps+int64(len(l.options))*(optionSteps+updateSteps))
		}
		for before := int64(0); !s.done(); before = s.effort {
			if s.resume(500); !s.done() && (s.effort < before+500 || s.effort >= before+500+most) {
				t.Fatalf("%s: got a turn of %d steps, want 500 and the rest of a state of at most %d", id, s.effort-before, most)
			}
		}
		want := int64(0)
		for k, l := range c.levels {
			want += l.Nodes*(stateSteps+optionSteps*int64(len(pl.layers[k].options))) + l.Updates*updateSteps*int64(pl.words)
		}
		if s.effort != want || float64(want) > pl.bound {
			t.Errorf("%s: got %d steps, want %d, and %g at most", id, s.effort, want, pl.bound)
		}
	}
}
