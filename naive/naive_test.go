package naive

import (
	"slices"
	"testing"

	"xcbench/cover"
	"xcbench/internal/textbook"
)

// entries counts the updates of the package: the matrix entries of the child.
func entries(n *textbook.Node, _, option int) int64 {
	if option < 0 {
		return 0
	}
	child := textbook.NewNode(n.Problem, append(slices.Clone(n.Chosen), option))
	return int64(len(child.Options) * len(child.Active))
}

func TestBothRulesWalkTheTreeOfTheTextbook(t *testing.T) {
	for _, rule := range []cover.Rule{cover.MRV, cover.First} {
		t.Run(string(rule), func(t *testing.T) { textbook.TestSolver(t, New(rule), rule, entries) })
	}
}
