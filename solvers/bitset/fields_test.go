package bitset

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"xcbench/cover"
	"xcbench/internal/bitrow"
)

// randomTables has a row of items that are covered or have one to three options, so that chains
// are made, and rows of options that kill the lanes of their items and a few bits more, or, in one
// of eight tables, only those, so that a chain never ends; the last row kills nothing.
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
		lane := ^uint64(0) >> (64 - width) << (i * width % 64)
		for b := range width {
			bit, o := i*width+b, rng.IntN(options)
			t.bits[bit] = t.bitOf(o)
			if !endless {
				t.kill[o*t.row+bit/64] |= lane
			}
		}
		word := &t.state[i*width/64]
		*word &^= lane
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

func TestChainsAreTheSameOnEveryProcessor(t *testing.T) {
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
			a.key, b.key = min(a.key, t.covered), min(b.key, t.covered) // all keys from there on say the same
			return fmt.Sprintf("chains %+v %+v, links %v, rows %x", a, b, t.links, t.state)
		}
		want := ""
		eachProcessor(func(processor string) {
			if got := made(); want == "" {
				want = got
			} else if got != want {
				t.Fatalf("seed %d, lanes of %d bits, %s: got %s, want %s", seed, 1<<tables.log, processor, got, want)
			}
		})
	}
	for n := 1; n <= 6; n++ {
		if lengths[n] < 100 {
			t.Errorf("%d chains of %d nodes or more, want more", lengths[n], n)
		}
	}
}

func TestChainsMadeAheadAreNotCountedBeforeTheyAreEntered(t *testing.T) {
	for seed := range uint64(30) {
		p := randomProblem(rand.New(rand.NewPCG(seed, 4)), 40, 160, 6)
		l, err := prepareFields(p, cover.MRV)
		if err != nil {
			t.Fatal(err)
		}
		d, err := prepareDense(p, cover.MRV)
		if err != nil {
			t.Fatal(err)
		}
		for n := range int64(60) {
			for what, limits := range map[string]cover.Limits{
				"nodes": {Nodes: 1 + n}, "updates": {Updates: 1 + 4*n*n}, "solutions": {Nodes: 3000, Solutions: 1 + n},
			} {
				got, want := l.Run(context.Background(), limits, nil), d.Run(context.Background(), limits, nil)
				got.Search, want.Search = 0, 0
				if !reflect.DeepEqual(got, want) {
					t.Fatalf("seed %d, limit %d of %s: got %+v, want %+v", seed, n, what, got, want)
				}
			}
		}
	}
}
