package bitset

import (
	"context"
	"encoding/binary"
	"math/bits"
	"slices"

	"xcbench/cover"
	"xcbench/internal/bitrow"
)

// rows keeps two rows for every level of the search: one bit for each option, and one byte for each
// primary item. The bytes of a few covered items that do not exist pad the row to a multiple of 8.
//
//	live[k]  the options that can still be chosen
//	size[k]  how many of them each item has; 127 for a covered item
//
// One table says for each option which words of live it can change. Other words are not stored:
//
//	conflict[o]  pairs of an index into live and the bits of the options there that do not agree
//	             with option o, including o
//
// Choosing option o copies both rows and then goes through the pairs of o. The live options of each
// pair are cleared and subtracted from the sizes of their items. Once a size becomes 0, the node is
// a dead end, and the options of the remaining pairs are only counted. The search undoes a choice
// by going back to the rows of the level above, which never change while a level below is in use.
type rows struct {
	p      *cover.Problem
	first  bool // the rule is cover.First
	barren bool // some item has no option at all; under cover.MRV the root then has no children

	begin    []int32     // option o's pairs are conflict[begin[o]:begin[o+1]]
	conflict []conflicts // by option
	with     lists       // the options of every item
	covers   [][]int32   // by option, its primary items

	live  [][]uint64  // by level
	size  [][]byte    // by level
	at    []rowsLevel // by level
	chose []int       // the option chosen on each level
	cover.Meter
}

// conflicts are options of one word of live.
type conflicts struct {
	bits uint64
	word int32
}

// rowsLevel is a node on the path from the root to the current node.
type rowsLevel struct {
	untried []int32 // the options of the branching item from the next one on; some may not be live
	active  int     // how many primary items are not covered
}

const (
	coveredSize = 127                // the size of a covered item; no other item has as many options
	ones        = 0x0101010101010101 // 1 in each of 8 bytes
	highs       = ones << 7          // the highest bit of each of 8 bytes
)

// fitsRows reports whether each size fits into a byte and the tables fit into maxBytes.
func fitsRows(p *cover.Problem) bool {
	options := int64(bitrow.Words(p.Options()))
	size := int64(p.Options())*options*16 + int64(p.Items())*options*8 +
		int64(p.MaxDepth()+1)*(options*8+int64(p.Primary()))
	return size <= maxBytes && p.Degree() < coveredSize
}

func prepareRows(p *cover.Problem, rule cover.Rule) (cover.Search, error) {
	if !fitsRows(p) {
		return nil, cover.Unsupportedf("the tables of %d items and %d options take more than the %d MB allowed",
			p.Items(), p.Options(), maxBytes>>20)
	}
	levels := p.MaxDepth() + 1
	x := &rows{
		p: p, first: rule == cover.First,
		begin:  make([]int32, 1, p.Options()+1),
		with:   newLists(p),
		covers: make([][]int32, p.Options()),
		live:   bitrow.Table(levels, bitrow.Words(p.Options())),
		size:   make([][]byte, levels),
		at:     cover.Padded[rowsLevel](levels),
		chose:  cover.Padded[int](p.MaxDepth()),
	}
	all := bitrow.NewConflicts(p)
	primary := make([]int32, 0, p.Entries()) // of each option in turn
	for o := range p.Options() {
		bitrow.Set(x.live[0], o)
		begin := len(primary)
		for _, i := range p.Option(o) {
			if int(i) < p.Primary() {
				primary = append(primary, i)
			}
		}
		x.covers[o] = primary[begin:]
	}
	row := make([]uint64, bitrow.Words(p.Options()))
	for o := range p.Options() {
		clear(row)
		all.Add(row, o)
		if n := len(x.conflict); cap(x.conflict) < n+len(row) { // room for all options, if the others are like those before
			x.conflict = slices.Grow(x.conflict, len(row)+n/max(o, 1)*(p.Options()-o))
		}
		for w, word := range row {
			if word != 0 {
				x.conflict = append(x.conflict, conflicts{word, int32(w)})
			}
		}
		x.begin = append(x.begin, int32(len(x.conflict)))
	}
	width := (p.Primary() + 7) &^ 7
	sizes := make([]byte, levels*width)
	for k := range x.size {
		x.size[k] = sizes[k*width : (k+1)*width]
	}
	for i := range x.size[0] {
		x.size[0][i] = coveredSize
		if i < p.Primary() {
			x.size[0][i] = byte(len(x.with.of(i)))
			x.barren = x.barren || len(x.with.of(i)) == 0 && !x.first
		}
	}
	x.at[0].active = p.Primary()
	return x, nil
}

