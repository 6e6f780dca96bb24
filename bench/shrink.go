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
	s := &shrinker{ctx: ctx, best: p, fails: fails}
	for s.progress = true; s.progress; {
		s.progress = false
		s.choose()
		s.removeOptions()
		s.removeItems()
	}
	return s.best
}

type shrinker struct {
	ctx      context.Context
	best     *cover.Problem // the smallest that fails
	fails    func(*cover.Problem) bool
	progress bool
}

// try makes a part of the best the new best if it fails, and reports whether it does: the part without the
// items that are gone, with the options that stay. After the context has ended it reports false.
func (s *shrinker) try(gone func(item int32) bool, stays func(option int) bool) bool {
	p := part(s.best, gone, stays)
	if p.Primary() == 0 || s.ctx.Err() != nil { // DLX text needs a primary item
		return false
	}
	if !s.fails(p) || s.ctx.Err() != nil { // a search that was cut short proves nothing
		return false
	}
	s.best, s.progress = p, true
	return true
}

func none(int32) bool { return false }

func every(int) bool { return true }

func (s *shrinker) choose() {
	for k := 0; k < s.best.Options(); {
		chosen := s.best.Option(k)
		gone := func(item int32) bool { return slices.Contains(chosen, item) }
		if !s.try(gone, func(o int) bool { return s.best.Agree(k, o) }) {
			k++
		}
	}
}

// removeOptions is delta debugging without its separate tests of the parts. To test a part alone is
// to remove the rest, and removing halves comes first anyway.
func (s *shrinker) removeOptions() {
	for size := (s.best.Options() + 1) / 2; size > 0; size /= 2 {
		for k := 0; k < s.best.Options(); {
			if !s.try(none, func(o int) bool { return o < k || o >= k+size }) {
				k += size
			}
		}
	}
}

func (s *shrinker) removeItems() {
	for i := s.best.Primary(); i < s.best.Items(); {
		i += s.removeItem(i)
	}
	for i := 0; i < s.best.Primary(); {
		i += s.removeItem(i)
	}
}

// removeItem returns 0 if item i is gone and the next one has its index, and otherwise 1.
func (s *shrinker) removeItem(i int) int {
	if s.try(func(item int32) bool { return int(item) == i }, every) {
		return 0
	}
	return 1
}

// part returns p without the items that are gone, with the options that stay. An option that has no primary
// item left goes too. More primary items may come first.
func part(p *cover.Problem, gone func(item int32) bool, stays func(option int) bool, first ...string) *cover.Problem {
	var b cover.Builder
	b.Primary(first...)
	for i := range int32(p.Items()) {
		switch {
		case gone(i):
		case int(i) < p.Primary():
			b.Primary(p.Name(int(i)))
		default:
			b.Secondary(p.Name(int(i)))
		}
	}
	for o := range p.Options() {
		if !stays(o) {
			continue
		}
		var option []string
		primary := false
		for k, i := range p.Option(o) {
			if !gone(i) {
				option = append(option, p.Entry(o, k))
				primary = primary || int(i) < p.Primary()
			}
		}
		if primary {
			b.Option(option...)
		}
	}
	all, err := b.Problem()
	if err != nil {
		panic(err) // a part of a valid problem is valid
	}
	return all
}
