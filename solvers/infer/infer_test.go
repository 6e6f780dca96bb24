package infer

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"xcbench/cover"
	"xcbench/internal/textbook"
)

// random returns a problem of at most 12 options, some items of which may be secondary, and all its
// solutions as bits over the options. It finds them by trying every set of options.
func random(seed uint64) (p *cover.Problem, solutions []uint64) {
	rng := rand.New(rand.NewPCG(seed, 2))
	var b cover.Builder
	primary, secondary := 1+rng.IntN(7), rng.IntN(4)
	for i := range primary {
		b.Primary(fmt.Sprint("p", i))
	}
	for i := range secondary {
		b.Secondary(fmt.Sprint("s", i))
	}
	most := 1 + rng.IntN(4)
	for range 1 + rng.IntN(12) {
		b.OptionOf(rng.Perm(primary + secondary)[:min(1+rng.IntN(most), primary+secondary)]...)
	}
	p, err := b.Problem()
	if err != nil {
		panic(err)
	}
	items := make([]uint64, p.Options())
	for o := range items {
		for _, i := range p.Option(o) {
			items[o] |= 1 << i
		}
	}
	const clash = ^uint64(0)
	var covered [1 << 12]uint64 // by each set of options, or clash where two of them share an item
	for set := range uint64(1) << p.Options() {
		if set > 0 {
			rest, o := covered[set&(set-1)], items[bits.TrailingZeros64(set)]
			if covered[set] = rest | o; rest&o != 0 {
				covered[set] = clash
			}
		}
		if all := uint64(1)<<primary - 1; covered[set] != clash && covered[set]&all == all {
			solutions = append(solutions, set)
		}
	}
	return p, solutions
}

// newSearch prepares p with the given plan, without lists, and without AVX-512 if narrow is set.
func newSearch(t *testing.T, p *cover.Problem, dense, narrow bool) *search {
	t.Helper()
	x, err := prepare(p, func(*tables) plan { return plan{dense} })
	if err != nil {
		t.Fatal(err)
	}
	if x.list = nil; narrow {
		x.wide = nil
	}
	return x
}

// below returns those solutions that contain all options taken at l.
func below(x *search, l *level, solutions []uint64) (some []uint64) {
	for _, s := range solutions {
		if !slices.ContainsFunc(x.chose[:l.taken], func(o int) bool { return s>>o&1 == 0 }) {
			some = append(some, s)
		}
	}
	return some
}

// The rules are applied in turn, on a random path down the tree. No rule may remove a solution that
// was left before it.
func TestNoRuleLosesASolution(t *testing.T) {
	forced, ahead, dead := 0, 0, 0
	seeds, enough := uint64(20_000), 1000
	if testing.Short() {
		seeds, enough = 3000, 187
	}
	for seed := range seeds {
		p, solutions := random(seed)
		rng := rand.New(rand.NewPCG(seed, 3))
		x := newSearch(t, p, seed%2 == 0, seed%4 < 2)
		l := &x.given
		x.pushForced(l)
		for left := solutions; ; {
			before := l.taken
			i := x.takeForced(l)
			forced += l.taken - before
			if got := below(x, l, solutions); !slices.Equal(got, left) {
				t.Fatalf("seed %d, %+v: forced options %v leave the solutions %b, want %b",
					seed, x.plan, x.chose[before:l.taken], got, left)
			}
			if i == deadEnd {
				dead++
				if len(left) > 0 {
					t.Fatalf("seed %d, %+v: got a dead end, want the solutions %b", seed, x.plan, left)
				}
				break
			}
			for _, s := range left {
				if s&^l.live[0] != 0 {
					t.Fatalf("seed %d, %+v: options %b are live, want all options of solution %b",
						seed, x.plan, l.live[0], s)
				}
			}
			if i == solution {
				if len(left) != 1 {
					t.Fatalf("seed %d, %+v: got one solution, want all of %b", seed, x.plan, left)
				}
				break
			}
			if x.plan.dense && x.lookAhead(l, i) {
				ahead++
				continue
			}
			options := x.within[i].Words[0] & l.live[x.within[i].At]
			for range rng.IntN(bits.OnesCount64(options)) {
				options &= options - 1
			}
			x.take(l, bits.TrailingZeros64(options))
			left = below(x, l, solutions)
		}
	}
	if forced < enough || ahead < enough || dead < enough {
		t.Errorf("got %d forced options, %d looks ahead that removed options and %d dead ends, want at least %d of each",
			forced, ahead, dead, enough)
	}
}

