package chart

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// palette is the palette of Okabe and Ito (jfly.uni-koeln.de/color, 2008), which colour-blind
// people can distinguish. It lacks their yellow, which is too faint on white. Black is last because
// it attracts the most attention.
var palette = []color.Color{
	color.RGBA{0x00, 0x72, 0xB2, 0xFF}, // blue
	color.RGBA{0xD5, 0x5E, 0x00, 0xFF}, // vermilion
	color.RGBA{0x00, 0x9E, 0x73, 0xFF}, // green
	color.RGBA{0xCC, 0x79, 0xA7, 0xFF}, // purple
	color.RGBA{0xE6, 0x9F, 0x00, 0xFF}, // orange
	color.RGBA{0x56, 0xB4, 0xE9, 0xFF}, // sky
	color.RGBA{0x00, 0x00, 0x00, 0xFF},
}

func hue(k int) color.Color { return palette[k%len(palette)] }

var (
	ink   = color.Gray{0x33}
	muted = color.Gray{0x76} // the lightest grey that is readable on white
	grid  = color.Gray{0xE4}
	white = color.Gray{0xFF}
)

// The widths of plots: one or two columns of a paper.
const (
	oneColumn  = 3.5 * vg.Inch
	twoColumns = 7.2 * vg.Inch
)

// choose returns yes if the condition holds, and no otherwise. It picks what differs between narrow
// and wide plots.
func choose[T any](condition bool, yes, no T) T {
	if condition {
		return yes
	}
	return no
}

const (
	lineWidth  = vg.Length(1.4)
	thin       = vg.Length(0.5)
	markRadius = vg.Length(2.6)
)

func sans(size vg.Length) font.Font {
	return font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}
}

// writing returns a style of text.
func writing(size vg.Length, shade color.Color, x draw.XAlignment, y draw.YAlignment) draw.TextStyle {
	return draw.TextStyle{Font: sans(size), Color: shade, Handler: plot.DefaultTextHandler, XAlign: x, YAlign: y}
}

// widest returns the width of the widest of some texts.
func widest(style draw.TextStyle, texts []string) vg.Length {
	w := vg.Length(0)
	for _, text := range texts {
		w = max(w, style.Width(text))
	}
	return w
}

// besides reserves room for what a plot shows at the right of its data and above them.
func besides(right, above vg.Length) []plot.GlyphBox {
	return []plot.GlyphBox{
		{X: 1, Y: 0.5, Rectangle: vg.Rectangle{Max: vg.Point{X: right}}},
		{X: 0.5, Y: 1, Rectangle: vg.Rectangle{Max: vg.Point{Y: above}}},
	}
}

// boxPath returns a rectangle as a path.
func boxPath(x0, y0, x1, y1 vg.Length) vg.Path {
	return vg.Rectangle{Min: vg.Point{X: x0, Y: y0}, Max: vg.Point{X: x1, Y: y1}}.Path()
}

// newPlot returns an empty plot in the common style. The figure draws the title.
func newPlot(x, y string) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil // the figure has one
	p.X.Label.Text, p.Y.Label.Text = x, y
	// for one of several panels
	p.Title.TextStyle.Font, p.Title.TextStyle.Color, p.Title.Padding = sans(9), ink, vg.Points(4)
	p.Legend.TextStyle.Font, p.Legend.TextStyle.Color = sans(8.5), ink
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Label.TextStyle.Font, axis.Label.TextStyle.Color = sans(9), ink
		axis.Tick.Label.Font, axis.Tick.Label.Color = sans(8.5), ink
		axis.LineStyle.Color, axis.Tick.LineStyle.Color = ink, ink
		axis.LineStyle.Width, axis.Tick.LineStyle.Width = vg.Points(0.5), vg.Points(0.5)
		axis.Tick.Length = vg.Points(4)
	}
	lines := plotter.NewGrid()
	lines.Vertical.Color, lines.Horizontal.Color = grid, grid
	p.Add(lines)
	return p
}
