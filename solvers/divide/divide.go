// Package divide cuts one search into parts that can be searched apart, on other days and on other
// machines. The parts and the trunk that is left have each node of the search, each update and each
// solution exactly once. So their sums are the counters of the whole search to the last digit.
//
//	level 0          ●           The trunk is what is marked ●. The first part has the first child
//	               ╱ │ ╲         of the root: path of no choices, from 0 to 1. The second part has
//	level 1       ▫  ●  ●        two children of the root's second child: path 1, from 0 to 2.
//	             ╱ ╲ │ ╲
//	level 2     ▫  ▫ ▫  ▫
//
// A choice is a sibling index: the place of a child among the children of its node, from 0, in the
// order in which the search tries them. Choices mean the same to every search of the same problem by the same solver, as
// package parallel relies on too. As there, a [cover.Trace] makes the search start at the root and
// leave out every node that does not belong to the part. A search that enters a node makes all
// updates of that node, those for omitted children included. So a part counts from the level of its
// nodes down, and the trunk counts the rest.
//
// The solver must meet the conditions of package parallel.
//
// Start reading at [Part]. plan.go divides a search by the estimated sizes of its subtrees.
package divide

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"xcbench/cover"
)

// A Part is some siblings with everything below them: of the node at the end of a path of choices,
// the children with index From and above, and below To.
type Part struct {
	Path []int32 `json:"path"`
	From int32   `json:"from"`
	To   int32   `json:"to"`
}

// String names the part, as 0.3.1/2-5: the path, and the first and the last child.
func (p Part) String() string {
	path := strings.ReplaceAll(strings.Trim(fmt.Sprint(p.Path), "[]"), " ", ".")
	return fmt.Sprintf("%s/%d-%d", path, p.From, p.To-1)
}

// A PartError says that a tree does not have a part.
type PartError struct{ Part Part }

func (e *PartError) Error() string {
	return fmt.Sprintf("the search tree has no part %s, expected the problem and the solver that it was cut for", e.Part)
}

// Search searches a part, with the search of a problem whose [cover.Problem.MaxDepth] is depth. The
// statistics have the part's nodes, updates and solutions only; levels above it are 0. The error is
// a [PartError] if the search ended and the tree has no such part.
func Search(ctx context.Context, x cover.Search, depth int, part Part, visit cover.Visitor) (cover.Stats, error) {
	reached := make([]int32, depth+1) // by level, how many siblings the search has come to
	top, seen := len(part.Path)+1, part.From
	matched := 0 // how many choices of the path the current node has made
	trace := cover.Trace{Enter: func(level int) (bool, int) {
		index := reached[level]
		reached[level]++
		switch {
		case level == 0:
		case level == top:
			if index < part.From || index >= part.To {
				return false, top
			}
			seen = index + 1
		case part.Path[level-1] != index:
			return false, top
		default:
			matched = level
		}
		return true, top // each level has one parent, so no level begins anew
	}}
	s := x.Run(ctx, cover.Limits{Trace: &trace}, visit)
	if s.Status == cover.Solved && (matched != len(part.Path) || seen != part.To) {
		return s, &PartError{part}
	}
	s.From(top)
	return s, nil
}

// Trunk searches the tree without some parts. The parts are in the order of the search. The error
// is a [PartError] if the search ended and did not meet a part.
func Trunk(ctx context.Context, x cover.Search, depth int, parts []Part, visit cover.Visitor) (cover.Stats, error) {
	reached := make([]int32, depth+2)
	path := make([]int32, depth) // the choices that lead to the current node
	next := 0                    // the next part that the search meets
	trace := cover.Trace{Enter: func(level int) (bool, int) {
		index := reached[level]
		reached[level]++
		if next < len(parts) && level > 0 && parts[next].has(path[:level-1], index) {
			if index == parts[next].To-1 {
				next++
			}
			return false, math.MaxInt
		}
		if level > 0 {
			path[level-1] = index
		}
		reached[level+1] = 0
		return true, math.MaxInt
	}}
	s := x.Run(ctx, cover.Limits{Trace: &trace}, visit)
	if s.Status == cover.Solved && next < len(parts) {
		return s, &PartError{parts[next]}
	}
	return s, nil
}

// has reports whether the part has a child of the node at the end of a path.
func (p Part) has(path []int32, child int32) bool {
	return child >= p.From && child < p.To && slices.Equal(path, p.Path)
}
