package chart

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// colorKey explains colours, above the data of a plot. An entry with several colours is a scale
// from the first to the last.
type colorKey struct {
	width   vg.Length // about the width of the data; longer lines are broken
	entries []colorEntry
}

type colorEntry struct {
	colors []color.Color
	text   string
}

const (
	colorSwatch = vg.Length(8)
	keyLine     = vg.Length(13)
)

// layout returns the place of each entry, in points from the left and by line, and the number of
// lines.
func (k colorKey) layout() (at []vg.Length, line []int, lines int) {
	x := vg.Length(0)
	for _, e := range k.entries {
		w := colorSwatch*vg.Length(len(e.colors)) + 4 + keyStyle.Width(e.text)
		if x > 0 && x+w > k.width {
			x, lines = 0, lines+1
		}
		at, line = append(at, x), append(line, lines)
		x += w + 14
	}
	return at, line, lines + 1
}

// Plot draws the key above the plot's data.
func (k colorKey) Plot(c draw.Canvas, _ *plot.Plot) {
	at, line, lines := k.layout()
	for n, e := range k.entries {
		x, y := c.Min.X+at[n], c.Max.Y+keyLine*(vg.Length(lines-1-line[n])+0.7)
		for _, shade := range e.colors {
			c.SetColor(shade)
			c.Fill(boxPath(x, y-colorSwatch/2, x+colorSwatch, y+colorSwatch/2))
			x += colorSwatch
		}
		c.FillText(keyStyle, vg.Point{X: x + 4, Y: y}, e.text)
	}
}

// GlyphBoxes reserves room for the key.
func (k colorKey) GlyphBoxes(*plot.Plot) []plot.GlyphBox {
	_, _, lines := k.layout()
	return besides(0, keyLine*vg.Length(lines)+4)
}

// mixed returns a mixture of two colours; share is the part of the second one.
func mixed(a, b color.Color, share float64) color.Color {
	r0, g0, b0, _ := a.RGBA()
	r1, g1, b1, _ := b.RGBA()
	mix := func(x, y uint32) uint8 { return uint8((float64(x)*(1-share)+float64(y)*share)/257 + 0.5) }
	return color.RGBA{mix(r0, r1), mix(g0, g1), mix(b0, b1), 0xFF}
}

// plotWidth returns about the width that the data of a plot will have.
func plotWidth(in Input) vg.Length { return in.column() - 60 }
