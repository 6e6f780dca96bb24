package bench

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strconv"
)

// solutionSet is the fingerprint of a set of solutions: their number, and the sums of two
// 64-bit hashes of each solution. Except for ordered, it does not depend on the order
// of the solutions or of their options. Two sets that differ have the same fingerprint with
// probability 2^-128, about.
type solutionSet struct {
	contents
	ordered uint64                   // a hash that depends on the order of the solutions too
	seen    map[fingerprint]struct{} // the first maxSeen solutions
}

// contents are the part of it that another process can compare.
type contents struct {
	Size int64       `json:"n"`
	Sums fingerprint `json:"sums"`
}

// String returns how many solutions there are.
func (c contents) String() string { return strconv.FormatInt(c.Size, 10) }

type fingerprint [2]uint64

// maxSeen bounds the memory that finding repetitions takes, to some 50 MB.
const maxSeen = 1 << 20

// orderFactor is an odd number without pattern: the multiplier of Knuth's MMIX generator.
const orderFactor = 6364136223846793005

// fingerprintOf returns the two hashes of a solution.
func fingerprintOf(options []int) fingerprint {
	sorted := slices.Clone(options)
	slices.Sort(sorted)
	text := make([]byte, 0, 8*len(sorted))
	for _, o := range sorted {
		text = binary.LittleEndian.AppendUint64(text, uint64(o))
	}
	sum := sha256.Sum256(text)
	return fingerprint{binary.LittleEndian.Uint64(sum[:]), binary.LittleEndian.Uint64(sum[8:])}
}

// has reports whether a solution is among the first maxSeen that were added.
func (s *solutionSet) has(options []int) bool {
	_, ok := s.seen[fingerprintOf(options)]
	return ok
}

// add adds a solution and reports whether it is new. Repetitions of the first maxSeen solutions are
// found; others count as new.
func (s *solutionSet) add(options []int) bool {
	print := fingerprintOf(options)
	s.Size++
	s.Sums[0] += print[0]
	s.Sums[1] += print[1]
	s.ordered = s.ordered*orderFactor + print[0]
	if _, old := s.seen[print]; old {
		return false
	}
	if s.seen == nil {
		s.seen = map[fingerprint]struct{}{}
	}
	if len(s.seen) < maxSeen {
		s.seen[print] = struct{}{}
	}
	return true
}

// sameOrder reports whether two sets are equal and were found in the same order.
func (s *solutionSet) sameOrder(other *solutionSet) bool {
	return s.contents == other.contents && s.ordered == other.ordered
}
