package solvers

import (
	"errors"
	"math"
	"slices"

	"xcbench/cover"
)

// Auto returns the variant auto. It solves each problem with the variant that suits the shape of
// the problem:
//
//   - dlx_index, if there are at most 32 options. The search is short then, and bitset and lanes
//     are set up in twice the time that dlx_index needs for both.
//   - otherwise lanes, if all items are primary and have at most 16 options, some item has a single
//     option or none, and there are at most 4096 entries. lanes takes forced options first and makes
//     tables of what is left, which are small or not needed at all.
//   - also lanes, if all items are primary and have at most 16 options, and every option has one
//     item of each of four kinds, which follow each other in the item list. Sudokus have this
//     shape: a cell, a row, a column and a box with a digit. Claims between the kinds leave few
//     nodes, so lanes needs up to 76 times less time than bitset. Tilings with four cells a piece
//     have no kinds, and bitset is faster there.
//   - otherwise bitset.
//
// A narrow problem without forced options may be solved before the tables of lanes or bitset are
// filled. So cells attempts it first, within a budget of updates: see [automatic.attempts].
//
// If the variant refuses the problem, because its tables take too much memory, the next of bitset,
// cells and dlx_index takes it. All three walk the same tree. The choice depends on the problem
// alone, so auto has the same counters on every machine. docs/performance.md has the measurements.
//
// It is neither in [All] nor in [Panel], since it adds nothing to a comparison of solvers.
func Auto() Variant {
	v, _ := Find(Default)
	return v
}

// automatic has the variants to choose from. The first is for problems like sudokus, the second for
// others, and the last for small problems. From the chosen one on, they are tried in order if one
// refuses. quick attempts narrow problems first.
type automatic struct {
	choices []Variant
	quick   Variant
}

func newAutomatic() cover.Solver {
	var choices []Variant
	for _, name := range []string{"lanes", "bitset", "cells", "dlx_index"} {
		v, _ := Find(name)
		choices = append(choices, v)
	}
	return automatic{choices, choices[len(choices)-2]}
}

// parallel returns the solver that chooses from the parallel forms. An attempt is too short to be
// shared, so quick stays as it is.
func (s automatic) parallel() cover.Solver {
	choices := slices.Clone(s.choices)
	for k := range choices {
		choices[k] = choices[k].parallel()
	}
	return automatic{choices, s.quick}
}

func (automatic) Capabilities() cover.Capabilities {
	return cover.Capabilities{Secondary: true, Colours: true}
}

func (s automatic) Prepare(p *cover.Problem) (cover.Search, error) {
	x := &chosen{automatic: s, searches: make([]cover.Search, len(s.choices))}
	if err := x.Reset(p); err != nil {
		return nil, err
	}
	return x, nil
}

// few is the number of options up to which a problem is small.
const few = 32

// kinds is the number of kinds of items in a sudoku.
const kinds = 4

// least returns the smallest number of options of a primary item, or 0 if there is none.
func least(p *cover.Problem) int {
	if p.Primary() == 0 {
		return 0
	}
	count := make([]int32, p.Items())
	for o := range p.Options() {
		for _, i := range p.Option(o) {
			count[i]++
		}
	}
	return int(slices.Min(count[:p.Primary()]))
}

// unknown stands for a number that was not needed.
const unknown = -1

// prefer returns the index of the choice for the shape of p, and least(p) or unknown.
func (s automatic) prefer(p *cover.Problem) (choice, fewest int) {
	switch {
	case p.Options() <= few:
		return len(s.choices) - 1, unknown
	case p.Items() > p.Primary() || p.Degree() > 16:
		return 1, unknown
	case sorted(p):
		return 0, unknown
	case p.Entries() > maxAttempted:
		return 1, unknown
	}
	if fewest = least(p); fewest <= 1 {
		return 0, fewest
	}
	return 1, fewest
}

// sorted reports whether every option of p has one item of each of four kinds, which follow each other
// in the item list.
func sorted(p *cover.Problem) bool {
	var first, last [kinds]int32 // by kind, its first and last item that is in an option
	for k := range kinds {
		first[k] = math.MaxInt32
	}
	for o := range p.Options() {
		items := p.Option(o)
		if len(items) != kinds {
			return false
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
	return true
}

// chosen is a search by one of the choices.
type chosen struct {
	automatic
	search   cover.Search   // the search of a choice, or nil before a first attempt
	maker    string         // the name of the variant that makes it
	name     string         // of the variant that solved the problem last, or is going to
	searches []cover.Search // by choice, its last search, or nil
	attempt                 // comes before search

	base      *cover.Problem // the base of the last problem
	preferred int            // the choice for this base
	fewest    int            // least of this base, or unknown
}

// Chosen returns the name of the variant that solves the problem.
func (x *chosen) Chosen() string { return x.name }

// Reset chooses anew only if p has another base than the problem before. The restrictions of a base
// whose items have too many options are judged by their own shape.
func (x *chosen) Reset(p *cover.Problem) error {
	base, _, _ := p.Base()
	if base != x.base {
		x.base = base
		x.preferred, x.fewest = x.prefer(base)
	}
	preferred := x.preferred
	if base != p && base.Degree() > 16 {
		preferred, _ = x.prefer(p)
	}
	x.budget = 0
	if base == p && x.attempts(p, preferred, x.fewest) {
		next := func() error { return x.settle(p, preferred) }
		if x.attempt.prepare(x.quick, p, next) {
			x.search, x.name = nil, x.quick.Name
			return nil
		}
	}
	return x.settle(p, preferred)
}

// settle makes the search of the preferred choice, or of the next that takes the problem.
func (x *chosen) settle(p *cover.Problem, preferred int) error {
	var refused error
	for k := preferred; k < len(x.choices); k++ {
		search, err := cover.Renew(x.choices[k].Solver, x.searches[k], p)
		if err == nil {
			x.search, x.maker, x.searches[k] = search, x.choices[k].Name, search
			x.name = x.maker
			return nil
		}
		x.searches[k] = nil
		if unsupported := new(cover.UnsupportedError); !errors.As(err, &unsupported) {
			return err
		}
		refused = err
	}
	return refused
}

// ChosenBy returns the name of the variant that makes a search of auto, or that made the last run of
// a search of count. It returns "" for the search of any other variant.
func ChosenBy(search cover.Search) string {
	if x, ok := search.(interface{ Chosen() string }); ok {
		return x.Chosen()
	}
	return ""
}

// For returns the variant that auto prefers for p, whether an attempt comes before it or not. It
// returns any other variant as it is.
func (v Variant) For(p *cover.Problem) Variant {
	if s, ok := v.Solver.(automatic); ok {
		choice, _ := s.prefer(p)
		return s.choices[choice]
	}
	return v
}

// Made returns the variant that made the last run of search, a search of v. It is v itself for all
// variants but auto and count, which choose another one.
func (v Variant) Made(search cover.Search) Variant {
	if name := ChosenBy(search); name != "" {
		v, _ = Find(name)
	}
	return v
}
