package bitset

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// randomWords returns n words with about one bit in 1<<sparse set.
func randomWords(rng *rand.Rand, n, sparse int) []uint64 {
	all := aligned(n)
	for k := range all {
		all[k] = rng.Uint64()
		for range sparse {
			all[k] &= rng.Uint64()
		}
	}
	return all
}

func needSIMD(t *testing.T) {
	if !hasAVX512 {
		t.Skip("this build or processor has no AVX-512: the plain loops are the only ones")
	}
}

func TestStepEqualsItsPlainTwin(t *testing.T) {
	needSIMD(t)
	for seed := range uint64(3000) {
		rng := rand.New(rand.NewPCG(seed, 2))
		s := []laneShape{
			{log: 4, shift: 11, covered: 0x1f << 11},
			{log: 5, shift: 16, covered: 0xffff << 16},
			{log: 6, shift: 32, covered: 0xffffffff << 32},
		}[seed%3]
		s.blocks, s.counts = 1+rng.IntN(5), rng.IntN(4)
		items := rng.IntN(s.blocks*512>>s.log + 1)
		ids := s.ids()
		parent := randomWords(rng, s.row(), rng.IntN(3))
		for i := range s.blocks * 512 >> s.log { // covered items have lanes of zeros, others their flag
			bit, width := i<<s.log, 1<<s.log
			parent[bit/64] |= 1 << (bit%64 + width - 1)
			if i >= items || rng.IntN(4) == 0 {
				parent[bit/64] &^= ^uint64(0) >> (64 - width) << (bit % 64)
			}
		}
		kill := randomWords(rng, s.row(), rng.IntN(4))
		got, want := aligned(s.row()), aligned(s.row())
		key, live := s.step(got, parent, kill, ids)
		wantKey, wantLive := s.stepPlain(want, parent, kill, ids)
		if key >= s.covered && wantKey >= s.covered {
			key = wantKey
		}
		if key != wantKey || live != wantLive || !slices.Equal(got, want) {
			t.Fatalf("seed %d, lanes of %d bits: got key %x, %d live, %x, want %x, %d, %x", seed, 1<<s.log, key, live, got, wantKey, wantLive, want)
		}
	}
}
