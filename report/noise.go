package report

import (
	"cmp"

	"xcbench/compare"
)

// Noise returns the table of the noise of each solver.
func Noise(all []compare.Noise) Table {
	t := Table{Title: "Differences of times between two halves of the samples",
		Columns: Heads("solver", ">pairs", ">median", ">floor (95%):floor", ">most", ">shift", ">false alarms:alarms")}
	for _, n := range all {
		t.Add(cmp.Or(n.Solver, "all"), n.Pairs, mapped([]float64{n.Median, n.Floor, n.Most, n.Shift}, share), n.Alarms)
	}
	return t
}
