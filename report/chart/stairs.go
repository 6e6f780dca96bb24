package chart

import (
	"cmp"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
)

// stairs are lines, one per solver, that rise by a step at each of the solver's values, on a
// logarithmic axis. All lines end at the same place, below the top if values are missing.
type stairs struct {
	looks   looks
	reached map[string][]solved              // by solver, in ascending order
	height  func(steps int) float64          // of a line after a number of steps
	tell    func(string, int, solved) string // the text that a step shows when pointed at
	low     float64                          // a value where all lines have begun; 0 for the smallest value
	high    float64                          // a value where no line has ended yet; 0 for the largest value
}

// zerosAtLeft is the note of a plot that draws values of zero.
const zerosAtLeft = "Values of 0 are at the left edge."

// solved is a solved instance and its value.
type solved struct {
	instance string
	value    float64
}

// ascending sorts solved instances by their values.
func ascending(line []solved) []solved {
	slices.SortStableFunc(line, func(a, b solved) int { return cmp.Compare(a.value, b.value) })
	return line
}

// draw adds the lines of the solvers that have any value to the plot, and returns their number.
// Values of zero are drawn at the left edge.
func (s stairs) draw(f *Figure, p *plot.Plot, solvers []string) (int, error) {
	var low, high float64
	some := false
	take := func(v float64) {
		if x, ok := log(v); ok {
			if !some {
				low, high, some = x, x, true
			}
			low, high = min(low, x), max(high, x)
		}
	}
	for _, line := range s.reached {
		for _, point := range line {
			take(point.value)
		}
	}
	if !some {
		return 0, nil
	}
	take(s.low)
	take(s.high)
	labels := newEndLabels()
	for _, solver := range quickest(solvers, s.reached) {
		var steps plotter.XYs
		for n, point := range s.reached[solver] {
			x, ok := log(point.value)
			if !ok {
				x = low
				f.note(zerosAtLeft)
			}
			steps = append(steps, plotter.XY{X: x, Y: s.height(n)}, plotter.XY{X: x, Y: s.height(n + 1)})
			between := n > 0 && n < len(s.reached[solver])-1
			f.spots = append(f.spots, spot{x: x, y: s.height(n + 1), text: s.tell(solver, n+1, point), spare: between})
		}
		if len(steps) == 0 {
			continue
		}
		end := steps[len(steps)-1].Y
		line, err := plotter.NewLine(append(steps, plotter.XY{X: high, Y: end}))
		if err != nil {
			return 0, err
		}
		line.LineStyle = s.looks.of(solver).line()
		p.Add(line)
		labels.add(solver, high, end, line.LineStyle)
	}
	p.Add(labels)
	p.Y.Min = 0
	if low == high {
		p.X.Min, p.X.Max = low-1, high+1
	}
	return len(labels.labels), nil
}

// quickest orders solvers by the largest value that each of them reached. So the labels of lines
// with the same height are in the order in which the lines reached it.
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