// choose makes the rows of level k+1 by choosing option o, and returns how many options it removed.
// If some item has no option left, alive is false and the sizes are not valid, except under the
// rule cover.First, which goes on.
func (x *rows) choose(k int, o int32) (removed int, alive bool) {
	live, size := x.live[k+1], x.size[k+1]
	copy(live, x.live[k])
	copy(size, x.size[k])
	mine := x.covers[o]
	for _, i := range mine {
		size[i] = 2 * coveredSize // stays above 0 when the options of the item are subtracted
	}
	alive = true
	for _, c := range x.conflict[x.begin[o]:x.begin[o+1]] {
		gone := live[c.word] & c.bits
		removed += bits.OnesCount64(gone)
		live[c.word] &^= c.bits
		if !alive {
			continue
		}
		for ; gone != 0; gone &= gone - 1 {
			for _, i := range x.covers[int(c.word)*64+bits.TrailingZeros64(gone)] {
				size[i]--
				if size[i] == 0 && !x.first {
					alive = false
				}
			}
		}
	}
	for _, i := range mine {
		size[i] = coveredSize
	}
	return removed, alive
}

// branch returns the item to branch on. There must be an active item, and under the rule cover.MRV
// every active item must have an option. branch reads sizes 8 to a word. They are less than 128, so
// no sum or difference of two bytes carries into the next byte.
func (x *rows) branch(size []byte) int {
	if x.first {
		return leftmost(size, coveredSize, highs)
	}
	least := uint64(ones * coveredSize)
	for at := 0; at+8 <= len(size); at += 8 {
		eight := binary.LittleEndian.Uint64(size[at:])
		if single := zeros(eight ^ ones); single != 0 {
			return at + bits.TrailingZeros64(single)/8
		}
		smaller := ((least | highs) - eight) & highs
		smaller -= smaller >> 7
		least = eight&smaller | least&^smaller
	}
	fewest := uint64(coveredSize)
	for ; least != 0; least >>= 8 {
		fewest = min(fewest, least&0xff)
	}
	return leftmost(size, fewest, 0)
}

// zeros returns the highest bit of each byte that is 0. All bytes must be less than 128.
func zeros(eight uint64) uint64 { return ^(eight + ones*coveredSize) & highs }

// leftmost returns the first item of size n, or, if flip is highs, the first item of another size.
// There must be one.
func leftmost(size []byte, n, flip uint64) int {
	for at := 0; at+8 <= len(size); at += 8 {
		if found := zeros(binary.LittleEndian.Uint64(size[at:])^(ones*n)) ^ flip; found != 0 {
			return at + bits.TrailingZeros64(found)/8
		}
	}
	panic("bitset: no item has the size looked for")
}

func (x *rows) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	x.Start(ctx, x.p, limits, visit, len(x.size[0])+2*len(x.live[0]))
	x.search()
	return x.Stats()
}

func (x *rows) search() {
	k := 0
	alive := !x.barren
	for {
		l := &x.at[k]
		l.untried = nil
		if enter := x.Node(k); !enter || l.active == 0 {
			if x.Stopped() || enter && !x.Solution(x.chose[:k]) {
				return
			}
		} else if alive {
			l.untried = x.with.of(x.branch(x.size[k]))
		}
		for !x.next(k) {
			if k == 0 {
				return
			}
			k--
		}
		l = &x.at[k]
		o := l.untried[0]
		l.untried = l.untried[1:]
		x.chose[k] = int(o)
		x.at[k+1].active = l.active - len(x.covers[o])
		var removed int
		removed, alive = x.choose(k, o)
		x.Add(k, int64(removed))
		k++
	}
}

// next skips untried options of level k that are not live, and reports whether one is left.
func (x *rows) next(k int) bool {
	l, live := &x.at[k], x.live[k]
	for len(l.untried) > 0 {
		if o := l.untried[0]; live[o/64]>>(o%64)&1 == 1 {
			return true
		}
		l.untried = l.untried[1:]
	}
	return false
}
