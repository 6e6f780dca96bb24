// Package shrink makes a problem as small as it can be while it still shows a fault.
package shrink

import (
	"context"
	"slices"

	"xcbench/cover"
)

// Problem makes a problem p smaller as long as fails stays true, as it is for p, and returns a minimal one.
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
// gives the same answers, so does Problem. If the context ends, it returns the smallest problem
// found so far.
func Problem(ctx context.Context, p *cover.Problem, fails func(*cover.Problem) bool) *cover.Problem {
	s := &shrinker{ctx, p, fails}
	for before := (*cover.Problem)(nil); before != s.best; {
		before = s.best
		s.sweep((*cover.Problem).Options, 1, choose)
		// Delta debugging tests each part alone, too. To test a part alone is to remove the rest, and
		// removing halves comes first anyway.
		for size := (s.best.Options() + 1) / 2; size > 0; size /= 2 {
			s.sweep((*cover.Problem).Options, size, func(p *cover.Problem, k int) *cover.Problem {
				return Part(p, nil, func(o int) bool { return o < k || o >= k+size })
			})
		}
		s.sweep((*cover.Problem).Items, 1, func(p *cover.Problem, k int) *cover.Problem {
			return Part(p, func(item int32) bool { return int(item) == k }, nil)
		})
	}
	return s.best
}

type shrinker struct {
	ctx   context.Context
	best  *cover.Problem // the smallest that fails
	fails func(*cover.Problem) bool
}

// sweep makes one cut after another, and keeps those after which the problem still fails. A cut k is of the options or items from k to
// k+size-1. After the context has ended it makes none.
func (s *shrinker) sweep(count func(*cover.Problem) int, size int, cut func(p *cover.Problem, k int) *cover.Problem) {
	for k := 0; k < count(s.best) && s.ctx.Err() == nil; {
		p := cut(s.best, k)
		// DLX text needs a primary item. A search that was cut short proves nothing.
		if p.Primary() > 0 && s.fails(p) && s.ctx.Err() == nil {
			s.best = p
		} else {
			k += size
		}
	}
}

func choose(p *cover.Problem, k int) *cover.Problem {
	chosen := p.Option(k)
	return Part(p, func(item int32) bool { return slices.Contains(chosen, item) }, func(o int) bool { return p.Agree(k, o) })
}

// Part returns p without the items that are gone, with the options that stay. An option that has no primary
// item left goes too. A nil gone leaves all items in, and a nil stays all options. More primary items may come
// first.
func Part(p *cover.Problem, gone func(item int32) bool, stays func(option int) bool, first ...string) *cover.Problem {
	var b cover.Builder
	b.Primary(first...)
	for i := range int32(p.Items()) {
		switch {
		case gone != nil && gone(i):
		case int(i) < p.Primary():
			b.Primary(p.Name(int(i)))
		default:
			b.Secondary(p.Name(int(i)))
		}
	}
	for o := range p.Options() {
		if stays != nil && !stays(o) {
			continue
		}
		var option []string
		primary := false
		for k, i := range p.Option(o) {
			if gone == nil || !gone(i) {
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
