// Package bitset solves exact cover problems with sets of bits. A few machine words hold the live
// options: those that can still be chosen. Choosing an option removes all options that share an
// item with it, 64 to 512 at a time. Undoing a choice costs nothing: each level of the search has
// words of its own, so the words of the level above are still there.
//
// # Representations
//
// The live options are stored in one of three ways. All three search the same tree with the same
// updates, and [New] picks one by the shape of the problem.
//
//	fields  a field of 16 to 64 bits for each item, with a bit    at most 63 options an item
//	        for each of its options
//	filter  a list of the live options as masks of items          about 490 items, no colours
//	dense   a bit for each option; the live options of each item  any number of options an item
//	        are counted at every node
//
// Each has tables as well, and refuses a problem whose tables would take too much memory.
//
// # Which representation suits which problem
//
// The table shows search times relative to a baseline. The baseline is Knuth's dlx1 for the first
// four problems; from the random problem on it is dlx_index, as it was at the time. A dash means
// that the problem does not fit the representation or was not measured with it.
//
//	                                 fields  filter  filter  dense
//	                                 AVX-512 AVX-512    AVX2
//	pentominoes 4x15 (72 items)            -    0.05    0.08   0.21
//	bell 10 (10 items)                     -    0.17    0.20   0.67
//	queens 12                           0.04    0.37    0.41   0.45
//	dominoes 6x6                        0.20    1.32    1.37   0.92
//	random, 100 items, 200 options      0.10    0.28    0.46   1.73
//	polyhexes 10x11 (132 items)            -    0.19       -   0.69
//	golfers 4x4x4 (144 items)              -    0.44    0.40   0.60
//	golfers 5x4x5 (240 items)              -    0.19    0.23   1.05
//	kirkman 21 (378 items)                 -    0.67       -   5.37
//	quasigroup 15, 95 holes (285 items) 0.17       -    1.50   2.23
//	squares 9x9 (81 items)                 -    1.64    1.83   1.20
//
// The choice follows from these figures:
//
//   - fields wherever they fit. With AVX2 alone they take 0.04 on queens and 0.26 on dominoes.
//   - Otherwise filter, with these exceptions.
//   - Up to 128 options: dense. Its rows are one or two words, and only fields are faster (dominoes).
//   - filter takes no colours. Masks with a bit for each colour of an item are wide: dense took 0.25
//     to 1.6 of its time on edge matching, word rectangles and graceful labellings, and is used
//     instead.
//   - An option of its own for about every item, and few other options: dense. Such a problem has no
//     dead ends, and a choice removes few options (squares). With at most 16 items, filter searches
//     most of the tree as leaves, and is faster (bell numbers).
//   - Without assembly, that is on another processor or with the build tag purego: dense. In plain
//     Go, fields took 1.2 to 2.2 of its time on queens, dominoes and Latin squares, and filter more.
//
// # Updates
//
// One update is one live option removed by a choice. The chosen option counts too. All
// representations agree on this count, but it cannot be compared with the updates of other solvers.
//
// Start reading at dense.go, the simplest of the three.
package bitset

import "xcbench/cover"

// New returns the solver bitset, which picks the representation that suits the problem.
func New(rule cover.Rule) cover.Solver {
	return cover.NewSolver(cover.Capabilities{Secondary: true, Colours: true}, func(p *cover.Problem) (cover.Search, error) {
		return choose(p)(p, rule)
	})
}

// representation prepares the search of a problem in one of the three ways.
type representation func(*cover.Problem, cover.Rule) (cover.Search, error)

// maxBytes bounds the memory of a search's tables.
const maxBytes = 256 << 20
