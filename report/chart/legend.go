package chart

import (
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// key is an entry of the legend. gonum's own legend would cover data.
type key struct {
	text  string
	line  draw.LineStyle  // no line if its width is 0
	glyph draw.GlyphStyle // no mark if its shape is nil
}

// addKey adds a key, unless there is one with the same text.
func (f *Figure) addKey(k key) {
	if !slices.ContainsFunc(f.keys, func(other key) bool { return other.text == k.text }) {
		f.keys = append(f.keys, k)
	}
}

var keyStyle = writing(8.5, ink, draw.XLeft, draw.YCenter)

// keyHeight is the height of one line of keys.
const keyHeight = vg.Length(12)

// sample returns the width of the mark or the piece of a line before the text of a key.
func (k key) sample() vg.Length { return choose(k.line.Width > 0, piece, 10) }

func (k key) width() vg.Length { return k.sample() + 3 + keyStyle.Width(k.text) }

// draw draws the key to the right of a point.
func (k key) draw(c draw.Canvas, at vg.Point) {
	wide := k.sample()
	if k.line.Width > 0 {
		c.StrokeLine2(k.line, at.X, at.Y, at.X+wide, at.Y)
	}
	if k.glyph.Shape != nil {
		c.DrawGlyphNoClip(k.glyph, vg.Point{X: at.X + wide/2, Y: at.Y})
	}
	c.FillText(keyStyle, vg.Point{X: at.X + wide + 3, Y: at.Y}, k.text)
}

// legend returns the part of the canvas that the keys leave free. The keys are in a column at the
// right, or in lines at the top. It draws them if paint is set.
func (f *Figure) legend(c draw.Canvas, paint bool) draw.Canvas {
	switch {
	case len(f.keys) == 0 || f.keysInTile():
		return c
	case f.aside && !f.narrow:
		return draw.Crop(c, 0, -f.column(c, paint)-8, 0, 0)
	}
	const apart = vg.Length(12)
	at := vg.Point{X: c.Min.X, Y: c.Max.Y - keyHeight/2}
	for _, k := range f.keys {
		if at.X > c.Min.X && at.X+k.width() > c.Max.X {
			at = vg.Point{X: c.Min.X, Y: at.Y - keyHeight}
		}
		if paint {
			k.draw(c, at)
		}
		at.X += k.width() + apart
	}
	return draw.Crop(c, 0, 0, 0, at.Y-keyHeight/2-4-c.Max.Y)
}

// column draws the keys below each other, at the right of the canvas, if paint is set. It returns the
// width of the column.
func (f *Figure) column(c draw.Canvas, paint bool) (wide vg.Length) {
	for _, k := range f.keys {
		wide = max(wide, k.width()+2)
	}
	for i, k := range f.keys {
		if paint {
			k.draw(c, vg.Point{X: c.Max.X - wide, Y: c.Max.Y - keyHeight*(vg.Length(i)+0.5)})
		}
	}
	return wide
}
