package chart

import (
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// strands are lines with marks. Where a line lies on others, they take turns, so that all are seen
// and each stays on its values.
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

// mostMarks is about the largest number of marks on a line.
const mostMarks = 14

// Plot draws the lines and then the marks.
func (s *strands) Plot(c draw.Canvas, p *plot.Plot) {
	toX, toY := p.Transforms(&c)
	on, through := map[[2]plotter.XY][]int{}, map[plotter.XY][]int{} // the lines on each piece and point
	for k, one := range s.all {
		for i, point := range one.points {
			if through[point] = append(through[point], k); i > 0 {
				piece := [2]plotter.XY(one.points[i-1 : i+1])
				on[piece] = append(on[piece], k)
			}
		}
	}
	at := make([][]vg.Point, len(s.all))
	for k, one := range s.all {
		for _, point := range one.points {
			at[k] = append(at[k], vg.Point{X: toX(point.X), Y: toY(point.Y)})
		}
		for from, to := 0, 0; one.line.Width > 0 && from < len(one.points)-1; from = to {
			lines := on[[2]plotter.XY(one.points[from:from+2])]
			for to = from + 1; to < len(one.points)-1 && slices.Equal(on[[2]plotter.XY(one.points[to:to+2])], lines); {
				to++
			}
			line := one.line
			if n := len(lines); n > 1 {
				line.Dashes = []vg.Length{turn, turn * vg.Length(n-1)}
				line.DashOffs = turn * vg.Length(n-slices.Index(lines, k))
			}
			c.StrokeLines(line, at[k][from:to+1])
		}
	}
	for k, one := range s.all {
		for i, point := range one.points {
			lines := through[point]
			every := max(1+len(one.points)/mostMarks, len(lines))
			if one.glyph.Shape != nil && (int(point.X)+slices.Index(lines, k))%every == 0 {
				c.DrawGlyphNoClip(one.glyph, at[k][i])
			}
		}
	}
}
