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

func (k colorKey) style() draw.TextStyle {
	return draw.TextStyle{Font: sans(8.5), Color: ink, Handler: plot.DefaultTextHandler, XAlign: draw.XLeft,
		YAlign: draw.YCenter}
}

// layout returns the place of each entry, in points from the left and by line, and the number of
// lines.
func (k colorKey) layout() (at []vg.Length, line []int, lines int) {
	x := vg.Length(0)
	for _, e := range k.entries {
		w := colorSwatch*vg.Length(len(e.colors)) + 4 + k.style().Width(e.text)
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
		c.FillText(k.style(), vg.Point{X: x + 4, Y: y}, e.text)
	}
}

// GlyphBoxes reserves room for the key.
func (k colorKey) GlyphBoxes(*plot.Plot) []plot.GlyphBox {
	_, _, lines := k.layout()
	return []plot.GlyphBox{{X: 0.5, Y: 1, Rectangle: vg.Rectangle{Max: vg.Point{Y: keyLine*vg.Length(lines) + 4}}}}
}

// boxPath returns a rectangle as a path.
func boxPath(x0, y0, x1, y1 vg.Length) vg.Path {
	var p vg.Path
	p.Move(vg.Point{X: x0, Y: y0})
	p.Line(vg.Point{X: x1, Y: y0})
	p.Line(vg.Point{X: x1, Y: y1})
	p.Line(vg.Point{X: x0, Y: y1})
	p.Close()
	return p
}

// mixed returns a mixture of two colours; share is the part of the second one.
func mixed(a, b color.Color, share float64) color.Color {
	r0, g0, b0, _ := a.RGBA()
	r1, g1, b1, _ := b.RGBA()
	mix := func(x, y uint32) uint8 { return uint8((float64(x)*(1-share)+float64(y)*share)/257 + 0.5) }
	return color.RGBA{mix(r0, r1), mix(g0, g1), mix(b0, b1), 0xFF}
}

// plotWidth returns about the width that the data of a plot will have.
func plotWidth(in Input) vg.Length {
	if in.Narrow {
		return oneColumn - 60
	}
	return twoColumns - 60
}
