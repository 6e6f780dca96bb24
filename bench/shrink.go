package bench

import (
	"context"
	"slices"

	"xcbench/cover"
)

// shrink returns a minimal problem for which fails is still true, given that it is true for p.
// Minimal means that fails becomes false if any option or item is removed, or any option is chosen.
// Three steps make a problem smaller:
//
//   - choose an option: its items go, and all options that do not agree with it;
//   - remove options, in halves, quarters and so on (A. Zeller and R. Hildebrandt, "Simplifying and
//     isolating failure-inducing input", 2002);
//   - remove an item from the item list and from all options; options left without a primary item
//     go too.
//
// The order and the names stay as they are, since both decide what a solver does. If fails always
// gives the same answers, so does shrink. If the context ends, shrink returns the smallest problem
// found so far.
func shrink(ctx context.Context, p *cover.Problem, fails func(*cover.Problem) bool) *cover.Problem {
	s := &shrinker{ctx: ctx, best: wholeOf(p), fails: fails}
	for s.progress = true; s.progress; {
		s.progress = false
		s.choose()
		s.removeOptions()
		s.removeItems()
	}
	return s.best.problem()
}

type shrinker struct {
	ctx      context.Context
	best     subproblem // the smallest that fails
	fails    func(*cover.Problem) bool
	progress bool
}

// try makes p the best if it fails, and reports whether it does. After the context has ended it
// reports false.
func (s *shrinker) try(p subproblem) bool {
	if len(p.primary) == 0 || s.ctx.Err() != nil { // DLX text needs a primary item
		return false
	}
	if !s.fails(p.problem()) || s.ctx.Err() != nil { // a search that was cut short proves nothing
		return false
	}
	s.best, s.progress = p, true
	return true
}

func (s *shrinker) choose() {
	for k := 0; k < len(s.best.options); {
		if !s.try(s.best.chosen(k)) {
			k++
		}
	}
}

// removeOptions is delta debugging without its separate tests of the parts. To test a part alone is
// to remove the rest, and removing halves comes first anyway.
func (s *shrinker) removeOptions() {
	for size := (len(s.best.options) + 1) / 2; size > 0; size /= 2 {
		for k := 0; k < len(s.best.options); {
			if !s.try(s.best.without(k, min(k+size, len(s.best.options)))) {
				k += size
			}
		}
	}
}

func (s *shrinker) removeItems() {
	for _, i := range slices.Concat(s.best.secondary, s.best.primary) {
		s.try(s.best.withoutItems([]int32{i}))
	}
}

// subproblem is a part of a problem: some of its items, by index, and options over them.
// Subproblems share options and never change them.
type subproblem struct {
	of                 *cover.Problem
	primary, secondary []int32
	options            [][]entry
}

// An entry is an item of an option, and its colour.
type entry struct {
	item int32
	name string // as in the problem, with the colour
}

// wholeOf returns the subproblem that is all of p.
func wholeOf(p *cover.Problem) subproblem {
	s := subproblem{of: p}
	for i := range int32(p.Items()) {
		if int(i) < p.Primary() {
			s.primary = append(s.primary, i)
		} else {
			s.secondary = append(s.secondary, i)
		}
	}
	for o := range p.Options() {
		var option []entry
		for k, i := range p.Option(o) {
			option = append(option, entry{i, p.Entry(o, k)})
		}
		s.options = append(s.options, option)
	}
	return s
}

// without leaves out options a to b-1.
func (s subproblem) without(a, b int) subproblem {
	s.options = slices.Concat(s.options[:a], s.options[b:])
	return s
}

// withoutItems leaves out items, and the options that have no primary item left.
func (s subproblem) withoutItems(items []int32) subproblem {
	gone := func(i int32) bool { return slices.Contains(items, i) }
	goes := func(e entry) bool { return gone(e.item) }
	s.primary = slices.DeleteFunc(slices.Clone(s.primary), gone)
	s.secondary = slices.DeleteFunc(slices.Clone(s.secondary), gone)
	isPrimary := func(e entry) bool { return int(e.item) < s.of.Primary() }
	var options [][]entry
	for _, o := range s.options {
		if slices.ContainsFunc(o, goes) {
			o = slices.DeleteFunc(slices.Clone(o), goes)
		}
		if slices.ContainsFunc(o, isPrimary) {
			options = append(options, o)
		}
	}
	s.options = options
	return s
}

// chosen chooses option k: its items go, and all options that do not agree with it.
func (s subproblem) chosen(k int) subproblem {
	chosen, items := s.options[k], []int32(nil)
	for _, e := range chosen {
		items = append(items, e.item)
	}
	clash := func(e entry) bool {
		k := slices.Index(items, e.item)
		return k >= 0 && (e != chosen[k] || e.name == s.of.Name(int(e.item)))
	}
	s.options = slices.DeleteFunc(slices.Clone(s.options), func(o []entry) bool { return slices.ContainsFunc(o, clash) })
	return s.withoutItems(items)
}

func (s subproblem) problem() *cover.Problem {
	var b cover.Builder
	for _, i := range s.primary {
		b.Primary(s.of.Name(int(i)))
	}
	for _, i := range s.secondary {
		b.Secondary(s.of.Name(int(i)))
	}
	for _, o := range s.options {
		names := make([]string, len(o))
		for k, e := range o {
			names[k] = e.name
		}
		b.Option(names...)
	}
	p, err := b.Problem()
	if err != nil {
		panic(err) // a part of a valid problem is valid
	}
	return p
}
