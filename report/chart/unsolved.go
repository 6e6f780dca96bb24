package chart

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"xcbench/cover"
	"xcbench/results"
)

// absent is the status of a cell without a row, as notes call it.
const absent = "without result"

// statusOf returns how the searches of a cell ended.
func statusOf(c results.Median) string {
	if c.Status == "" {
		return absent
	}
	return string(c.Status)
}

// unsolved returns a note on how many instances each solver did not solve, by the way in which the
// searches ended. It is empty if all solvers solved all instances.
func unsolved(c *results.Medians) string {
	var ways []string
	solvers := map[string][]string{} // by way
	for k, solver := range c.Columns {
		number := map[string]int{}
		for line := range c.Len() {
			number[statusOf(c.Cell(line, k))]++
		}
		delete(number, string(cover.Solved))
		for _, way := range slices.Sorted(maps.Keys(number)) {
			if solvers[way] == nil {
				ways = append(ways, way)
			}
			solvers[way] = append(solvers[way], fmt.Sprintf("%s %d", solver, number[way]))
		}
	}
	if len(ways) == 0 {
		return ""
	}
	for k, way := range ways {
		ways[k] = way + ": " + strings.Join(solvers[way], ", ")
	}
	return fmt.Sprintf("Not solved, of %d: %s.", c.Len(), strings.Join(ways, "; "))
}
