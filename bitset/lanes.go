package bitset

import (
	"context"
	"math/bits"

	"xcbench/cover"
)

// lanes keeps a lane of 16, 32 or 64 bits for every primary item: a bit for each of its
// options in input order, and a flag in the highest bit while the item is active. Lanes
// lie side by side in blocks of 512 bits. The live options follow as one bit each, to be
// counted, so that a row is
//
//	item        0     1     2    ...          options 0 to 511  ...
//	lane      f0110 f0011 00000  ...  0 0 0   110100...         ...
//	          '------ blocks of 512 bits ------' '------ counts -----'
//
// An item that is covered has a lane of zeros. The lanes need nothing of the secondary
// items: they live in the kill rows only. There are two tables of such rows:
//
//	state  by level: what is left
//	kill   by option: the bits of all options that share an item with it, itself included,
//	       and the whole lanes of its own items, flags included
//
// To choose option o is state[k+1] = state[k] AND NOT kill[o], and to undo is to go back to
// state[k], which was never changed.
//
// The key of a lane is (count of its 1s - 1) << shift | item, so the least key is that of
// the leftmost item with the fewest options, and one of a covered item, for which the
// count wraps round to -1, is larger than any other. No list of active items is needed.
type lanes struct {
	p     *cover.Problem
	first bool // the rule is cover.First
	laneShape
	kill   []uint64  // by option
	state  []uint64  // by level
	zero   []uint64  // a row that kills nothing
	ids    []uint64  // in lanes: item - 1<<shift, to be added to the count << shift
	option []int32   // of bit b of item i: option[i<<log+b]
	at     []atLanes // by level
	chose  []int     // the option chosen on each level
	cover.Meter
}

// laneShape is the layout of the rows.
type laneShape struct {
	log     uint   // a lane has 1<<log bits: 4, 5 or 6
	shift   uint   // where the count stands in a key
	covered uint64 // keys from here on are those of covered items
	blocks  int    // of 512 bits: the lanes
	counts  int    // of 512 bits: the live options
}

// atLanes is a node on the path from the root.
type atLanes struct {
	item int    // branched on
	left uint64 // its options still to be tried, as bits of its lane
	live int    // options
}

const blockWords = 8 // a block is 512 bits

// maxLaneBytes bounds the kill rows: one is read at every node, and out of the
// second-level cache that costs more than the rest of the node.
const maxLaneBytes = 32 << 20

// lanesFor returns the layout for p, or none if an item has too many options, or if there
// are too many items or options.
func lanesFor(p *cover.Problem) (s laneShape, ok bool) {
	most := maxDegree(p)
	switch {
	case most <= 15 && p.Primary() <= 1<<11:
		s = laneShape{log: 4, shift: 11, covered: 0x1f << 11}
	case most <= 31 && p.Primary() <= 1<<16:
		s = laneShape{log: 5, shift: 16, covered: 0xffff << 16}
	case most <= 63:
		s = laneShape{log: 6, shift: 32, covered: 0xffffffff << 32}
	default:
		return s, false
	}
	s.blocks = max(1, (p.Primary()<<s.log+511)/512)
	s.counts = (p.Options() + 511) / 512
	return s, int64(p.Options())*int64(s.row())*8 <= maxLaneBytes
}

// row returns the number of words of a row.
func (s *laneShape) row() int { return (s.blocks + s.counts) * blockWords }

// ids returns the lanes that make keys of counts.
func (s *laneShape) ids() []uint64 {
	ids := aligned(s.blocks * blockWords)
	unused := 64 - 1<<s.log
	for i := range s.blocks * 512 >> s.log {
		bit := i << s.log
		ids[bit/64] |= (uint64(i) - 1<<s.shift) << unused >> unused << (bit % 64)
	}
	return ids
}

// maxDegree returns the largest number of options of a primary item.
func maxDegree(p *cover.Problem) int {
	degree, most := make([]int, p.Items()), 0
	for o := range p.Options() {
		for _, i := range p.Option(o) {
			if degree[i]++; int(i) < p.Primary() {
				most = max(most, degree[i])
			}
		}
	}
	return most
}

