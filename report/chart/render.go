package chart

import (
	"cmp"
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
	legend        []Series
	aside         bool // the legend is at the right
}

const (
	margin  = vg.Length(6)
	between = vg.Length(12) // panels
	keyLine = vg.Length(12) // the height of a line of the legend
)

// layOut computes the places of all parts, and the height.
func (p *Plot) layOut() *layout {
	l := &layout{Plot: p, width: p.in.width() / p.in.zoom(), aside: p.Panels[0].Square && !p.in.Narrow}
	tiles := min(len(p.Panels), cmp.Or(p.Tiles, choose(p.in.Narrow, 1, 2)))
	tile := ((l.width-2*margin+between)/vg.Length(tiles) - between) * choose[vg.Length](l.aside, 0.72, 1)
	height := vg.Length(0)
	for k, panel := range p.Panels {
		d := panel.drawing(min(mostLabels, int(tile/48)))
		d.ends = p.AtEnds
		d.ends = d.ends && d.widest() <= l.width/4
		l.legend = choose(d.ends, p.Keys, p.keys())
		if l.panels = append(l.panels, d); k%tiles == 0 {
			l.grid = append(l.grid, make([]*plot.Plot, tiles))
		}
		l.grid[k/tiles][k%tiles], height = d.plot, max(height, d.height(tile))
	}
	l.height = vg.Length(len(l.grid))*(height+between) - between - l.frame(draw.NewCanvas(nil, l.width, 0), false).Size().Y
	return l
}

// height returns the height of the panel, given its width.
func (d *drawing) height(width vg.Length) vg.Length {
	const axis = 42 // with its labels
	switch {
	case d.Square:
		return width
	case d.Row > 0:
		return axis + d.Row*vg.Length(d.Y.high-d.Y.low)
	}
	return axis + max(width*choose[vg.Length](width < 300, 0.62, 0.45), labelHeight*vg.Length(len(d.Series)))
}

// draw draws the whole plot.
func (l *layout) draw(on vg.Canvas) {
	c := draw.NewCanvas(on, l.width, l.height)
	c.SetColor(white)
	c.Fill(c.Rectangle.Path())
	tiles := draw.Tiles{Rows: len(l.grid), Cols: len(l.grid[0]), PadX: between, PadY: between}
	for k, canvas := range slices.Concat(plot.Align(l.grid, tiles, l.frame(c, true))...)[:len(l.panels)] {
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
	if l.aside {
		right := c
		c.Max.X -= 0.28 * c.Size().X
		right.Min.X, right.Min.Y = c.Max.X+between, c.Max.Y-outside-keyLine*vg.Length(len(l.legend)+1)
		l.keys(right, paint)
		return c
	}
	c.Min.Y += l.keys(c, paint)
	return c
}

// The text of a key stands behind a piece of line as wide as sample, or behind a colour as wide as swatch.
const (
	sample = vg.Length(20)
	swatch = vg.Length(8)
)

// keys draws the legend in columns at the bottom of the canvas if paint is set, and returns its height.
func (l *layout) keys(c draw.Canvas, paint bool) vg.Length {
	style, wide := writing(8.5, ink, draw.XLeft, draw.YCenter), vg.Length(1)
	for _, s := range l.legend {
		wide = max(wide, style.Width(s.Name)+4+max(sample, swatch*vg.Length(len(s.Colors)))+12)
	}
	columns := max(1, int((c.Size().X+12)/wide))
	rows := (len(l.legend) + columns - 1) / columns
	for n, s := range l.legend {
		if paint {
			s.key(c, c.Min.Add(vg.Point{X: wide * vg.Length(n%columns), Y: keyLine * (vg.Length(rows-n/columns) - 0.5)}), style)
		}
	}
	return keyLine*vg.Length(rows) + choose[vg.Length](rows > 0, 3, 0)
}

// key draws the entry of the legend to the right of a point.
func (s Series) key(c draw.Canvas, at vg.Point, style draw.TextStyle) {
	for _, shade := range s.Colors {
		low := vg.Point{X: at.X, Y: at.Y - swatch/2}
		c.SetColor(shade)
		c.Fill(vg.Rectangle{Min: low, Max: low.Add(vg.Point{X: swatch, Y: swatch})}.Path())
		at.X += swatch
	}
	if len(s.Colors) == 0 {
		if s.Form != Dots {
			c.StrokeLine2(s.Look.line(), at.X, at.Y, at.X+sample, at.Y)
		}
		if s.Form == Dots || !s.Look.Bare {
			s.Look.mark(c, vg.Point{X: at.X + sample/2, Y: at.Y})
		}
		at.X += sample
	}
	c.FillText(style, vg.Point{X: at.X + 4, Y: at.Y}, s.Name)
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
	for _, c := range p.Cells {
		xs, ys = append(xs, c.X0, c.X1), append(ys, c.Y0, c.Y1)
	}
	for _, s := range p.Series {
		for _, at := range s.Points {
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
	p.X.fit(xs, labels)
	p.Y.fit(ys, mostLabels)
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
	if d.Row > 0 { // names, not values
		d.plot.Y.Tick.Length, lines.Horizontal.Color = 0, nil
	}
	d.plot.Add(lines, d)
}
