package chart

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"gonum.org/v1/plot/plotter"

	"xcbench/cover"
	"xcbench/results"
)

// cactus draws how many instances each solver solved within a time, or a number of
// nodes or updates. What is not solved is nowhere: the line ends below.
func cactus(in Input) (*Figure, error) {
	s := scaleOf(in.Unit)
	f := &Figure{Title: "Instances solved within a time"}
	if in.Unit != results.Seconds {
		f.Title = "Instances solved within a number of " + s.axis
	}
	f.Head = []string{"solver", "solved", in.Unit, "instance"}
	rows, _ := in.rows()
	c := results.Compare(rows, in.Unit, in.Solvers)
	p := newPlot(s.axis, "instances solved")
	p.X.Tick.Marker, p.Y.Tick.Marker = logTicks{s.power}, counts{}

	lines := map[string][]solved{}
	low, high := 0., 0.
	for k, solver := range in.Solvers {
		var line []solved
		for i, id := range c.Instances {
			if cell := c.Cells[i][k]; cell.Status == cover.Solved {
				line = append(line, solved{id, cell.Summary.Center})
			}
		}
		slices.SortStableFunc(line, func(a, b solved) int { return cmp.Compare(a.value, b.value) })
		lines[solver] = line
		for _, point := range line {
			if x, ok := log(point.value); ok {
				if high == low && low == 0 {
					low, high = x, x
				}
				low, high = min(low, x), max(high, x)
			}
		}
	}
	labels := newEndLabels()
	for _, solver := range quickest(in.Solvers, lines) {
		look := styleOf(solver)
		var steps plotter.XYs
		for n, point := range lines[solver] {
			x, ok := log(point.value)
			if !ok {
				x = low // in no time at all, or without an update
			}
			steps = append(steps, plotter.XY{X: x, Y: float64(n)}, plotter.XY{X: x, Y: float64(n + 1)})
			f.point(x, float64(n+1), fmt.Sprintf("%s: %d solved within %s (%s)", solver, n+1, s.value(point.value), point.instance))
			f.row(solver, strconv.Itoa(n+1), strconv.FormatFloat(point.value, 'g', -1, 64), point.instance)
		}
		if len(steps) == 0 {
			f.note(solver + " solved nothing.")
			continue
		}
		steps = append(steps, plotter.XY{X: high, Y: steps[len(steps)-1].Y})
		line, err := plotter.NewLine(steps)
		if err != nil {
			return nil, err
		}
		line.LineStyle = look.line()
		p.Add(line)
		labels.add(solver, high, steps[len(steps)-1].Y, look.line())
	}
	if len(labels.labels) == 0 {
		return nothing(f.Title, "no search was solved"), nil
	}
	p.Add(labels)
	p.Y.Min = 0
	if low == high {
		p.X.Min, p.X.Max = low-1, high+1
	}
	f.plot = p
	return f, nil
}

// solved is what one solved instance took.
type solved struct {
	instance string
	value    float64
}

// quickest orders solvers by what the last instance took that they solved, so that
// labels of lines that end together stand in the order in which the lines got there.
func quickest(solvers []string, lines map[string][]solved) []string {
	last := func(solver string) float64 {
		if line := lines[solver]; len(line) > 0 {
			return line[len(line)-1].value
		}
		return 0
	}
	order := slices.Clone(solvers)
	slices.SortStableFunc(order, func(a, b string) int { return cmp.Compare(last(a), last(b)) })
	return order
}
