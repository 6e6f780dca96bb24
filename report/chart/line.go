package chart

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"
)

// curve adds a line with marks to a plot, unless there are no points. All points are finite, as
// [log] makes them.
func curve(p *plot.Plot, points plotter.XYs, line draw.LineStyle, glyph draw.GlyphStyle) {
	if line.Width > 0 && len(points) > 1 {
		p.Add(bareLine{&plotter.Line{XYs: points, LineStyle: line}})
	}
	if glyph.Shape != nil && len(points) > 0 {
		p.Add(&plotter.Scatter{XYs: points, GlyphStyle: glyph})
	}
}

// bareLine is a line that reserves no room around its points. Room for each point takes ten times the
// memory of the points, and only matters at the frame, which curves do not reach.
type bareLine struct{ line *plotter.Line }

// Plot draws the line.
func (b bareLine) Plot(c draw.Canvas, p *plot.Plot) { b.line.Plot(c, p) }

// DataRange returns the ranges of both coordinates.
func (b bareLine) DataRange() (xmin, xmax, ymin, ymax float64) { return b.line.DataRange() }

// span is the range of the values that it has taken.
type span struct {
	low, high float64
	some      bool // it has taken a value
}

func (s *span) take(v float64) {
	if !s.some {
		*s = span{v, v, true}
	}
	s.low, s.high = min(s.low, v), max(s.high, v)
}

// offFrame widens the ranges of both axes a little. Curves and marks at their ends are then off the
// frame.
func offFrame(p *plot.Plot) {
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		room := 0.03 * (axis.Max - axis.Min)
		axis.Min, axis.Max = axis.Min-room, axis.Max+room
	}
}

// within sets the range of an axis. A range shorter than least is widened around its middle.
func within(axis *plot.Axis, s span, least float64) {
	if s.high-s.low < least {
		s.low, s.high = (s.low+s.high-least)/2, (s.low+s.high+least)/2
	}
	axis.Min, axis.Max = s.low, s.high
}

// withinPowers sets the range of a logarithmic axis so that it contains two powers of ten, which
// have labels.
func withinPowers(axis *plot.Axis, s span) {
	if math.Floor(s.high) <= math.Ceil(s.low) {
		s.low = math.Floor(s.low)
	}
	if math.Floor(s.high) <= s.low {
		s.high = s.low + 1
	}
	axis.Min, axis.Max = s.low, s.high
}
