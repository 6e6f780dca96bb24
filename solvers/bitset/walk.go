//go:build amd64 && !purego

package bitset

import (
	"math/bits"

	"xcbench/cover"
	"xcbench/internal/bitrow"
)

// walker is a stack of branchings: nodes with options that are still to be tried. A stack is a
// slice of words, and a branching takes stride words of it:
//
//	word 0   left    the options that are still to be tried, as bits of a field; never 0
//	word 1   field   where the field begins in a row: the index of its first bit
//	word 2   depth   the level of its children, which is 0 above the root
//	word 8   the row of the node
//
// A search begins with a branching above its first node. It has one option, which leads to the node and
// removes nothing.
type walker struct {
	stack  []uint64
	top    int // the index of the first word of the top branching
	bottom int // the same of the lowest one; above top if the walker has nothing left
	room   int // there is room for one more branching if top is less

	kill []uint64 // the kill rows of the options
}

// task is a branching that a walker may take.
type task struct {
	branching []uint64 // stride words
	kill      []uint64
}

// The words of a branching.
const (
	leftWord  = 0
	fieldWord = 1
	depthWord = 2
	headWords = 8 // where the row begins
)

// A tally has the counters of the branchings of one depth. The first 8 of its tallyWords words add up to
// the updates made there. nodesWord is the number of nodes.
const (
	tallyWords = 16
	nodesWord  = 8
)

// empty reports whether the walker has nothing left to try.
func (w *walker) empty() bool { return w.top < w.bottom }

// next returns the level of the next node, and the option that leads there.
func (t *fieldTables) next(w *walker) (level int, o bitOf) {
	b := w.stack[w.top:]
	return int(b[depthWord]), t.bits[int(b[fieldWord])+bits.TrailingZeros64(b[leftWord])]
}

// killed returns the kill row of o.
func (t *fieldTables) killed(w *walker, o bitOf) []uint64 { return w.kill[o.kill/8:][:t.row] }

// above fills branching b, which has a row already, so that its only option leads to the node with this
// row on the given level.
func (t *fieldTables) above(b []uint64, level int) {
	b[leftWord], b[fieldWord], b[depthWord] = 1, uint64(len(t.bits)-1), uint64(level)
}

// begin gives a task to walker w, which has nothing left.
func (t *fieldTables) begin(w *walker, a task) {
	w.top, w.bottom, w.kill = 0, 0, a.kill
	t.reserve(w)
	copy(w.stack, a.branching[:t.stride])
}

// reserve makes room for one more branching than there are.
func (t *fieldTables) reserve(w *walker) {
	if w.top >= w.room {
		stack := bitrow.Aligned(2*len(w.stack) + 4*t.stride)
		copy(stack, w.stack)
		w.stack, w.room = stack, len(stack)-t.stride
	}
}

// pass leaves out the next node.
func (t *fieldTables) pass(w *walker) {
	b := w.stack[w.top:]
	if b[leftWord] &= b[leftWord] - 1; b[leftWord] == 0 {
		w.top -= t.stride
	}
}

// together lets all walkers enter the nodes of tasks and all below them, in any order.
func (t *fieldTables) together(m *cover.Meter, tasks []task) {
	for k := range t.walkers {
		t.walkers[k].top, t.walkers[k].bottom = -t.stride, 0
	}
	patience := 1 << 20 / (t.row + 64) // nodes between two looks at the context, about 0.1 ms
	left, alone := 0, walkerCount
	for n := 0; ; {
		for n < walkerCount && len(tasks) > 0 {
			t.begin(&t.walkers[n], tasks[0])
			tasks = tasks[1:]
			n++
		}
		for n < walkerCount && t.share(&t.walkers[n]) {
			n++
		}
		if n == 0 {
			return
		}
		if left <= 0 {
			if m.Expired() {
				return
			}
			left = patience
		}
		steps := left
		if n < walkerCount { // there may be something to share soon
			steps = min(steps, alone)
			alone = min(2*alone, 64)
		} else {
			alone = 4 * walkerCount
		}
		t.ordered = n == 1 // faster for one
		done := t.walk(n, steps)
		m.Count(done, t.updates, t.solutions)
		t.updates, t.solutions = 0, 0
		left -= done
		for k := n - 1; k >= 0; k-- {
			w := &t.walkers[k]
			t.reserve(w)
			if w.empty() {
				n--
				*w, t.walkers[n] = t.walkers[n], *w
			}
		}
	}
}

// profile moves the tallies to the levels of a meter. The levels that have nodes come first.
func (t *fieldTables) profile(m *cover.Meter) {
	for level := range len(t.chose) - 1 {
		t := (*[tallyWords]uint64)(t.tallies[(level+1)*tallyWords:])
		updates := t[0] + t[1] + t[2] + t[3] + t[4] + t[5] + t[6] + t[7] // a loop makes short searches 4% slower
		if !m.Profile(level, int64(t[nodesWord]), int64(updates)) {
			return
		}
		*t = [tallyWords]uint64{}
	}
}

// share gives walker to, which has nothing left, a part of what another one has, and reports whether it
// did. It is a part of the branching with the least depth, since more nodes are below it.
func (t *fieldTables) share(to *walker) bool {
	var from *walker
	for k := range t.walkers {
		w := &t.walkers[k]
		if w.empty() {
			continue
		}
		b := w.stack[w.bottom:]
		if several := w.top > w.bottom || b[leftWord]&(b[leftWord]-1) != 0; several &&
			(from == nil || b[depthWord] < from.stack[from.bottom+depthWord]) {
			from = w
		}
	}
	if from == nil {
		return false
	}
	given := from.stack[from.bottom:]
	t.begin(to, task{given, from.kill})
	half := given[leftWord]
	for range bits.OnesCount64(half) / 2 {
		half &= half - 1
	}
	to.stack[leftWord] = half
	if given[leftWord] &^= half; given[leftWord] == 0 {
		from.bottom += t.stride
	}
	return true
}
