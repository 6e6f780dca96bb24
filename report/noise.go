package report

import (
	"cmp"
	"fmt"
	"xcbench/compare"
)

// Noise returns the table of the noise of each solver.
func Noise(all []compare.Noise) Table {
	t := Table{Title: "Differences of times between two halves of the samples", Columns: []Column{{Name: "solver"},
		{Name: "pairs", Right: true}, {Name: "median", Right: true}, {Name: "floor (95%)", Right: true, Key: "floor"},
		{Name: "most", Right: true}, {Name: "shift", Right: true}, {Name: "false alarms", Right: true, Key: "alarms"}}}
	percent := func(x float64) Cell { return Value(fmt.Sprintf("%.1f%%", 100*x), x) }
	for _, n := range all {
		t.Rows = append(t.Rows, []Cell{Text(cmp.Or(n.Solver, "all")), Int(int64(n.Pairs)),
			percent(n.Median), percent(n.Floor), percent(n.Most), percent(n.Shift), Int(int64(n.Alarms))})
	}
	return t
}
