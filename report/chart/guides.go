package chart

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// guides are the lines of a square plot of two solvers: the line where both take the same, the
// lines where one takes ten times as much, and the edge of unsolved searches. Their labels are
// outside the data.
type guides struct{ edge edge }

const outside = vg.Length(5) // from the data to a label

// asideStyle is the style of a label outside the data.
var asideStyle = writing(8, muted, draw.XLeft, draw.YBottom)

// Plot draws the lines and labels.
func (g guides) Plot(c draw.Canvas, p *plot.Plot) {
	toX, toY := p.Transforms(&c)
	low, high := g.edge.low, g.edge.high
	thin := draw.LineStyle{Color: muted, Width: vg.Points(0.6)}
	c.StrokeLine2(thin, toX(low), toY(low), toX(high), toY(high))
	thin.Dashes = []vg.Length{vg.Points(2), vg.Points(2)}
	c.StrokeLine2(thin, toX(low), toY(low+1), toX(high-1), toY(high))
	c.StrokeLine2(thin, toX(low+1), toY(low), toX(high), toY(high-1))

	label := asideStyle
	label.XAlign = draw.XCenter
	c.FillText(label, vg.Point{X: toX(high - 1), Y: c.Max.Y + outside}, "×10")
	label = writing(8, muted, draw.XLeft, draw.YCenter)
	c.FillText(label, vg.Point{X: c.Max.X + outside, Y: toY(high - 1)}, "×10")
	c.FillText(label, vg.Point{X: c.Max.X + outside, Y: c.Max.Y + outside}, "equal")
	if g.edge.label == "" {
		return
	}
	whole := draw.LineStyle{Color: ink, Width: vg.Points(0.6)}
	c.StrokeLines(whole, []vg.Point{{X: c.Min.X, Y: toY(high)}, {X: toX(high), Y: toY(high)},
		{X: toX(high), Y: c.Min.Y}})
	c.FillText(asideStyle, vg.Point{X: c.Min.X, Y: c.Max.Y + outside}, g.edge.label)
	label = writing(8, muted, draw.XRight, draw.YBottom)
	label.Rotation = -math.Pi / 2
	c.FillText(label, vg.Point{X: c.Max.X + outside, Y: c.Min.Y}, g.edge.label)
}

// GlyphBoxes reserves room for the labels.
func (g guides) GlyphBoxes(*plot.Plot) []plot.GlyphBox {
	return besides(outside+asideStyle.Width("equal"), outside+10)
}
