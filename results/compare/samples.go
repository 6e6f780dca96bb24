package compare

import (
	"cmp"
	"slices"
)

// sample is one value of a group, not a number if it has none: its search was stopped.
type sample struct {
	group int32
	value float64
}

// samples are those of a unit in the order of reading. They come in pieces, since a
// slice that grows needs twice its memory for a while.
type samples struct{ pieces [][]sample }

const longestPiece = 1 << 15

func (s *samples) add(one sample) {
	last := len(s.pieces) - 1
	if last < 0 || len(s.pieces[last]) == cap(s.pieces[last]) {
		size := 16
		if last >= 0 {
			size = min(longestPiece, 2*cap(s.pieces[last]))
		}
		s.pieces = append(s.pieces, make([]sample, 0, size))
		last++
	}
	s.pieces[last] = append(s.pieces[last], one)
}

// sorted returns the samples with their groups renumbered, in the order of groups, and
// forgets its own.
func (s *samples) sorted(number []int32) []sample {
	n := 0
	for _, piece := range s.pieces {
		n += len(piece)
	}
	all := make([]sample, 0, n)
	for k, piece := range s.pieces {
		for _, one := range piece {
			all = append(all, sample{number[one.group], one.value})
		}
		s.pieces[k] = nil
	}
	s.pieces = nil
	slices.SortFunc(all, func(a, b sample) int { return cmp.Compare(a.group, b.group) })
	return all
}
