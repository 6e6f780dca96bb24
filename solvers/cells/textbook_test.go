package cells

import (
	"testing"

	"xcbench/cover"
	"xcbench/internal/textbook"
)

func TestTheSortedRulesWalkTheTreeOfTheTextbook(t *testing.T) {
	for _, rule := range []cover.Rule{cover.MRV, cover.First} {
		t.Run(string(rule), func(t *testing.T) { textbook.TestSolver(t, New(rule), rule, textbook.Links) })
	}
}
