package chart

import (
	"bytes"
	"cmp"
	"fmt"
	"html"
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
	page vg.Length   // the height of the page
	data draw.Canvas // the room between the axes, once it is drawn
	tips bytes.Buffer
}

func (d *drawing) toX(v float64) vg.Length { return d.data.X(d.plot.X.Norm(d.x.at(v))) }
func (d *drawing) toY(v float64) vg.Length { return d.data.Y(d.plot.Y.Norm(d.y.at(v))) }

func (d *drawing) point(x, y float64) vg.Point { return vg.Point{X: d.toX(x), Y: d.toY(y)} }

// half returns half the height of a box.
func (d *drawing) half() vg.Length { return min(5, 0.36*max(d.Row, 1)) }

const (
	outside     = vg.Length(5)   // from the data to a label
	labelHeight = vg.Length(9.8) // of a label at the end of a line
	leader      = vg.Length(9)   // from the end of a line to its label
)

// Plot draws everything between the axes.
func (d *drawing) Plot(c draw.Canvas, _ *plot.Plot) {
	d.data = c
	d.cells()
	var texts []func()
	for _, g := range d.Guides {
		texts = append(texts, d.guide(g))
	}
	for k := range d.Series {
		d.series(d.Series[len(d.Series)-1-k])
	}
	for _, text := range texts {
		text()
	}
	d.labels()
	d.above(draw.XLeft, ink, d.Title)
}

// above writes a text above the left or the right end of the data.
func (d *drawing) above(x draw.XAlignment, shade color.Color, text string) {
	at := vg.Point{X: choose(x == draw.XLeft, d.data.Min.X, d.data.Max.X), Y: d.data.Max.Y + outside - 2}
	d.data.FillText(writing(8.5, shade, x, draw.YBottom), at, text)
}

// The size and the least distance of the tips of a line with hundreds of steps, in points. They still
// cover the whole line.
const (
	tipSize   = 10
	tipsApart = 8
)

