package chart

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"
)

// curve adds a line with marks to a plot, unless there are no points.
func curve(p *plot.Plot, points plotter.XYs, line draw.LineStyle, glyph draw.GlyphStyle) error {
	if len(points) == 0 {
		return nil
	}
	if line.Width > 0 && len(points) > 1 {
		l, err := plotter.NewLine(points)
		if err != nil {
			return err
		}
		l.LineStyle = line
		p.Add(l)
	}
	if glyph.Shape == nil {
		return nil
	}
	marks, err := plotter.NewScatter(points)
	if err != nil {
		return err
	}
	marks.GlyphStyle = glyph
	p.Add(marks)
	return nil
}

// within sets the range of an axis. A range shorter than least is widened around its middle.
func within(axis *plot.Axis, low, high, least float64) {
	if low > high {
		low, high = 0, 0
	}
	if high-low < least {
		low, high = (low+high-least)/2, (low+high+least)/2
	}
	axis.Min, axis.Max = low, high
}

// withinPowers sets the range of a logarithmic axis so that it contains two powers of ten, which
// have labels.
func withinPowers(axis *plot.Axis, low, high float64) {
	if low > high {
		low, high = 0, 0
	}
	if math.Floor(high) <= math.Ceil(low) {
		low = math.Floor(low)
	}
	if math.Floor(high) <= low {
		high = low + 1
	}
	axis.Min, axis.Max = low, high
}