// leaves returns the options that do not conflict with option o. empty says whether some item that
// o does not contain has none of them.
func leaves(p *cover.Problem, o int) (live uint64, empty bool) {
	for other := range p.Options() {
		meets := slices.ContainsFunc(p.Option(o), func(i int32) bool { return slices.Contains(p.Option(other), i) })
		if !meets || other == o {
			live |= 1 << other
		}
	}
	for i := range int32(p.Primary()) {
		left := slices.Contains(p.Option(o), i)
		for other := range p.Options() {
			left = left || live>>other&1 != 0 && slices.Contains(p.Option(other), i)
		}
		empty = empty || !left
	}
	return live, empty
}

// Looking ahead must keep exactly the options that some option of the item leaves, of those options
// that leave no other item empty.
func TestLookAheadFollowsItsDefinition(t *testing.T) {
	removed, seeds, enough := 0, uint64(5000), 1000
	if testing.Short() {
		seeds, enough = seeds/10, enough/10
	}
	for seed := range seeds {
		p, _ := random(seed)
		for i := range p.Primary() {
			want, any := uint64(0), false
			for o := range p.Options() {
				if slices.Contains(p.Option(o), int32(i)) {
					any = true
					if live, empty := leaves(p, o); !empty {
						want |= live
					}
				}
			}
			if !any {
				continue
			}
			for _, narrow := range []bool{false, true} {
				x := newSearch(t, p, true, narrow)
				found := x.lookAhead(&x.given, i)
				gone := p.Options() - x.given.options
				got := x.given.live[0]
				if got != want || found != (gone > 0) || gone != p.Options()-bits.OnesCount64(want) {
					t.Fatalf("seed %d, item %d, narrow %v: got options %b (removed any: %v, removed: %d), want %b",
						seed, i, narrow, got, found, gone, want)
				}
				removed += gone
			}
		}
	}
	if removed < enough {
		t.Errorf("got %d options removed in all, want at least %d", removed, enough)
	}
}

// large returns a problem whose rows are several words long: pieces of three cells each, on a row
// of cells.
func large(seed uint64) *cover.Problem {
	rng := rand.New(rand.NewPCG(seed, 4))
	var b cover.Builder
	items := 9 + 3*rng.IntN(9)
	for i := range items {
		b.Primary(fmt.Sprint(i))
	}
	b.Secondary("x", "y")
	for range 30 + rng.IntN(600) {
		at := rng.IntN(items - 2)
		piece := []int{at, at + 1, (at + 2 + rng.IntN(2)) % items}
		secondary := [][]int{nil, nil, {items}, {items + 1}}[rng.IntN(4)]
		b.OptionOf(append(piece, secondary...)...)
	}
	p, err := b.Problem()
	if err != nil {
		panic(err)
	}
	return p
}

// tree runs a search. It returns its statistics without the time, and a checksum of its solutions.
func tree(x *search) (cover.Stats, uint64) {
	sum := uint64(0)
	stats := x.Run(context.Background(), cover.Limits{Nodes: 5000}, func(options []int) bool {
		for _, o := range options {
			sum = sum*31 + uint64(o*o)
		}
		return true
	})
	stats.Search = 0
	return stats, sum
}

