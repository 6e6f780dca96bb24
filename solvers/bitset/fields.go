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
//	state  by place: what is left at a node
//	kill   by option: the bits of all options that share an item with it, itself included,
//	       and the whole lanes of its own items, flags included
//
// To choose option o is child = parent AND NOT kill[o], and to undo is to go back to the
// parent, which was never changed.
//
// The key of a lane is (count of its 1s - 1) << shift | item, so the least key is that of
// the leftmost item with the fewest options, and one of a covered item, for which the
// count wraps round to -1, is larger than any other. No list of active items is needed.
//
// # Chains
//
// A node is a long row of steps that wait for each other: and not, count, least key, lane, option, kill
// row. On a sudoku they take 85 cycles, of which the processor is at work for 40 and could make
// another node meanwhile. So where the search branches, it makes two children at once, and with each
// of them the nodes below it that are forced, which is to have one option:
//
//	                branching 0, at place 0
//	                /         \
//	               o           o
//	               |           |
//	               o           o        the chains a and b
//	               |           |
//	branching 1, place 1    no option   at place 2
//	         /    \
//	        o      o
//	        |   solution                at places 3 and 4
//
// All nodes of a chain have one place, each over the one before: there is no way back to a
// forced node but through it. The search then enters the nodes of a, all that is below them, and
// those of b, in the order of a search that makes one after the other. What is never entered,
// because the search was stopped, is in no counter.
//
// Two at once took 0.77 of the time of one at a time on sudokus, 0.65 on Latin squares, and the same on
// queens 12, where half of the nodes are the ends of chains.
type fields struct {
	p     *cover.Problem
	first bool // the rule is cover.First
	fieldTables
	at    []branching // by number of branchings above
	a     chain       // made last, to be entered at once
	top   int         // of the links of the chains to be entered later
	chose []int       // the option chosen on each level
	cover.Meter
}

// branching is a node on the path from the root that is not forced.
type branching struct {
	place int // in state
	level int
	item  int    // branched on
	left  uint64 // its options still to be tried, as bits of its lane
	live  int32  // options
	later bool   // b is to be entered
	b     chain
}

func (x *fields) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	x.Start(ctx, x.p, limits, visit, x.row)
	x.search()
	return x.Stats()
}

func (x *fields) search() {
	x.links[0].option = int32(x.p.Options()) // no option: its row kills nothing
	x.top = chainLength + 1
	root := &x.a
	*root = chain{from: x.place(-1), to: x.place(0)}
	x.make(root, nil)
	d := -1 // of the branching whose options are tried
	if x.Node(0) && x.enter(0, x.links[:root.n]) && x.branch(0, root.n-1, root) {
		d = 0
	}
	for d >= 0 && !x.Stopped() {
		l := &x.at[d]
		c := &x.a
		switch {
		case l.later:
			l.later = false
			c = &l.b
			x.top = c.link - 1
		case l.left != 0:
			x.children(d)
		default:
			d--
			continue
		}
		links := x.links[c.link-1:][:c.n+1]
		if x.enter(l.level, links) && x.branch(d+1, l.level+c.n, c) {
			d++
		}
	}
}

// children makes the next two children of the node branched on, or the last one.
func (x *fields) children(d int) {
	l := &x.at[d]
	x.a = chain{from: l.place, to: x.place(2*d + 1), link: 1}
	x.links[0].live = l.live
	x.links[1].option = l.next(x)
	if l.left == 0 {
		x.make(&x.a, nil)
		return
	}
	l.b = chain{from: l.place, to: x.place(2*d + 2), link: x.top + 1}
	x.links[x.top].live = l.live
	x.links[x.top+1].option = l.next(x)
	x.make(&x.a, &l.b)
	x.top += 1 + l.b.n
	l.later = true
}

// next takes the first of the options that are left.
func (l *branching) next(x *fields) int32 {
	o := x.bits[l.item<<x.log+bits.TrailingZeros64(l.left)].option
	l.left &= l.left - 1
	return o
}

// enter goes down from a node of the given level, that of links[0], to those of the
// others, and says whether it came to the last.
func (x *fields) enter(level int, links []link) bool {
	live := links[0].live
	for _, n := range links[1:] {
		x.chose[level] = int(n.option)
		x.Add(level, int64(live-n.live))
		live = n.live
		if level++; !x.Node(level) {
			return false
		}
	}
	return true
}

// branch makes the last node of c the d-th branching, unless it is a solution or has
// an item without options.
func (x *fields) branch(d, level int, c *chain) bool {
	if c.key >= x.covered {
		x.Solution(x.chose[:level])
		return false
	}
	if !x.first && c.key>>x.shift == 0 {
		return false
	}
	l := &x.at[d]
	l.place, l.level, l.live, l.later = c.to, level, x.links[c.link+c.n-1].live, false
	if x.first {
		l.item = x.leftmost(d)
	} else {
		l.item = int(c.key & (1<<x.shift - 1))
	}
	l.left = x.field(l.place, l.item)
	return l.left != 0
}

// leftmost returns the first active item of the d-th branching; there has to be one.
func (x *fields) leftmost(d int) int {
	i := 0
	if d > 0 {
		i = x.at[d-1].item + 1
	}
	for flag := 1<<x.log - 1; ; i++ {
		if bit := i<<x.log + flag; x.state[x.at[d].place+bit/64]>>(bit%64)&1 == 1 {
			return i
		}
	}
}

// lane returns the options of item i at a place.
func (x *fields) field(place, i int) uint64 {
	bit := i << x.log
	word := x.state[place+bit/64] >> (bit % 64)
	return word & (1<<(1<<x.log-1) - 1)
}

// place returns where the row of the n-th place begins in state, that of the problem itself
// for n = -1.
func (x *fields) place(n int) int { return (n + 1) * x.row }
