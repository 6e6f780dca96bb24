package infer

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"xcbench/cover"
)

// many returns a problem of up to 130 items, in which an option may stand twice.
func many(seed uint64) *cover.Problem {
	rng := rand.New(rand.NewPCG(seed, 5))
	var b cover.Builder
	primary, secondary := 20+rng.IntN(90), rng.IntN(20)
	for i := range primary {
		b.Primary(fmt.Sprint(i))
	}
	for i := range secondary {
		b.Secondary(fmt.Sprint("s", i))
	}
	for range 3 { // a solution, and two that cut it to pieces
		for order := rng.Perm(primary); len(order) > 0; {
			n := min(3+rng.IntN(6), len(order))
			b.OptionOf(order[:n]...)
			if rng.IntN(30) == 0 && seed%2 == 0 {
				b.OptionOf(order[:n]...)
			}
			order = order[n:]
		}
	}
	for range 100 + rng.IntN(600) {
		b.OptionOf(rng.Perm(primary + secondary)[:2+rng.IntN(7)]...)
	}
	p, err := b.Problem()
	if err != nil {
		panic(err)
	}
	return p
}

func TestListsWalkTheTreeOfRows(t *testing.T) {
	below, solved := 0, 0
	for seed := range uint64(300) {
		var p *cover.Problem
		switch seed % 3 {
		case 0:
			p, _ = random(seed)
		case 1:
			p = large(seed)
		default:
			p = many(seed)
		}
		rows := newSearch(t, p, true, false)
		want, solutions := tree(rows)
		for name, kernel := range map[string]listKernel{"plain": listsPlain, "assembly": lists} {
			x := newSearch(t, p, true, false)
			x.list = newList(x, p.MaxDepth())
			x.list.kernel = kernel
			for run := range 2 {
				if got, same := tree(x); fmt.Sprint(got) != fmt.Sprint(want) || same != solutions {
					t.Fatalf("seed %d, %s, run %d: got %+v (sum %d) by lists, want %+v (sum %d) as by rows", seed, name, run, got, same, want, solutions)
				}
			}
			if x.list.above > 0 {
				below++
			}
		}
		if want.Solutions > 0 {
			solved++
		}
	}
	if below < 40 || solved < 40 {
		t.Errorf("lists began below the root %d times and %d problems had solutions, want 40 of each", below, solved)
	}
}

func TestListAssemblyEqualsItsPlainTwin(t *testing.T) {
	if !hasLists {
		t.Skip("this build or machine has no assembly for lists")
	}
	removed := 0
	for seed := range uint64(3000) {
		rng := rand.New(rand.NewPCG(seed, 6))
		n, stride := 1+rng.IntN(1200), 24
		sparse := func() (m uint64) {
			for m = rng.Uint64(); rng.IntN(4) != 0; {
				m &= rng.Uint64()
			}
			return m
		}
		from := make([]uint64, n+slack)
		for k := range n {
			from[k] = sparse() | 1<<rng.IntN(40)
		}
		both := func() (a, b []uint64) { return slices.Clone(from), slices.Clone(from) }
		var gotSizes, wantSizes planes

		got, want := both()
		sparser := func() uint64 { m := sparse(); return m & sparse() }
		chosen := sparser()
		kept, k := lists.sift(got, from, n, chosen, &gotSizes), siftPlain(want, from, n, chosen, &wantSizes)
		if kept != k || k > 0 && (!slices.Equal(got[:k+group], want[:k+group]) || gotSizes != wantSizes) {
			t.Fatalf("seed %d: sift kept %d of %d masks, counted %x, want %d, %x", seed, kept, n, gotSizes, k, wantSizes)
		}

		got, want = both()
		item := uint64(1) << rng.IntN(40)
		gotOwn, wantOwn := make([]uint64, stride), make([]uint64, stride)
		options, wantOptions := make([]uint64, n+8), make([]uint64, n+8)
		k = pickPlain(from, n, item, wantOwn, wantOptions)
		if picked := lists.pick(from, n, item, gotOwn, options); picked != k || !slices.Equal(options[:k], wantOptions[:k]) || !slices.Equal(gotOwn, wantOwn) {
			t.Fatalf("seed %d: picked %x, %d of %d, want %x, %d", seed, gotOwn, picked, n, wantOwn, k)
		}
		if k = min(k, maxLook); k == 0 {
			continue
		}
		beside, wantBeside := make([]uint64, (maxLook+1)*stride), make([]uint64, (maxLook+1)*stride)
		items, active := uint64(1)<<(40+rng.IntN(24))-1, sparser()
		alive := lists.look(from, n, options[:k], items, active, beside, stride)
		if same := lookPlain(from, n, options[:k], items, active, wantBeside, stride); alive != same {
			t.Fatalf("seed %d: of %d options %b leave every item one, want %b", seed, k, alive, same)
		}
		if alive == 0 {
			alive = 1
		}
		kept = lists.shrink(got, n, beside, stride, alive, gotOwn, &gotSizes)
		k = shrinkPlain(want, n, wantBeside, stride, alive, wantOwn, &wantSizes)
		if kept != k || !slices.Equal(got[:k], want[:k]) || k < n && gotSizes != wantSizes {
			t.Fatalf("seed %d: shrink kept %d of %d masks, counted %x, want %d, %x", seed, kept, n, gotSizes, k, wantSizes)
		}
		removed += n - k
	}
	if removed < 1000 {
		t.Errorf("shrink removed %d masks in all, want 1000", removed)
	}
}
