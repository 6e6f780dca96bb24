package bitset

import (
	"math/rand/v2"

	"xcbench/internal/bitrow"
)

// randomWords returns n words of random bits. About one bit in 2<<sparse is 1.
func randomWords(rng *rand.Rand, n, sparse int) []uint64 {
	all := bitrow.Aligned(n)
	for k := range all {
		all[k] = rng.Uint64()
		for range sparse {
			all[k] &= rng.Uint64()
		}
	}
	return all
}

// eachProcessor calls f once for each kind of processor that this one can stand in for: with the
// best instructions first, and at last with none.
func eachProcessor(f func(name string)) {
	avx512, filter512, avx2 := hasAVX512, filterAVX512, hasAVX2
	defer func() { hasAVX512, filterAVX512, hasAVX2 = avx512, filter512, avx2 }()
	if hasAVX512 {
		f("AVX-512 with popcounts")
	}
	if hasAVX512 = false; filterAVX512 {
		f("AVX-512")
	}
	if filterAVX512 = false; hasAVX2 {
		f("AVX2")
	}
	hasAVX2 = false
	f("plain")
}
