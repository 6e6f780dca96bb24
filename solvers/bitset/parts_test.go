package bitset

import (
	"testing"

	"xcbench/cover"
	"xcbench/internal/bitrow"
	"xcbench/internal/corpustest"
)

// The links of chains that were entered make room for those of other chains.
func TestTheStackOfPendingChainsIsEmptyInTheEnd(t *testing.T) {
	for _, rule := range []cover.Rule{cover.MRV, cover.First} {
		s, err := prepareFields(corpustest.Problem("queens/6"), rule)
		if err != nil {
			t.Fatal(err)
		}
		x := s.(*fields)
		stats := x.Run(t.Context(), cover.Limits{}, nil)
		if x.top != chainLength+1 || stats.Solutions != 4 || len(x.links) > 4*(chainLength+1) {
			t.Errorf("%s: got a stack up to %d, room for %d links, and %d solutions, want %d, few, and 4", rule, x.top,
				len(x.links), stats.Solutions, chainLength+1)
		}
	}
}

// The last masks of a long list count like the others.
func TestTheUnionOfALongList(t *testing.T) {
	const n, last = 64*64 + 10, 64*63 + 5
	from := bitrow.Aligned(n + slack)
	from[last], from[n-1] = 1<<5, 1<<6
	for chosen, want := range map[uint64]uint64{0: 1<<5 | 1<<6, 1 << 5: 1 << 6, 1 << 6: 1 << 5} {
		var union mask
		kept := probePlain(from, n, 1, n, &mask{chosen}, make([]uint64, n/32+2), &union)
		if more := chosen == 0; union[0] != want || kept != n && more || kept != n-1 && !more {
			t.Errorf("chosen %x: got %d masks with the union %x, want %x", chosen, kept, union[0], want)
		}
	}
}

// Either kind of vector instructions is enough for the representations that use them.
func TestVectorsDecideTheRepresentation(t *testing.T) {
	avx512, avx2 := hasAVX512, hasAVX2
	defer func() { hasAVX512, hasAVX2 = avx512, avx2 }()
	for _, c := range []struct{ avx512, avx2 bool }{{true, false}, {false, true}, {false, false}} {
		hasAVX512, hasAVX2 = c.avx512, c.avx2
		s, err := prepare(corpustest.Problem("queens/6"), cover.MRV)
		if err != nil {
			t.Fatal(err)
		}
		if _, got := s.(*fields); got != (c.avx512 || c.avx2) {
			t.Errorf("%+v: got %T", c, s)
		}
	}
}
