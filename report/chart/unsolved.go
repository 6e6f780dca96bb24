package chart

import (
	"fmt"
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

// unsolved returns a note on how many instances each solver did not solve, and why. It is empty if
// all solvers solved all instances.
func unsolved(c *results.Medians) string {
	var all []string
	for k, solver := range c.Columns {
		number := map[string]int{}
		var ways []string
		for line := range c.Len() {
			if s := statusOf(c.Cell(line, k)); s != string(cover.Solved) {
				if number[s] == 0 {
					ways = append(ways, s)
				}
				number[s]++
			}
		}
		for k, way := range ways {
			ways[k] = fmt.Sprintf("%d %s", number[way], way)
		}
		if len(ways) > 0 {
			all = append(all, solver+" "+strings.Join(ways, ", "))
		}
	}
	if len(all) == 0 {
		return ""
	}
	return fmt.Sprintf("Not solved, of %d: %s.", c.Len(), strings.Join(all, "; "))
}
