package chart

import (
	"fmt"
	"math"

	"xcbench/cover"
	"xcbench/internal/english"
	"xcbench/results"
)

// profile draws performance profiles: the share of the instances that a solver solved within a
// factor of the best solver's value, against the factor. Instances that nobody solved count too.
// Source: E. D. Dolan, J. J. Moré: Benchmarking optimization software with performance profiles,
// Mathematical Programming 91 (2002), 201-213.
func profile(in Input) (*Figure, error) {
	rows, _ := in.rows()
	c := in.table(rows)
	f := &Figure{title: "Share of the instances solved within a factor of the best " + amount(in.unit)}
	f.head = []string{"solver", "share", "factor", "instance"}
	lines, nobodys, floored := map[string][]solved{}, 0, 0
	for _, row := range c.Rows {
		best := math.Inf(1)
		for _, cell := range row.Cells {
			if cell.Status == cover.Solved {
				best = min(best, cell.Center)
			}
		}
		if math.IsInf(best, 1) {
			nobodys++
			continue
		}
		if best < least(in.unit) {
			floored++
		}
		for k, cell := range row.Cells {
			if cell.Status == cover.Solved {
				factor := max(cell.Center, least(in.unit)) / max(best, least(in.unit))
				lines[in.Solvers[k]] = append(lines[in.Solvers[k]], solved{row.Label, factor})
			}
		}
	}
	all := float64(len(c.Rows))
	for _, solver := range in.Solvers {
		for n, point := range ascending(lines[solver]) {
			f.row(solver, number(float64(n+1)/all), number(point.value), point.instance)
		}
	}
	f.note(unsolved(c))
	if nobodys > 0 && nobodys < len(c.Rows) {
		f.note("Nobody solved " + english.Count(nobodys, "instance") + ".")
	}
	if floored > 0 {
		f.note(fmt.Sprintf("Values below %s count as %[1]s, on %d instances.",
			scaleOf(in.Unit).value(least(in.unit)), floored))
	}
	s := factors(scaleOf(in.Unit).axis + ", as a factor of the best solver's")
	p := newPlot(s.axis, fmt.Sprintf("share of %d instances", len(c.Rows)))
	p.X.Tick.Marker, p.Y.Tick.Marker = nearTicks{s.power}, shares{}
	n, err := stairs{
		looks:   in.looks,
		reached: lines,
		height:  func(n int) float64 { return float64(n) / all },
		tell: func(solver string, n int, point solved) string {
			return fmt.Sprintf("%s: %d of %d instances (%.1f%%) within %s the best (%s)", solver, n,
				len(c.Rows), 100*float64(n)/all, s.value(point.value), point.instance)
		},
		low: 1, high: 2,
	}.draw(f, p, in.Solvers)
	if n == 0 || len(f.rows) == 0 {
		return nothing(f.title, "no search was solved"), err
	}
	p.X.Min, p.Y.Max = 0, 1
	f.plot = p
	return f, err
}

// least returns the smallest value, which keeps ratios finite: a nanosecond, as in the ranking, or
// 1.
func least(u results.Unit) float64 {
	if u.Form == results.AsDuration {
		return 1e-9
	}
	return 1
}
