package infer

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"xcbench/cover"
)

// many returns a problem of up to 190 items, in which an option may stand twice.
func many(seed uint64) *cover.Problem {
	rng := rand.New(rand.NewPCG(seed, 5))
	var b cover.Builder
	primary, secondary := 20+rng.IntN(150), rng.IntN(20)
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
	below, squeezed, solved := 0, 0, 0
	sides := map[string]*[2]listKernel{"plain": {listsPlain, listsPlain}}
	if hasLists {
		sides["assembly"] = &lists
	}
	seeds, enough := uint64(300), 20*len(sides)
	if testing.Short() {
		seeds, enough = seeds/5, enough/5
	}
	for seed := range seeds {
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
		for name, kernels := range sides {
			x := newSearch(t, p, true, false)
			x.list = newList(x, p.MaxDepth(), kernels)
			for run := range 2 {
				if got, same := tree(x); fmt.Sprint(got) != fmt.Sprint(want) || same != solutions {
					t.Fatalf("seed %d, %s, run %d: got %+v (sum %d) by lists, want %+v (sum %d) as by rows", seed, name, run, got, same, want, solutions)
				}
			}
			if x.list.above > 0 {
				below++
			}
			if x.list.narrow != nil && x.list.narrow.above > x.list.above {
				squeezed++
			}
		}
		if want.Solutions > 0 {
			solved++
		}
	}
	if below < enough || squeezed < enough || solved < enough {
		t.Errorf("lists began below the root %d times, went over to one word %d times, and %d problems had solutions, want %d of each", below, squeezed, solved, enough)
	}
}

func TestListAssemblyEqualsItsPlainTwin(t *testing.T) {
	if !hasLists {
		t.Skip("this build or machine has no assembly for lists")
	}
	removed := 0
	for seed := range uint64(6000) {
		rng := rand.New(rand.NewPCG(seed, 6))
		two := seed%2 == 1
		sparse := func() mask {
			m := mask{rng.Uint64(), rng.Uint64()}
			for rng.IntN(4) != 0 {
				m = m.and(mask{rng.Uint64(), rng.Uint64()})
			}
			if !two {
				m.hi = 0
			}
			return m
		}
		sparser := func() mask { return sparse().and(sparse()) }
		const stride = 24
		n := 1 + rng.IntN(1200)
		first := n + 2*slack
		items := mask{1<<(40+rng.IntN(24)) - 1, 1<<(40+rng.IntN(24)) - 1}
		kernel := &lists[seed%2]

		// A list is at first, and another one behind it; both sides have both.
		sides := [2]*list{}
		for k := range sides {
			l := &list{room: first + 2*(n+slack), items: items, stride: stride, beside: make([]uint64, (maxLook+1)*stride)}
			if l.masks = make([]uint64, l.room); two {
				l.masks, l.second = make([]uint64, 2*l.room), l.room
			}
			sides[k] = l
		}
		got, want := sides[0], sides[1]
		for k := range n {
			m := sparse()
			m.lo |= 1 << rng.IntN(40)
			got.put(first+k, m)
			want.put(first+k, m)
		}
		level := func(begin int) (a, b *listLevel) {
			return &listLevel{begin: begin, n: n, own: make([]uint64, stride)}, &listLevel{begin: begin, n: n, own: make([]uint64, stride)}
		}
		equal := func(begin, n int) bool {
			return slices.Equal(got.masks[begin:][:n], want.masks[begin:][:n]) &&
				slices.Equal(got.masks[got.second+begin:][:n], want.masks[got.second+begin:][:n])
		}

		a, b := level(first + n + slack)
		chosen := sparser()
		kernel.sift(got, a, first, chosen)
		siftPlain(want, b, first, chosen)
		if a.n != b.n || b.n > 0 && (!equal(b.begin, b.n+group) || got.sizes != want.sizes) {
			t.Fatalf("seed %d: sift kept %d of %d masks, counted %x, want %d, %x", seed, a.n, n, got.sizes, b.n, want.sizes)
		}

		a, b = level(first)
		item := mask{lo: 1 << rng.IntN(40)}
		if two && rng.IntN(2) == 0 {
			item = mask{hi: 1 << rng.IntN(64)}
		}
		picked, k := kernel.pick(got, a, item), pickPlain(want, b, item)
		if picked != k || !equal(0, k) || !slices.Equal(a.own, b.own) {
			t.Fatalf("seed %d: picked %x, %d of %d, want %x, %d", seed, a.own, picked, n, b.own, k)
		}
		if k = min(k, maxLook); k == 0 {
			continue
		}
		active := sparser()
		alive, same := kernel.look(got, a, k, active), lookPlain(want, b, k, active)
		if alive != same {
			t.Fatalf("seed %d: of %d options %b leave every item one, want %b", seed, k, alive, same)
		}
		if alive == 0 {
			alive = 1
		}
		if two {
			free, step := sparse(), uint64(1)<<rng.IntN(64)
			squeezed, same := &list{masks: make([]uint64, n)}, &list{masks: make([]uint64, n)}
			lists[0].squeeze(squeezed, &listLevel{n: n}, got, first, free, step)
			squeezePlain(same, &listLevel{n: n}, want, first, free, step)
			if !slices.Equal(squeezed.masks, same.masks) {
				t.Fatalf("seed %d: squeezed %d masks to the bits %x: got %x, want %x", seed, n, free, squeezed.masks, same.masks)
			}
		}
		found := kernel.shrink(got, a, alive)
		if shrinkPlain(want, b, alive) != found || a.n != b.n || !equal(first, b.n) || found && got.sizes != want.sizes {
			t.Fatalf("seed %d: shrink kept %d of %d masks (%v), counted %x, want %d, %x", seed, a.n, n, found, got.sizes, b.n, want.sizes)
		}
		removed += n - a.n
	}
	if removed < 1000 {
		t.Errorf("shrink removed %d masks in all, want 1000", removed)
	}
}
