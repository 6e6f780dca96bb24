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

func TestNodesMadeAheadCountOnlyWhenEntered(t *testing.T) {
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
					t.Fatalf("seed %d, limit on %s, case %d: got %+v, want %+v", seed, what, n, got, want)
				}
			}
		}
	}
}
