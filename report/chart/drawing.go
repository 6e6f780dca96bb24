package chart

import (
	"cmp"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// drawing is a panel being drawn. It is a plotter of gonum.
type drawing struct {
	*Panel
	x, y fitted
	plot *plot.Plot
	ends bool        // names stand at the ends of lines
	data draw.Canvas // the room between the axes, once it is drawn
}

func (d *drawing) toX(v float64) vg.Length { return d.data.X(d.plot.X.Norm(d.x.at(v))) }
func (d *drawing) toY(v float64) vg.Length { return d.data.Y(d.plot.Y.Norm(d.y.at(v))) }

// half returns half the height of a bar.
func (d *drawing) half() vg.Length { return min(5, 0.36*max(d.Row, 1)) }

const (
	outside     = vg.Length(5)   // from the data to a label
	labelHeight = vg.Length(9.8) // of a label at the end of a line
	sampleWidth = vg.Length(16)
)

// Plot draws everything between the axes.
func (d *drawing) Plot(c draw.Canvas, _ *plot.Plot) {
	d.data = c
	d.cells()
	for _, g := range d.Guides {
		d.guide(g)
	}
	d.edges()
	for k := range d.Series {
		d.series(d.Series[len(d.Series)-1-k])
	}
	d.labels()
	d.columns()
	c.FillText(writing(9, ink, draw.XLeft, draw.YBottom), vg.Point{X: c.Min.X, Y: c.Max.Y + outside - 2}, d.Title)
}

// cells fills the cells, all of one colour as one path, which halves the file, and writes their texts.
func (d *drawing) cells() {
	paths, order := map[color.Color]vg.Path{}, []color.Color(nil)
	for _, c := range d.Cells {
		x0, x1, y0, y1 := d.toX(c.X0), d.toX(c.X1), d.toY(c.Y0), d.toY(c.Y1)
		if y0, y1 = min(y0, y1), max(y0, y1); c.Apart {
			x1, y0 = x1-min(0.6, 0.2*(x1-x0)), y0+min(0.6, 0.15*(y1-y0))
		}
		if paths[c.Fill] == nil {
			order = append(order, c.Fill)
		}
		paths[c.Fill] = append(paths[c.Fill], rectangle(x0, y0, x1, y1)...)
	}
	for _, fill := range order {
		d.data.SetColor(fill)
		d.data.Fill(paths[fill])
	}
	for _, c := range d.Cells {
		if len(c.Texts) > 0 {
			x0, x1, y0, y1 := d.toX(c.X0), d.toX(c.X1), d.toY(c.Y0), d.toY(c.Y1)
			d.write(c, vg.Rectangle{Min: vg.Point{X: x0, Y: min(y0, y1)}, Max: vg.Point{X: x1, Y: max(y0, y1)}})
		}
	}
}

// write writes the texts of a cell, as large as they fit, each on one or several lines. If there is no
// room for all, the first ones stand alone, or nothing.
func (d *drawing) write(c Cell, box vg.Rectangle) {
	const space, largest, least = 1.5, 9, 4.5
	room, shade := box.Size(), color.NRGBA{0x11, 0x11, 0x11, 0xFF} // the same on a dark page
	if r, g, b, _ := c.Fill.RGBA(); 299*r+587*g+114*b < 1000*0x7000 {
		shade = white
	}
	for all := c.Texts; len(all) > 0; all = all[:len(all)-1] {
		for size := vg.Length(largest); size >= least; size -= 0.5 {
			style := writing(size, shade, draw.XCenter, draw.YCenter)
			var lines []string
			widest := vg.Length(0)
			for _, part := range all {
				lines = append(lines, wrap(part, style, room.X-2*space)...)
			}
			for _, line := range lines {
				widest = max(widest, style.Width(line))
			}
			height := size * 1.15 * vg.Length(len(lines))
			if height > room.Y-2*space || widest > room.X-2*space {
				continue
			}
			at := vg.Point{X: box.Min.X + room.X/2, Y: box.Min.Y + room.Y/2 + height/2 - size*1.15/2}
			for _, line := range lines {
				d.data.FillText(style, at, line)
				at.Y -= size * 1.15
			}
			return
		}
	}
}

// guide draws a guide, with its text along it.
func (d *drawing) guide(g Guide) {
	from, to := vg.Point{X: d.toX(g.X0), Y: d.toY(g.Y0)}, vg.Point{X: d.toX(g.X1), Y: d.toY(g.Y1)}
	style := draw.LineStyle{Color: muted, Width: 0.6}
	if g.Dashed {
		style.Dashes = []vg.Length{2, 2}
	}
	visible := d.data.ClipLinesXY([]vg.Point{from, to})
	d.data.StrokeLines(style, visible...)
	if g.Text == "" || len(visible) == 0 {
		return
	}
	text, at, back := writing(8, muted, draw.XRight, draw.YBottom), visible[0][len(visible[0])-1], vg.Length(-14)
	if g.Early {
		text.XAlign, at, back = draw.XLeft, visible[0][0], 14
	}
	text.Rotation = math.Atan2(float64(to.Y-from.Y), float64(to.X-from.X))
	sin, cos := math.Sincos(text.Rotation)
	d.data.FillText(text, vg.Point{X: at.X + back*vg.Length(cos), Y: at.Y + back*vg.Length(sin)}, g.Text)
}

// edges draws where the axes have unsolved searches, with labels above the data.
func (d *drawing) edges() {
	c, style := d.data, draw.LineStyle{Color: ink, Width: 0.6}
	if e := d.y.Edge; e.Label != "" {
		c.StrokeLine2(style, c.Min.X, d.toY(e.At), c.Max.X, d.toY(e.At))
		c.FillText(writing(8, muted, draw.XLeft, draw.YBottom), vg.Point{X: c.Min.X, Y: c.Max.Y + outside - 2}, e.Label)
	}
	if e := d.x.Edge; e.Label != "" {
		c.StrokeLine2(style, d.toX(e.At), c.Min.Y, d.toX(e.At), c.Max.Y)
		c.FillText(writing(8, muted, draw.XRight, draw.YBottom), vg.Point{X: c.Max.X, Y: c.Max.Y + outside - 2}, e.Label)
	}
}

// series draws one series.
func (d *drawing) series(s Series) {
	var line, back []vg.Point
	for k, p := range s.Points {
		at := vg.Point{X: d.toX(p.X), Y: d.toY(p.Y)}
		switch s.Form {
		case Intervals:
			d.interval(s.Look, p, at.Y)
		case Bars:
			path := rectangle(d.toX(p.Low), at.Y-d.half(), d.toX(p.High), at.Y+d.half())
			d.data.SetColor(alpha(s.Look.Color, choose(s.Look.Nth > 0, 0.12, 0.4)))
			d.data.Fill(path)
			d.data.SetLineStyle(draw.LineStyle{Color: s.Look.Color, Width: 0.9})
			d.data.Stroke(path)
		case Ticks:
			d.data.StrokeLine2(draw.LineStyle{Color: s.Look.Color, Width: 2}, at.X, at.Y-d.half(), at.X, at.Y+d.half())
		case Steps:
			if k == 0 {
				line = append(line, vg.Point{X: at.X, Y: d.toY(0)})
			}
			if last := line[len(line)-1]; k > 0 && k < len(s.Points)-1 && at.X-last.X < 0.3 && at.Y-last.Y < 0.3 {
				continue // too small to see
			}
			line = append(line, vg.Point{X: at.X, Y: line[len(line)-1].Y}, at)
		case Area:
			line, back = append(line, vg.Point{X: at.X, Y: d.toY(p.High)}), append(back, vg.Point{X: at.X, Y: d.toY(p.Low)})
		case Lines:
			line = append(line, at)
		}
		if s.Form == Dots || s.Form == Lines && !s.Look.Bare && k%(1+len(s.Points)/20) == 0 {
			s.Look.mark(d.data, at)
		}
	}
	switch {
	case len(line) == 0:
	case s.Form == Area:
		slices.Reverse(back)
		d.data.FillPolygon(alpha(s.Look.Color, 0.25), append(line, back...))
	case s.Form == Steps:
		line = append(line, vg.Point{X: d.data.Max.X, Y: line[len(line)-1].Y})
		fallthrough
	default:
		d.data.StrokeLines(s.Look.line(), line)
	}
}

// interval draws the line of an interval with bars at its ends, or arrows where the axis cuts it.
func (d *drawing) interval(look Look, p Point, y vg.Length) {
	style := draw.LineStyle{Color: look.Color, Width: 0.9}
	ends := [2]vg.Length{max(d.toX(p.Low), d.data.Min.X), min(d.toX(p.High), d.data.Max.X)}
	d.data.StrokeLine2(style, ends[0], y, ends[1], y)
	cut := [2]bool{d.x.at(p.Low) < d.x.low-1e-9, d.x.at(p.High) > d.x.high+1e-9}
	for k, way := range []vg.Length{-1, 1} {
		if x := ends[k]; cut[k] {
			d.data.FillPolygon(look.Color, []vg.Point{{X: x + 4*way, Y: y}, {X: x, Y: y + 2}, {X: x, Y: y - 2}})
		} else {
			d.data.StrokeLine2(style, x, y-d.half()/2, x, y+d.half()/2)
		}
	}
}

// label is a text at the end of a line.
type label struct {
	Series
	at vg.Point
}

// text returns what stands at the end of a series, and whether a sample of the line goes before it.
func (d *drawing) text(s Series) (text string, sample bool) {
	if s.End == "" && d.ends {
		return s.Name, true
	}
	return s.End, false
}

// widest returns the width of the labels at the ends of lines with their samples.
func (d *drawing) widest() (wide vg.Length) {
	for _, s := range d.Series {
		wide = max(wide, writing(8.5, ink, 0, 0).Width(cmp.Or(s.End, s.Name))+sampleWidth+2*outside)
	}
	return wide
}

// labels writes the texts at the ends of lines. Labels that would overlap are moved apart.
func (d *drawing) labels() {
	var all []label
	for _, s := range d.Series {
		if text, _ := d.text(s); text != "" && len(s.Points) > 0 {
			last := s.Points[len(s.Points)-1]
			at := vg.Point{X: choose(s.Form == Steps, d.data.Max.X, d.toX(last.X)), Y: d.toY(last.Y)}
			all = append(all, label{s, at})
		}
	}
	slices.Reverse(all)
	slices.SortStableFunc(all, func(a, b label) int { return cmp.Compare(a.at.Y, b.at.Y) }) // from the bottom up
	places := make([]vg.Length, len(all))
	for k, l := range all {
		places[k] = l.at.Y
	}
	spread(places, labelHeight, d.data.Max.Y+2)
	for k, l := range all {
		text, sample := d.text(l.Series)
		at := vg.Point{X: l.at.X + outside, Y: places[k]}
		style := writing(8.5, choose(l.Look.Bare, muted, ink), draw.XLeft, draw.YCenter)
		if sample {
			d.data.StrokeLine2(draw.LineStyle{Color: l.Look.Color, Width: 0.5}, l.at.X, l.at.Y, at.X+3, at.Y)
			l.Look.sample(d.data, l.Form, vg.Point{X: at.X + 3, Y: at.Y}, sampleWidth-3)
			at.X += sampleWidth + 3
		} else {
			style.Color = l.Look.Color
		}
		d.data.FillText(style, at, text)
	}
}

// spread moves ascending places apart by at least distance, up and then down from high.
func spread(at []vg.Length, distance, high vg.Length) {
	for k := 1; k < len(at); k++ {
		at[k] = max(at[k], at[k-1]+distance)
	}
	for k := len(at) - 1; k >= 0; k-- {
		at[k] = min(at[k], high)
		high = at[k] - distance
	}
}

// columns writes the columns at the right.
func (d *drawing) columns() {
	x := d.data.Max.X
	for _, column := range d.Columns {
		x += column.width()
		d.data.FillText(writing(8, muted, draw.XRight, draw.YBottom), vg.Point{X: x, Y: d.data.Max.Y + outside - 2}, column.Head)
		for _, t := range column.Texts {
			d.data.FillText(writing(8, ink, draw.XRight, draw.YCenter), vg.Point{X: x, Y: d.toY(t.At)}, t.Label)
		}
	}
}

func (c Column) width() vg.Length {
	style := writing(8, ink, 0, 0)
	wide := style.Width(c.Head)
	for _, t := range c.Texts {
		wide = max(wide, style.Width(t.Label))
	}
	return wide + 10
}

// GlyphBoxes reserves room at the right of the data and above them.
func (d *drawing) GlyphBoxes(*plot.Plot) []plot.GlyphBox {
	right, above := vg.Length(0), vg.Length(0)
	for _, c := range d.Columns {
		right, above = right+c.width(), 13
	}
	if d.x.Edge.Label+d.y.Edge.Label+d.Title != "" {
		above = 13
	}
	for _, s := range d.Series {
		if text, _ := d.text(s); text != "" {
			right = max(right, choose(d.ends, d.widest(), writing(8.5, ink, 0, 0).Width(text)+outside))
		}
	}
	return []plot.GlyphBox{
		{X: 1, Y: 0.5, Rectangle: vg.Rectangle{Max: vg.Point{X: right}}},
		{X: 0.5, Y: 1, Rectangle: vg.Rectangle{Max: vg.Point{Y: above}}},
	}
}
