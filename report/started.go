package report

import (
	"slices"
	"strings"

	"xcbench/compare"
	"xcbench/internal/english"
	"xcbench/internal/stats"
	"xcbench/results"
)

// startMark follows the names of solvers whose times include the start of a program for each search.
// They are not like the times of other solvers.
const startMark = "†"

const startNote = startMark + " times include the start of a program for each search, and its reading"

// columnName returns the name of a column, with its mark.
func columnName(c compare.Table, k int) string {
	if k < len(c.Started) && c.Started[k] {
		return c.Columns[k] + startMark
	}
	return c.Columns[k]
}

// SolverName returns the name of a solver, with its mark.
func SolverName(solver string, classes results.Classes) string {
	if classes[solver].TimesStart {
		return solver + startMark
	}
	return solver
}

// StartNotes explains the mark, if a solver has it: with the median time of a start, as far as it was
// measured.
func StartNotes(rows *results.Rows, solvers []string, classes results.Classes) []string {
	var starts []string
	marked := false
	for _, name := range solvers {
		if !classes[name].TimesStart {
			continue
		}
		marked = true
		var samples []float64
		for r := range rows.All() {
			if x, ok := r.Costs.Of(results.StartSeconds); ok && r.Solver == name {
				samples = append(samples, x)
			}
		}
		if len(samples) > 0 {
			starts = append(starts, name+" "+english.Duration(stats.Median(samples)))
		}
	}
	switch {
	case !marked:
		return nil
	case len(starts) == 0:
		return []string{startNote}
	}
	return []string{startNote + "; start alone: " + strings.Join(starts, ", ")}
}

// anyStarted reports whether a column of a table has the mark.
func anyStarted(c compare.Table) bool { return slices.Contains(c.Started, true) }
