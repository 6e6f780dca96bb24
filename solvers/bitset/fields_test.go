package bitset

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"xcbench/cover"
	"xcbench/internal/bitrow"
	"xcbench/internal/corpustest"
)

// randomTables returns tables for making chains. The items of the first row are covered or have one
// to three options, so that some nodes are forced. A kill row clears the fields of its option's
// items and a few more bits. In one of eight tables it clears only the latter, so that a chain goes
// on for as long as it may. The last kill row clears nothing.
func randomTables(rng *rand.Rand, shape fieldShape) (t fieldTables, options int) {
	t.fieldShape = shape
	t.fieldWords = (1 + rng.IntN(5)) * blockWords
	t.row = t.fieldWords + (1+rng.IntN(3))*blockWords
	t.ids = t.fieldShape.ids()
	t.state = randomWords(rng, 3*t.row, 0)
	t.links = make([]link, 2*chainLength)
	t.forced = 1 - 2*(rng.IntN(8)/7)
	t.bits = make([]bitOf, t.fieldWords*64)
	options = 300
	t.kill = bitrow.Aligned((options + 1) * t.row)
	endless, covered := rng.IntN(8) == 0, rng.IntN(8)
	width := 1 << t.log
	for i := range t.fieldWords * 64 >> t.log {
		field := ^uint64(0) >> (64 - width) << (i * width % 64)
		for b := range width {
			bit, o := i*width+b, rng.IntN(options)
			t.bits[bit] = t.bitOf(o)
			if !endless {
				t.kill[o*t.row+bit/64] |= field
			}
		}
		word := &t.state[i*width/64]
		*word &^= field
		if rng.IntN(8) >= covered {
			*word |= 1 << (i*width%64 + width - 1)
			for range 1 + rng.IntN(3) {
				*word |= 1 << (i*width%64 + rng.IntN(width-1))
			}
		}
	}
	for o := range options {
		for range rng.IntN(40) {
			bitrow.Set(t.kill[o*t.row:][:t.row], rng.IntN(t.row*64))
		}
	}
	return t, options
}

func TestAssemblyMakesTheChainsOfThePlainCode(t *testing.T) {
	lengths := map[int]int{}
	for seed := range uint64(1500) {
		rng := rand.New(rand.NewPCG(seed, 2))
		tables, options := randomTables(rng, []fieldShape{fields16, fields32, fields64}[seed%3])
		a, b := chain{to: tables.row}, chain{to: 2 * tables.row, link: chainLength}
		for _, l := range []int{a.link, b.link} {
			tables.links[l].option = int32(rng.IntN(options + 1))
		}
		alone := rng.IntN(3) == 0
		made := func() string {
			t, a, b := tables, a, b
			t.state, t.links = slices.Clone(t.state), slices.Clone(t.links)
			if alone {
				t.make(&a, nil)
			} else {
				t.make(&a, &b)
			}
			lengths[min(a.n, 6)]++
			a.key, b.key = min(a.key, t.covered), min(b.key, t.covered) // all keys from covered on mean the same
			return fmt.Sprintf("chains %+v %+v, links %v, rows %x", a, b, t.links, t.state)
		}
		want := ""
		eachProcessor(func(processor string) {
			if got := made(); want == "" {
				want = got
			} else if got != want {
				t.Fatalf("seed %d, fields of %d bits, %s:\ngot  %s\nwant %s", seed, 1<<tables.log, processor, got, want)
			}
		})
	}
	for n := 1; n <= 6; n++ {
		if lengths[n] < 100 {
			t.Errorf("got %d chains of length %d (6: or longer), want at least 100", lengths[n], n)
		}
	}
}

// The links of chains that were entered make room for those of other chains.
func TestTheStackOfPendingChainsIsEmptyInTheEnd(t *testing.T) {
	for _, rule := range []cover.Rule{cover.MRV, cover.First} {
		s, err := prepareFields(corpustest.Problem("queens/6"), rule)
		if err != nil {
			t.Fatal(err)
		}
		x := s.(*fields)
		if x.Run(t.Context(), cover.Limits{}, nil); x.top != chainLength+1 || len(x.links) > 4*(chainLength+1) {
			t.Errorf("%s: got a stack up to %d, room for %d links, want %d and few", rule, x.top, len(x.links), chainLength+1)
		}
	}
}
