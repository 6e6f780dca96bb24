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

// rectangle draws a rectangle in the style of a solver. Dashes do not show on a small rectangle, so
// a lighter fill and a stripe replace them.
func rectangle(c draw.Canvas, look style, x0, y0, x1, y1 vg.Length) {
	corners := []vg.Point{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1}}
	line := draw.LineStyle{Color: look.color, Width: vg.Points(0.9)}
	c.FillPolygon(tint(look.color, look.fill), corners)
	c.StrokeLines(line, append(corners, corners[0]))
	if look.stripe {
		c.StrokeLine2(line, x0, (y0+y1)/2, x1, (y0+y1)/2)
	}
}

// solverKeys returns a legend of solvers that are drawn as bars.
func (l looks) solverKeys(solvers []string) []key {
	var keys []key
	for _, solver := range solvers {
		look := l.of(solver)
		bar := draw.GlyphStyle{Color: look.color, Radius: 4, Shape: swatch{look}}
		keys = append(keys, key{text: solver, glyph: bar})
	}
	return keys
}

// swatch is a mark in the shape of a small bar.
type swatch struct{ look style }

// DrawGlyph draws the bar.
func (s swatch) DrawGlyph(c *draw.Canvas, style draw.GlyphStyle, at vg.Point) {
	r := style.Radius
	rectangle(*c, s.look, at.X-r, at.Y-r*0.8, at.X+r, at.Y+r*0.8)
}
