package count_test

import (
	"math/big"
	"slices"

	"xcbench/cover"
)

// A reference has what a sweep and its diagram must find, from the definitions in doc.go and plan.go.
// A state is the set of covered items that later options contain. It has a byte for each item.
type reference struct {
	cover.Stats
	states, transitions int // that lead to the end

	p       *cover.Problem
	layers  []int32   // by layer, its item
	options [][]int   // by layer
	last    []int     // by item, the layer of its last option
	known   []visited // by layer
}

type visited map[string]*visit

// A visit is a state that was reached: the first layer that reaches it, and its solutions.
type visit struct {
	from  int
	below *big.Int
}

func newReference(p *cover.Problem) *reference {
	r := &reference{p: p, last: slices.Repeat([]int{-1}, p.Items())}
	for i := range int32(p.Primary()) {
		var here []int
		for o := range p.Options() {
			if slices.Contains(p.Option(o), i) && !slices.ContainsFunc(r.options, func(earlier []int) bool {
				return slices.Contains(earlier, o)
			}) {
				here = append(here, o)
			}
		}
		if here == nil {
			continue
		}
		for _, o := range here {
			for _, i := range p.Option(o) {
				r.last[i] = len(r.layers)
			}
		}
		r.layers, r.options, r.known = append(r.layers, i), append(r.options, here), append(r.known, visited{})
	}
	r.Status = cover.Solved
	if hopeless := slices.Contains(r.last[:p.Primary()], -1); hopeless || p.Primary() == 0 {
		r.Nodes, r.Levels = 1, []cover.Level{{Nodes: 1}}
		if !hopeless {
			r.Solutions = 1
		}
		return r
	}
	r.Levels = make([]cover.Level, len(r.layers))
	r.SetCount(r.visit(0, 0, string(make([]byte, p.Items()))))
	for k := range r.layers {
		live := int64(0)
		for _, later := range r.known[k:] {
			for _, v := range later {
				if v.from <= k {
					live++
				}
			}
		}
		r.Tables.PeakStates = max(r.Tables.PeakStates, live)
	}
	r.Levels = slices.DeleteFunc(r.Levels, func(l cover.Level) bool { return l.Nodes == 0 })
	return r
}

// visit returns the solutions of a state of layer k, reached from some layer.
func (r *reference) visit(k, from int, covered string) *big.Int {
	if k == len(r.layers) {
		return big.NewInt(1)
	}
	if v := r.known[k][covered]; v != nil {
		v.from = min(v.from, from)
		r.Tables.Hits++
		return v.below
	}
	v := &visit{from, new(big.Int)}
	r.known[k][covered] = v
	r.Tables.Remembered++
	r.Nodes++
	r.Levels[k].Nodes++
	transitions := 0
	for _, o := range r.options[k] {
		if slices.ContainsFunc(r.p.Option(o), func(i int32) bool { return covered[i] == 1 }) {
			continue
		}
		r.Updates++
		r.Levels[k].Updates++
		to, later := r.choose(k, covered, o)
		if to < 0 {
			continue
		}
		if below := r.visit(to, k, later); below.Sign() > 0 {
			v.below.Add(v.below, below)
			transitions++
		}
	}
	if transitions > 0 {
		r.states, r.transitions = r.states+1, r.transitions+transitions
	}
	return v.below
}

// choose returns the layer after the choice of an option on layer k, and the covered items that matter
// there, or -1 if the choice is dead.
func (r *reference) choose(k int, covered string, option int) (to int, later string) {
	set := []byte(covered)
	for _, i := range r.p.Option(option) {
		set[i] = 1
	}
	for ; ; k++ {
		for i := range set {
			if r.last[i] == k && i < r.p.Primary() && set[i] == 0 {
				return -1, ""
			} else if r.last[i] == k {
				set[i] = 0
			}
		}
		if k+1 == len(r.layers) || set[r.layers[k+1]] == 0 {
			return k + 1, string(set)
		}
	}
}
