package count_test

import (
	"fmt"
	"math/big"
	"slices"

	"xcbench/cover"
	"xcbench/internal/textbook"
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

func newReference(p *cover.Problem, order []int32) *reference {
	r := &reference{p: p, last: slices.Repeat([]int{-1}, p.Items())}
	for _, i := range order {
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

// A tree has what the search with a memory must find, from the definitions in memo.go.
type tree struct {
	cover.Stats
	p      *cover.Problem
	known  map[string]*big.Int // by state, as text
	levels []memory
}

// A memory is that of a level.
type memory struct {
	stored, hits int64
	forgotten    bool
}

func newTree(p *cover.Problem) *tree {
	t := &tree{p: p, known: map[string]*big.Int{}, levels: make([]memory, p.Primary()+1)}
	t.Status = cover.Solved
	root := textbook.NewNode(p, nil)
	for i := range p.Primary() {
		if len(root.With(i)) == 0 { // this is seen before the search begins
			t.Nodes, t.Levels = 1, []cover.Level{{Nodes: 1}}
			return t
		}
	}
	t.SetCount(t.count(root))
	t.Tables.PeakStates = int64(len(t.known))
	for _, l := range t.levels {
		t.Tables.Hits, t.Tables.Remembered = t.Tables.Hits+l.hits, t.Tables.Remembered+l.stored
	}
	return t
}

// count counts the solutions of a node.
func (t *tree) count(n *textbook.Node) *big.Int {
	item, level, sum := n.Branch(cover.MRV), len(n.Chosen), new(big.Int)
	if len(t.Levels) == level {
		t.Levels = append(t.Levels, cover.Level{})
	}
	t.Nodes++
	t.Levels[level].Nodes++
	if item < 0 { // the root
		return sum.SetInt64(1)
	}
	for _, o := range n.With(item) {
		t.Updates++
		t.Levels[level].Updates++
		sum.Add(sum, t.child(textbook.NewNode(t.p, append(slices.Clone(n.Chosen), o))))
	}
	return sum
}

// child counts the solutions of a node that may be remembered.
func (t *tree) child(n *textbook.Node) *big.Int {
	if n.Branch(cover.MRV) < 0 {
		return big.NewInt(1)
	}
	state := fmt.Sprint(slices.DeleteFunc(slices.Clone(n.Active), func(i int) bool {
		return i >= t.p.Primary() && len(n.With(i)) == 0
	}))
	l := &t.levels[len(n.Chosen)]
	if found, ok := t.known[state]; ok && !l.forgotten {
		l.hits++
		return found
	}
	before := t.Updates
	sum := t.count(n)
	if t.Updates > before && !l.forgotten {
		t.known[state] = sum
		l.stored++
		l.forgotten = l.stored >= 1024 && 50*l.hits < l.stored // fewer than one of 50 states were met again
	}
	return sum
}
