package tree

import (
	"fmt"

	"xcbench/cover"
)

// A Node is a node of a search with its option and its item. Items and options are indices of the
// problem.
type Node struct {
	Up       *Node // nil at the root
	Level    int
	Try      int   // the option that leads here is number Try of Up.Options, from 1; 0 at the root
	RuledOut []int // the other options that this option excludes, in input order
	Left     []int // the options that are left, in input order
	Item     int   // the item that the node branches on; -1 at a solution
	Options  []int // of Item, in the order of trial; none at a dead end
	Equals   []int // under [cover.MRV]: the items after Item that have as few options
}

// Option returns the option that leads to a node, which is not the root.
func (n *Node) Option() int { return n.Up.Options[n.Try-1] }

// Path returns the options that lead from the root to the node.
func (n *Node) Path() []int {
	if n.Up == nil {
		return nil
	}
	return append(n.Up.Path(), n.Option())
}

// A Follower finds the item and the option of each node of a search. The trace of a search has only
// levels. But the rule of the solver determines everything else, so a follower walks along by the
// definition of the rule, and compares its own tree with the search's. It copies the options that
// are left at each node of the path: it is for the small searches that people read.
type Follower struct {
	problem *cover.Problem
	rule    cover.Rule
	visit   func(*Node)
	last    *Node
	err     error // the first one
}

// CanFollow reports whether the rule determines the tree: whether it is [cover.MRV] or
// [cover.First].
func CanFollow(rule cover.Rule) bool { return rule == cover.MRV || rule == cover.First }

// Follow returns a follower of a search on p by a solver of the rule, which [CanFollow] accepts. It
// shows each node to visit, in the order of the search.
func Follow(p *cover.Problem, rule cover.Rule, visit func(*Node)) *Follower {
	return &Follower{problem: p, rule: rule, visit: visit}
}

// Trace returns the trace of the search to follow. It stops the search after an error.
func (f *Follower) Trace() *cover.Trace { return trace(&f.err, f.node, f.found) }

// Err returns the first difference between the search and its rule, or nil.
func (f *Follower) Err() error { return f.err }

// node follows the search to its next node.
func (f *Follower) node(level int) error {
	up, try := f.last, 1
	for up != nil && try > len(up.Options) {
		up, try = up.Up, up.Try+1
	}
	n := &Node{Up: up, Item: -1}
	switch {
	case up != nil:
		n.take(f.problem, try)
	case f.last != nil:
		return f.differ("enters level %d after its last option", level)
	default:
		for o := range f.problem.Options() {
			n.Left = append(n.Left, o)
		}
	}
	if level != n.Level {
		return f.differ("enters level %d instead of %d", level, n.Level)
	}
	n.branch(f.problem, f.rule)
	f.last = n
	f.visit(n)
	return nil
}

// take takes an option of the parent.
func (n *Node) take(p *cover.Problem, try int) {
	n.Level, n.Try = n.Up.Level+1, try
	for _, o := range n.Up.Left {
		switch taken := n.Option(); {
		case p.Agree(taken, o):
			n.Left = append(n.Left, o)
		case o != taken:
			n.RuledOut = append(n.RuledOut, o)
		}
	}
}

// branch chooses the item of a node by the definition of the rule.
func (n *Node) branch(p *cover.Problem, rule cover.Rule) {
	of, covered := make([][]int, p.Items()), make([]bool, p.Items())
	for _, o := range n.Left {
		for _, i := range p.Option(o) {
			of[i] = append(of[i], o)
		}
	}
	for _, o := range n.Path() {
		for _, i := range p.Option(o) {
			covered[i] = true
		}
	}
	for i := range p.Primary() {
		switch {
		case covered[i]:
		case n.Item < 0 || rule == cover.MRV && len(of[i]) < len(n.Options):
			n.Item, n.Options, n.Equals = i, of[i], nil
		case rule == cover.MRV && len(of[i]) == len(n.Options):
			n.Equals = append(n.Equals, i)
		}
	}
}

// found compares a solution of the search with the last node.
func (f *Follower) found() error {
	if f.last == nil || f.last.Item >= 0 {
		return f.differ("reports a solution where items are left")
	}
	return nil
}

func (f *Follower) differ(format string, args ...any) error {
	return fmt.Errorf("the search "+format+", which the rule "+string(f.rule)+" does not", args...)
}
