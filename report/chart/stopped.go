package chart

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// stopped are the marks of searches that were stopped at the time limit. They would all be at one
// place of the axis, so they are beside the data, in one column per solver.
type stopped struct {
	marks  []stoppedMark
	column vg.Length // the width of one column
	head   vg.Length // how far the heading is above the data
}

type stoppedMark struct {
	column int
	y      float64
	glyph  draw.GlyphStyle
}

const (
	mostColumn  = vg.Length(8)
	stoppedHead = "stopped"
)

func newStopped(solvers int, narrow bool) *stopped {
	room := choose[vg.Length](narrow, 36, 100)
	return &stopped{column: min(mostColumn, room/vg.Length(max(1, solvers))), head: outside}
}

// right returns the distance of a column from the data.
func (s *stopped) right(column int) vg.Length {
	return 2*mostColumn + s.column*vg.Length(column)
}

// Plot draws the limit and the marks beyond it.
func (s *stopped) Plot(c draw.Canvas, p *plot.Plot) {
	if len(s.marks) == 0 {
		return
	}
	_, toY := p.Transforms(&c)
	c.StrokeLine2(draw.LineStyle{Color: ink, Width: thin}, c.Max.X+mostColumn, c.Min.Y, c.Max.X+mostColumn, c.Max.Y)
	c.FillText(asideStyle, vg.Point{X: c.Max.X + 1.5*mostColumn, Y: c.Max.Y + s.head}, stoppedHead)
	for _, m := range s.marks {
		c.DrawGlyphNoClip(m.glyph, vg.Point{X: c.Max.X + s.right(m.column), Y: toY(m.y)})
	}
}

// GlyphBoxes reserves room for the marks and their heading.
func (s *stopped) GlyphBoxes(*plot.Plot) []plot.GlyphBox {
	if len(s.marks) == 0 {
		return nil
	}
	last := 0
	for _, m := range s.marks {
		last = max(last, m.column)
	}
	wide := max(s.right(last)+mostColumn, 1.5*mostColumn+asideStyle.Width(stoppedHead)+2)
	return besides(wide, s.head+10)
}

// topTicks repeats the labels of the horizontal axis above a plot that is higher than a screen.
type topTicks struct{}

// Plot writes the labels.
func (topTicks) Plot(c draw.Canvas, p *plot.Plot) {
	style := p.X.Tick.Label
	style.XAlign, style.YAlign = draw.XCenter, draw.YBottom
	for _, tick := range p.X.Tick.Marker.Ticks(p.X.Min, p.X.Max) {
		if tick.Label != "" {
			c.FillText(style, vg.Point{X: c.X(p.X.Norm(tick.Value)), Y: c.Max.Y + outside}, tick.Label)
		}
	}
}

// GlyphBoxes reserves room for the labels.
func (topTicks) GlyphBoxes(*plot.Plot) []plot.GlyphBox {
	return besides(0, outside+10)
}
