package count

import (
	"math/bits"
)

// A treeLayer is a sample of the states after some number of choices.
type treeLayer struct {
	sample
	live  [][]uint64 // the options that are left
	paths []float64  // how many nodes of the search tree each state stands for
}

// tree estimates the nodes of the search tree of Algorithm X, the steps of choosing its items, and
// the work of [Memo]. Both branch on the item with the fewest options. Each state stands for all paths
// that lead to it, so the paths of a layer are its nodes. This is stochastic enumeration (Rubinstein
// 2013). With width 1 it is Knuth's method of 1975.
func (p *probe) tree(x *memoSearch) (nodes, branching float64, memory estimate) {
	memory.exact = true
	nodes = 1
	if x.hopeless {
		return nodes, 0, memory
	}
	layer := treeLayer{
		sample: sample{keys: x.frames[0].items, weights: []float64{1}},
		live:   [][]uint64{x.frames[0].live}, paths: []float64{1},
	}
	for size, level := 1.0, 0; len(layer.paths) > 0; level++ {
		memory.peak += size
		next, steps, ok := p.descend(x, &layer, level)
		if !ok {
			return unknown.steps, unknown.steps, unknown
		}
		memory.steps += size * steps
		branching += next.branching
		for _, n := range next.paths {
			nodes += n
		}
		nodes += next.ended
		size = p.join(&next.treeLayer, x.itemWords, &memory.exact)
		layer = next.treeLayer
	}
	if !memory.exact {
		memory.steps *= memoryDoubt
	}
	return nodes, branching, memory
}

// memoryDoubt raises the estimates of [Memo]. They are right on average, but the memory rarely wins,
// so a small estimate is often wrong.
const memoryDoubt = 2

type nextLayer struct {
	treeLayer
	ended     float64 // nodes that are solutions
	branching float64 // steps of choosing the items of all nodes of the layer before
}

// descend returns the edges from a sample of the layer, and the steps for each of its states. It
// returns false if the budget is spent.
func (p *probe) descend(x *memoSearch, layer *treeLayer, level int) (next nextLayer, steps float64, ok bool) {
	words := x.itemWords
	chosen := p.chosen(len(layer.paths), level)
	all, some := 0.0, 0.0
	for _, paths := range layer.paths {
		all += paths
	}
	for _, n := range chosen {
		some += layer.paths[n]
	}
	frames := &p.frames[level%2]
	frames.reset()
	var spare frame
	before := x.steps
	for _, n := range chosen {
		if p.over() {
			return next, 0, false
		}
		from := frame{layer.keys[int(n)*words : (int(n)+1)*words], layer.live[n]}
		paths := layer.paths[n] * all / some
		x.steps += nodeSteps
		began := x.steps
		item := x.branch(&from)
		next.branching += paths * float64(x.steps-began)
		p.steps += x.steps - began
		for _, at := range x.of[item] {
			for options := from.live[at.word] & at.bits; options != 0; options &= options - 1 {
				if p.over() {
					return next, 0, false
				}
				if spare.items == nil {
					spare = frame{frames.take(words), frames.take(x.optionWords)}
				}
				to := spare
				x.steps += x.tryCost
				if !x.child(&from, &to, at.word*64+bits.TrailingZeros64(options)) {
					next.ended += paths
					continue
				}
				spare = frame{}
				next.add(to.items, layer.weights[n])
				next.live, next.paths = append(next.live, to.live), append(next.paths, paths)
				p.steps += 2*probeEdge + x.tryCost
			}
		}
		p.steps += 2 * probeState
	}
	return next, float64(x.steps-before) / float64(len(chosen)), true
}

// join merges the edges of each state, and returns how many states the whole layer has. It sets
// exact to false if the sample is not the whole layer.
func (p *probe) join(layer *treeLayer, words int, exact *bool) (size float64) {
	of, size := p.merge(&layer.sample, words)
	found := len(layer.weights)
	live, paths := make([][]uint64, found), make([]float64, found)
	for e, n := range of {
		live[n] = layer.live[e]
		paths[n] += layer.paths[e]
	}
	layer.live, layer.paths = live, paths
	*exact = *exact && found <= p.width
	weight := max(1, size/float64(min(found, p.width)))
	for n := range layer.weights {
		layer.weights[n] = weight
	}
	return size
}

// An arena has memory for many slices that are no longer used at the same time. The slices are not
// zeroed.
type arena struct {
	chunks      [][]uint64
	chunk, used int
}

func (a *arena) reset() { a.chunk, a.used = 0, 0 }

func (a *arena) take(n int) []uint64 {
	for ; ; a.chunk, a.used = a.chunk+1, 0 {
		if a.chunk == len(a.chunks) {
			a.chunks = append(a.chunks, make([]uint64, max(n, 1<<12)))
		}
		if c := a.chunks[a.chunk][a.used:]; n <= len(c) {
			a.used += n
			return c[:n:n]
		}
	}
}
