package chart

import (
	"image/color"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// layout has the places of all parts of a plot. All lengths are before zoom.
type layout struct {
	*Plot
	width, height vg.Length
	panels        []*drawing
	grid          [][]*plot.Plot // of the panels, by row
	indent        vg.Length      // of a square panel on both sides
}

const (
	margin  = vg.Length(6)
	between = vg.Length(12) // panels
	keyLine = vg.Length(12) // the height of a line of the legend

	mostSquare = vg.Length(360) // the side of a square panel
)

// layOut computes the places of all parts, and the height.
func (p *Plot) layOut() *layout {
	l := &layout{Plot: p, width: p.in.width() / p.in.zoom()}
	tiles := min(len(p.Panels), choose(p.in.Narrow, 1, 2))
	tile := (l.width-2*margin+between)/vg.Length(tiles) - between
	if p.Panels[0].Square {
		l.indent = max(0, tile-mostSquare) / 2
	}
	for k, panel := range p.Panels {
		d := panel.drawing(min(mostLabels, int(tile/48)))
		if l.panels = append(l.panels, d); k%tiles == 0 {
			l.grid = append(l.grid, make([]*plot.Plot, tiles))
		}
		l.grid[k/tiles][k%tiles] = d.plot
	}
	height := vg.Length(0)
	for _, d := range l.panels {
		height = max(height, d.height(tile-2*l.indent, len(l.grid)))
	}
	l.height = vg.Length(len(l.grid))*(height+between) - between - l.frame(draw.NewCanvas(nil, l.width, 0), false).Size().Y
	return l
}

// height returns the height of the panel, given its width and the number of panels above each other.
func (d *drawing) height(width vg.Length, panels int) vg.Length {
	const axis, row, page = 42, 16, 460 // an axis with its labels, and the most for a row and for all rows
	switch {
	case d.Square:
		return width
	case d.Y.Fixed != nil:
		return axis + min(row*vg.Length(d.Y.high-d.Y.low), page/vg.Length(panels))
	}
	return axis + max(width*choose[vg.Length](width < 300, 0.62, 0.45), labelHeight*vg.Length(len(d.Series)))
}

// draw draws the whole plot.
func (l *layout) draw(on vg.Canvas) {
	c := draw.NewCanvas(on, l.width, l.height)
	c.SetColor(white)
	c.Fill(c.Rectangle.Path())
	tiles := draw.Tiles{Rows: len(l.grid), Cols: len(l.grid[0]), PadX: between, PadY: between}
	c = draw.Crop(l.frame(c, true), l.indent, -l.indent, 0, 0)
	for k, canvas := range slices.Concat(plot.Align(l.grid, tiles, c)...)[:len(l.panels)] {
		l.panels[k].page = on
		l.panels[k].plot.Draw(canvas)
	}
}

// frame returns the part of the canvas that title, notes and legend leave for the panels. It draws these if
// paint is set.
func (l *layout) frame(c draw.Canvas, paint bool) draw.Canvas {
	c = draw.Crop(c, margin, -margin, margin, -margin)
	text := func(hidden bool, size vg.Length, shade color.Color, texts ...string) {
		if style := writing(size, shade, draw.XLeft, draw.YTop); !hidden {
			text := wrap(texts, style, c.Size().X)
			if paint {
				c.FillText(style, vg.Point{X: c.Min.X, Y: c.Max.Y}, text)
			}
			c.Max.Y -= style.Height(text) + 2
		}
	}
	text(l.in.Untitled, 10.5, ink, l.Title)
	text(l.in.NoNotes || len(l.Notes) == 0, 8, muted, l.Notes...)
	c.Max.Y -= 4
	c.Min.Y += l.legend(c, paint)
	return c
}

// sample is the width of the piece of line before the text of a key.
const sample = vg.Length(20)

// legend draws the legend in columns at the bottom of the canvas if paint is set, and returns its height.
func (l *layout) legend(c draw.Canvas, paint bool) vg.Length {
	keys, style, wide := l.keys(), writing(8.5, ink, draw.XLeft, draw.YCenter), vg.Length(1)
	for _, s := range keys {
		wide = max(wide, style.Width(s.Name)+4+sample+12)
	}
	columns := max(1, int((c.Size().X+12)/wide))
	rows := (len(keys) + columns - 1) / columns
	for n, s := range keys {
		if paint {
			s.key(c, c.Min.Add(vg.Point{X: wide * vg.Length(n%columns), Y: keyLine * (vg.Length(rows-n/columns) - 0.5)}), style)
		}
	}
	return keyLine*vg.Length(rows) + choose[vg.Length](rows > 0, 3, 0)
}

// key draws the entry of the legend to the right of a point.
func (s Series) key(c draw.Canvas, at vg.Point, style draw.TextStyle) {
	if s.Form != Dots {
		c.StrokeLine2(s.Look.line(), at.X, at.Y, at.X+sample, at.Y)
	}
	if s.Form == Dots || !s.Look.Bare {
		s.Look.mark(c, vg.Point{X: at.X + sample/2, Y: at.Y})
	}
	c.FillText(style, vg.Point{X: at.X + sample + 4, Y: at.Y}, s.Name)
}

// wrap breaks texts into lines no wider than width.
func wrap(texts []string, style draw.TextStyle, width vg.Length) string {
	var lines []string
	for _, text := range texts {
		line := ""
		for _, word := range strings.Fields(text) {
			longer := strings.TrimSpace(line + " " + word)
			if line != "" && style.Width(longer) > width {
				lines, longer = append(lines, line), word
			}
			line = longer
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// mostLabels is about how many labels an axis of a page has. One of a narrow panel has fewer.
const mostLabels = 8

// drawing returns the panel with its axes fitted to what it shows, with so many labels across.
func (p Panel) drawing(labels int) *drawing {
	var xs, ys []float64
	room := 0. // cells reach to the frame; curves and marks are off it
	for _, c := range p.Cells {
		xs, ys = append(xs, c.X0, c.X1), append(ys, c.Y0, c.Y1)
	}
	for _, s := range p.Series {
		for _, at := range s.Points {
			room = 0.03
			xs, ys = append(xs, at.X), append(ys, at.Y)
			switch {
			case at.Low >= at.High:
			case s.Form == Lines:
				ys = append(ys, at.Low, at.High)
			default:
				xs = append(xs, at.Low, at.High)
			}
		}
	}
	if p.Square {
		xs = slices.Concat(xs, ys)
		ys = xs
	}
	p.X.fit(xs, labels, room)
	p.Y.fit(ys, mostLabels, choose(p.Y.Fixed == nil, room, 0))
	d := &drawing{Panel: p, plot: plot.New()}
	d.style()
	return d
}

// style sets gonum's axes to the common style.
func (d *drawing) style() {
	d.plot.BackgroundColor = nil // the layout has one
	for to, axis := range map[*plot.Axis]*Axis{&d.plot.X: &d.X, &d.plot.Y: &d.Y} {
		to.Label.Text = axis.Label
		to.Label.TextStyle.Font, to.Tick.Label.Font, to.Tick.Length = writing(9, ink, 0, 0).Font, writing(8.5, ink, 0, 0).Font, 4
		to.Min, to.Max, to.Tick.Marker = axis.low, axis.high, axis
	}
	lines := plotter.NewGrid()
	lines.Vertical.Color, lines.Horizontal.Color = grid, grid
	if d.Y.Fixed != nil { // names, not values
		d.plot.Y.Tick.Length, lines.Horizontal.Color = 0, nil
	}
	d.plot.Add(lines, d)
}
