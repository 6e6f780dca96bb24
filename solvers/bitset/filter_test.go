package bitset

import (
	"math/rand/v2"
	"slices"
	"testing"

	"xcbench/internal/bitrow"
)

// sifted is the result of sift.
type sifted struct {
	kept   int
	alive  bool
	planes planes
	list   []uint64
}

func siftOnce(from []uint64, room, words, n int, chosen, need *mask) (s sifted) {
	to := bitrow.Aligned(room * words)
	for k := range to { // what was there does not matter
		to[k] = ^uint64(0)
	}
	s.kept, s.alive = sift(to, from, room, words, n, chosen, need, make([]uint64, n/32+2), &s.planes)
	if !s.alive {
		return sifted{kept: s.kept}
	}
	for w := range words { // the list with the zeros that complete it
		s.list = append(s.list, to[w*room:w*room+(s.kept+group-1)/group*group]...)
	}
	return s
}

func TestSiftFollowsItsDefinitionOnEveryProcessor(t *testing.T) {
	eachProcessor(func(processor string) {
		for seed := range uint64(800) {
			rng := rand.New(rand.NewPCG(seed, 3))
			words, n, sparse := 1+rng.IntN(5), 1+rng.IntN(200), rng.IntN(5)
			if seed%400 == 0 {
				n += 4096
			}
			room := (n+slack)&^7 + 8
			from := bitrow.Aligned(room * words)
			var chosen, need, union mask
			for w := range words {
				copy(from[w*room:], randomWords(rng, n, sparse))
				if rng.IntN(3) > 0 {
					chosen[w] = randomWords(rng, 1, 3+rng.IntN(3))[0]
				}
			}
			want := sifted{alive: true}
			for w := range words {
				var list []uint64
				for k := range n {
					clash := uint64(0)
					for v := range words {
						clash |= from[v*room+k] & chosen[v]
					}
					if clash == 0 {
						list = append(list, from[w*room+k])
					}
				}
				want.kept = len(list)
				for bit := range 64 {
					size := 0
					for _, m := range list {
						size += int(m >> bit & 1)
					}
					for j := range 4 {
						want.planes[w][j] |= uint64(size>>j&1) << bit
					}
					if size >= 16 {
						want.planes[w][4] |= 1 << bit
					}
					if size > 0 {
						union[w] |= 1 << bit
					}
				}
				want.list = append(want.list, append(list, make([]uint64, (group-len(list)%group)%group)...)...)
			}
			for w := range words { // in every second case need may have a bit that the union lacks
				if need[w] = union[w] & rng.Uint64(); seed%2 == 0 {
					need[w] |= 1 << rng.IntN(64)
				}
				want.alive = want.alive && need[w]&^union[w] == 0
			}
			if !want.alive {
				want = sifted{kept: want.kept}
			}
			got := siftOnce(from, room, words, n, &chosen, &need)
			if got.kept != want.kept || got.alive != want.alive || got.planes != want.planes ||
				!slices.Equal(got.list, want.list) {
				t.Fatalf("%s, seed %d, %d masks of %d words:\ngot  %+v\nwant %+v", processor, seed, n, words, got, want)
			}
		}
	})
}

func TestPickFindsTheOptionsOfAnItemOnEveryProcessor(t *testing.T) {
	eachProcessor(func(processor string) {
		for seed := range uint64(300) {
			rng := rand.New(rand.NewPCG(seed, 4))
			n, item := rng.IntN(200), rng.IntN(512)
			if seed%100 == 0 {
				n += 4096
			}
			list := append(randomWords(rng, n, rng.IntN(3)), make([]uint64, slack)...)
			got, want := randomWords(rng, bitrow.Words(n)+1, 0), make([]uint64, bitrow.Words(n)+1)
			want[bitrow.Words(n)] = got[bitrow.Words(n)]
			for k, m := range list[:n] {
				if m>>(item%64)&1 == 1 {
					bitrow.Set(want, k)
				}
			}
			pick(got, list, n, item)
			if !slices.Equal(got, want) {
				t.Fatalf("%s, seed %d, %d masks: got %x, want %x", processor, seed, n, got, want)
			}
		}
	})
}
