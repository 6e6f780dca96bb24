package chart

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"xcbench/cover"
	"xcbench/results"
)

// The rows of a plot that fits on a page, in two columns or in one, and the number of rows above which
// the axis also has labels at the top.
const (
	mostRows   = 47
	mostNarrow = 43
	manyRows   = 30
)

// times draws the median of each solver on each instance, with one row per instance, the slowest at
// the top. Searches that were stopped at the time limit have their marks beside the plot.
func times(in Input) (*Figure, error) {
	f := &Figure{title: capital(in.unit.Word) + " by instance"}
	f.head = []string{"instance", "solver", "status", in.Unit}
	c, limits := in.table(), in.limits()
	order := slowest(c, limits)
	if most := choose(in.Narrow, mostNarrow, mostRows); len(order) > most {
		which := choose(in.unit.Form == results.AsDuration, "slowest", "with the most")
		f.title += fmt.Sprintf(", the %d %s of %d", most, which, len(order))
		order = order[:most]
	}
	t := timeMarks{Figure: f, in: in, c: c, limits: limits, order: order, left: map[string]int{},
		beside: newStopped(len(in.Solvers), in.Narrow)}
	s := scaleOf(in.Unit)
	t.p = newPlot(s.axis, "")
	t.p.X.Tick.Marker = logTicks{s.power}
	if in.Narrow {
		t.p.Y.Tick.Label.Font.Size = 7
	}
	for k := range in.Solvers {
		t.solver(k)
	}
	for _, why := range slices.Sorted(maps.Keys(t.left)) {
		f.note(fmt.Sprintf("Without a mark: %d of %d searches, %s.", t.left[why], len(f.rows), why))
	}
	if !t.reach.some {
		return nil, noValue(false)
	}
	t.layOut()
	return f, nil
}

// timeMarks is a figure of times under construction.
type timeMarks struct {
	*Figure
	in     Input
	c      *results.Medians
	limits map[place]float64 // the times of the searches that were stopped at the time limit
	order  []int             // the rows: indices of instances in the comparison
	p      *plot.Plot

	left   map[string]int // searches without a mark, by reason
	beside *stopped
	atEnd  []spot // spots of the marks beside the plot
	reach  span   // of the axis
}

// place is a search: the number of its instance, and its solver.
type place struct {
	instance int
	solver   string
}

// limits returns the times of the searches that were stopped at the time limit.
func (in *Input) limits() map[place]float64 {
	all := map[place]float64{}
	if in.Unit != results.Seconds || in.all.Len() == 0 {
		return all
	}
	for k := range in.rows() {
		if in.all.At(k).Status == cover.Timeout {
			all[place{in.all.Instance(k), in.all.At(k).Solver}] = in.all.At(k).Search
		}
	}
	return all
}

// solver draws the marks of a solver.
func (t *timeMarks) solver(k int) {
	solver := t.in.Solvers[k]
	look := t.in.looks.of(solver).glyph()
	t.keys = append(t.keys, key{text: solver, glyph: look})
	var marks plotter.XYs
	aside := (float64(k)+0.5)/float64(len(t.in.Solvers)) - 0.5 // so that equal values do not cover each other
	for row, i := range t.order {
		id, cell := t.c.ID(i), t.c.Cell(i, k)
		value, text := cell.Center, scaleOf(t.in.Unit).value(cell.Center)
		late := cell.Status == cover.Timeout && t.in.Unit == results.Seconds
		if late {
			value = t.limits[place{t.c.Instance(i), solver}]
			text = "stopped after " + scaleOf(t.in.Unit).value(value)
		}
		switch {
		case cell.Status == "":
			continue
		case !cell.Measured() && !late:
			t.left[string(cell.Status)]++
			t.row(id, solver, cell.Status, "")
			continue
		}
		t.row(id, solver, cell.Status, value)
		x, ok := log(value)
		if !ok {
			t.left["0 "+t.in.unit.Word]++
			continue
		}
		t.reach.take(x)
		text = fmt.Sprintf("%s on %s: %s", solver, id, text)
		y := float64(len(t.order) - 1 - row)
		if late {
			t.beside.marks = append(t.beside.marks, stoppedMark{k, y, look})
			t.atEnd = append(t.atEnd, spot{y: y, right: t.beside.right(k), text: text})
			continue
		}
		marks = append(marks, plotter.XY{X: x, Y: y - aside*0.55})
		t.point(x, y-aside*0.55, text)
	}
	curve(t.p, marks, draw.LineStyle{}, look)
}

// layOut finishes the axes and the height, once the range of values is known.
func (t *timeMarks) layOut() {
	withinPowers(&t.p.X, t.reach)
	for k := range t.atEnd {
		t.atEnd[k].x = t.p.X.Max
	}
	t.spots = append(t.atEnd, t.spots...)
	t.p.Add(t.beside)
	if len(t.order) > manyRows {
		t.p.Add(topTicks{})
		t.beside.head += 10 // above the labels
	}
	var names plot.ConstantTicks
	for row, i := range t.order {
		names = append(names, plot.Tick{Value: float64(len(t.order) - 1 - row), Label: t.c.ID(i)})
	}
	t.p.Y.Tick.Marker = names
	t.p.Y.Min, t.p.Y.Max = -0.7, float64(len(names))-0.3
	t.plot = t.p
	t.data = vg.Length(len(names)) * 12
}

// slowest returns the indices of the instances in the comparison. Instances with more stopped
// searches come first, and then those with the larger largest value.
func slowest(c *results.Medians, limits map[place]float64) []int {
	order, late, longest := make([]int, c.Len()), make([]int, c.Len()), make([]float64, c.Len())
	for i := range order {
		order[i] = i
		for k, cell := range c.Cells(i) {
			longest[i] = max(longest[i], cell.Center)
			if _, ok := limits[place{c.Instance(i), c.Columns[k]}]; ok {
				late[i]++
			}
		}
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(late[b]-late[a], cmp.Compare(longest[b], longest[a]), cmp.Compare(c.ID(a), c.ID(b)))
	})
	return order
}
