package page

import (
	"xcbench/cover"
	"xcbench/results"
)

// statuses describes the statuses of rows.
var statuses = []struct {
	Name cover.Status
	What string
}{
	{cover.Solved, "The search saw the whole tree, so all solutions are counted."},
	{cover.Limit, "A budget of nodes or updates was reached. The work up to there is the same on every machine."},
	{cover.Timeout, "The time limit was reached. The instance counts as unsolved, with twice the limit in PAR-2."},
	{results.Memout, "The process had more resident memory than it was allowed."},
	{results.Crash, "The solver crashed. The other solvers on the instance were not affected."},
	{results.Wrong, "A check that shares no code with the solver refuted the answer."},
	{cover.Unsupported, "The solver does not support the problem."},
}

// look returns the class of the style sheet for a status. The status solved looks like other text.
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
