package bitset

import (
	"context"
	"math"
	"math/bits"

	"xcbench/cover"
	"xcbench/internal/bitrow"
)

// dense keeps the live options and the active items of every level as rows of bits:
//
//	live[k]    the options that can still be chosen
//	active[k]  the primary items that still have to be covered
//
// Three tables of bits are made once:
//
//	within[i]    the options that contain item i
//	conflict[o]  the options that share an item with option o, o itself included
//	covers[o]    the primary items of option o
//
// For the items a to g and the options 1: c e, 2: a d g, 3: b c f, 4: a d f,
// 5: b g, 6: d e g, choosing option 2 is
//
//	          654321                      gfedcba
//	live[0]   111111            active[0] 1111111
//	conflict  111010  (AND NOT) covers    1001001  (AND NOT)
//	live[1]   000101            active[1] 0110110
//
// The options that can cover item i are live AND within[i], and their number is
// the count of its 1s. To undo is to go back to the words of the level above,
// which were never changed.
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

// level is the state of one node on the path from the root.
type denseLevel struct {
	live, active []uint64
	options      int // live ones

	untried bitrow.Walk // the options of the item branched on that were not tried yet
}

func prepareDense(p *cover.Problem, rule cover.Rule) (cover.Search, error) {
	options, items := bitrow.Words(p.Options()), bitrow.Words(p.Primary())
	rows := int64(p.Options())*int64(options+items) + int64(p.Items())*int64(options) +
		int64(p.MaxDepth()+1)*int64(options+items)
	if rows*8 > maxBytes {
		return nil, cover.Unsupportedf("the bit tables take %d MB, more than the %d MB allowed", rows*8>>20, maxBytes>>20)
	}
	x := &dense{
		p:        p,
		first:    rule == cover.First,
		within:   make([]bitrow.Span, p.Primary()),
		conflict: bitrow.Table(p.Options(), options),
		covers:   bitrow.Table(p.Options(), items),
		levels:   cover.Padded[denseLevel](p.MaxDepth() + 1),
		chose:    cover.Padded[int](p.MaxDepth()),
	}
	within := bitrow.Table(p.Items(), options)
	for o := range p.Options() {
		for _, i := range p.Option(o) {
			bitrow.Set(within[i], o)
			if int(i) < p.Primary() {
				bitrow.Set(x.covers[o], int(i))
			}
		}
	}
	for o := range p.Options() {
		for _, i := range p.Option(o) {
			for w, word := range within[i] {
				x.conflict[o][w] |= word
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
	for o := range p.Options() {
		bitrow.Set(live[0], o)
	}
	x.levels[0].options = p.Options()
	for i := range p.Primary() {
		bitrow.Set(active[0], i)
	}
	return x, nil
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

// without sets to to from AND NOT gone, and returns the number of its 1s.
func without(to, from, gone []uint64) (left int) {
	from, gone = from[:len(to)], gone[:len(to)]
	for w := range to {
		to[w] = from[w] &^ gone[w]
		left += bits.OnesCount64(to[w])
	}
	return left
}

// branch returns the item to branch on, or -1 if none is active.
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
