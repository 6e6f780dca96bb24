package parallel

import (
	"slices"

	"xcbench/cover"
)

// worker searches parts of the tree. The sibling index of a node is its place among its siblings,
// from 0.
type worker struct {
	pool   *pool
	search cover.Search // nil until the first job
	trace  cover.Trace  // calls enter

	// The worker owns a part of the tree. On the levels down to base, it owns the node on the path
	// only. Among the children of the last node of the path, it owns those with index from and
	// above, with everything below them.
	path []int32 // by level, the sibling index of the node; the root has 0
	base int
	from int32

	// reached has by level how many siblings the search has come to, the current node included. It
	// is the sibling index of the next node.
	reached []int32
	pace    pace        // decides down to which level the search asks, and reached is kept
	counts  cover.Stats // the sum over all runs of the search

	_ [128]byte // keeps what different workers write at each node on different cache lines
}

// job is a part of the tree: of the node at the end of a path, the children with index from and
// above, and everything below them.
type job struct {
	path []int32
	from int32
	top  int // the level of those children; a run of the job counts from this level down
}

// join prepares the worker for a run with others.
func (w *worker) join(p *cover.Problem) {
	w.counts = cover.Stats{}
	if depth := p.MaxDepth() + 2; len(w.reached) < depth {
		w.path, w.reached = make([]int32, depth), cover.Padded[int32](depth)
	}
}

// work takes jobs and searches them until there are no more.
func (w *worker) work() {
	for j, ok := w.pool.take(); ok; j, ok = w.pool.take() {
		w.do(j)
	}
}

// do searches a job.
func (w *worker) do(j job) {
	w.path = append(w.path[:0], j.path...)
	w.base, w.from, w.reached[0] = len(j.path)-1, j.from, 0
	w.pace.begin()
	w.count(w.search.Run(w.pool, cover.Limits{Trace: &w.trace}, w.pool.visitor()), j.top)
}

// count adds the statistics of a run, on the levels from top down.
func (w *worker) count(s cover.Stats, top int) {
	if s.Status != cover.Solved {
		w.counts.Status = s.Status
		w.pool.stop()
	}
	s.From(top)
	w.counts.Add(s)
}

// enter says whether the search may enter its next node, which is on the given level. It returns
// the deepest level that the search must go on asking about.
func (w *worker) enter(level int) (enter bool, ask int) {
	index := w.reached[level]
	w.reached[level]++
	if level <= w.base+1 && !w.owns(level, index) {
		return false, w.pace.ask
	}
	w.reached[level+1] = 0
	if level > w.base {
		if w.pool.wanted.Load() > 0 {
			w.pool.answer(w)
		}
		w.pace.step(level, w.base+1)
	}
	return true, w.pace.ask
}

// owns reports whether a node with this sibling index is the worker's, if its parent is. The level
// must be at most base+1.
func (w *worker) owns(level int, index int32) bool {
	if level <= w.base {
		return index == w.path[level]
	}
	return index >= w.from
}

// split makes a job of the nodes on level base+1 that the search has not come to. The worker keeps
// the current node of that level.
func (w *worker) split() job {
	level := w.base + 1
	j := job{slices.Clone(w.path), w.reached[level], level}
	w.path = append(w.path, w.reached[level]-1)
	w.base, w.from = level, 0
	return j
}
