package chart

import (
	"cmp"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
)

// stairs are lines, one a solver, that go up a step at each of its values, which
// are on an axis of logarithms. All lines end together, below what is not reached.
type stairs struct {
	looks   looks
	reached map[string][]solved              // by solver, ascending
	height  func(steps int) float64          // of a line after so many steps
	tell    func(string, int, solved) string // what a step of a solver says when pointed at
	low     float64                          // where lines begin at the latest, as a value; 0 for the least value
	high    float64                          // where they end at the earliest; 0 for the greatest
}

// zerosAtLeft is a note where values of zero are drawn.
const zerosAtLeft = "What took nothing that could be measured is at the left edge."

// solved is what one solved instance took.
type solved struct {
	instance string
	value    float64
}

// ascending sorts what a solver solved by what it took.
func ascending(line []solved) []solved {
	slices.SortStableFunc(line, func(a, b solved) int { return cmp.Compare(a.value, b.value) })
	return line
}

// draw adds the lines of those solvers that have any to the plot, and returns how many
// there are. A value of zero stands at the low end.
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
