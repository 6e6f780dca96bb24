package bench

import (
	"context"
	"slices"

	"xcbench/cover"
)

// Shrink returns a smallest problem on which fails is still true, as it is for
// p: whichever option or item is taken away from it, or option chosen in it,
// fails is false. What a problem becomes smaller by:
//
//   - an option is chosen: its items go, and the options that have one of them;
//   - options are removed, in halves, quarters and so on (A. Zeller and
//     R. Hildebrandt, "Simplifying and isolating failure-inducing input", 2002);
//   - an item is removed from the item list and from all options; options left
//     without a primary item go too.
//
// Order and names stay as they are, since both decide what a solver does. The
// result is the same each time if fails is, unless the context ends before: then
// it is the smallest one found so far.
func Shrink(ctx context.Context, p *cover.Problem, fails func(*cover.Problem) bool) *cover.Problem {
	s := &shrinker{ctx: ctx, best: draftOf(p), fails: fails}
	for s.progress = true; s.progress && ctx.Err() == nil; {
		s.progress = false
		s.choose()
		s.removeOptions()
		s.removeItems()
	}
	return s.best.problem()
}

type shrinker struct {
	ctx      context.Context
	best     draft // the smallest that fails
	fails    func(*cover.Problem) bool
	progress bool
}

// try takes d for the best if it fails, and says so. Out of time, nothing does.
func (s *shrinker) try(d draft) bool {
	if len(d.primary) == 0 || s.ctx.Err() != nil { // without primary items it could not be written down
		return false
	}
	if !s.fails(d.problem()) || s.ctx.Err() != nil { // a search cut short is no proof
		return false
	}
	s.best, s.progress = d, true
	return true
}

func (s *shrinker) choose() {
	for k := 0; k < len(s.best.options); {
		if !s.try(s.best.chosen(k)) {
			k++
		}
	}
}

// removeOptions is delta debugging without its tests of the parts on their own: a
// part is a removal of the rest, and the removal of halves comes first anyway.
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

// draft is a part of a problem: items by their index there, and options of them.
// Drafts share options and never change them.
type draft struct {
	of                 *cover.Problem
	primary, secondary []int32
	options            [][]int32
}

func draftOf(p *cover.Problem) draft {
	d := draft{of: p}
	for i := range int32(p.Items()) {
		if int(i) < p.Primary() {
			d.primary = append(d.primary, i)
		} else {
			d.secondary = append(d.secondary, i)
		}
	}
	for o := range p.Options() {
		d.options = append(d.options, p.Option(o))
	}
	return d
}

// without leaves out the options from index a up to b.
func (d draft) without(a, b int) draft {
	d.options = slices.Concat(d.options[:a], d.options[b:])
	return d
}

// withoutItems leaves out items, and options that have no primary item left.
func (d draft) withoutItems(items []int32) draft {
	gone := func(i int32) bool { return slices.Contains(items, i) }
	keep := func(from []int32) []int32 { return slices.DeleteFunc(slices.Clone(from), gone) }
	d.primary, d.secondary = keep(d.primary), keep(d.secondary)
	isPrimary := func(i int32) bool { return int(i) < d.of.Primary() }
	var options [][]int32
	for _, o := range d.options {
		if slices.ContainsFunc(o, gone) {
			o = keep(o)
		}
		if slices.ContainsFunc(o, isPrimary) {
			options = append(options, o)
		}
	}
	d.options = options
	return d
}

// chosen is what is left to cover when option k is chosen.
func (d draft) chosen(k int) draft {
	items := d.options[k]
	taken := func(i int32) bool { return slices.Contains(items, i) }
	d.options = slices.DeleteFunc(slices.Clone(d.options), func(o []int32) bool { return slices.ContainsFunc(o, taken) })
	return d.withoutItems(items)
}

func (d draft) problem() *cover.Problem {
	var b cover.Builder
	index := make(map[int32]int, len(d.primary)+len(d.secondary))
	for _, i := range d.primary {
		index[i] = b.Items()
		b.Primary(d.of.Name(int(i)))
	}
	for _, i := range d.secondary {
		index[i] = b.Items()
		b.Secondary(d.of.Name(int(i)))
	}
	for _, o := range d.options {
		items := make([]int, len(o))
		for k, i := range o {
			items[k] = index[i]
		}
		b.OptionOf(items...)
	}
	p, err := b.Problem()
	if err != nil {
		panic(err) // a part of a problem is one
	}
	return p
}
