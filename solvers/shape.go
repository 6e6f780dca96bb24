package solvers

import (
	"math"
	"slices"

	"xcbench/cover"
)

// few is the number of options up to which a problem is small.
const few = 32

// kinds is the number of kinds of items in a sudoku.
const kinds = 4

// prefer returns the index of the choice for the shape of p:
//
//   - dlx_index, if there are at most 32 options. The search is short then, and bitset and lanes
//     are set up in twice the time that dlx_index needs for both.
//   - otherwise lanes_weighted, if all items are primary and have at most 16 options, and every option
//     has one item of each of four kinds, which follow each other in the item list, and perhaps more
//     items after them. Sudokus have this shape: a cell, a row, a column and a region with a digit, and
//     diagonals if they count. Claims between the kinds leave few nodes, so lanes needs up to 76
//     times less time than bitset. Tilings with four cells a piece have no kinds, and bitset is
//     faster there.
//   - otherwise bitset.
func (s automatic) prefer(p *cover.Problem) int {
	switch {
	case p.Options() <= few:
		return len(s.choices) - 1
	case p.Items() == p.Primary() && p.Degree() <= 16 && sorted(p):
		return 0
	}
	return 2
}

// sorted reports whether every option of p has one item of each of four kinds, which follow each other
// in the item list, and all its other items after them.
func sorted(p *cover.Problem) bool {
	var first, last [kinds]int32   // by kind, its first and last item that is in an option
	others := int32(math.MaxInt32) // the first item of no kind
	for k := range kinds {
		first[k] = math.MaxInt32
	}
	for o := range p.Options() {
		items := p.Option(o)
		if len(items) < kinds {
			return false
		}
		if len(items) > kinds {
			others = min(others, slices.Min(items[kinds:]))
		}
		for k := range kinds {
			first[k], last[k] = min(first[k], items[k]), max(last[k], items[k])
		}
	}
	for k := range kinds - 1 {
		if last[k] >= first[k+1] {
			return false
		}
	}
	return last[kinds-1] < others
}

// Filling the tables of lanes and bitset takes longer than a millisecond beyond these.
const (
	manyEntries = 1 << 12
	maxDegree   = 63 // of the items; bitset is set up quickly for others
)

// late reports whether the tables of the preferred choice take so long to fill that learn has a turn before,
// if one solution is wanted. They have a field for each option and item then.
func (s automatic) late(p *cover.Problem, preferred int) bool {
	return preferred < len(s.choices)-1 && p.Entries() > manyEntries && p.Degree() <= maxDegree
}
