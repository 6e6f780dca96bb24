package cover_test

import (
	"testing"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/internal/textbook"
)

// A run of a solver with a meter has the nodes, updates and solutions of the textbook on every level, and
// stops at the same limits, at the wish of its visitor, with its context, and where a trace leaves out
// nodes. Then it runs again as before.
func TestRunsWithAMeterAreThoseOfTheTextbook(t *testing.T) {
	textbook.TestSolver(t, dlx.Index(cover.MRV), cover.MRV, textbook.Links)
}
