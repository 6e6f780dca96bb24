package bitset

import (
	"math/rand/v2"

	"xcbench/internal/bitrow"
)

// randomWords returns n words with about one bit in 1<<sparse set.
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

// eachProcessor calls f as on processors with less and less.
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
