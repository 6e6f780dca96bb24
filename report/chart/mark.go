package chart

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// polygon is a filled mark with a number of corners. The first corner is at the angle, in degrees.
type polygon struct {
	corners int
	first   float64
}

// DrawGlyph draws polygons of all kinds in about the same size.
func (g polygon) DrawGlyph(c *draw.Canvas, style draw.GlyphStyle, at vg.Point) {
	c.Fill(g.outline(style.Radius, at))
}

// hollow is the outline of a polygon. The outlines of gonum are too thin to show their colour.
type hollow polygon

const outlineWidth = vg.Length(0.9)

// DrawGlyph draws the outline.
func (g hollow) DrawGlyph(c *draw.Canvas, style draw.GlyphStyle, at vg.Point) {
	c.SetLineStyle(draw.LineStyle{Color: style.Color, Width: outlineWidth})
	c.Stroke(polygon(g).outline(style.Radius-0.3*outlineWidth, at))
}

// marked is a mark with another mark in its centre, scaled by share.
type marked struct {
	around, centre draw.GlyphDrawer
	share          vg.Length
	light          bool // the mark in the centre is white
}

// DrawGlyph draws both marks.
func (g marked) DrawGlyph(c *draw.Canvas, style draw.GlyphStyle, at vg.Point) {
	g.around.DrawGlyph(c, style, at)
	style.Radius *= g.share
	if g.light {
		style.Color = white
	}
	g.centre.DrawGlyph(c, style, at)
}

func (g polygon) outline(radius vg.Length, at vg.Point) vg.Path {
	r := radius * vg.Length(math.Sqrt(2*math.Pi/(float64(g.corners)*math.Sin(2*math.Pi/float64(g.corners)))))
	var outline vg.Path
	for k := range g.corners {
		sin, cos := math.Sincos((g.first + 360*float64(k)/float64(g.corners)) * math.Pi / 180)
		corner := vg.Point{X: at.X + r*vg.Length(cos), Y: at.Y + r*vg.Length(sin)}
		if k == 0 {
			outline.Move(corner)
		} else {
			outline.Line(corner)
		}
	}
	outline.Close()
	return outline
}

// star is a mark of lines through its centre. The first line is at the angle, in degrees. The lines
// of gonum are too thin to show their colour.
type star struct {
	lines int
	first float64
}

// DrawGlyph draws the star.
func (g star) DrawGlyph(c *draw.Canvas, style draw.GlyphStyle, at vg.Point) {
	line := draw.LineStyle{Color: style.Color, Width: vg.Points(1.3)}
	for k := range g.lines {
		sin, cos := math.Sincos((g.first + 180*float64(k)/float64(g.lines)) * math.Pi / 180)
		x, y := 1.3*style.Radius*vg.Length(cos), 1.3*style.Radius*vg.Length(sin)
		c.StrokeLine2(line, at.X-x, at.Y-y, at.X+x, at.Y+y)
	}
}

// shapes are marks that remain distinct at half their size.
var shapes = []draw.GlyphDrawer{
	polygon{24, 0}, polygon{4, 45}, polygon{3, 90}, polygon{4, 0}, polygon{3, -90}, star{2, 0}, star{2, 45},
}
