package count

import (
	"math"
	"slices"
)

// A probe estimates the work of a search from samples of its layers. A sample has about width
// states of a layer. The choice is the same on every machine.
// Layers that fit are known exactly.
//
// The size of a layer follows from the sample of the layers before it. A sampled state stands for
// weight states, so its edges stand for weight edges each. Some states of the layer are not in the
// sample. Their number is about f1²/(2·f2 + f1·q/(1-q)):
//
//	q   the share of the edges into the layer that are in the sample
//	f1  the states with one such edge
//	f2  the states with two such edges
//
// This is the estimate of A. Chao and C.-W. Lin, Biometrics 68 (2012), for sampling without
// replacement. Where f2 is large it does not depend on the weights, so errors do not build up from
// layer to layer. States with many edges are nearly all in the sample, so they bias it little.
type probe struct {
	width  int
	budget int64  // the steps that it may take, each about 1 ns
	steps  int64  // so far
	look   int64  // the steps at which to look at the clock
	clock  *clock // ends the probe too

	met    int     // edges to a state that another edge led to, in the last merge
	counts []int32 // by state of the last merge, its edges
	index  []int32
	of     []int32
	picks  []int32
	layers []sample
	spare  []sample
	frames [2]arena // of the tree, by level modulo 2
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
	sample float64   // of a sweep, the steps by the sample alone
	peak   float64   // states of the largest layer
	exact  bool      // every layer fitted
	tight  bool      // most other states are estimated from the bounds
	layers []float64 // by layer of a sweep, the steps until it is done
}

var unknown = estimate{steps: math.Inf(1), peak: math.Inf(1)}

// The steps of a probe: to keep a state, to try a word of an option, and to follow an edge. Keys of
// several words take twice as many.
const (
	probeState  = 15
	probeOption = 1
	probeEdge   = 30
)

// A sample is edges into one layer: the keys of their states, and their weights.
type sample struct {
	keys    []uint64
	weights []float64
}

func (s *sample) add(key []uint64, weight float64) {
	s.keys, s.weights = append(s.keys, key...), append(s.weights, weight)
}

