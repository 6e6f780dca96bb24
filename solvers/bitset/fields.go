//go:build amd64 && !purego

package bitset

import (
	"context"
	"math/bits"

	"xcbench/cover"
)

// fields keeps a field of 16, 32 or 64 bits for every primary item. Its highest bit is a flag, set
// while the item is active. The other bits stand for the options of the item, in input order, and
// are set while the option is live. The fields fill blocks of 512 bits. Behind them, one more bit
// for each option serves to count the live options:
//
//	item        0     1     2    ...          options 0 to 511  ...
//	field     f0110 f0011 00000  ...  0 0 0   110100...         ...
//	          '------ blocks of 512 bits ------' '------ counts -----'
//
// The field of a covered item is 0, flag included. Secondary items have no field. There are two
// tables of such rows:
//
//	state  by slot, what is left at a node
//	kill   by option, all options that do not agree with it, including itself, and the whole fields
//	       of its own items, flags included
//
// Choosing option o is child = parent AND NOT kill[o]. Undoing the choice goes back to the row of
// the parent, which did not change.
//
// The key of a field is (number of its ones - 1) << shift | item. So the least key belongs to the
// leftmost item with the fewest options. In the field of a covered item the count wraps around to
// -1, so that its key is larger than those of all active items. A list of active items is not
// needed.
//
// # Walkers
//
// Making a node is a sequence of steps that wait for each other: option, kill row, AND NOT, counts,
// least key, field. The sequence takes 50 cycles and more, and the processor could do four times the
// work meanwhile. So wherever nobody can tell the order of the nodes (see [cover.Meter.AnyOrder]), four
// walkers search disjoint parts of the tree. Each is a stack of branchings, and they enter one node
// each in turn. A walker with nothing left shares a branching of another one, the nearest to the root:
// each of them gets half of its options.
//
// If the order counts, one walker enters the nodes in their order, and takes 1.1 to 3 times as long.
type fields struct {
	p *cover.Problem
	fieldTables
	kill    []uint64 // by option; a last row, which leads to the root, is zeros
	root    []uint64 // the branching above the root, which has the row of the problem itself
	most    int64    // no node makes more updates; 0 until it is known
	running bool     // a run has begun and not ended
	spare   walker   // takes the place of the first one, which keeps its stack, in any order
	tasks   []task   // of walkers in any order
	cover.Meter
}

func (x *fields) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	x.Start(ctx, x.p, limits, visit, x.row)
	x.search()
	return x.Stats()
}

func (x *fields) search() {
	if x.running { // the run before ended in a panic of its visitor
		clear(x.tallies)
	}
	x.running = true
	x.solutions, x.updates = 0, 0
	w := &x.walkers[0]
	x.begin(w, task{x.root, x.kill})
	left := 0 // how many nodes may be entered without asking
	for w.top >= 0 && !x.Stopped() {
		if left == 0 || w.empty() {
			level, o := x.next(w)
			if x.AnyOrder(level) {
				x.anyOrder(w)
				continue
			}
			if x.most == 0 {
				x.most = x.mostUpdates()
			}
			if left = x.Ahead(level, x.most); left == 0 {
				x.ask(w, level, o)
				continue
			}
			for w.bottom = w.top; w.bottom > 0 && x.Ahead(x.level(w, w.bottom-x.stride), x.most) > 0; {
				w.bottom -= x.stride
			}
		}
		left -= x.step(w, left)
	}
	x.profile(&x.Meter)
	x.running = false
}

// level returns the level of the nodes that the options of the branching of w at index at lead to.
func (x *fields) level(w *walker, at int) int { return int(w.stack[at+depthWord]) }

// anyOrder enters the next nodes of w, as far as they may be entered in any order, with all walkers.
func (x *fields) anyOrder(w *walker) {
	x.tasks = x.tasks[:0]
	for ; w.top >= 0 && x.AnyOrder(x.level(w, w.top)); w.top -= x.stride {
		x.tasks = append(x.tasks, task{w.stack[w.top:], w.kill})
	}
	held := *w
	*w = x.spare
	x.together(&x.Meter, x.tasks)
	x.spare, *w = *w, held
}

// step makes w enter up to so many nodes, as far as the next solution. It returns how many it entered.
func (x *fields) step(w *walker, nodes int) (done int) {
	x.reserve(w)
	x.ordered = true
	done = x.walk(1, nodes)
	x.Count(done, x.updates, 0)
	found := x.solutions > 0
	x.updates, x.solutions = 0, 0
	if found {
		x.Solution(x.chose[1:x.depth])
	}
	return done
}

// ask enters the next node of w if the meter agrees, and passes it otherwise.
func (x *fields) ask(w *walker, level int, o bitOf) {
	updates := int64(0)
	if level > 0 {
		updates = x.removed(w.stack[w.top+headWords:], x.killed(w, o))
		x.Add(level-1, updates)
	}
	if !x.Node(level) {
		x.pass(w)
		return
	}
	// The meter has counted the node, and step does so again.
	x.Count(-1, -int(updates), 0)
	x.tallies[level*tallyWords] -= uint64(updates)
	x.tallies[(level+1)*tallyWords+nodesWord]--
	w.bottom = 0
	x.step(w, 1)
}

// removed returns how many options are no longer live if an option with this kill row is chosen.
func (x *fields) removed(row, kill []uint64) (n int64) {
	for w := x.fieldWords; w < x.used; w++ {
		n += int64(bits.OnesCount64(row[w] & kill[w]))
	}
	return n
}

// mostUpdates returns the most updates of any node, which an option makes at the root.
func (x *fields) mostUpdates() int64 {
	most := int64(1)
	for o := range x.p.Options() {
		most = max(most, x.removed(x.root[headWords:], x.kill[o*x.row:]))
	}
	return most
}
