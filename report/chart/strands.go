package chart

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// strands are lines with marks. Where a line lies on earlier ones, it is moved aside by the width
// of a line for each of them, so that all are seen.
type strands struct{ all []strand }

type strand struct {
	points plotter.XYs
	line   draw.LineStyle
	glyph  draw.GlyphStyle // no marks if its shape is nil
}

// add adds a line. All its points are finite, as [log] makes them.
func (s *strands) add(points plotter.XYs, line draw.LineStyle, glyph draw.GlyphStyle) {
	s.all = append(s.all, strand{points, line, glyph})
}

const (
	strandsApart = lineWidth + 0.2 // the distance of two lines that lie on each other
	mostAside    = 3               // lines beside one; further ones would seem to have other values
)

// Plot draws the lines and then the marks.
func (s *strands) Plot(c draw.Canvas, p *plot.Plot) {
	toX, toY := p.Transforms(&c)
	taken := map[[2]plotter.XY]int{} // the number of lines on each piece
	moved := make([][]vg.Point, len(s.all))
	for k, one := range s.all {
		aside := make([]int, len(one.points))
		for i := range max(0, len(one.points)-1) {
			piece := [2]plotter.XY(one.points[i : i+2])
			lines := min(taken[piece], mostAside)
			aside[i], aside[i+1] = max(aside[i], lines), max(aside[i+1], lines)
			taken[piece]++
		}
		for i, at := range one.points {
			x, y := strandSide(one.points[max(0, i-1)], one.points[min(i+1, len(one.points)-1)])
			far := strandsApart * vg.Length(aside[i])
			moved[k] = append(moved[k], vg.Point{X: toX(at.X) + x*far, Y: toY(at.Y) + y*far})
		}
		if one.line.Width > 0 && len(one.points) > 1 {
			c.StrokeLines(one.line, moved[k])
		}
	}
	for k, one := range s.all {
		for _, at := range moved[k] {
			if one.glyph.Shape != nil {
				c.DrawGlyphNoClip(one.glyph, at)
			}
		}
	}
}

// strandSide returns the direction to the side of a line that leads from one point to another: up,
// and away from the slope.
func strandSide(from, to plotter.XY) (x, y vg.Length) {
	slope := (to.Y - from.Y) * math.Copysign(1, to.X-from.X)
	switch {
	case slope > 0:
		return -1, 1
	case slope < 0:
		return 1, 1
	}
	return 0, 1
}
