package chart

import (
	"fmt"
	"slices"

	"xcbench/cover"
	"xcbench/internal/english"
	"xcbench/results/tree"
)

// again says what to do about a tree that has nothing to draw.
const again = "record one without limits, with 'xcbench solve --count --tree FILE INSTANCE'"

// treeKinds are the kinds that draw a search tree.
var treeKinds = []Kind{
	{"tree", "a search tree: every node as wide as its share of the leaves", ofTree(icicle)},
	{"heatmap", "the nodes of a search tree by level and number of children", ofTree(heatmap)},
}

// OfTree reports whether the kind draws a search tree instead of results.
func (k Kind) OfTree() bool {
	return slices.ContainsFunc(treeKinds, func(t Kind) bool { return t.Name == k.Name })
}

// ofTree turns a function that draws one tree into one that draws an input.
func ofTree(draw func(*tree.Sketch, Input) (*Figure, error)) func(Input) (*Figure, error) {
	return func(in Input) (*Figure, error) {
		if len(in.Trees) != 1 {
			return nil, optionf("%d trees, expected one", len(in.Trees))
		}
		s := in.Trees[0]
		if s.Nodes == 0 {
			return nil, nothing("the search stopped before the root", again)
		}
		return draw(s, in)
	}
}

func treeTitle(what string, s *tree.Sketch) string {
	return fmt.Sprintf("%s of %s, %s", what, s.InstanceID, s.Solver)
}

// noteTree adds notes on the size of the tree and on whether it is complete.
func (f *Figure) noteTree(s *tree.Sketch) {
	f.note(fmt.Sprintf("%s on %s; %s.", english.GroupedCount(s.Nodes, "node"),
		english.GroupedCount(len(s.Levels), "level"), english.GroupedCount(s.Solutions, "solution")))
	if s.CutOff() {
		f.note("Incomplete: the search stopped at " + choose(s.Status == cover.Timeout, "its time", "a limit") + ".")
	}
}
