package chart

import (
	"fmt"
	"math"

	"xcbench/cover"
	"xcbench/results"
)

// profile draws performance profiles: the share of the instances that a solver solved
// within a factor of the best solver's value, by the factor. All instances count, those that nobody
// solved too. Source: E. D. Dolan, J. J. Moré: Benchmarking optimization software with
// performance profiles, Mathematical Programming 91 (2002), 201-213.
func profile(in Input) (*Figure, error) {
	rows, _ := in.rows()
	c := in.table(rows)
	f := &Figure{Title: fmt.Sprintf("Share of the instances solved within a factor of the best %s", map[string]string{
		results.Seconds: "time", results.Nodes: "number of nodes", results.Updates: "number of updates"}[in.Unit])}
	f.Head = []string{"solver", "share", "factor", "instance"}
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
		if best < least(in.Unit) {
			floored++
		}
		for k, cell := range row.Cells {
			if cell.Status == cover.Solved {
				factor := max(cell.Center, least(in.Unit)) / max(best, least(in.Unit))
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
		f.note(fmt.Sprintf("%d of them nobody solved.", nobodys))
	}
	if floored > 0 {
		f.note(fmt.Sprintf("Less than %s counts as that much, on %d instances.", scaleOf(in.Unit).value(least(in.Unit)), floored))
	}
	s := factors(scaleOf(in.Unit).axis + ", as a factor of the best solver's")
	p := newPlot(s.axis, fmt.Sprintf("share of %d instances", len(c.Rows)))
	p.X.Tick.Marker, p.Y.Tick.Marker = nearTicks{s.power}, shares{}
	n, err := stairs{
		reached: lines,
		height:  func(n int) float64 { return float64(n) / all },
		tell: func(solver string, n int, point solved) string {
			return fmt.Sprintf("%s: %d of %d instances (%.1f%%) within %s the best (%s)", solver, n, len(c.Rows), 100*float64(n)/all, s.value(point.value), point.instance)
		},
		low: 1, high: 2,
	}.draw(f, p, in.Solvers)
	if n == 0 || len(f.Data) == 0 {
		return nothing(f.Title, "no search was solved"), err
	}
	p.X.Min, p.Y.Max = 0, 1
	f.plot = p
	return f, err
}

// least keeps ratios finite: a nanosecond, as in the ranking, or one of what is counted.
func least(unit string) float64 {
	if unit == results.Seconds {
		return 1e-9
	}
	return 1
}
