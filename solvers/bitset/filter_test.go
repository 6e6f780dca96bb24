package bitset

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"xcbench/internal/bitrow"
)

// sifted returns what sift makes of a list, and the options of an item that pick finds in it. What was
// in their memory before does not matter.
func sifted(from []uint64, room, words, n int, chosen, need *mask, item int) string {
	to := bitrow.Aligned(room * words)
	for k := range to {
		to[k] = ^uint64(0)
	}
	var sizes planes
	kept, alive := sift(to, from, room, words, n, chosen, need, make([]uint64, n/32+2), &sizes)
	text := fmt.Sprint(kept, alive)
	for w := 0; alive && w < words; w++ { // the list with the zeros that complete it
		text += fmt.Sprintf(" %x %x", to[w*room:w*room+(kept+group-1)/group*group], sizes[w])
	}
	picked := make([]uint64, bitrow.Words(n)+1) // the last word stays
	pick(picked, from, n, item)
	return text + fmt.Sprintf(", picked %x", picked)
}

// The textbook is the reference of the fastest code, and that of all others. Most lists
// have the items that they need.
func TestAssemblySiftsLikeThePlainCode(t *testing.T) {
	alive := 0
	for seed := range uint64(800) {
		rng := rand.New(rand.NewPCG(seed, 3))
		words, n := 1+rng.IntN(5), rng.IntN(200)
		if seed%400 == 0 {
			n += 4096
		}
		room := (n+slack)&^7 + 8
		from := bitrow.Aligned(room * words)
		var chosen, need mask
		sparse := rng.IntN(5)
		for w := range words {
			copy(from[w*room:], randomWords(rng, n, sparse))
			if rng.IntN(3) > 0 {
				chosen[w] = randomWords(rng, 1, 3+rng.IntN(3))[0]
			}
			if n > 0 {
				need[w] = from[w*room+rng.IntN(n)] &^ chosen[w] & randomWords(rng, 1, rng.IntN(3))[0]
			}
		}
		want, item := "", rng.IntN(512)
		eachProcessor(func(processor string) {
			if got := sifted(from, room, words, n, &chosen, &need, item); want == "" {
				want = got
			} else if got != want {
				t.Fatalf("seed %d, %s, %d masks of %d words:\ngot  %s\nwant %s", seed, processor, n, words, got, want)
			}
		})
		if strings.Contains(want, "true") {
			alive++
		}
	}
	if alive < 300 || alive > 700 {
		t.Errorf("got %d lists of 800 with the items that they need, want most, not all", alive)
	}
}