// tip adds an invisible mark that shows a text when pointed at.
func (d *drawing) tip(at, to vg.Point, text string) {
	if text == "" {
		return
	}
	if at == to {
		at = vg.Point{X: at.X - tipSize/2, Y: at.Y - tipSize/2}
		to = at.Add(vg.Point{X: tipSize, Y: tipSize})
	}
	fmt.Fprintf(&d.tips, "<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"><title>%s</title></rect>\n", number(float64(min(at.X, to.X))),
		number(float64(d.page-max(at.Y, to.Y))), number(math.Abs(float64(to.X-at.X))), number(math.Abs(float64(to.Y-at.Y))), html.EscapeString(text))
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
		paths[c.Fill] = append(paths[c.Fill], vg.Rectangle{Min: vg.Point{X: x0, Y: y0}, Max: vg.Point{X: x1, Y: y1}}.Path()...)
	}
	for _, fill := range order {
		d.data.SetColor(fill)
		d.data.Fill(paths[fill])
	}
	for _, c := range d.Cells {
		from, to := d.point(c.X0, c.Y0), d.point(c.X1, c.Y1)
		d.write(c, vg.Rectangle{Min: vg.Point{X: from.X, Y: min(from.Y, to.Y)}, Max: vg.Point{X: to.X, Y: max(from.Y, to.Y)}})
		d.tip(from, to, c.Tip)
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

// guide draws a guide, and its text above the data. It returns what writes a text along the line, over the data.
func (d *drawing) guide(g Guide) (text func()) {
	style, from, to := draw.LineStyle{Color: muted, Width: 0.6}, d.data.Min, d.data.Max
	along, at, back := writing(8, ink, draw.XRight, 0.2), &to, vg.Length(-10)
	switch {
	case g.X != 0:
		from.X = d.toX(g.X)
		to.X = from.X
	case g.Y != 0:
		from.Y = d.toY(g.Y)
		to.Y = from.Y
	case g.Factor >= 1:
		shift := d.toY(g.Factor) - d.toY(1)
		from.Y, to.X = from.Y+shift, to.X-shift
	default:
		shift := d.toX(1) - d.toX(g.Factor)
		from.X, to.Y = from.X+shift, to.Y-shift
		along.XAlign, at, back = draw.XLeft, &from, 10
	}
	if g.Factor != 0 && g.Factor != 1 {
		style.Dashes = []vg.Length{2, 2}
	}
	d.data.StrokeLine2(style, from.X, from.Y, to.X, to.Y)
	if g.Factor == 0 {
		d.above(choose(g.X != 0, draw.XRight, draw.XLeft), muted, g.Text)
	}
	return func() {
		if along.Rotation = math.Pi / 4; g.Factor != 0 {
			d.data.FillText(along, at.Add(vg.Point{X: back, Y: back}), g.Text)
		}
	}
}

// series draws one series.
func (d *drawing) series(s Series) {
	var line, low, high []vg.Point
	var told vg.Point // of the last tip
	hidden := map[[2]int]bool{}
	for k, p := range s.Points {
		at, last := d.point(p.X, p.Y), k == len(s.Points)-1
		switch s.Form {
		case Boxes:
			d.box(s.Look, p, at)
			continue
		case Steps:
			if k == 0 {
				line = append(line, vg.Point{X: at.X, Y: d.toY(0)})
			}
			if before := line[len(line)-1]; k == 0 || last || at.X-before.X >= 0.3 || at.Y-before.Y >= 0.3 { // else it is too small to see
				line = append(line, vg.Point{X: at.X, Y: before.Y}, at)
			}
			if distance := at.Sub(told); k > 0 && !last && math.Hypot(float64(distance.X), float64(distance.Y)) < tipsApart {
				continue
			}
		case Lines:
			line = append(line, at)
			if p.Low < p.High {
				low, high = append(low, d.point(p.X, p.Low)), append(high, d.point(p.X, p.High))
			}
			if !s.Look.Bare && k%(1+len(s.Points)/20) == 0 {
				s.Look.mark(d.data, at)
			}
		case Dots:
			square := [2]int{int(at.X), int(at.Y)}
			if hidden[square] {
				continue // by a mark of the same look
			}
			hidden[square] = true
			d.whisker(s.Look, p, at.Y)
			s.Look.mark(d.data, at)
		}
		d.tip(at, at, p.Tip)
		told = at
	}
	if s.Form == Steps && len(line) > 0 {
		line = append(line, vg.Point{X: d.data.Max.X, Y: line[len(line)-1].Y})
	}
	slices.Reverse(low)
	d.data.FillPolygon(alpha(s.Look.Color, 0.25), append(high, low...))
	d.data.StrokeLines(s.Look.line(), line)
}

// box draws a box, its median and its whisker.
func (d *drawing) box(look Look, p Point, at vg.Point) {
	d.whisker(look, p, at.Y)
	from, to := vg.Point{X: d.toX(p.Quartiles[0]), Y: at.Y - d.half()}, vg.Point{X: d.toX(p.Quartiles[1]), Y: at.Y + d.half()}
	path := vg.Rectangle{Min: from, Max: to}.Path()
	d.data.SetColor(white)
	d.data.Fill(path)
	d.data.SetColor(alpha(look.Color, choose(look.Nth > 0, 0.12, 0.4)))
	d.data.Fill(path)
	style := draw.LineStyle{Color: look.Color, Width: 0.9}
	d.data.SetLineStyle(style)
	d.data.Stroke(path)
	style.Width = 2
	d.data.StrokeLine2(style, at.X, from.Y, at.X, to.Y)
	d.tip(from, to, p.Tip)
}

// whisker draws the interval of a point, with bars at its ends, or arrows where the axis cuts it.
func (d *drawing) whisker(look Look, p Point, y vg.Length) {
	if p.Low >= p.High {
		return
	}
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

// label returns the text at the end of a series, or "".
func (d *drawing) label(s Series) string { return cmp.Or(s.End, choose(d.ends, s.Name, "")) }

// widest returns the width of the labels at the ends of lines with their leaders.
func (d *drawing) widest() (wide vg.Length) {
	for _, s := range d.Series {
		if text := d.label(s); text != "" {
			wide = max(wide, writing(8.5, ink, 0, 0).Width(text)+leader+2*outside)
		}
	}
	return wide
}

// labels writes the texts at the ends of lines. Labels that would overlap are moved apart.
func (d *drawing) labels() {
	type end struct {
		Series
		at vg.Point
	}
	var all []end
	for _, s := range d.Series {
		if d.label(s) != "" && len(s.Points) > 0 {
			last := s.Points[len(s.Points)-1]
			all = append(all, end{s, vg.Point{X: choose(s.Form == Lines, d.toX(last.X), d.data.Max.X), Y: d.toY(last.Y)}})
		}
	}
	slices.Reverse(all)
	slices.SortStableFunc(all, func(a, b end) int { return cmp.Compare(a.at.Y, b.at.Y) }) // from the bottom up
	places := make([]vg.Length, len(all))
	for k, l := range all {
		places[k] = l.at.Y
	}
	spread(places, labelHeight, d.data.Max.Y+2)
	for k, l := range all {
		at := vg.Point{X: l.at.X + leader, Y: places[k]}
		if l.Form != Boxes {
			d.data.StrokeLine2(l.Look.line(), l.at.X, l.at.Y, at.X, at.Y)
		}
		if l.Form == Steps && !l.Look.Bare {
			l.Look.mark(d.data, at)
		}
		d.data.FillText(writing(8.5, choose(l.Look.Bare, muted, ink), draw.XLeft, draw.YCenter), vg.Point{X: at.X + outside, Y: at.Y}, d.label(l.Series))
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

// GlyphBoxes reserves room at the right of the data and above them.
func (d *drawing) GlyphBoxes(*plot.Plot) []plot.GlyphBox {
	texts := d.Title
	for _, g := range d.Guides {
		texts += g.Text
	}
	return []plot.GlyphBox{
		{X: 1, Y: 0.5, Rectangle: vg.Rectangle{Max: vg.Point{X: d.widest()}}},
		{X: 0.5, Y: 1, Rectangle: vg.Rectangle{Max: vg.Point{Y: choose[vg.Length](texts == "", 0, 13)}}},
	}
}
