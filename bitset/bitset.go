// Package bitset has a solver that keeps what is left of a problem as bits of machine words: to
// choose an option is a few operations on words, for many options or items at once, and to undo
// is to go back to the words of the level above, which were never changed.
//
// There are four representations. A search has the one that suits the shape of its problem; all
// of them walk the same tree with the same updates.
//
//	lanes   lanes.go   a lane of 16 to 64 bits an item, a bit for each of its options.
//	                   Items with at most 63 options
//	filter  filter.go  a list of the live options as masks of items.
//	                   At most some 115 items
//	rows    rows.go    a bit an option, and the number of live ones an item.
//	                   Items with at most 126 options
//	dense   dense.go   a bit an option; the live ones of each item are counted at every node
//
// What to take was measured, as the time of a search over that of Knuth's dlx1 (that of dlx_index
// for the random problem):
//
//	                                   lanes  filter   rows  dense   without assembly:
//	                                                                 lanes  filter
//	pentominoes 4x15 (72 items)            -    0.06      -   0.21       -    0.55
//	bell 10 (10 items)                     -    0.41      -   0.65       -    0.49
//	random, 200 items, 800 options      0.04       -   0.36   1.31       -       -
//	quasigroup 20, 170 holes            0.06       -   0.22   1.51    1.24       -
//	sudoku, AI Escargot                 0.06       -   0.14   1.12    0.84       -
//	queens 12                           0.15    0.37   0.62   0.45    0.38    1.00
//	dominoes 6x6                        0.60    1.30   1.42   0.90    1.44    1.15
//
// So it is lanes, else filter, else one of the others; the first two live on 512 bits at once, in the
// assembly of the files *_amd64.s, and without it (another processor, or the build tag purego) it
// is rows or dense. The plain Go of lanes_plain.go and filter_plain.go does the same in
// every bit.
//
// # Updates
//
// One update is one option taken from the live ones by a choice, the option chosen included. It is
// the same for every representation, but cannot be compared with the updates of the other solvers.
//
// The package imports cover and nothing else of this module. Start reading at dense.go, which is
// the simplest.
package bitset

import "xcbench/cover"

// New returns the bitset solver with the representation that the shape of the problem
// asks for.
func New(rule cover.Rule) cover.Solver { return solver{rule, prepare} }

// Lanes returns the bitset solver with lanes for all problems; those that they cannot hold are
// unsupported.
func Lanes(rule cover.Rule) cover.Solver { return solver{rule, prepareLanes} }

// Filter is like [Lanes], with lists of masks.
func Filter(rule cover.Rule) cover.Solver { return solver{rule, prepareFilter} }

// Rows is like [Lanes], with rows and sizes.
func Rows(rule cover.Rule) cover.Solver { return solver{rule, prepareRows} }

// Dense is like [Lanes], with rows alone.
func Dense(rule cover.Rule) cover.Solver { return solver{rule, prepareDense} }

type solver struct {
	rule    cover.Rule
	prepare representation
}

// representation makes a problem ready for one of the four, or for the best.
type representation func(*cover.Problem, cover.Rule) (cover.Search, error)

func (s solver) Prepare(p *cover.Problem) (cover.Search, error) { return s.prepare(p, s.rule) }

func prepare(p *cover.Problem, rule cover.Rule) (cover.Search, error) {
	return choose(p, simd)(p, rule)
}

// choose returns the representation for p, with the assembly or without.
func choose(p *cover.Problem, simd bool) representation {
	_, narrow := lanesFor(p)
	switch {
	case simd && narrow:
		return prepareLanes
	case simd && fitsFilter(p):
		return prepareFilter
	case fitsRows(p) && p.Primary() > 40 && p.Entries() >= 3*p.Options():
		return prepareRows
	}
	return prepareDense
}

// maxBytes is the most that the tables of a search may take.
const maxBytes = 256 << 20

// words returns the number of words that n bits take.
func words(n int) int { return (n + 63) / 64 }

func set(row []uint64, bit int) { row[bit/64] |= 1 << (bit % 64) }
