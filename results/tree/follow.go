package tree

import (
	"fmt"
	"sync/atomic"

	"xcbench/cover"
)

// A Step is a node of a search with its option and its item. Items and options are indices of the
// problem; -1 stands for none.
type Step struct {
	Level    int
	Parent   int   // the item that the parent branches on; -1 at the root
	Option   int   // the option of Parent that leads here; -1 at the root
	Try, Of  int   // Option is number Try of Of options of Parent, from 1
	RuledOut []int // the other options that Option excludes, in input order
	Left     int   // options that are left
	Item     int   // the item that the node branches on; -1 at a solution
	Options  []int // of Item, in the order of trial; none at a dead end
	Equals   []int // under [cover.MRV]: the items after Item that have as few options
}

// A Follower finds the item and the option of each node of a search. The trace of a search has only
// levels. But the rule of the solver determines everything else, so a follower walks along by the
// definition of the rule, and compares its own tree with the search's. It copies the options that
// are left at each node of the path: it is for the small searches that people read.
type Follower struct {
	problem *cover.Problem
	rule    cover.Rule
	visit   func(Step)
	path    []state // from the root to the last node
	stop    atomic.Bool
	err     error
}

// state is a node of the path.
type state struct {
	Step
	options []int  // that are left: those that agree with all taken
	covered []bool // by item
	tried   int
}

// CanFollow reports whether the rule determines the tree: whether it is [cover.MRV] or
// [cover.First].
func CanFollow(rule cover.Rule) bool { return rule == cover.MRV || rule == cover.First }

// Follow returns a follower of a search on p by a solver of the rule, which [CanFollow] accepts. It
// shows each node to visit, in the order of the search.
func Follow(p *cover.Problem, rule cover.Rule, visit func(Step)) *Follower {
	return &Follower{problem: p, rule: rule, visit: visit}
}

// Trace returns the trace of the search to follow. It stops the search after an error.
func (f *Follower) Trace() *cover.Trace {
	return &cover.Trace{Node: f.node, Solution: f.solution, Stop: func(int64, int64) bool { return f.stop.Load() }}
}

// Err returns the first difference between the search and its rule, or nil.
func (f *Follower) Err() error { return f.err }

// node follows the search to its next node.
func (f *Follower) node(level int) {
	if f.err != nil {
		return
	}
	if level != 0 && level > len(f.path) || level == 0 && len(f.path) > 0 {
		f.differ("enters level %d after level %d", level, len(f.path)-1)
		return
	}
	for k := level; k < len(f.path); k++ {
		if s := f.path[k]; s.tried < len(s.Options) {
			f.differ("leaves level %d after %d of %d options", k, s.tried, len(s.Options))
			return
		}
	}
	f.path = f.path[:level]
	next := state{Step: Step{Parent: -1, Option: -1}, covered: make([]bool, f.problem.Items())}
	if level == 0 {
		for o := range f.problem.Options() {
			next.options = append(next.options, o)
		}
	} else {
		up := &f.path[level-1]
		if up.tried == len(up.Options) {
			f.differ("enters level %d, where no option is left", level)
			return
		}
		next.choose(f.problem, up)
	}
	next.Level, next.Left = level, len(next.options)
	next.branch(f.problem, f.rule)
	f.path = append(f.path, next)
	f.visit(next.Step)
}

// choose takes the next option of the parent.
func (s *state) choose(p *cover.Problem, up *state) {
	s.Parent, s.Option, s.Of = up.Item, up.Options[up.tried], len(up.Options)
	up.tried++
	s.Try = up.tried
	copy(s.covered, up.covered)
	for _, i := range p.Option(s.Option) {
		s.covered[i] = true
	}
	for _, o := range up.options {
		switch {
		case p.Agree(s.Option, o):
			s.options = append(s.options, o)
		case o != s.Option:
			s.RuledOut = append(s.RuledOut, o)
		}
	}
}

// branch chooses the item of a node by the definition of the rule.
func (s *state) branch(p *cover.Problem, rule cover.Rule) {
	degree := make([]int, p.Items())
	for _, o := range s.options {
		for _, i := range p.Option(o) {
			degree[i]++
		}
	}
	s.Item = -1
	for i := range p.Primary() {
		switch {
		case s.covered[i]:
		case s.Item < 0 || rule == cover.MRV && degree[i] < degree[s.Item]:
			s.Item, s.Equals = i, nil
		case rule == cover.MRV && degree[i] == degree[s.Item]:
			s.Equals = append(s.Equals, i)
		}
	}
	if s.Item < 0 {
		return
	}
	for _, o := range s.options {
		for _, i := range p.Option(o) {
			if int(i) == s.Item {
				s.Options = append(s.Options, o)
			}
		}
	}
}

// solution compares a solution of the search with the last node.
func (f *Follower) solution() {
	if last := len(f.path) - 1; f.err == nil && (last < 0 || f.path[last].Item >= 0) {
		f.differ("reports a solution on level %d, where items are left", last)
	}
}

func (f *Follower) differ(format string, args ...any) {
	f.err = fmt.Errorf("the search "+format+", which the rule "+string(f.rule)+" does not", args...)
	f.stop.Store(true)
}
