package report

import (
	"cmp"

	"xcbench/compare"
)

// Noise returns the table of the noise of each solver.
func Noise(all []compare.Noise) Table {
	t := Table{Title: "Differences of times between two halves of the samples", Columns: []Column{{Name: "solver"},
		{Name: "pairs", Right: true}, {Name: "median", Right: true}, {Name: "floor (95%)", Right: true, Key: "floor"},
		{Name: "most", Right: true}, {Name: "shift", Right: true}, {Name: "false alarms", Right: true, Key: "alarms"}}}
	for _, n := range all {
		t.Rows = append(t.Rows, []Cell{Text(cmp.Or(n.Solver, "all")), Int(int64(n.Pairs)),
			percents(n.Median, 1), percents(n.Floor, 1), percents(n.Most, 1), percents(n.Shift, 1), Int(int64(n.Alarms))})
	}
	return t
}
