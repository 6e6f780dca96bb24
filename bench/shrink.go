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
//   - choose an option: its items go, and all options that have one of them;
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
	options            [][]int32
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
		s.options = append(s.options, p.Option(o))
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
	keep := func(from []int32) []int32 { return slices.DeleteFunc(slices.Clone(from), gone) }
	s.primary, s.secondary = keep(s.primary), keep(s.secondary)
	isPrimary := func(i int32) bool { return int(i) < s.of.Primary() }
	var options [][]int32
	for _, o := range s.options {
		if slices.ContainsFunc(o, gone) {
			o = keep(o)
		}
		if slices.ContainsFunc(o, isPrimary) {
			options = append(options, o)
		}
	}
	s.options = options
	return s
}

// chosen chooses option k: its items go, and all options that have one of them.
func (s subproblem) chosen(k int) subproblem {
	items := s.options[k]
	taken := func(i int32) bool { return slices.Contains(items, i) }
	s.options = slices.DeleteFunc(slices.Clone(s.options), func(o []int32) bool { return slices.ContainsFunc(o, taken) })
	return s.withoutItems(items)
}

func (s subproblem) problem() *cover.Problem {
	var b cover.Builder
	index := make(map[int32]int, len(s.primary)+len(s.secondary))
	for _, i := range s.primary {
		index[i] = b.Items()
		b.Primary(s.of.Name(int(i)))
	}
	for _, i := range s.secondary {
		index[i] = b.Items()
		b.Secondary(s.of.Name(int(i)))
	}
	for _, o := range s.options {
		items := make([]int, len(o))
		for k, i := range o {
			items[k] = index[i]
		}
		b.OptionOf(items...)
	}
	p, err := b.Problem()
	if err != nil {
		panic(err) // a part of a valid problem is valid
	}
	return p
}