func prepareLanes(p *cover.Problem, rule cover.Rule) (cover.Search, error) {
	shape, ok := lanesFor(p)
	if !ok {
		return nil, cover.Unsupportedf("expected at most 63 options with an item, and tables of at most %d MB", maxLaneBytes>>20)
	}
	row, depth := shape.row(), p.MaxDepth()
	x := &lanes{
		p: p, first: rule == cover.First, laneShape: shape,
		kill:   aligned(p.Options() * row),
		state:  aligned((depth + 1) * row),
		zero:   aligned(row),
		ids:    shape.ids(),
		option: make([]int32, p.Primary()<<shape.log),
		at:     make([]atLanes, depth+1),
		chose:  make([]int, depth),
	}
	x.build()
	return x, nil
}

// build fills the tables.
func (x *lanes) build() {
	p, row := x.p, x.row()
	flag := 1<<x.log - 1
	with := make([][]int32, p.Items()) // the options of each item
	place := make([]int32, 0, p.Entries())
	begin := make([]int32, p.Options()+1)
	for o := range p.Options() {
		for _, i := range p.Option(o) {
			if int(i) < p.Primary() {
				bit := int(i)<<x.log + len(with[i])
				x.option[bit] = int32(o)
				place = append(place, int32(bit))
			}
			with[i] = append(with[i], int32(o))
		}
		begin[o+1] = int32(len(place))
		place = append(place, int32(x.blocks*512+o))
		begin[o+1]++
	}
	for i := range p.Primary() {
		set(x.state, i<<x.log+flag)
	}
	for _, bit := range place {
		set(x.state, int(bit))
	}
	union := make([][]uint64, p.Items()) // of the bits of the options of an item, where those are many
	for i, options := range with {
		n := 0
		for _, o := range options {
			n += int(begin[o+1] - begin[o])
		}
		if n <= row {
			continue
		}
		union[i] = make([]uint64, row)
		for _, o := range options {
			for _, bit := range place[begin[o]:begin[o+1]] {
				set(union[i], int(bit))
			}
		}
	}
	for o := range p.Options() {
		kill := x.kill[o*row:][:row]
		for _, i := range p.Option(o) {
			if int(i) < p.Primary() {
				set(kill, int(i)<<x.log+flag)
			}
			if union[i] != nil {
				for w, word := range union[i] {
					kill[w] |= word
				}
				continue
			}
			for _, other := range with[i] {
				for _, bit := range place[begin[other]:begin[other+1]] {
					set(kill, int(bit))
				}
			}
		}
	}
	x.at[0].live = p.Options()
}

// lane returns the options of item i on level k.
func (x *lanes) lane(k, i int) uint64 {
	bit := i << x.log
	word := x.state[k*x.row()+bit/64] >> (bit % 64)
	return word & (1<<(1<<x.log-1) - 1)
}

func (x *lanes) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	x.Start(ctx, x.p, limits, visit, x.row())
	x.search()
	return x.Stats()
}

func (x *lanes) search() {
	row := x.row()
	item := uint64(1)<<x.shift - 1
	key, _ := x.step(x.state[:row], x.state[:row], x.zero, x.ids)
	k := 0
	for {
		l := &x.at[k]
		switch enter := x.Node(k); {
		case !enter || key >= x.covered:
			if x.Stopped() || enter && !x.Solution(x.chose[:k]) {
				return
			}
			l.left = 0
		case x.first:
			l.item = x.leftmost(k)
			l.left = x.lane(k, l.item)
		default: // a lane without options ends the node
			l.item = int(key & item)
			l.left = x.lane(k, l.item)
		}
		for l.left == 0 {
			if k == 0 {
				return
			}
			k--
			l = &x.at[k]
		}
		o := int(x.option[l.item<<x.log+bits.TrailingZeros64(l.left)])
		l.left &= l.left - 1
		x.chose[k] = o
		var live int
		key, live = x.step(x.state[(k+1)*row:(k+2)*row], x.state[k*row:(k+1)*row], x.kill[o*row:(o+1)*row], x.ids)
		x.Add(k, int64(l.live-live))
		k++
		x.at[k].live = live
	}
}

// leftmost returns the first active item on level k; there has to be one.
func (x *lanes) leftmost(k int) int {
	i := 0
	if k > 0 {
		i = x.at[k-1].item + 1
	}
	for flag := 1<<x.log - 1; ; i++ {
		if bit := i<<x.log + flag; x.state[k*x.row()+bit/64]>>(bit%64)&1 == 1 {
			return i
		}
	}
}
