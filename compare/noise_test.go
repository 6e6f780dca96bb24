package compare_test

import (
	"fmt"
	"strings"

	"xcbench/compare"
	"xcbench/results"
)

// noise measures the noise of programs, given by their runs.
func noise(unit string, programs ...[]*results.Rows) []compare.Noise {
	var all []*compare.Groups
	for _, runs := range programs {
		all = append(all, compare.GroupBy(runs...))
	}
	return compare.MeasureNoise(unit, all...)
}

// showNoise returns noise as "SOLVER PAIRS median MEDIAN floor FLOOR most MOST shift SHIFT alarms
// ALARMS".
func showNoise(all []compare.Noise) string {
	var lines []string
	for _, n := range all {
		lines = append(lines, fmt.Sprintf("%s %d median %.6g floor %.6g most %.6g shift %.6g alarms %d", n.Solver, n.Pairs,
			n.Median, n.Floor, n.Most, n.Shift, n.Alarms))
	}
	return strings.Join(lines, "\n")
}
