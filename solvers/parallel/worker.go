package parallel

import (
	"context"
	"time"

	"xcbench/cover"
)

// worker walks the parts of the tree that it has. A node's number is its place among its
// siblings, from 0.
type worker struct {
	pool   *pool
	search cover.Search
	p      *cover.Problem  // what it is a search of; nil if of none
	ctx    context.Context // the pool's, asking enter about nodes

	// Down to level base, only the nodes on the path are the worker's. Among the children of
	// the last one of them, those from a number on are, and then all below.
	path []int32 // by level, the number of the node; the root's is 0
	base int
	from int32

	tried  []int32       // by level, how many siblings were come to, of the node that is there now; see adrift
	pace   pace          // says down to which level that is known
	counts cover.Stats   // of all runs of its search
	levels []cover.Level // behind counts.Levels

	_ [128]byte // what workers write at nodes keeps out of each other's cache lines
}

// gift is a part of the tree: of the node that a path leads to the children from a number on,
// and what is below them.
type gift struct {
	path []int32
	from int32
	top  int // the level from which on what is done counts
}

// set makes the worker's search one of p.
func (w *worker) set(s cover.Solver, p *cover.Problem) error {
	if w.p == p {
		return nil
	}
	w.p = nil
	search, err := cover.Renew(s, w.search, p)
	if err == nil {
		w.search, w.p = search, p
	}
	return err
}

// join makes the worker ready for a run with others.
func (w *worker) join(p *cover.Problem) {
	w.counts = cover.Stats{}
	if depth := p.MaxDepth() + 2; len(w.levels) < depth {
		w.levels, w.path, w.tried = make([]cover.Level, depth), make([]int32, depth), cover.Padded[int32](depth)
	}
	clear(w.levels)
}

// adrift is added to numbers that are counted from some sibling on, not from the first: until
// all children of their parent are done. Which sibling that was, the scout finds out.
const adrift = 1 << 30

// follow makes the worker of the whole tree number the nodes, when it has entered some without
// that.
func (w *worker) follow(nodes int64) {
	w.path = append(w.path[:0], 0)
	w.base, w.from = 0, 0
	w.pace.begin()
	clear(w.tried)
	if nodes > 0 {
		for k := range w.tried {
			w.tried[k] = adrift
		}
	}
}

// scout finds out where the first worker was when it had entered so many nodes: it goes the same way.
func (w *worker) scout(nodes int64) {
	clear(w.tried)
	number := func(level int) {
		w.tried[level]++
		w.tried[level+1] = 0
	}
	ctx := cover.WithTrace(undated{w.pool}, &cover.Trace{Node: number})
	if w.search.Run(ctx, cover.Limits{Nodes: nodes}, nil).Status == cover.Limit {
		w.pool.locate(w.tried)
	}
}

// undated is a context without its deadline. A traced run would look at the clock at each node for it;
// here the first worker does that.
type undated struct{ context.Context }

func (undated) Deadline() (when time.Time, ok bool) { return when, false }

// work does what there is to do until nobody has any more.
func (w *worker) work() {
	for g, ok := w.pool.take(); ok; g, ok = w.pool.take() {
		w.path = append(w.path[:0], g.path...)
		w.base, w.from, w.tried[0] = len(g.path)-1, g.from, 0
		w.pace.begin()
		w.count(w.search.Run(w.ctx, cover.Limits{}, w.pool.visitor()), g.top)
	}
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
		w.pace.step(level, w.base+1)
	}
	return true, w.pace.ask
}

func (w *worker) mine(level int, number int32) bool {
	if level <= w.base {
		return number == w.path[level]
	}
	return number >= w.from
}

// split gives away the lowest level that is the worker's, all but the node that it is in. The origin
// is where the first worker was when it began to number the nodes.
func (w *worker) split(origin []int32) gift {
	level := w.base + 1
	g := gift{append([]int32(nil), w.path...), w.tried[level], level}
	for k, number := range g.path {
		g.path[k] = located(number, origin[k])
	}
	g.from = located(g.from, origin[level])
	w.path = append(w.path, w.tried[level]-1)
	w.base, w.from = level, 0
	return g
}

// located returns what a number is that may be adrift: it was counted from the sibling origin on, or is
// that of the one before.
func located(number, origin int32) int32 {
	if number >= adrift-1 {
		number += origin - adrift
	}
	return number
}
