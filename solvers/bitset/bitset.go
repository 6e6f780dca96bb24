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
//	                   At most some 490 items
//	rows    rows.go    a bit an option, and the number of live ones an item.
//	                   Items with at most 126 options
//	dense   dense.go   a bit an option; the live ones of each item are counted at every node
//
// What to take was measured, as the time of a search over that of Knuth's dlx1 (that of dlx_index,
// as it was then, from the random problem on; - where it does not fit or was not looked at):
//
//	                                   lanes  filter  filter  filter   rows  dense
//	                                 AVX-512 AVX-512    AVX2   plain
//	pentominoes 4x15 (72 items)            -    0.05    0.08    0.40      -   0.21
//	bell 10 (10 items)                     -    0.45    0.47    0.74      -   0.67
//	queens 12                           0.14    0.37    0.41    0.71   0.62   0.45
//	dominoes 6x6                        0.60    1.32    1.37    1.75   1.44   0.92
//	random, 100 items, 200 options      0.10    0.28    0.46       -   0.32   1.73
//	polyhexes 10x11 (132 items)            -    0.19       -       -      -   0.69
//	golfers 4x4x4 (144 items)              -    0.44    0.40       -   0.74   0.60
//	golfers 5x4x5 (240 items)              -    0.19    0.23       -      -   1.05
//	kirkman 21 (378 items)                 -    0.67       -       -      -   5.37
//	quasigroup 15, 95 holes (285 items) 0.17       -    1.50       -   0.52   2.23
//	squares 9x9 (81 items)                 -    1.64    1.83       -   2.87   1.20
//
// So it is lanes where an item has few options (with AVX2 alone 0.15 on queens, 0.64 on dominoes); else
// filter, but for three shapes: with at most 128 options the rows of dense are one or two words,
// which nothing beats (dominoes); where each item is an option alone, there are no dead ends and
// few options go at once (squares); and masks of three words and more lose to rows where items
// have few options (quasigroups). Without assembly (another processor, or the build tag
// purego) it is rows or dense. The plain Go of chain_plain.go and filter_plain.go does the same in
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
func New(rule cover.Rule) cover.Solver { return solver{rule, prepare, 0} }

// Lanes returns the bitset solver with lanes for all problems; those that they cannot hold are
// unsupported.
func Lanes(rule cover.Rule) cover.Solver { return solver{rule, prepareFields, maxField} }

// Filter is like [Lanes], with lists of masks.
func Filter(rule cover.Rule) cover.Solver { return solver{rule, prepareFilter, 0} }

// Rows is like [Lanes], with rows and sizes.
func Rows(rule cover.Rule) cover.Solver { return solver{rule, prepareRows, coveredSize - 1} }

// Dense is like [Lanes], with rows alone.
func Dense(rule cover.Rule) cover.Solver { return solver{rule, prepareDense, 0} }

type solver struct {
	rule    cover.Rule
	prepare representation
	most    int // options of an item, 0 for any number
}

func (s solver) Capabilities() cover.Capabilities {
	return cover.Capabilities{Secondary: true, OptionsPerItem: s.most}
}

// representation makes a problem ready for one of the four, or for the best.
type representation func(*cover.Problem, cover.Rule) (cover.Search, error)

func (s solver) Prepare(p *cover.Problem) (cover.Search, error) { return s.prepare(p, s.rule) }

func prepare(p *cover.Problem, rule cover.Rule) (cover.Search, error) {
	return choose(p, hasAVX512 || hasAVX2)(p, rule)
}

// choose returns the representation for p, with assembly or without.
func choose(p *cover.Problem, simd bool) representation {
	_, narrow := shapeFor(p)
	switch {
	case simd && narrow:
		return prepareFields
	case simd && suitsFilter(p, narrow):
		return prepareFilter
	case suitsRows(p):
		return prepareRows
	}
	return prepareDense
}

func suitsRows(p *cover.Problem) bool {
	return p.Primary() > 40 && p.Entries() >= 3*p.Options() && !loose(p) && fitsRows(p)
}

func suitsFilter(p *cover.Problem, narrow bool) bool {
	return p.Options() > 128 && fitsFilter(p) && !loose(p) && (filterWords(p) <= 2 || !narrow || !suitsRows(p))
}

// loose says whether there are options of one item for about every item, and not many others.
func loose(p *cover.Problem) bool {
	if p.Options() > 400 {
		return false
	}
	alone := 0
	for o := range p.Options() {
		if len(p.Option(o)) == 1 {
			alone++
		}
	}
	return alone >= p.Primary()
}

// maxBytes is the most that the tables of a search may take.
const maxBytes = 256 << 20
