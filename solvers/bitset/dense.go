package bitset

import (
	"context"
	"math"
	"math/bits"

	"xcbench/cover"
)

// span is a row of bits over the options, without the words of zeros at both ends.
type span struct {
	at    int // the index of the first word
	words []uint64
}

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

	within   []span     // by primary item
	conflict [][]uint64 // by option
	covers   [][]uint64 // by option

	levels []denseLevel
	chose  []int // the option chosen on each level
	cover.Meter
}

// level is the state of one node on the path from the root.
type denseLevel struct {
	live, active []uint64
	options      int // live ones

	item span   // the options of the item branched on
	word int    // the word of item that is being worked off
	left uint64 // its options still to be tried
}

func prepareDense(p *cover.Problem, rule cover.Rule) (cover.Search, error) {
	options, items := words(p.Options()), words(p.Primary())
	rows := int64(p.Options())*int64(options+items) + int64(p.Items())*int64(options) +
		int64(p.MaxDepth()+1)*int64(options+items)
	if rows*8 > maxBytes {
		return nil, cover.Unsupportedf("the bit tables take %d MB, more than the %d MB allowed", rows*8>>20, maxBytes>>20)
	}
	x := &dense{
		p:        p,
		first:    rule == cover.First,
		within:   make([]span, p.Primary()),
		conflict: table(p.Options(), options),
		covers:   table(p.Options(), items),
		levels:   cover.Apart[denseLevel](p.MaxDepth() + 1),
		chose:    cover.Apart[int](p.MaxDepth()),
	}
	within := table(p.Items(), options)
	for o := range p.Options() {
		for _, i := range p.Option(o) {
			set(within[i], o)
			if int(i) < p.Primary() {
				set(x.covers[o], int(i))
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
		x.within[i] = trim(within[i])
	}
	live, active := table(len(x.levels), options), table(len(x.levels), items)
	for k := range x.levels {
		x.levels[k].live, x.levels[k].active = live[k], active[k]
	}
	for o := range p.Options() {
		set(live[0], o)
	}
	x.levels[0].options = p.Options()
	for i := range p.Primary() {
		set(active[0], i)
	}
	return x, nil
}

// table makes rows of zeros side by side.
func table(rows, width int) [][]uint64 {
	all := make([]uint64, rows*width)
	t := make([][]uint64, rows)
	for r := range t {
		t[r], all = all[:width:width], all[width:]
	}
	return t
}

func trim(row []uint64) span {
	at := 0
	for at < len(row) && row[at] == 0 {
		at++
	}
	end := len(row)
	for end > at && row[end-1] == 0 {
		end--
	}
	return span{at, row[at:end]}
}

func (x *dense) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	x.Start(ctx, x.p, limits, visit, len(x.within)*words(x.p.Options()))
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
			l.item, l.word, l.left = x.within[i], -1, 0
		} else {
			if x.Stopped() || enter && !x.Solution(x.chose[:k]) {
				return
			}
			l.item, l.word, l.left = span{}, 0, 0
		}
		for !l.next() {
			if k == 0 {
				return
			}
			k--
			l = &x.levels[k]
		}
		o := (l.item.at+l.word)*64 + bits.TrailingZeros64(l.left)
		x.chose[k] = o
		child := &x.levels[k+1]
		child.options = without(child.live, l.live, x.conflict[o])
		without(child.active, l.active, x.covers[o])
		x.Add(k, int64(l.options-child.options))
		l.left &= l.left - 1
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

// next finds the next option to try at l; it is the lowest bit of left.
func (l *denseLevel) next() bool {
	for l.left == 0 {
		if l.word++; l.word >= len(l.item.words) {
			return false
		}
		l.left = l.live[l.item.at+l.word] & l.item.words[l.word]
	}
	return true
}

// branch returns the item to branch on, or -1 if none is active.
func (x *dense) branch(l *denseLevel) int {
	best, least := -1, 0
	for w, word := range l.active {
		for ; word != 0; word &= word - 1 {
			i := w*64 + bits.TrailingZeros64(word)
			if best < 0 {
				best, least = i, x.within[i].count(l.live, math.MaxInt)
				if x.first {
					return best
				}
			} else if n := x.within[i].count(l.live, least); n < least {
				best, least = i, n
			}
			if least == 0 {
				return best
			}
		}
	}
	return best
}

// count returns the number of options in both s and live, or some number of at
// least enough as soon as it is reached.
func (s span) count(live []uint64, enough int) int {
	n := 0
	live = live[s.at:][:len(s.words)]
	for w, word := range s.words {
		if n += bits.OnesCount64(word & live[w]); n >= enough {
			break
		}
	}
	return n
}
