// Package bitset solves exact cover problems with sets of bits. A few machine words hold the live
// options: those that can still be chosen. Choosing an option removes all options that share an
// item with it, 64 to 512 at a time. Undoing a choice costs nothing: each level of the search has
// words of its own, so the words of the level above are still there.
//
// # Representations
//
// The live options are stored in one of four ways. All four search the same tree with the same
// updates, and [New] picks one by the shape of the problem.
//
//	solver         file       what a node stores                              what fits
//	bitset_lanes   fields.go  a field of 16 to 64 bits for each item, with    at most 63 options
//	                          a bit for each of its options                   an item
//	bitset_filter  filter.go  a list of the live options as masks of items    about 490 items,
//	                                                                          no colours
//	bitset_rows    rows.go    a bit for each option, and for each item the    at most 126 options
//	                          number of its live options                      an item
//	bitset_dense   dense.go   a bit for each option; the live options of      any number of
//	                          each item are counted at every node             options an item
//
// Each has tables as well, and refuses a problem whose tables would take too much memory.
//
// # Which representation suits which problem
//
// The table shows search times relative to a baseline. The baseline is Knuth's dlx1 for the first
// four problems; from the random problem on it is dlx_index, as it was at the time. A dash means
// that the problem does not fit the representation or was not measured with it.
//
//	                                   lanes  filter  filter  filter   rows  dense
//	                                 AVX-512 AVX-512    AVX2   plain
//	pentominoes 4x15 (72 items)            -    0.05    0.08    0.40      -   0.21
//	bell 10 (10 items)                     -    0.17    0.20    0.74      -   0.67
//	queens 12                           0.04    0.37    0.41    0.71   0.62   0.45
//	dominoes 6x6                        0.20    1.32    1.37    1.75   1.44   0.92
//	random, 100 items, 200 options      0.10    0.28    0.46       -   0.32   1.73
//	polyhexes 10x11 (132 items)            -    0.19       -       -      -   0.69
//	golfers 4x4x4 (144 items)              -    0.44    0.40       -   0.74   0.60
//	golfers 5x4x5 (240 items)              -    0.19    0.23       -      -   1.05
//	kirkman 21 (378 items)                 -    0.67       -       -      -   5.37
//	quasigroup 15, 95 holes (285 items) 0.17       -    1.50       -   0.52   2.23
//	squares 9x9 (81 items)                 -    1.64    1.83       -   2.87   1.20
//
// The choice follows from these figures:
//
//   - bitset_lanes wherever it fits. With AVX2 alone it takes 0.04 on queens and 0.26 on dominoes.
//   - Otherwise bitset_filter, with two exceptions. Masks of three or more words lose to
//     bitset_rows where items have few options (quasigroups), but there bitset_lanes fits.
//   - Up to 128 options: bitset_dense. Its rows are one or two words, and only bitset_lanes is
//     faster (dominoes).
//   - bitset_filter takes no colours. Masks with a bit for each colour of an item are wide:
//     bitset_dense took 0.25 to 1.6 of its time on edge matching, word rectangles and graceful
//     labellings, and is used instead.
//   - An option of its own for about every item, and few other options: bitset_dense. Such a
//     problem has no dead ends, and a choice removes few options (squares). With at most 16 items,
//     bitset_filter searches most of the tree as leaves, and is faster (bell numbers).
//   - Without assembly, that is on another processor or with the build tag purego: bitset_rows or
//     bitset_dense. The plain Go of walk_plain.go and filter_plain.go is slower; the tests verify
//     that it computes the same bits as the assembly.
//
// # Updates
//
// One update is one live option removed by a choice. The chosen option counts too. All four
// representations agree on this count, but it cannot be compared with the updates of other solvers.
//
// Start reading at dense.go, the simplest of the four.
package bitset

import "xcbench/cover"

// New returns the solver bitset, which picks the representation that suits the problem.
func New(rule cover.Rule) cover.Solver { return solver(rule, prepare, 0, true) }

// Lanes returns the solver bitset_lanes. Like the next three solvers, it uses one representation
// for all problems and refuses a problem that does not fit. Results carry the name lanes, because
// each field is one lane of a vector register.
func Lanes(rule cover.Rule) cover.Solver { return solver(rule, prepareFields, maxField, true) }

// Filter returns the solver bitset_filter.
func Filter(rule cover.Rule) cover.Solver { return solver(rule, prepareFilter, 0, false) }

// Rows returns the solver bitset_rows.
func Rows(rule cover.Rule) cover.Solver { return solver(rule, prepareRows, coveredSize-1, true) }

// Dense returns the solver bitset_dense.
func Dense(rule cover.Rule) cover.Solver { return solver(rule, prepareDense, 0, true) }

// solver returns the solver that prepares searches by r. An item may have that many options at most, or
// any number for 0.
func solver(rule cover.Rule, r representation, most int, colours bool) cover.Solver {
	can := cover.Capabilities{Secondary: true, Colours: colours, OptionsPerItem: most}
	return cover.NewSolver(can, func(p *cover.Problem) (cover.Search, error) { return r(p, rule) })
}

// representation prepares the search of a problem in one of the four ways, or in the best one.
type representation func(*cover.Problem, cover.Rule) (cover.Search, error)

func prepare(p *cover.Problem, rule cover.Rule) (cover.Search, error) {
	return choose(p, hasAVX512 || hasAVX2)(p, rule)
}

// choose returns the representation that suits p if vector instructions are there, or if not.
func choose(p *cover.Problem, simd bool) representation {
	_, fits := shapeFor(p)
	switch {
	case simd && fits:
		return prepareFields
	case simd && suitsFilter(p):
		return prepareFilter
	case suitsRows(p):
		return prepareRows
	}
	return prepareDense
}

func suitsRows(p *cover.Problem) bool {
	return p.Primary() > 40 && 2*p.Entries() >= 5*p.Options() && !loose(p) && fitsRows(p)
}

func suitsFilter(p *cover.Problem) bool {
	return p.Options() > 128 && fitsFilter(p) && (!loose(p) || suitsLeaves(p)) && p.Colours() == 0
}

// loose reports whether about every item has an option of its own, and other options are few.
func loose(p *cover.Problem) bool {
	if p.Options() > 400 {
		return false
	}
	singles := 0
	for o := range p.Options() {
		if len(p.Option(o)) == 1 {
			singles++
		}
	}
	return singles >= p.Primary()
}

// maxBytes bounds the memory of a search's tables.
const maxBytes = 256 << 20
