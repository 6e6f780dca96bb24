// Package tree records the shape of search trees in files and reads them back. docs/trees.md
// describes the format.
//
// A tree is the sequence of its nodes in the order in which the search entered them, each with its
// level; this determines the shape. [File] takes the nodes from a running search, and [ReadSketch]
// reads them back. Neither keeps the nodes in memory. A [Sketch] has what a plot needs, and its
// size is bounded whatever the size of the tree.
//
// The package imports cover and nothing else of this module. Start reading at writer.go.
package tree

import (
	"fmt"

	"xcbench/cover"
)

// Head says what was searched, by which solver, and with which choice rule. No value has a line
// break.
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
// unless it is a solution, and the nodes above it may then have more children than recorded.
func (t Tail) CutOff() bool { return t.Status != cover.Solved }

// maxLevel is the deepest level that a file can hold.
const maxLevel = 1 << 20

// magic is the first line of a file; the number is the version of the format.
const magic = "xcbench tree 1"

// Error is a mistake in a file, with its position.
type Error struct {
	Name   string
	At     int64 // the position in the uncompressed bytes, from 0
	Reason string
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s: byte %d uncompressed: %s", e.Name, e.At, e.Reason)
}
