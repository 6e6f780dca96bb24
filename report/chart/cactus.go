package chart

import (
	"fmt"
	"strconv"

	"xcbench/cover"
	"xcbench/results"
	"xcbench/results/compare"
)

// cactus draws how many instances each solver solved within a time, or within an amount of another
// unit. Unsolved instances add nothing: the line ends below the top.
func cactus(in Input) (*Figure, error) {
	s := scaleOf(in.Unit)
	f := &Figure{title: "Instances solved within a " + amount(in.unit)}
	f.head = []string{"solver", "solved", in.Unit, "instance"}
	rows, limit := in.rows()
	c := in.table(rows)
	lines := solvedBy(c)
	for _, solver := range in.Solvers {
		if len(lines[solver]) == 0 {
			f.note(solver + " solved nothing.")
		}
		for n, point := range lines[solver] {
			f.row(solver, strconv.Itoa(n+1), number(point.value), point.instance)
		}
	}
	p := newPlot(s.axis, fmt.Sprintf("instances solved, of %d", len(c.Rows)))
	p.X.Tick.Marker, p.Y.Tick.Marker = logTicks{s.power}, counts{}
	look := stairs{
		looks:   in.looks,
		reached: lines,
		height:  func(n int) float64 { return float64(n) },
		tell: func(solver string, n int, point solved) string {
			return fmt.Sprintf("%s: %d solved within %s (%s)", solver, n, s.value(point.value), point.instance)
		},
	}
	if unsolved(c) != "" && in.Unit == results.Seconds {
		look.high = limit // lines continue up to the time limit
	}
	n, err := look.draw(f, p, in.Solvers)
	if n == 0 {
		return nothing(f.title, noValue(lines)), err
	}
	p.Y.Max = float64(len(c.Rows)) // shows how many instances are missing
	f.plot = p
	return f, err
}

// solvedBy returns the instances that each solver solved, in ascending order of their values.
func solvedBy(c compare.Table) map[string][]solved {
	lines := map[string][]solved{}
	for k, solver := range c.Columns {
		for _, row := range c.Rows {
			if cell := row.Cells[k]; cell.Status == cover.Solved {
				lines[solver] = append(lines[solver], solved{row.Label, cell.Center})
			}
		}
		ascending(lines[solver])
	}
	return lines
}

// noValue says why there is no line.
func noValue(lines map[string][]solved) string {
	for _, line := range lines {
		if len(line) > 0 {
			return "no value is above 0"
		}
	}
	return "no search was solved"
}

// number formats a value for CSV, with all its digits.
func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
