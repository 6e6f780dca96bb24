package chart

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// bands are the rows of a plot whose vertical axis shows names. Groups come from the top; each has
// the same number of rows, and one row is free between two groups.
type bands struct {
	names  []string // of the groups, from the top
	rows   int      // of each group
	height vg.Length
}

// at returns the place of a row on the vertical axis.
func (b bands) at(group, row int) float64 {
	return -float64(group*b.pitch() + row)
}

// pitch returns the number of rows from one group to the next.
func (b bands) pitch() int {
	return choose(b.rows == 1, 1, b.rows+1)
}

// inBands makes the plot of a drawing in bands. Its horizontal axis goes from low to high.
func (f *Figure) inBands(drawing plot.Plotter, b bands, s scale, low, high float64) {
	p := newPlot(s.axis, "")
	p.Add(drawing)
	p.X.Tick.Marker, p.X.Min, p.X.Max = nearTicks{s.power}, low, high
	var names plot.ConstantTicks
	for g, name := range b.names {
		names = append(names, plot.Tick{Value: (b.at(g, 0) + b.at(g, b.rows-1)) / 2, Label: name})
	}
	p.Y.Tick.Marker, p.Y.Tick.Length, p.Y.LineStyle.Width = names, 0, 0
	p.Y.Min, p.Y.Max = b.at(len(b.names)-1, b.rows-1)-0.5, 0.5
	f.plot, f.data = p, b.height*vg.Length(len(b.names)*b.pitch()-b.pitch()+b.rows)
}

// rectangle draws a rectangle in the style of a solver.
func rectangle(c draw.Canvas, look style, x0, y0, x1, y1 vg.Length) {
	corners := []vg.Point{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1}}
	if look.full {
		c.FillPolygon(mixed(white, look.color, 0.5), corners)
	}
	c.StrokeLines(draw.LineStyle{Color: look.color, Width: vg.Points(0.9)}, append(corners, corners[0]))
}

// markKeys returns a legend of the marks of solvers.
func (l looks) markKeys(solvers []string) []key {
	var keys []key
	for _, solver := range solvers {
		keys = append(keys, key{text: solver, glyph: l.of(solver).glyph()})
	}
	return keys
}
