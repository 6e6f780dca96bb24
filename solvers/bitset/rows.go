package bitset

import (
	"context"
	"encoding/binary"
	"math/bits"

	"xcbench/cover"
	"xcbench/internal/bitrow"
)

// rows keeps on every level a row of bits over the options and a row of bytes over the
// primary items, padded with covered ones to a multiple of 8:
//
//	live[k]  the options that can still be chosen
//	size[k]  how many of them each item has; 127 if the item is covered
//
// One table holds for each option the words of live that it can change, and no others:
//
//	conflict  pairs of a place in live and the bits of the options there that share an item
//	          with the option, itself included
//
// To choose is to copy both rows, and then to work off the pairs: the live options of
// each are taken out and, one by one, off the sizes of their items. At the first size of 0 the
// node is known to have no children, and the rest is only counted. To undo is to go back
// to the rows of the level above, which were never changed.
type rows struct {
	p      *cover.Problem
	first  bool // the rule is cover.First
	barren bool // an item has no option at all, so that the root has no children by cover.MRV

	begin    []int32   // option o's pairs are conflict[begin[o]:begin[o+1]]
	conflict []killing // by option
	with     [][]int32 // by primary item: its options
	covers   [][]int32 // by option: its primary items

	live  [][]uint64 // by level
	size  [][]byte   // by level
	at    []atRows   // by level
	chose []int      // the option chosen on each level
	cover.Meter
}

// killing is the bits of one word of live.
type killing struct {
	bits uint64
	word int32
}

// atRows is a node on the path from the root.
type atRows struct {
	item    []int32 // the options of the item branched on that are still to be tried
	options int     // live ones
	active  int     // items to be covered
}

const (
	coveredSize = 127                // of a covered item; no other item has as many options
	ones        = 0x0101010101010101 // 8 bytes of 1
	highs       = ones << 7
)

// fitsRows says whether sizes fit a byte and the tables the memory allowed.
func fitsRows(p *cover.Problem) bool {
	options := int64(bitrow.Words(p.Options()))
	size := int64(p.Options())*options*16 + int64(p.MaxDepth()+1)*(options*8+int64(p.Primary())) + int64(p.Items())*options*8
	return size <= maxBytes && p.Degree() < coveredSize
}

func prepareRows(p *cover.Problem, rule cover.Rule) (cover.Search, error) {
	if !fitsRows(p) {
		return nil, cover.Unsupportedf("the tables of %d items and %d options take more than the %d MB allowed", p.Items(), p.Options(), maxBytes>>20)
	}
	levels := p.MaxDepth() + 1
	x := &rows{
		p: p, first: rule == cover.First,
		begin:  make([]int32, 1, p.Options()+1),
		with:   make([][]int32, p.Primary()),
		covers: make([][]int32, p.Options()),
		live:   bitrow.Table(levels, bitrow.Words(p.Options())),
		size:   make([][]byte, levels),
		at:     cover.Padded[atRows](levels),
		chose:  cover.Padded[int](p.MaxDepth()),
	}
	within := bitrow.Table(p.Items(), bitrow.Words(p.Options()))
	for o := range p.Options() {
		bitrow.Set(x.live[0], o)
		for _, i := range p.Option(o) {
			bitrow.Set(within[i], o)
			if int(i) < p.Primary() {
				x.with[i] = append(x.with[i], int32(o))
				x.covers[o] = append(x.covers[o], i)
			}
		}
	}
	row := make([]uint64, bitrow.Words(p.Options()))
	for o := range p.Options() {
		clear(row)
		for _, i := range p.Option(o) {
			for w, word := range within[i] {
				row[w] |= word
			}
		}
		for w, word := range row {
			if word != 0 {
				x.conflict = append(x.conflict, killing{word, int32(w)})
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
			x.size[0][i] = byte(len(x.with[i]))
			x.barren = x.barren || len(x.with[i]) == 0 && !x.first
		}
	}
	x.at[0] = atRows{options: p.Options(), active: p.Primary()}
	return x, nil
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
		l.item = nil
		if enter := x.Node(k); !enter || l.active == 0 {
			if x.Stopped() || enter && !x.Solution(x.chose[:k]) {
				return
			}
		} else if alive {
			l.item = x.with[x.branch(x.size[k])]
		}
		for !x.next(k) {
			if k == 0 {
				return
			}
			k--
		}
		l = &x.at[k]
		o := l.item[0]
		l.item = l.item[1:]
		x.chose[k] = int(o)
		var killed int
		killed, alive = x.choose(k, o)
		x.Add(k, int64(killed))
		x.at[k+1].options, x.at[k+1].active = l.options-killed, l.active-len(x.covers[o])
		k++
	}
}

// next drops options from the item branched on until the first is live, and says whether there
// is one.
func (x *rows) next(k int) bool {
	l, live := &x.at[k], x.live[k]
	for len(l.item) > 0 {
		if o := l.item[0]; live[o/64]>>(o%64)&1 == 1 {
			return true
		}
		l.item = l.item[1:]
	}
	return false
}

// choose makes the rows of level k+1, and returns the number of options that died. The rows are
// not complete if an item has none left, and the rule is not cover.First.
func (x *rows) choose(k int, o int32) (killed int, alive bool) {
	live, size := x.live[k+1], x.size[k+1]
	copy(live, x.live[k])
	copy(size, x.size[k])
	mine := x.covers[o]
	for _, i := range mine {
		size[i] = 2 * coveredSize // not 0 when its options are taken off
	}
	alive = true
	for _, c := range x.conflict[x.begin[o]:x.begin[o+1]] {
		dead := live[c.word] & c.bits
		killed += bits.OnesCount64(dead)
		live[c.word] &^= c.bits
		if !alive {
			continue
		}
		for ; dead != 0; dead &= dead - 1 {
			for _, i := range x.covers[int(c.word)*64+bits.TrailingZeros64(dead)] {
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
	return killed, alive
}

// branch returns the item to branch on; there has to be an active one, and by the rule cover.MRV
// none without options. Sizes are read 8 to a word; as they are less than 128, no sum and no
// difference of two bytes spills into the next.
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

// zeros returns the highest bit of each byte of eight that is 0; all are less than 128.
func zeros(eight uint64) uint64 { return ^(eight + ones*coveredSize) & highs }

// leftmost returns the first item of size n, or with flip = highs of another size than n; there
// has to be one.
func leftmost(size []byte, n, flip uint64) int {
	for at := 0; at+8 <= len(size); at += 8 {
		if found := zeros(binary.LittleEndian.Uint64(size[at:])^(ones*n)) ^ flip; found != 0 {
			return at + bits.TrailingZeros64(found)/8
		}
	}
	panic("no such item")
}
