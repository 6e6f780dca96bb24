package bitset

import (
	"math/bits"

	"xcbench/internal/bitrow"
)

// walker is a stack of branchings: nodes with options that are still to be tried. A stack is a
// slice of words, and a branching takes stride words of it:
//
//	word 0   left    the options that are still to be tried, as bits of a field; never 0
//	word 1   field   where the field begins in a row: the index of its first bit
//	word 2   depth   how many options were chosen above the node, and one more
//	word 8   the row of the node
//
// Below the root there is a branching of depth 0, whose only option leads to the root.
type walker struct {
	stack  []uint64
	top    int // the index of the first word of the top branching
	bottom int // the same of the lowest one; above top if the walker has nothing left
	room   int // there is room for one more branching if top is less
}

// The words of a branching.
const (
	leftWord  = 0
	fieldWord = 1
	depthWord = 2
	headWords = 8 // where the row begins
)

// A tally has the counters of one depth: tallyWords words, the first 8 of which are parts of the sum
// of the updates made at nodes of this depth. nodesWord is the number of nodes.
const (
	tallyWords = 16
	nodesWord  = 8
)

// empty reports whether the walker has nothing left to try.
func (w *walker) empty() bool { return w.top < w.bottom }

// depth returns the depth of the next node, and option the option that leads there.
func (t *fieldTables) next(w *walker) (depth int, option int32) {
	b := w.stack[w.top:]
	return int(b[depthWord]), t.bits[int(b[fieldWord])+bits.TrailingZeros64(b[leftWord])].option
}

// push puts branching b on the stack.
func (t *fieldTables) push(w *walker, b []uint64) {
	w.top += t.stride
	t.reserve(w)
	copy(w.stack[w.top:], b[:t.stride])
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
	to.top, to.bottom = -t.stride, 0
	t.push(to, given)
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