// merge merges the edges of each state. It leaves one edge a state in s, whose weight means nothing
// any more, and returns the number of the state by edge. It estimates the states of the layer. The
// numbers are valid until the next merge.
func (p *probe) merge(s *sample, words int) (of []int32, size float64) {
	n := 64
	for n < 2*len(s.weights) {
		n *= 2
	}
	if len(p.index) < n {
		p.index = make([]int32, n)
	}
	index := p.index[:n]
	clear(index)
	of, p.counts = p.of[:0], p.counts[:0]
	found := 0
	edges, once, twice := 0.0, 0.0, 0.0
	p.met = 0
	for e, weight := range s.weights {
		key := s.keys[e*words : (e+1)*words]
		at := int(hashOf(key)>>32) & (n - 1)
		for ; index[at] != 0; at = (at + 1) & (n - 1) {
			if other := (int(index[at]) - 1) * words; s.keys[other] == key[0] && same(s.keys[other:other+words], key) {
				break
			}
		}
		if index[at] == 0 {
			copy(s.keys[found*words:], key)
			found++
			index[at], p.counts = int32(found), append(p.counts, 0)
		} else {
			p.met++
		}
		state := index[at] - 1
		of = append(of, state)
		switch p.counts[state]++; p.counts[state] {
		case 1:
			once++
		case 2:
			once, twice = once-1, twice+1
		case 3:
			twice--
		}
		edges += weight
	}
	p.of = of
	s.keys, s.weights = s.keys[:found*words], s.weights[:found]
	size = float64(found)
	if share := float64(len(of)) / edges; once > 0 { // nothing is added if all edges are in the sample
		size += once * once / (2*twice + once*share/(1-share))
	}
	return of, size
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
// equal size, by a hash of the block. The result is valid until the next call.
func (p *probe) chosen(found, layer int) []int32 {
	p.picks = p.picks[:0]
	n := min(found, p.width)
	for k := range n {
		from, to := k*found/n, (k+1)*found/n
		p.picks = append(p.picks, int32(from)+int32(mix(uint64(layer)<<32+uint64(k))>>32%uint64(to-from)))
	}
	return p.picks
}

// likely returns how many states a layer has, given the estimate of a sample and the bound 2^width. It
// reports whether the bound counts. A sample that is much smaller than its layer sees few states
// twice, and says little. On tilings, where most keys occur, the truth is near the bound then, and
// the bounds alone tell which order is best. Wide samples need the bound less.
func (p *probe) likely(size, bound float64) (states float64, bounded bool) {
	if bound > tightness*size || p.met >= enough {
		return size, false
	}
	return size * math.Pow(bound/size, lean*(1-float64(p.met)/enough)*leanWidth/float64(max(p.width, leanWidth))), true
}

const (
	tightness = 256    // a bound is near if it is at most so many times the estimate
	lean      = 2. / 3 // the weight of the bound if a sample sees no state twice
	leanWidth = 16     // and is so wide; the weight decreases in wider ones
	enough    = 8      // a sample with so many repetitions needs no bound
)

// sweep estimates the sweep of a plan.
func (p *probe) sweep(pl *plan) estimate {
	e := estimate{exact: true}
	p.layers = slices.Grow(p.layers[:0], len(pl.layers)+1)[:len(pl.layers)+1]
	clear(p.layers)
	next := make([]uint64, pl.words)
	scale := int64(1)
	if pl.words > 1 {
		scale = 2
	}
	p.layers[0].add(next, 1)
	loose, tight := 0.0, 0.0 // states of layers whose estimate comes from the sample or the bound
	e.layers = make([]float64, len(pl.layers))
	for k, at := range pl.layers {
		if k > 0 {
			e.layers[k-1] = e.steps
		}
		s := &p.layers[k]
		if len(s.weights) == 0 {
			continue
		}
		if p.over() {
			return unknown
		}
		_, size := p.merge(s, pl.words)
		bound := math.Ldexp(1, pl.widths[k])
		found := len(s.weights)
		size = min(size, bound) // there are no more keys
		chosen := p.chosen(found, k)
		e.exact = e.exact && len(chosen) == found
		weight := max(1, size/float64(len(chosen)))
		updates := 0
		for _, n := range chosen {
			if p.over() {
				return unknown
			}
			edges := p.edges(pl, k, s.keys[int(n)*pl.words:(int(n)+1)*pl.words], next, weight)
			updates += edges
			p.steps += scale * int64(edges*probeEdge+len(at.options)*probeOption)
		}
		p.steps += scale * int64(found*probeState)
		e.peak = max(e.peak, size)
		each := stateSteps + optionSteps*float64(len(at.options)) +
			float64(updateSteps*pl.words*updates)/float64(len(chosen)) // steps of a state
		e.sample += size * each
		if !e.exact {
			bounded := false
			if size, bounded = p.likely(size, bound); bounded {
				tight += size
			} else {
				loose += size
			}
		}
		e.steps += size * each
		p.spare, *s = append(p.spare, sample{s.keys[:0], s.weights[:0]}), sample{}
	}
	e.tight = 10*loose < tight
	return e
}

// edges adds the edges of a state of a layer to the samples of the layers that they lead to. It
// returns how many options fit the state.
func (p *probe) edges(pl *plan, layer int, state, next []uint64, weight float64) (updates int) {
	options := pl.layers[layer].options
	if pl.words == 1 {
		for _, o := range options {
			if state[0]&o == 0 {
				updates++
				if key, to, ok := pl.follow(state[0]|o, layer); ok && to < len(pl.layers) {
					s := p.at(to)
					s.keys, s.weights = append(s.keys, key), append(s.weights, weight)
				}
			}
		}
		return updates
	}
options:
	for o := 0; o < len(options); o += pl.words {
		for w, bits := range options[o : o+pl.words] {
			if state[w]&bits != 0 {
				continue options
			}
			next[w] = state[w] | bits
		}
		updates++
		if to, ok := pl.settle(next, layer); ok && to < len(pl.layers) {
			p.at(to).add(next, weight)
		}
	}
	return updates
}

// at returns the sample of a layer. It uses the memory of layers that are done.
func (p *probe) at(layer int) *sample {
	s := &p.layers[layer]
	if last := len(p.spare) - 1; s.keys == nil && last >= 0 {
		*s, p.spare = p.spare[last], p.spare[:last]
	}
	return s
}
