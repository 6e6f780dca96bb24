// Package textbook walks the search tree of Algorithm X by its definition alone, for the tests of
// solvers. It has no lists and undoes nothing. The state at a node follows from the options chosen
// so far, and each node derives it again from the problem. So a fault in a solver has no
// counterpart here.
//
// Only tests import the package. Start reading at Search; TestSolver compares a solver with it, and
// the tests of contract.go hold what all solvers promise besides.
package textbook

import (
	"slices"

	"xcbench/cover"
)

// A Node is a node of the search tree.
type Node struct {
	Problem *cover.Problem
	Chosen  []int   // the options chosen, from the root down
	Options []int   // the options that agree with all chosen ones
	Active  []int   // the items that no chosen option contains
	Given   []int32 // by item, the colour that the chosen options give it, or 0
}

// NewNode returns the node that is reached by choosing some options.
func NewNode(p *cover.Problem, chosen []int) *Node {
	n := &Node{Problem: p, Chosen: chosen, Given: make([]int32, p.Items())}
	covered := make([]bool, p.Items())
	for _, o := range chosen {
		for _, e := range entries(p, o) {
			covered[e.item], n.Given[e.item] = true, e.colour
		}
	}
	for o := range p.Options() {
		if !slices.ContainsFunc(chosen, func(c int) bool { return !p.Agree(c, o) }) {
			n.Options = append(n.Options, o)
		}
	}
	for i, covered := range covered {
		if !covered {
			n.Active = append(n.Active, i)
		}
	}
	return n
}

// An entry is an item of an option, with the colour that the option gives it, or 0.
type entry struct{ item, colour int32 }

func entries(p *cover.Problem, o int) []entry {
	var all []entry
	for k, i := range p.Option(o) {
		e := entry{item: i}
		if colours := p.Colouring(o); colours != nil {
			e.colour = colours[k]
		}
		all = append(all, e)
	}
	return all
}

// settled reports whether the item of e has the colour of e already.
func (e entry) settled(given []int32) bool { return e.colour != 0 && given[e.item] == e.colour }

// With returns the options of the node that contain item i.
func (n *Node) With(i int) []int {
	var with []int
	for _, o := range n.Options {
		if slices.Contains(n.Problem.Option(o), int32(i)) {
			with = append(with, o)
		}
	}
	return with
}

// Branch returns the item to branch on by the rule [cover.MRV] or [cover.First], or -1 at a
// solution.
func (n *Node) Branch(rule cover.Rule) int {
	best := -1
	for _, i := range n.Active {
		if i >= n.Problem.Primary() {
			continue
		}
		if best < 0 || rule == cover.MRV && len(n.With(i)) < len(n.With(best)) {
			best = i
		}
	}
	return best
}

// Updates counts what a solver calls updates. It returns the updates at node n for branching on an
// item, if option is -1, and otherwise those for trying the option.
type Updates func(n *Node, item, option int) int64

// Links counts the updates of dancing links. An item that is covered counts one. An option that is
// hidden counts one for each of its items but the one that hides it, and those whose colour is
// settled. The items of an option are covered in their order, beginning after the item branched on.
// A coloured item hides the options that give it another colour or none, and counts nothing itself.
func Links(n *Node, item, option int) int64 {
	p, given := n.Problem, slices.Clone(n.Given)
	hide := func(o int, by int32) (updates int64) {
		for _, e := range entries(p, o) {
			if e.item != by && !e.settled(given) {
				updates++
			}
		}
		return updates
	}
	updates, with := int64(0), n.With(item)
	if option < 0 {
		for _, o := range with {
			updates += hide(o, int32(item))
		}
		return updates + 1
	}
	live := slices.DeleteFunc(slices.Clone(n.Options), func(o int) bool { return slices.Contains(with, o) })
	chosen := entries(p, option)
	at := slices.Index(p.Option(option), int32(item))
	for _, e := range slices.Concat(chosen[at+1:], chosen[:at]) {
		if e.settled(given) {
			continue
		}
		if e.colour == 0 {
			updates++
		}
		live = slices.DeleteFunc(live, func(o int) bool {
			k := slices.Index(p.Option(o), e.item)
			if k < 0 || e.colour != 0 && entries(p, o)[k] == e {
				return false
			}
			updates += hide(o, e.item)
			return true
		})
		given[e.item] = e.colour
	}
	return updates
}

// A Tree is what a run reports. The times of its statistics are 0.
type Tree struct {
	cover.Stats
	Shown [][]int // the solutions, each in the order in which its options were chosen
	Order []int   // the levels of the nodes, in the order in which they were entered
}

// Search walks the tree of p by the rule [cover.MRV] or [cover.First], within the limits.
func Search(p *cover.Problem, rule cover.Rule, updates Updates, limits cover.Limits) Tree {
	return searchSome(p, rule, updates, limits, func(int) bool { return true })
}

// searchSome is [Search] without the nodes of which enter, given their level, returns false.
func searchSome(p *cover.Problem, rule cover.Rule, updates Updates, limits cover.Limits, enter func(int) bool) (t Tree) {
	limits = limits.Unbounded()
	var walk func(chosen []int) (more bool)
	walk = func(chosen []int) bool {
		level := len(chosen)
		switch {
		case t.Nodes >= limits.Nodes || t.Updates >= limits.Updates:
			return false
		case !enter(level):
			return true
		case len(t.Levels) == level:
			t.Levels = append(t.Levels, cover.Level{})
		}
		t.Nodes++
		t.Levels[level].Nodes++
		t.Order = append(t.Order, level)
		n := NewNode(p, chosen)
		item := n.Branch(rule)
		if item < 0 {
			t.Solutions++
			t.Shown = append(t.Shown, chosen)
			return t.Solutions < limits.Solutions
		}
		try := func(option int) {
			made := updates(n, item, option)
			t.Updates, t.Levels[level].Updates = t.Updates+made, t.Levels[level].Updates+made
		}
		try(-1)
		for _, o := range n.With(item) {
			if try(o); !walk(append(slices.Clone(chosen), o)) {
				return false
			}
		}
		return true
	}
	if t.Status = cover.Limit; walk(nil) {
		t.Status = cover.Solved
	}
	return t
}

// Solutions returns the solutions of p as sorted text.
func Solutions(p *cover.Problem) []string {
	return Sorted(Search(p, cover.MRV, Links, cover.Limits{}).Shown)
}
