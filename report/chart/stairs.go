package chart

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"xcbench/cover"
	"xcbench/internal/english"
	"xcbench/results"
)

// stairs are lines, one per solver, that rise by a step at each of the solver's values, on a
// logarithmic axis. All lines end at the same place, below the top if values are missing.
type stairs struct {
	scale   scale
	id      func(line int) string
	reached map[string][]solved // by solver; draw sorts them by value
	all     int                 // instances, as high as the plot
	shares  bool                // the height of a line is the share of all instances, not their number
	than    string              // follows a value in the text of a step
	high    float64             // a value where no line has ended yet; 0 for the largest value
}

// zerosAtLeft is the note of a plot that draws values of zero.
const zerosAtLeft = "Values of 0 are at the left edge."

// solved is a solved instance, as the line of a table, and its value.
type solved struct {
	line  int32
	value float64
}

// height returns the height of a line after a number of steps.
func (s stairs) height(steps int) float64 {
	if s.shares {
		return float64(steps) / float64(s.all)
	}
	return float64(steps)
}

// tell returns the text that a step shows when pointed at.
func (s stairs) tell(solver string, steps int, to solved) string {
	number := strconv.Itoa(steps) + " solved"
	if s.shares {
		number = fmt.Sprintf("%d of %d instances (%.1f%%)", steps, s.all, 100*s.height(steps))
	}
	return fmt.Sprintf("%s: %s within %s%s (%s)", solver, number, s.scale.value(to.value), s.than, s.id(int(to.line)))
}

// draw draws the lines of the solvers that have any value, and adds the data of their steps. Values
// of zero are drawn at the left edge.
func (s stairs) draw(f *Figure, in Input) (*Figure, error) {
	p := newPlot(s.scale.axis, "instances solved, of "+english.Thousands(int64(s.all)))
	p.X.Tick.Marker, p.Y.Tick.Marker = nearTicks{s.scale.power}, counts{}
	if s.shares {
		p.Y.Label.Text = fmt.Sprintf("share of %s instances", english.Thousands(int64(s.all)))
		p.Y.Tick.Marker = shares{}
	}
	var reach span
	for _, solver := range in.Solvers {
		line := s.reached[solver]
		slices.SortStableFunc(line, func(a, b solved) int { return cmp.Compare(a.value, b.value) })
		for _, point := range line {
			if x, ok := log(point.value); ok {
				reach.take(x)
			}
		}
	}
	if !reach.some {
		zeros := slices.ContainsFunc(in.Solvers, func(solver string) bool { return len(s.reached[solver]) > 0 })
		return nil, noValue(zeros)
	}
	if x, ok := log(s.high); ok {
		reach.take(x)
	}
	s.lines(f, in, p, reach)
	for _, solver := range in.Solvers {
		for n, point := range s.reached[solver] {
			f.row(solver, choose[any](s.shares, s.height(n+1), n+1), point.value, s.id(int(point.line)))
		}
	}
	p.X.Min, p.X.Max = reach.low, reach.high
	p.Y.Min, p.Y.Max = 0, s.height(s.all) // the top shows how many instances are missing
	if reach.low == reach.high {
		p.X.Min, p.X.Max = reach.low-1, reach.high+1
	}
	offFrame(p)
	f.plot = p
	return f, nil
}

// finest is the share of an axis that is too small to see. Steps as near to the last one are drawn
// together with the next one.
const finest = 1.0 / 1000

// lines draws the lines and their labels. Solvers with equal values share a line.
func (s stairs) lines(f *Figure, in Input, p *plot.Plot, reach span) {
	labels := &endLabels{}
	var all bundle
	same := func(a, b string) bool { return slices.Equal(s.reached[a], s.reached[b]) }
	for _, g := range in.looks.merge(quickest(in.Solvers, s.reached), "values", same) {
		solver := g.solvers[0]
		var steps plotter.XYs
		drawn, last := 0, math.Inf(-1) // the steps drawn, and the place of the last one
		for n, point := range s.reached[solver] {
			x, ok := log(point.value)
			if !ok {
				x = reach.low
				f.note(zerosAtLeft)
			}
			between := n > 0 && n < len(s.reached[solver])-1
			if between && x-last <= finest*(reach.high-reach.low) && float64(n+1-drawn) <= finest*float64(s.all) {
				continue
			}
			steps = append(steps, plotter.XY{X: x, Y: s.height(drawn)}, plotter.XY{X: x, Y: s.height(n + 1)})
			drawn, last = n+1, x
			f.spots = append(f.spots, spot{x: x, y: s.height(n + 1), text: s.tell(g.spoken(), n+1, point), spare: between})
		}
		if len(steps) == 0 {
			continue
		}
		f.note(g.note())
		look, end := g.style(), steps[len(steps)-1]
		all = append(all, bundled{append(steps, plotter.XY{X: reach.high, Y: end.Y}), look.line(), look.glyph()})
		labels.add(g.name(), reach.high, end.Y, look.line(), look.glyph())
	}
	p.Add(all, labels)
	f.least = labels.height()
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

// solvedBy returns the instances that each solver solved.
func solvedBy(c *results.Medians) map[string][]solved {
	lines := map[string][]solved{}
	for k, solver := range c.Columns {
		for line := range c.Len() {
			if cell := c.Cell(line, k); cell.Status == cover.Solved {
				lines[solver] = append(lines[solver], solved{int32(line), cell.Center})
			}
		}
	}
	return lines
}

// noValue says that no search has a place on an axis of logarithms.
func noValue(zeros bool) error {
	if zeros {
		return nothing("no value is above 0", "name another --unit")
	}
	return nothing("no search was solved", "measure with a longer --timeout, or easier instances")
}
