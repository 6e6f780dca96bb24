package chart

import (
	"cmp"
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
	tiles         int // panels in a row
	panels        []*drawing
	legend        []Key
	aside         bool // the legend is at the right
}

const (
	margin  = vg.Length(6)
	between = vg.Length(12) // panels
	keyLine = vg.Length(12) // the height of a line of the legend
)

// layOut computes the places of all parts, and the height.
func (p *Plot) layOut() *layout {
	l := &layout{Plot: p, width: p.in.width() / p.in.zoom()}
	l.tiles = min(len(p.Panels), cmp.Or(p.Tiles, choose(p.in.Narrow, 1, 2)))
	l.aside = p.Panels[0].Square && !p.in.Narrow
	tile := (l.width-2*margin+between)/vg.Length(l.tiles) - between
	if l.aside {
		tile *= 0.72
	}
	var frame, data vg.Length
	for k := range p.Panels {
		d := p.Panels[k].drawing()
		d.ends = p.AtEnds
		d.ends = d.ends && d.widest() <= l.width/4
		l.panels = append(l.panels, d)
		l.legend = choose(d.ends, p.Keys, p.keys())
		const trial = 1000
		canvas := draw.Canvas{Rectangle: vg.Rectangle{Max: vg.Point{X: tile, Y: trial}}}
		d.plot.X.Tick.Marker = thinned(d.plot, d.plot.DataCanvas(canvas))
		size := d.plot.DataCanvas(canvas).Size()
		frame = max(frame, trial-size.Y)
		data = max(data, d.height(size.X, tile))
	}
	rows := (len(p.Panels) + l.tiles - 1) / l.tiles
	l.height = 2*margin + vg.Length(rows)*(frame+data+between) - between
	trial := draw.Canvas{Rectangle: vg.Rectangle{Max: vg.Point{X: l.width, Y: l.height}}}
	rest := l.frame(trial, false)
	l.height += l.height - 2*margin - rest.Size().Y
	for _, d := range l.panels {
		d.page = l.height
	}
	return l
}

// height returns the height of the data, given their width and the width with axes.
func (d *drawing) height(width, tile vg.Length) vg.Length {
	switch {
	case d.Square:
		return width
	case d.Row > 0:
		return d.Row * vg.Length(d.y.high-d.y.low)
	}
	h := tile * choose[vg.Length](tile < 300, 0.62, 0.45)
	return choose(d.ends, max(h, labelHeight*vg.Length(len(d.Series))), h)
}

// draw draws the whole plot.
func (l *layout) draw(on vg.Canvas) {
	c := draw.NewCanvas(on, l.width, l.height)
	c.SetColor(white)
	c.Fill(c.Rectangle.Path())
	c = l.frame(c, true)
	if len(l.panels) == 1 {
		l.panels[0].plot.Draw(c)
		return
	}
	rows := (len(l.panels) + l.tiles - 1) / l.tiles
	all := make([][]*plot.Plot, rows)
	for k := range all {
		all[k] = make([]*plot.Plot, l.tiles)
	}
	for k, d := range l.panels {
		all[k/l.tiles][k%l.tiles] = d.plot
	}
	canvases := plot.Align(all, draw.Tiles{Rows: rows, Cols: l.tiles, PadX: between, PadY: between}, c)
	for k, d := range l.panels {
		d.plot.Draw(canvases[k/l.tiles][k%l.tiles])
	}
}

// frame returns the part of the canvas that title, notes and legend leave for the panels. It draws these if
// paint is set.
func (l *layout) frame(c draw.Canvas, paint bool) draw.Canvas {
	c = draw.Crop(c, margin, -margin, margin, -margin)
	text := func(style draw.TextStyle, texts ...string) {
		for _, text := range texts {
			for _, line := range wrap(text, style, c.Max.X-c.Min.X) {
				if paint {
					c.FillText(style, vg.Point{X: c.Min.X, Y: c.Max.Y}, line)
				}
				c.Max.Y -= style.Font.Size * 1.3
			}
		}
	}
	if !l.in.Untitled {
		text(writing(10.5, ink, draw.XLeft, draw.YTop), l.Title)
	}
	if !l.in.NoNotes {
		text(writing(8, muted, draw.XLeft, draw.YTop), l.Notes...)
	}
	c.Max.Y -= 4
	if l.aside {
		right := c
		c.Max.X -= 0.28 * (c.Max.X - c.Min.X)
		right.Min.X = c.Max.X + between
		l.keys(right, paint)
		return c
	}
	c.Min.Y += l.keys(c, paint)
	return c
}

