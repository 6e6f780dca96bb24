package count

import "math"

// A probe estimates the work of a search from samples of its layers. A sample has about width
// states of a layer. The choice is the same on every machine.
// Layers that fit are known exactly.
//
// The size of a layer follows from the sample of the layers before it. Let E be the edges that lead
// into the layer, and C the pairs of edges that lead to the same state. A sampled state stands for
// weight states, so its edges stand for weight edges each, and a pair of them for the product of
// their weights. If all states have the same number of edges, the layer has E²/(E+2C) states. Where
// pairs are frequent this is the birthday estimate, which does not depend on the weights, so errors
// do not build up from layer to layer.
type probe struct {
	width  int
	budget int64 // the steps that it may take, each about 1 ns
	steps  int64 // so far
	look   int64 // the steps at which to look at the clock
	index  []int32
	clock  *clock // ends the probe too
}

// over reports whether the probe has to stop.
func (p *probe) over() bool {
	if p.steps >= p.look {
		p.look = p.steps + lookAfter
		p.clock.expired()
	}
	return p.steps > p.budget || p.clock.stopped
}

// An estimate of a search.
type estimate struct {
	steps  float64   // +Inf if unknown
	peak   float64   // states of the largest layer
	exact  bool      // every layer fitted
	layers []float64 // by layer of a sweep, the steps until it is done
}

var unknown = estimate{steps: math.Inf(1), peak: math.Inf(1)}

// The steps of a probe: to keep a state, to try a word of an option, and to follow an edge.
const (
	probeState  = 30
	probeOption = 2
	probeEdge   = 60
)

// A sample is edges into one layer: the keys of their states, and their weights.
type sample struct {
	keys    []uint64
	weights []float64
}

func (s *sample) add(key []uint64, weight float64) {
	s.keys, s.weights = append(s.keys, key...), append(s.weights, weight)
}

// merge merges the edges of each state. It leaves one edge a state in s, with the number of the
// edge in the weight, and returns the number of the state by edge. It estimates the states of the
// layer, and reports whether the estimate is exact.
func (p *probe) merge(s *sample, words int) (of []int32, size float64, exact bool) {
	n := 64
	for n < 2*len(s.weights) {
		n *= 2
	}
	if len(p.index) < n {
		p.index = make([]int32, n)
	}
	index := p.index[:n]
	clear(index)
	of = make([]int32, len(s.weights))
	var sums []float64
	edges, pairs := 0.0, 0.0
	exact = true
	for e, weight := range s.weights {
		key := s.keys[e*words : (e+1)*words]
		at := int(hashOf(key)>>32) & (n - 1)
		for ; index[at] != 0; at = (at + 1) & (n - 1) {
			found := int(index[at]) - 1
			if same(s.keys[found*words:(found+1)*words], key) {
				break
			}
		}
		if index[at] == 0 {
			copy(s.keys[len(sums)*words:], key)
			sums = append(sums, 0)
			index[at] = int32(len(sums))
		}
		state := index[at] - 1
		of[e] = state
		pairs += weight * sums[state]
		sums[state] += weight
		edges += weight
		exact = exact && weight == 1
	}
	s.keys = s.keys[:len(sums)*words]
	s.weights = sums
	size = float64(len(sums))
	if !exact {
		size = max(size, edges*edges/(edges+2*pairs))
	}
	return of, size, exact
}

func same(a, b []uint64) bool {
	for w := range a {
		if a[w] != b[w] {
			return false
		}
	}
	return true
}

// chosen returns which of the states of a layer are in the sample: all, or one of each block of
// equal size, by a hash of the block.
func (p *probe) chosen(found, layer int) []int32 {
	picks := make([]int32, min(found, p.width))
	for k := range picks {
		from, to := k*found/len(picks), (k+1)*found/len(picks)
		picks[k] = int32(from) + int32(mix(uint64(layer)<<32+uint64(k))>>32%uint64(to-from))
	}
	return picks
}

// sweep estimates the sweep of a plan.
func (p *probe) sweep(pl *plan) estimate {
	e := estimate{exact: true}
	if pl.hopeless || len(pl.layers) == 0 {
		return e
	}
	layers := make([]sample, len(pl.layers)+1)
	next := make([]uint64, pl.words)
	layers[0].add(next, 1)
	e.layers = make([]float64, len(pl.layers))
	for k, at := range pl.layers {
		if k > 0 {
			e.layers[k-1] = e.steps
		}
		s := &layers[k]
		if len(s.weights) == 0 {
			continue
		}
		if p.over() {
			return unknown
		}
		_, size, exact := p.merge(s, pl.words)
		size = min(size, math.Ldexp(1, pl.widths[k])) // there are no more keys
		found := len(s.weights)
		chosen := p.chosen(found, k)
		e.exact = e.exact && exact && len(chosen) == found
		weight := max(1, size/float64(len(chosen)))
		if e.exact {
			weight = 1
		}
		updates := 0
		for _, n := range chosen {
			state := s.keys[int(n)*pl.words : (int(n)+1)*pl.words]
			if p.over() {
				return unknown
			}
			before := updates
		options:
			for o := 0; o < len(at.options); o += pl.words {
				for w, bits := range at.options[o : o+pl.words] {
					if state[w]&bits != 0 {
						continue options
					}
					next[w] = state[w] | bits
				}
				updates++
				if to, ok := pl.settle(next, k); ok && to < len(pl.layers) {
					layers[to].add(next, weight)
				}
			}
			p.steps += int64((updates-before)*probeEdge + len(at.options)*probeOption)
		}
		p.steps += int64(found * probeState)
		e.peak = max(e.peak, size)
		e.steps += size * (stateSteps + optionSteps*float64(len(at.options)))
		e.steps += size * float64(updates) / float64(len(chosen)) * float64(updateSteps*pl.words)
		layers[k] = sample{}
	}
	return e
}
