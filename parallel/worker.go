package parallel

import (
	"context"

	"xcbench/cover"
)

// worker walks the parts of the tree that it has. A node's number is its place among its
// siblings, from 0.
type worker struct {
	pool   *pool
	search cover.Search
	ctx    context.Context // the pool's, asking enter about nodes

	// Down to level base, only the nodes on the path are the worker's. Among the children of
	// the last one of them, those from a number on are, and then all below.
	path []int32 // by level, the number of the node; the root's is 0
	base int
	from int32

	tried  []int32       // by level, how many siblings were come to, of the node that is there now
	pace   pace          // says down to which level that is known
	last   cover.Stats   // of the last run of its search
	counts cover.Stats   // of all of them
	levels []cover.Level // behind counts.Levels
}

// gift is a part of the tree: of the node that a path leads to the children from a number on,
// and what is below them.
type gift struct {
	path []int32
	from int32
	top  int // the level from which on what is done counts
}

// whole is the tree.
var whole = gift{path: []int32{0}}

// apart is the length, in int32, that keeps what workers write at every node out of each
// other's cache lines.
const apart = 32

func newWorker(p *pool, problem *cover.Problem) *worker {
	depth := problem.MaxDepth() + 2
	w := &worker{pool: p, levels: make([]cover.Level, depth), path: make([]int32, depth)}
	w.tried = make([]int32, depth+2*apart)[apart : apart+depth]
	w.ctx = cover.WithTrace(p, &cover.Trace{Enter: w.enter})
	return w
}

// work does what there is to do until nobody has any more.
func (w *worker) work() {
	for g, ok := w.pool.take(); ok; g, ok = w.pool.take() {
		w.path = append(w.path[:0], g.path...)
		w.base, w.from, w.tried[0] = len(g.path)-1, g.from, 0
		w.pace.begin()
		w.last = w.search.Run(w.ctx, cover.Limits{}, w.pool.visitor())
		w.count(w.last, g.top)
	}
}

// forget forgets the run before.
func (w *worker) forget() {
	w.counts = cover.Stats{}
	clear(w.levels)
}

// count adds what a run did from a level down.
func (w *worker) count(s cover.Stats, top int) {
	if s.Status != cover.Solved {
		w.counts.Status = s.Status
		w.pool.stop()
	}
	w.counts.Solutions += s.Solutions
	for k := top; k < len(s.Levels); k++ {
		w.levels[k].Nodes += s.Levels[k].Nodes
		w.levels[k].Updates += s.Levels[k].Updates
	}
}

// enter says whether a node is the worker's, and down to which level to ask.
func (w *worker) enter(level int) (mine bool, ask int) {
	number := w.tried[level]
	w.tried[level]++
	if level <= w.base+1 && !w.mine(level, number) {
		return false, w.pace.ask
	}
	w.tried[level+1] = 0
	if level > w.base {
		if w.pool.wanted.Load() > 0 {
			w.pool.answer(w)
		}
		if now, ok := w.pace.step(level, w.base+1); ok {
			w.pool.tick(now)
		}
	}
	return true, w.pace.ask
}

func (w *worker) mine(level int, number int32) bool {
	if level <= w.base {
		return number == w.path[level]
	}
	return number >= w.from
}

// split gives away the lowest level that is the worker's, all but the node that it is in.
func (w *worker) split() gift {
	level := w.base + 1
	g := gift{append([]int32(nil), w.path...), w.tried[level], level}
	w.path = append(w.path, w.tried[level]-1)
	w.base, w.from = level, 0
	return g
}
