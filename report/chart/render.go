package chart

import (
	"cmp"
	"slices"
	"strings"
)

// layout has the places of all parts of a plot. All lengths are in points before zoom.
type layout struct {
	*Plot
	width, height float64
	tiles         int // panels in a row
	panels        []*drawing
	legend        []Key
	aside         bool // the legend is at the right

	data         point     // the size of the data of each panel
	above, below float64   // the room for axes and labels
	lefts        []float64 // of the data, by column
	pitch        float64   // from a row of panels to the next
}

const (
	margin  = 6.
	between = 12. // panels
	keyLine = 12. // the height of a line of the legend
)

// layOut computes the places of all parts, and the height.
func (p *Plot) layOut() *layout {
	l := &layout{Plot: p, width: p.in.width() / p.in.zoom()}
	l.tiles = min(len(p.Panels), cmp.Or(p.Tiles, choose(p.in.Narrow, 1, 2)))
	l.aside = p.Panels[0].Square && !p.in.Narrow
	tile := (l.width-2*margin+between)/float64(l.tiles) - between
	if l.aside {
		tile *= 0.72
	}
	// The labels of axes take room by column, and the data of all panels have the same size.
	before, after, rest := make([]float64, l.tiles), make([]float64, l.tiles), tile*float64(l.tiles)
	for k := range p.Panels {
		d, x := p.Panels[k].drawing(), k%l.tiles
		d.ends = p.AtEnds
		d.ends = d.ends && d.widest() <= l.width/4
		l.panels = append(l.panels, d)
		l.legend = choose(d.ends, p.Keys, p.keys())
		low, high := d.room(tile)
		d.across = d.x.thin(d.across, tile-low.x-high.x)
		low, high = d.room(tile)
		before[x], after[x] = max(before[x], low.x), max(after[x], high.x)
		l.below, l.above = max(l.below, low.y), max(l.above, high.y)
	}
	for x := range l.tiles {
		rest -= before[x] + after[x]
	}
	l.data.x = rest / float64(l.tiles)
	at := 0.
	for x := range l.tiles {
		l.lefts = append(l.lefts, at+before[x])
		at += before[x] + l.data.x + after[x] + between
	}
	for _, d := range l.panels {
		l.data.y = max(l.data.y, d.height(l.data.x, tile))
	}
	l.pitch = l.above + l.data.y + l.below + between
	rows := (len(p.Panels) + l.tiles - 1) / l.tiles
	l.height = 2*margin + float64(rows)*l.pitch - between
	outer := l.frame(&sheet{width: l.width, height: l.height})
	l.height += l.height - 2*margin - outer.size().y
	return l
}

// height returns the height of the data, given their width and the width with axes.
func (d *drawing) height(width, tile float64) float64 {
	switch {
	case d.Square:
		return width
	case d.Row > 0:
		return d.Row * (d.y.high - d.y.low)
	}
	h := tile * choose(tile < 300, 0.62, 0.45)
	return choose(d.ends, max(h, labelHeight*float64(len(d.Series))), h)
}

// draw draws the whole plot. The data of all panels have the same size.
func (l *layout) draw() *sheet {
	s := &sheet{width: l.width, height: l.height}
	s.fill(white, area{max: point{l.width, l.height}}.path())
	frame := l.frame(s)
	for k, d := range l.panels {
		at := point{frame.min.x + l.lefts[k%l.tiles], frame.max.y - l.above - float64(k/l.tiles)*l.pitch}
		d.show(s, area{point{at.x, at.y - l.data.y}, point{at.x + l.data.x, at.y}})
	}
	return s
}

// frame draws title, notes and legend, and returns the area that they leave for the panels.
func (l *layout) frame(s *sheet) area {
	c := area{point{margin, margin}, point{s.width - margin, s.height - margin}}
	text := func(as style, texts ...string) {
		for _, text := range texts {
			for _, line := range wrap(text, as, c.size().x) {
				s.write(as, point{c.min.x, c.max.y}, line)
				c.max.y -= as.size * 1.3
			}
		}
	}
	if !l.in.Untitled {
		text(style{10.5, ink, left, top}, l.Title)
	}
	if !l.in.NoNotes {
		text(style{8, muted, left, top}, l.Notes...)
	}
	c.max.y -= 4
	if l.aside {
		aside := c
		c.max.x -= 0.28 * c.size().x
		aside.min.x = c.max.x + between
		l.keys(s, aside)
		return c
	}
	c.min.y += l.keys(s, c)
	return c
}

// keys draws the legend in lines at the bottom, or at the top of the room at the right, and returns its height.
func (l *layout) keys(s *sheet, c area) float64 {
	var lines [][]Key
	at := c.max.x
	for _, k := range l.legend {
		if at += k.width(); at > c.max.x || len(lines) == 0 || l.aside {
			lines, at = append(lines, nil), c.min.x+k.width()
		}
		lines[len(lines)-1] = append(lines[len(lines)-1], k)
	}
	height := keyLine * float64(len(lines))
	top := choose(l.aside, c.max.y-outside-keyLine, c.min.y+height)
	for n, line := range lines {
		at := point{c.min.x, top - keyLine*(float64(n)+0.5)}
		for _, k := range line {
			s.key(k, at)
			at.x += k.width()
		}
	}
	return height + choose(height > 0, 3., 0)
}

const swatch = 8.

// sample returns the width of the sample before the text of a key.
func (k Key) sample() float64 {
	if len(k.Colors) > 0 {
		return swatch * float64(len(k.Colors))
	}
	return choose(k.Form == Lines || k.Form == Steps, 20., 8)
}

func (k Key) width() float64 { return k.sample() + 4 + small.width(k.Text) + 12 }

// key draws a key to the right of a point: colours, or a piece of a line, or a mark; and the text.
func (s *sheet) key(k Key, at point) {
	wide := k.sample()
	for n, shade := range k.Colors {
		x := at.x + swatch*float64(n)
		s.fill(shade, area{point{x, at.y - swatch/2}, point{x + swatch, at.y + swatch/2}}.path())
	}
	line := k.Form == Lines || k.Form == Steps
	if line && len(k.Colors) == 0 {
		s.draw(k.Look.line(), []point{at, {at.x + wide, at.y}})
	}
	if len(k.Colors) == 0 && !(k.Look.Bare && line) {
		s.mark(k.Look, point{at.x + wide/2, at.y})
	}
	s.write(style{small.size, ink, left, middle}, point{at.x + wide + 4, at.y}, k.Text)
}

// wrap breaks a text into lines no wider than width.
func wrap(text string, as style, width float64) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		longer := strings.TrimSpace(line + " " + word)
		if line != "" && as.width(longer) > width {
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
	d.across, d.up = d.x.ticks(), d.y.ticks()
	return d
}
