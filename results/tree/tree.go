// Package tree records the shape of search trees in files and reads them back. The
// format is in docs/trees.md.
//
// A tree is a row of nodes in the order in which the search entered them, each with its level:
// that determines the shape. [writer] takes the nodes from a search as it goes on, [reader]
// gives them back one by one; neither keeps them. [Sketch] is what a plot needs
// of a tree, of bounded size whatever the size of the tree.
//
// The package imports cover and nothing else of this module.
package tree

import (
	"fmt"

	"xcbench/cover"
)

// Head says what was searched, and how. No value has a line break.
type Head struct {
	InstanceID string
	Solver     string
	Rule       cover.Rule
}

// Tail says how the search ended.
type Tail struct {
	Status    cover.Status // anything but cover.Solved: the tree is cut off
	Nodes     int64
	Solutions int64
}

// CutOff says whether the search stopped before it had seen the whole tree. The
// last node, if it is no solution, and those above it may then have had more children.
func (t Tail) CutOff() bool { return t.Status != cover.Solved }

// maxLevel is the deepest level that a file can hold.
const maxLevel = 1 << 20

// magic is the first line; its number is the version of the format.
const magic = "xcbench tree 1"

// Error says where a file is wrong.
type Error struct {
	Name   string
	At     int64 // the position in the unpacked bytes, from 0
	Reason string
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s: byte %d unpacked: %s", e.Name, e.At, e.Reason)
}
