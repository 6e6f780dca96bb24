package chart

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot/plotter"

	"xcbench/cover"
	"xcbench/internal/english"
	"xcbench/results"
)

// growth draws values against the size of the instance. A factor at each curve says how much one
// step of the size multiplies the value.
func growth(in Input) (*Figure, error) {
	f := &Figure{title: "Growth of " + in.unit.Word + " with the size"}
	f.head = []string{"series", "size", "instance", "solver", in.Unit, "fitted"}
	c := in.table()
	series := in.series(f, c)
	g := grown{Figure: f, in: in, c: c}
	for _, one := range series {
		if p := g.draw(one); p != nil {
			if f.add(p); len(series) > 1 { // the title says it
				p.plot.Y.Label.Text = ""
			}
		} else {
			f.note("Nothing solved of " + one.name() + ".")
		}
	}
	if f.plot == nil {
		return nil, nothing("no search that was solved, of an instance with a number in its name, has "+positive(in.unit),
			"measure instances of several sizes, as queens/6 to queens/9")
	}
	if len(f.beside) == 0 {
		f.title = strings.Replace(f.title, "the size",
			"the size of "+strings.TrimPrefix(f.plot.X.Label.Text, "size N of "), 1)
	}
	if len(g.unsolved) > 0 {
		f.note("Not solved, or without a value: " + strings.Join(g.unsolved, "; ") + ".")
	}
	if g.fitted {
		f.notes = slices.Insert(f.notes, 0,
			"×: the factor of one step of N, by least squares of the logarithm "+
				"over the larger half of a solver's sizes, at least three.")
	}
	return f, nil
}

// grown is a figure of growth under construction.
type grown struct {
	*Figure
	in       Input
	c        *results.Medians
	fitted   bool     // at least one curve has a factor
	unsolved []string // the searches that curves lack, by series
}

// draw draws one series. It returns nil if no search of the series was solved.
func (f *grown) draw(series sizes) *panel {
	in, s := f.in, scaleOf(f.in.Unit)
	p := &panel{plot: newPlot("size N of "+series.name(), s.axis)}
	lines := map[string]plotter.XYs{}
	var drawn, unsolved []string
	for k, solver := range in.Solvers {
		missing := 0
		for _, m := range series.members {
			cell := f.c.Cell(m.line, k)
			y, ok := log(cell.Center)
			if cell.Status == cover.Solved && ok {
				lines[solver] = append(lines[solver], plotter.XY{X: float64(m.size), Y: y})
			} else if cell.Status != "" {
				missing++
			}
		}
		if missing > 0 {
			unsolved = append(unsolved, fmt.Sprintf("%s on %d of %d", solver, missing, len(series.members)))
		}
		if len(lines[solver]) > 0 {
			drawn = append(drawn, solver)
		}
	}
	if len(drawn) == 0 {
		return nil
	}
	if len(unsolved) > 0 {
		f.unsolved = append(f.unsolved, series.name()+": "+english.ShortList(unsolved, 4))
	}
	threads, labels := &strands{}, &endLabels{bare: true}
	p.plot.Add(threads)
	var xs, ys span
	same := func(a, b string) bool { return slices.Equal(lines[a], lines[b]) }
	for _, g := range in.looks.merge(drawn, in.unit.Word, same) {
		line, look := lines[g.solvers[0]], g.style()
		factor, from, ok := stepFactor(line)
		f.addKey(key{text: g.spoken(), line: look.line(), glyph: look.glyph()})
		if end := line[len(line)-1]; ok {
			f.fitted = true
			labels.add("×"+shortFactor(factor), end.X, end.Y, look.line(), look.glyph())
		}
		f.note(g.note())
		for _, part := range series.unbroken(line) {
			threads.add(part, look.line(), look.glyph())
		}
		for k, at := range line {
			xs.take(at.X)
			ys.take(at.Y)
			value := math.Pow(10, at.Y)
			p.point(at.X, at.Y, fmt.Sprintf("%s: %s for N = %g of %s", g.spoken(),
				s.value(math.Round(value*1e12)/1e12), at.X, series.name()))
			for _, solver := range g.solvers {
				f.growthRow(series, solver, at, ok && k >= from)
			}
		}
	}
	p.plot.Add(labels)
	p.plot.X.Tick.Marker, p.plot.Y.Tick.Marker = counts{}, nearTicks{s.power}
	within(&p.plot.X, xs, 1)
	withinPowers(&p.plot.Y, ys)
	offFrame(p.plot)
	return p
}

// growthRow adds the exact value of a point to the data.
func (f *grown) growthRow(series sizes, solver string, at plotter.XY, fitted bool) {
	column := slices.Index(f.in.Solvers, solver)
	k := slices.IndexFunc(series.members, func(m member) bool { return float64(m.size) == at.X })
	m := series.members[k]
	f.row(series.name(), m.size, f.c.ID(m.line), solver, f.c.Cell(m.line, column).Center, fitted)
}

// stepFactor returns the factor by which one step of the size multiplies the value. It fits the
// logarithm of the value by least squares, over the points from the returned index on: the larger
// half of the sizes, and at least three. It reports false if there are too few points.
func stepFactor(line plotter.XYs) (factor float64, from int, ok bool) {
	n := max((len(line)+1)/2, fewestSizes)
	if len(line) < n {
		return 0, 0, false
	}
	from = len(line) - n
	var x, y, xx, xy float64
	for _, at := range line[from:] {
		x, y = x+at.X/float64(n), y+at.Y/float64(n)
	}
	for _, at := range line[from:] {
		xx, xy = xx+(at.X-x)*(at.X-x), xy+(at.X-x)*(at.Y-y)
	}
	factor = math.Pow(10, xy/xx)
	return factor, from, xx > 0 && !math.IsInf(factor, 0)
}

// shortFactor formats a factor with two or three digits.
func shortFactor(v float64) string {
	switch {
	case v >= 1e6:
		return strconv.FormatFloat(v, 'g', 2, 64)
	case v >= 100:
		return english.Thousands(int64(math.Round(v)))
	case v >= 2:
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	return strconv.FormatFloat(v, 'f', 2, 64)
}
