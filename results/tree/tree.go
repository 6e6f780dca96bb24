// Package tree records search trees in files and reads them back. docs/search-trees.md describes
// the format.
//
// A tree is recorded as the level of each node, in the order of the search. These levels determine
// the shape. [Writer] records the nodes while a search runs, and [ReadSketch] reads them back.
// Neither keeps the nodes in memory. A [Sketch] holds what a plot needs, and its size is bounded
// for trees of any size.
//
// A [Follower] walks along with a small search and finds the items and the options of its nodes,
// which a file has as labels.
//
// Start reading at writer.go and reader.go, which are the format, then sketch.go and follow.go.
package tree

import (
	"errors"
	"fmt"

	"xcbench/cover"
)

// Record says what was searched, how, and what was recorded.
type Record struct {
	InstanceID string       `json:"instance"`
	Solver     string       `json:"solver"`
	Rule       cover.Rule   `json:"rule"`
	Status     cover.Status `json:"status"` // the tree is cut off unless this is cover.Solved
	Nodes      int64        `json:"nodes"`
	Solutions  int64        `json:"solutions"`
	Labels     []Label      `json:"labels,omitempty"` // of all nodes in the order of the search, if the file has them
}

// CutOff reports whether the search stopped before it had seen the whole tree. The last node,
// unless it is a solution, and its ancestors may then have more children than are recorded.
func (r Record) CutOff() bool { return r.Status != cover.Solved }

// Label names the item and the option of a [Node].
type Label struct {
	Item   string `json:"item,omitempty"`   // "" at a solution
	Option string `json:"option,omitempty"` // "" at the root
}

// format is the first line of a file.
const format = "xcbench tree 3\n"

const (
	maxLevel  = 1 << 20 // the deepest level that a file can record
	maxRecord = 1 << 20 // the most bytes of a record
)

// The code of a node tells its level by the level of the node before it. The code 0 says that the
// last node is a solution. The end of the nodes has the code of a node on level -1.
func codeOf(before, level int) uint64 { return uint64(before + 2 - level) }

// walk counts the nodes of a tree. It checks that they come in the order of a search.
type walk struct {
	Record
	level    int  // of the last node, -1 before the root
	solution bool // the last node is one
}

// enter adds a node. The root is on level 0. Any other node is at most one level deeper than the
// node before it, and a solution has no children.
func (w *walk) enter(level int) error {
	from, to := min(w.level+1, 1), min(w.level+1, maxLevel)
	if w.solution {
		to = w.level
	}
	if level < from || level > to {
		return fmt.Errorf("a node on level %d after one on level %d, expected a level from %d to %d", level, w.level, from, to)
	}
	w.level, w.solution = level, false
	w.Nodes++
	return nil
}

// found makes the last node a solution.
func (w *walk) found() error {
	if w.Nodes == 0 || w.solution {
		return errors.New("a solution without a node, expected a node before each")
	}
	w.solution = true
	w.Solutions++
	return nil
}

// trace returns a trace that calls node and solution up to the first error, and then stops the search.
func trace(err *error, node func(level int) error, solution func() error) *cover.Trace {
	call := func(f func() error) {
		if *err == nil {
			*err = f()
		}
	}
	return &cover.Trace{
		Node:     func(level int) { call(func() error { return node(level) }) },
		Solution: func() { call(solution) },
		Stop:     func(int64, int64) bool { return *err != nil },
	}
}

// Error says why a file is invalid.
type Error struct{ Name, Reason string }

func (e *Error) Error() string { return e.Name + ": " + e.Reason }
