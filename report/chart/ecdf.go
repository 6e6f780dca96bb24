package chart

import (
	"fmt"

	"xcbench/results"
)

// ecdf draws the share of the instances that each solver solved within a time, or within an amount
// of another unit. This is the empirical distribution, with unsolved instances at infinity. All
// instances with a row of any solver count.
func ecdf(in Input) (*Figure, error) {
	s := scaleOf(in.Unit)
	f := &Figure{title: "Share of the instances solved within a " + amount(in.unit)}
	f.head = []string{"solver", "share", in.Unit, "instance"}
	rows, limit := in.rows()
	c := in.table(rows)
	lines, all := solvedBy(c), float64(len(c.Rows))
	for _, solver := range in.Solvers {
		for n, point := range lines[solver] {
			f.row(solver, number(float64(n+1)/all), number(point.value), point.instance)
		}
	}
	f.note(unsolved(c))
	look := stairs{
		looks:   in.looks,
		reached: lines,
		height:  func(n int) float64 { return float64(n) / all },
		tell: func(solver string, n int, point solved) string {
			return fmt.Sprintf("%s: %d of %d instances (%.1f%%) within %s (%s)", solver, n, len(c.Rows),
				100*float64(n)/all, s.value(point.value), point.instance)
		},
	}
	if len(f.notes) > 0 && in.Unit == results.Seconds {
		look.high = limit // lines continue up to the time limit
	}
	p := newPlot(s.axis, fmt.Sprintf("share of %d instances", len(c.Rows)))
	p.X.Tick.Marker, p.Y.Tick.Marker = nearTicks{s.power}, shares{}
	n, err := look.draw(f, p, in.Solvers)
	if n == 0 {
		return nothing(f.title, noValue(lines)), err
	}
	p.Y.Max = 1
	f.plot = p
	return f, err
}