func TestVectorsSearchTheTreeOfWords(t *testing.T) {
	wide := 0
	defer func() {
		if wide == 0 {
			t.Skip("this build or this processor has no AVX-512")
		}
	}()
	for seed := range uint64(100) {
		p := large(seed)
		x := newSearch(t, p, true, false)
		if x.wide != nil {
			wide++
		}
		got, solutions := tree(x)
		want, same := tree(newSearch(t, p, true, true))
		if fmt.Sprint(got) != fmt.Sprint(want) || solutions != same {
			t.Errorf("seed %d: got %+v (checksum %d), want %+v (checksum %d)", seed, got, solutions, want, same)
		}
	}
}

// copies returns a problem in which the given number of options, one item each, are spread over the
// primary items.
func copies(primary, secondary, options int) *cover.Problem {
	var all [][]int
	for o := range options {
		all = append(all, []int{o % primary})
	}
	return build(primary, secondary, all...)
}

// The tables of 16,383 options have rows of 256 words, so 131,072 rows take 256 MB. Primary items
// count four times, secondary ones once.
func TestTooLargeProblemsAreRefused(t *testing.T) {
	for _, c := range []struct {
		name string
		p    *cover.Problem
		want string // "" if the problem is small enough
	}{
		{"16,383 options", copies(1, 0, 16383), ""},
		{"16,384 options", copies(1, 0, 16384), "unsupported: 1 primary items and 16384 options; " +
			"the solver takes at most 16383 of each"},
		{"16,383 items", copies(16383, 0, 1), ""},
		{"16,384 items", copies(16384, 0, 1), "unsupported: 16384 primary items and 1 options; " +
			"the solver takes at most 16383 of each"},
		{"rows of 256 MB", copies(16383, 49157, 16383), ""},
		{"a row more", copies(16383, 49158, 16383), "unsupported: the bit tables take 256 MB, " +
			"more than the 256 MB allowed"},
	} {
		err := new(tables).build(c.p)
		var unsupported *cover.UnsupportedError
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: got %v, want tables", c.name, err)
		case c.want != "" && (!errors.As(err, &unsupported) || err.Error() != c.want):
			t.Errorf("%s: got %v, want %s", c.name, err, c.want)
		}
	}
}

func TestAnItemMayHaveAllOptions(t *testing.T) {
	for _, dense := range []bool{true, false} {
		x := newSearch(t, copies(1, 0, maxCount), dense, true)
		got := x.Run(context.Background(), cover.Limits{Nodes: 4}, nil)
		if want := []cover.Level{{Nodes: 1}, {Nodes: 3, Updates: 3}}; !slices.Equal(got.Levels, want) {
			t.Errorf("dense %v: got levels %+v, want %+v", dense, got.Levels, want)
		}
	}
}

func TestSecondaryItemsAreTaken(t *testing.T) {
	p := build(1, 1, append(times(17, 0), []int{0, 1})...)
	x, err := cover.Prepare(New(), p)
	if err != nil {
		t.Fatal(err)
	}
	if got := runOf(t, x, nil); got.Solutions != 18 {
		t.Errorf("got %d solutions, want 18", got.Solutions)
	}
}

// A node of a dense problem with 256 items and rows of 64 words may take 2^20 steps: it scans all
// items for each of 32 options, and twice. Without scanning, it takes some 10,000.
func TestSearchLooksAtTheClockAtEveryNodeThatMayTakeLong(t *testing.T) {
	const items, nodes = 256, 20
	rng := rand.New(rand.NewPCG(1, 9))
	var options [][]int
	for range 64 * 64 {
		options = append(options, rng.Perm(items)[:2])
	}
	for dense, want := range map[bool]int{true: nodes, false: 1} {
		clock := textbook.NewClock(2 * nodes)
		x := newSearch(t, build(items, 0, options...), dense, false)
		got := x.Run(clock, cover.Limits{Nodes: nodes}, nil)
		if clock.Looks != want || got.Nodes != nodes {
			t.Errorf("dense %v: got %d looks at %d nodes, want %d at %d", dense, clock.Looks, got.Nodes, want, nodes)
		}
	}
}
