// Package tree records search trees in files and reads them back. docs/search-trees.md describes
// the format.
//
// A tree is recorded as the level of each node, in the order of the search. These levels determine
// the shape. [File] records the nodes while a search runs, and [ReadSketch] reads them back.
// Neither keeps the nodes in memory. A [Sketch] holds what a plot needs, and its size is bounded
// for trees of any size.
//
// A [Follower] walks along with a small search and finds the items and the options of its nodes,
// which a file has as labels.
//
// Start reading at writer.go and reader.go, which are the format, then sketch.go and follow.go.
package tree

import (
	"fmt"

	"xcbench/cover"
)

// Head says what was searched, and how.
type Head struct {
	InstanceID string     `json:"instance"`
	Solver     string     `json:"solver"`
	Rule       cover.Rule `json:"rule"`
}

// Tail says how the search ended.
type Tail struct {
	Status    cover.Status `json:"status"` // the tree is cut off unless this is cover.Solved
	Nodes     int64        `json:"nodes"`
	Solutions int64        `json:"solutions"`
}

// CutOff reports whether the search stopped before it had seen the whole tree. The last node,
// unless it is a solution, and its ancestors may then have more children than are recorded.
func (t Tail) CutOff() bool { return t.Status != cover.Solved }

// Label names the item and the option of a [Node].
type Label struct {
	Item   string `json:"item,omitempty"`   // "" at a solution
	Option string `json:"option,omitempty"` // "" at the root
}

// first and last are the JSON objects around the numbers of the nodes in a file.
type (
	first struct {
		Format string `json:"format"`
		Head
	}
	last struct {
		Tail
		Labels []Label `json:"labels,omitempty"`
	}
)

// format names the format and its version.
const format = "xcbench tree 2"

const (
	maxLevel = 1 << 20 // the deepest level that a file can record
	maxText  = 1 << 17 // the most bytes of the first and of the last object
)

// order counts the nodes of a tree. It checks that they come in the order of a search.
type order struct {
	Tail
	level    int // of the last node, -1 before the root
	solution bool
}

// enter adds a node. The root is on level 0. Any other node is at most one level deeper than the
// node before it, and a solution has no children.
func (o *order) enter(level int) error {
	from, to := min(o.level+1, 1), min(o.level+1, maxLevel)
	if o.solution {
		to = o.level
	}
	if level < from || level > to {
		return fmt.Errorf("a node on level %d after one on level %d, expected a level from %d to %d", level, o.level, from, to)
	}
	o.level, o.solution = level, false
	o.Nodes++
	return nil
}

// found makes the last node a solution.
func (o *order) found() {
	o.solution = true
	o.Solutions++
}

// Error says why a file is invalid.
type Error struct{ Name, Reason string }

func (e *Error) Error() string { return e.Name + ": " + e.Reason }
