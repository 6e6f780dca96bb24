package page

import (
	"xcbench/cover"
	"xcbench/results"
)

// statuses are what the status of a row means.
var statuses = []struct {
	Name cover.Status
	What string
}{
	{cover.Solved, "The search has seen the whole tree: all solutions are counted."},
	{cover.Limit, "A budget of nodes or updates was reached. Up to there the work is the same on every machine."},
	{cover.Timeout, "The time limit was reached. It counts as not solved, with twice the limit in PAR-2."},
	{results.Memout, "The process had more memory resident than it was allowed."},
	{results.Crash, "The solver died; the others on that instance were not harmed."},
	{results.Wrong, "The answer was refuted by a check that shares no code with the solver."},
	{cover.Unsupported, "The solver refused the problem."},
}

// look is the status if it is one of ours: it becomes a class of the style sheet. What is as it should be looks
// like all other text.
func look(s string) string {
	if s == string(cover.Solved) {
		return ""
	}
	for _, known := range statuses {
		if string(known.Name) == s {
			return s
		}
	}
	return "other"
}
