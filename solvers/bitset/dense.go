package bitset

import (
	"context"
	"math"
	"math/bits"

	"xcbench/cover"
	"xcbench/internal/bitrow"
)

// dense keeps two rows of bits for every level of the search:
//
//	live[k]    the options that can still be chosen
//	active[k]  the primary items that are not covered yet
//
// Three tables of bits are built once:
//
//	within[i]    the options that contain item i
//	conflict[o]  the options that do not agree with option o, including o
//	covers[o]    the primary items of option o
//
// Take the items a to g and the options 1: c e, 2: a d g, 3: b c f, 4: a d f, 5: b g, 6: d e g.
// Choosing option 2 gives
//
//	          654321                      gfedcba
//	live[0]   111111            active[0] 1111111
//	conflict  111010  (AND NOT) covers    1001001  (AND NOT)
//	live[1]   000101            active[1] 0110110
//
// The options that can cover item i are live AND within[i], and counting the ones of that row gives
// the size of item i. The search undoes a choice by going back to the rows of the level above,
// which never change while a level below is in use.
type dense struct {
	p     *cover.Problem
	first bool // the rule is cover.First

	within   []bitrow.Span // by primary item
	conflict [][]uint64    // by option
	covers   [][]uint64    // by option

	levels []denseLevel
	chose  []int // the option chosen on each level
	cover.Meter
}

// denseLevel is a node on the path from the root to the current node.
type denseLevel struct {
	live, active []uint64
	options      int // how many are live

	untried bitrow.Walk // the options of the branching item that are still to be tried
}

// denseBytes returns how much memory the tables of a problem take.
func denseBytes(p *cover.Problem) int64 {
	options, items := int64(bitrow.Words(p.Options())), int64(bitrow.Words(p.Primary()))
	return 8 * (int64(p.Options()+p.MaxDepth()+1)*(options+items) + int64(p.Primary())*options)
}

func prepareDense(p *cover.Problem, rule cover.Rule) (cover.Search, error) {
	if denseBytes(p) > maxBytes {
		return nil, cover.Unsupportedf("the bit tables take %d MB, more than the %d MB allowed", denseBytes(p)>>20, maxBytes>>20)
	}
	options, items := bitrow.Words(p.Options()), bitrow.Words(p.Primary())
	x := &dense{
		p:        p,
		first:    rule == cover.First,
		within:   make([]bitrow.Span, p.Primary()),
		conflict: bitrow.Table(p.Options(), options),
		covers:   bitrow.Table(p.Options(), items),
		levels:   cover.Padded[denseLevel](p.MaxDepth() + 1),
		chose:    cover.Padded[int](p.MaxDepth()),
	}
	with, within, row := newLists(p), bitrow.Table(p.Primary(), options), make([]uint64, options)
	for i := range p.Items() {
		for of, rivals := range with.rivals(i) {
			clear(row)
			for _, e := range rivals {
				bitrow.Set(row, e.option())
			}
			for _, e := range of {
				conflict := x.conflict[e.option()]
				for w, word := range row {
					conflict[w] |= word
				}
				if i < p.Primary() {
					bitrow.Set(within[i], e.option())
					bitrow.Set(x.covers[e.option()], i)
				}
			}
		}
	}
	for i := range x.within {
		x.within[i] = bitrow.Trim(within[i])
	}
	live, active := bitrow.Table(len(x.levels), options), bitrow.Table(len(x.levels), items)
	for k := range x.levels {
		x.levels[k].live, x.levels[k].active = live[k], active[k]
	}
	bitrow.Fill(live[0], p.Options())
	bitrow.Fill(active[0], p.Primary())
	x.levels[0].options = p.Options()
	return x, nil
}

// without sets dst = src &^ gone and returns how many ones dst has.
func without(dst, src, gone []uint64) (left int) {
	src, gone = src[:len(dst)], gone[:len(dst)]
	for w := range dst {
		dst[w] = src[w] &^ gone[w]
		left += bits.OnesCount64(dst[w])
	}
	return left
}

// branch returns the item to branch on, or -1 if no item is active.
func (x *dense) branch(l *denseLevel) int {
	best, least := -1, 0
	for w, word := range l.active {
		for ; word != 0; word &= word - 1 {
			i := w*64 + bits.TrailingZeros64(word)
			if best < 0 {
				best, least = i, x.within[i].Count(l.live, math.MaxInt)
				if x.first {
					return best
				}
			} else if n := x.within[i].Count(l.live, least); n < least {
				best, least = i, n
			}
			if least == 0 {
				return best
			}
		}
	}
	return best
}

func (x *dense) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	x.Start(ctx, x.p, limits, visit, len(x.within)*bitrow.Words(x.p.Options()))
	x.search()
	return x.Stats()
}

func (x *dense) search() {
	k := 0
	for {
		l := &x.levels[k]
		i, enter := -1, x.Node(k)
		if enter {
			i = x.branch(l)
		}
		if i >= 0 {
			l.untried.Start(x.within[i])
		} else {
			if x.Stopped() || enter && !x.Solution(x.chose[:k]) {
				return
			}
			l.untried.Start(bitrow.Span{})
		}
		for !l.untried.More(l.live) {
			if k == 0 {
				return
			}
			k--
			l = &x.levels[k]
		}
		o := l.untried.Take()
		x.chose[k] = o
		child := &x.levels[k+1]
		child.options = without(child.live, l.live, x.conflict[o])
		without(child.active, l.active, x.covers[o])
		x.Add(k, int64(l.options-child.options))
		k++
	}
}
