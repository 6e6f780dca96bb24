package bench

import (
	"encoding/binary"
	"hash/maphash"
	"slices"
)

// solutionSet is the fingerprint of a set of solutions, the same in whatever
// order they and their options come: the number of solutions and the sums of two
// independent 64-bit hashes of each. Two sets that differ have the same one with a
// chance of about 2^-128; the seeds are new in each process.
type solutionSet struct {
	size int64
	sums [2]uint64
}

var seeds = [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}

func (s *solutionSet) add(options []int) {
	sorted := slices.Sorted(slices.Values(options))
	text := make([]byte, 0, 8*len(sorted))
	for _, o := range sorted {
		text = binary.LittleEndian.AppendUint64(text, uint64(o))
	}
	s.size++
	for k, seed := range seeds {
		s.sums[k] += maphash.Bytes(seed, text)
	}
}
