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

// Head says what was searched, and how. No value contains a line break.
type Head struct {
	InstanceID string
	Solver     string
	Rule       cover.Rule
}

// Tail says how the search ended.
type Tail struct {
	Status    cover.Status // the tree is cut off unless this is cover.Solved
	Nodes     int64
	Solutions int64
}

// CutOff reports whether the search stopped before it had seen the whole tree. The last node,
// unless it is a solution, and its ancestors may then have more children than are recorded.
func (t Tail) CutOff() bool { return t.Status != cover.Solved }

// Label names the item and the option of a node: see [Step].
type Label struct {
	Item   string // "" at a solution
	Option string // "" at the root
}

// A tree has labels up to so many nodes, if its problem has at most so many entries: to follow the
// beginning of a larger search takes longer than to record all of it.
const (
	maxLabels  = 60
	maxEntries = 1 << 16
)

// Names has the names of the items and options of a problem.
type Names interface {
	Item(i int) string
	Option(o int) string
}

// labelOf returns the label of a node.
func labelOf(names Names, s Step) (l Label) {
	if s.Item >= 0 {
		l.Item = names.Item(s.Item)
	}
	if s.Option >= 0 {
		l.Option = names.Option(s.Option)
	}
	return l
}

// maxLevel is the deepest level that a file can record.
const maxLevel = 1 << 20

// magic is the first line of a file. Its number is the version of the format.
const magic = "xcbench tree 1"

// Error says where a file is invalid, and why.
type Error struct {
	Name   string
	At     int64 // the offset in the unpacked bytes, from 0
	Reason string
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s: byte %d unpacked: %s", e.Name, e.At, e.Reason)
}
