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
	if !simd {
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

func TestSiftAndPickEqualTheirPlainTwins(t *testing.T) {
	needSIMD(t)
	for seed := range uint64(3000) {
		rng := rand.New(rand.NewPCG(seed, 3))
		n, sparse := rng.IntN(200), rng.IntN(5)
		list := func() []uint64 { return append(randomWords(rng, n, sparse), make([]uint64, slack)...) }
		low, high := list(), list()
		chosen := randomWords(rng, 2, 2+rng.IntN(3))
		lists := func() (a, b []uint64) { return aligned(n + slack), aligned(n + slack) }

		gotLow, gotHigh := lists()
		wantLow, wantHigh := lists()
		var got, want planes
		kept := sift2(gotLow, gotHigh, low, high, n, chosen[0], chosen[1], &got)
		if k := sift2Plain(wantLow, wantHigh, low, high, n, chosen[0], chosen[1], &want); kept != k {
			t.Fatalf("seed %d: kept %d of %d masks of 2 words, want %d", seed, kept, n, k)
		}
		if kept > 0 && got != want {
			t.Fatalf("seed %d: counted %x in masks of 2 words, want %x", seed, got, want)
		}
		end := (kept + group - 1) / group * group // what sift and pick may read
		if !slices.Equal(gotLow[:end], wantLow[:end]) || !slices.Equal(gotHigh[:end], wantHigh[:end]) {
			t.Fatalf("seed %d: got masks %x %x, want %x %x", seed, gotLow[:end], gotHigh[:end], wantLow[:end], wantHigh[:end])
		}

		got = planes{} // of which sift1 leaves the low words alone
		kept = sift1(gotLow, low, n, chosen[0], &got)
		if k := sift1Plain(wantLow, low, n, chosen[0], &want); kept != k {
			t.Fatalf("seed %d: kept %d of %d masks of a word, want %d", seed, kept, n, k)
		}
		if kept > 0 && got != want {
			t.Fatalf("seed %d: counted %x in masks of a word, want %x", seed, got, want)
		}
		end = (kept + group - 1) / group * group
		if !slices.Equal(gotLow[:end], wantLow[:end]) {
			t.Fatalf("seed %d: got masks %x, want %x", seed, gotLow[:end], wantLow[:end])
		}

		gotPicked, wantPicked := randomWords(rng, words(n)+1, 0), make([]uint64, words(n)+1)
		gotPicked[words(n)] = 0
		item := uint64(1) << rng.IntN(64)
		pick(gotPicked, low, n, item)
		pickPlain(wantPicked, low, n, item)
		if !slices.Equal(gotPicked, wantPicked) {
			t.Fatalf("seed %d: picked %x of %d, want %x", seed, gotPicked, n, wantPicked)
		}
	}
}