// keys draws the legend in lines at the bottom, or at the top of the room at the right, if paint is set, and returns its height.
func (l *layout) keys(c draw.Canvas, paint bool) vg.Length {
	style := writing(8.5, ink, draw.XLeft, draw.YCenter)
	var lines [][]Key
	at := c.Max.X
	for _, k := range l.legend {
		if at += k.width(style); at > c.Max.X || len(lines) == 0 || l.aside {
			lines, at = append(lines, nil), c.Min.X+k.width(style)
		}
		lines[len(lines)-1] = append(lines[len(lines)-1], k)
	}
	height := keyLine * vg.Length(len(lines))
	top := choose(l.aside, c.Max.Y-outside-keyLine, c.Min.Y+height)
	for n, line := range lines {
		at := vg.Point{X: c.Min.X, Y: top - keyLine*(vg.Length(n)+0.5)}
		for _, k := range line {
			if paint {
				k.draw(c, at, style)
			}
			at.X += k.width(style)
		}
	}
	return height + choose[vg.Length](height > 0, 3, 0)
}

const swatch = vg.Length(8)

// sample returns the width of the sample before the text of a key.
func (k Key) sample() vg.Length {
	if len(k.Colors) > 0 {
		return swatch * vg.Length(len(k.Colors))
	}
	return choose[vg.Length](k.Form == Lines || k.Form == Steps, 20, 8)
}

func (k Key) width(style draw.TextStyle) vg.Length {
	return k.sample() + 4 + style.Width(k.Text) + 12
}

// draw draws the key to the right of a point.
func (k Key) draw(c draw.Canvas, at vg.Point, style draw.TextStyle) {
	wide := k.sample()
	for n, shade := range k.Colors {
		c.SetColor(shade)
		x := at.X + swatch*vg.Length(n)
		c.Fill(vg.Rectangle{Min: vg.Point{X: x, Y: at.Y - swatch/2}, Max: vg.Point{X: x + swatch, Y: at.Y + swatch/2}}.Path())
	}
	if len(k.Colors) == 0 {
		k.Look.sample(c, k.Form, at, wide)
	}
	c.FillText(style, vg.Point{X: at.X + wide + 4, Y: at.Y}, k.Text)
}

// sample draws a piece of a line, or a mark.
func (l Look) sample(c draw.Canvas, form Form, at vg.Point, wide vg.Length) {
	if form == Lines || form == Steps {
		c.StrokeLine2(l.line(), at.X, at.Y, at.X+wide, at.Y)
	}
	if !l.Bare || form == Dots {
		l.mark(c, vg.Point{X: at.X + wide/2, Y: at.Y})
	}
}

// wrap breaks a text into lines no wider than width.
func wrap(text string, style draw.TextStyle, width vg.Length) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		longer := strings.TrimSpace(line + " " + word)
		if line != "" && style.Width(longer) > width {
			lines, longer = append(lines, line), word
		}
		line = longer
	}
	return append(lines, line)
}

// drawing returns the panel with its axes fitted to what it shows.
func (p *Panel) drawing() *drawing {
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
	d := &drawing{Panel: p, x: p.X.fit(xs), y: p.Y.fit(ys)}
	d.plot = d.gonum()
	return d
}

// gonum returns the axes in the common style.
func (d *drawing) gonum() *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil // the layout has one
	for _, axis := range []struct {
		*plot.Axis
		fitted
	}{{&p.X, d.x}, {&p.Y, d.y}} {
		axis.Axis.Label.Text = axis.fitted.Label
		axis.Axis.Label.TextStyle.Font, axis.Axis.Label.TextStyle.Color = writing(9, ink, 0, 0).Font, ink
		axis.Tick.Label.Font, axis.Tick.Label.Color = writing(8.5, ink, 0, 0).Font, ink
		axis.LineStyle.Color, axis.Tick.LineStyle.Color = ink, ink
		axis.LineStyle.Width, axis.Tick.LineStyle.Width, axis.Tick.Length = 0.5, 0.5, 4
		axis.Min, axis.Max, axis.Tick.Marker = axis.low, axis.high, marker{axis.fitted}
	}
	if d.Row > 0 { // names, not values
		p.Y.Tick.Length, p.Y.LineStyle.Width = 0, 0
	}
	lines := plotter.NewGrid()
	lines.Vertical.Color, lines.Horizontal.Color = grid, grid
	if d.Row > 0 {
		lines.Horizontal.Width = 0
	}
	p.Add(lines, d)
	return p
}
