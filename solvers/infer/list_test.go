package infer

import (
	"math/rand/v2"
	"os"
	"slices"
	"testing"
)

// long is true under "make test-long", which tries more problems.
var long = os.Getenv("XCBENCH_LONG") != ""

// twins are two equal lists, one for the assembly and one for its plain twin. The masks begin at
// index first, and there is room for another list behind them.
type twins struct {
	rng      *rand.Rand
	two      bool // masks have two words
	n, first int
	got      *list
	want     *list
}

const twinStride = 24

func newTwins(rng *rand.Rand, two bool) *twins {
	x := &twins{rng: rng, two: two, n: 1 + rng.IntN(1200)}
	x.first = x.n + 2*slack
	items := mask{1<<(40+rng.IntN(24)) - 1, 1<<(40+rng.IntN(24)) - 1}
	for _, side := range []**list{&x.got, &x.want} {
		l := &list{room: x.first + 2*(x.n+slack), items: items, stride: twinStride}
		l.compatible = make([]uint64, (maxLook+1)*twinStride)
		if l.masks = make([]uint64, l.room); two {
			l.masks, l.second = make([]uint64, 2*l.room), l.room
		}
		*side = l
	}
	for k := x.first + x.n + slack; k < x.got.room; k++ { // where a list was before
		m := mask{rng.Uint64(), rng.Uint64()}
		x.got.put(k, m)
		x.want.put(k, m)
	}
	for k := range x.n {
		m := x.sparse()
		m.lo |= 1 << rng.IntN(40)
		x.got.put(x.first+k, m)
		x.want.put(x.first+k, m)
	}
	return x
}

// sparse returns a random mask with few bits.
func (x *twins) sparse() mask {
	m := mask{x.rng.Uint64(), x.rng.Uint64()}
	for x.rng.IntN(4) != 0 {
		m = m.and(mask{x.rng.Uint64(), x.rng.Uint64()})
	}
	if !x.two {
		m.hi = 0
	}
	return m
}

// levels returns equal levels for the two lists, which begin at the given index.
func (x *twins) levels(begin int) (got, want *listLevel) {
	level := func() *listLevel { return &listLevel{begin: begin, n: x.n, own: make([]uint64, twinStride)} }
	return level(), level()
}

// equal reports whether n masks from an index on are equal.
func (x *twins) equal(begin, n int) bool {
	got, want := x.got, x.want
	return slices.Equal(got.masks[begin:][:n], want.masks[begin:][:n]) &&
		slices.Equal(got.masks[got.second+begin:][:n], want.masks[got.second+begin:][:n])
}

func TestListAssemblyEqualsItsPlainTwin(t *testing.T) {
	all := listKernels()
	if len(all) == 0 {
		t.Skip("this build or this processor has no assembly for lists")
	}
	removed, seeds, enough := 0, uint64(6000), 1000
	switch {
	case long:
	case testing.Short():
		seeds, enough = seeds/6, enough/6
	default:
		seeds, enough = seeds/3, enough/3
	}
	for seed := range seeds {
		rng := rand.New(rand.NewPCG(seed, 6))
		two, kernel := seed%2 == 1, &all[seed/2%uint64(len(all))][seed%2]
		x := newTwins(rng, two)
		got, want, n := x.got, x.want, x.n

		a, b := x.levels(x.first + n + slack)
		chosen := x.sparse().and(x.sparse())
		kernel.sift(got, a, x.first, chosen)
		listsPlain.sift(want, b, x.first, chosen)
		if a.n != b.n || b.n > 0 && (!x.equal(b.begin, b.n+group) || got.sizes != want.sizes) {
			t.Fatalf("seed %d: sift kept %d of %d masks with sizes %x, want %d with %x",
				seed, a.n, n, got.sizes, b.n, want.sizes)
		}

		a, b = x.levels(x.first)
		item := mask{lo: 1 << rng.IntN(40)}
		if two && rng.IntN(2) == 0 {
			item = mask{hi: 1 << rng.IntN(64)}
		}
		picked, k := kernel.pick(got, a, item), listsPlain.pick(want, b, item)
		if picked != k || !x.equal(0, k) || !slices.Equal(a.own, b.own) {
			t.Fatalf("seed %d: picked %x (%d of %d masks), want %x (%d)", seed, a.own, picked, n, b.own, k)
		}
		if k = min(k, maxLook); k == 0 {
			continue
		}
		active := x.sparse().and(x.sparse())
		alive, same := kernel.look(got, a, k, active), listsPlain.look(want, b, k, active)
		if alive != same {
			t.Fatalf("seed %d: of %d options, %b leave every item an option, want %b", seed, k, alive, same)
		}
		if alive == 0 {
			alive = 1
		}
		if two {
			squeezeTwins(t, all[0], x, seed)
		}
		found := kernel.shrink(got, a, alive)
		if listsPlain.shrink(want, b, alive) != found || a.n != b.n || !x.equal(x.first, b.n) ||
			found && got.sizes != want.sizes {
			t.Fatalf("seed %d: shrink kept %d of %d masks (removed any: %v) with sizes %x, want %d with %x",
				seed, a.n, n, found, got.sizes, b.n, want.sizes)
		}
		removed += n - a.n
	}
	if removed < enough {
		t.Errorf("shrink removed %d masks in all, want at least 1000", removed)
	}
}

// squeezeTwins compares the two forms of squeeze on the masks of x.
func squeezeTwins(t *testing.T, lists *[2]listKernel, x *twins, seed uint64) {
	t.Helper()
	free, step := x.sparse(), uint64(1)<<x.rng.IntN(64)
	got, want := &list{masks: make([]uint64, x.n)}, &list{masks: make([]uint64, x.n)}
	lists[0].squeeze(got, &listLevel{n: x.n}, x.got, x.first, free, step)
	listsPlain.squeeze(want, &listLevel{n: x.n}, x.want, x.first, free, step)
	if !slices.Equal(got.masks, want.masks) {
		t.Fatalf("seed %d: %d masks squeezed to the bits %x: got %x, want %x",
			seed, x.n, free, got.masks, want.masks)
	}
}
