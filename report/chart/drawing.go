package chart

import (
	"cmp"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// drawing is a panel being drawn, with its axes fitted to what it shows. It is a plotter of gonum.
type drawing struct {
	Panel
	plot *plot.Plot
	page vg.Canvas   // of the whole plot
	data draw.Canvas // the room between the axes, once it is drawn
}

func (d *drawing) point(x, y float64) vg.Point {
	return vg.Point{X: d.data.X(d.plot.X.Norm(d.X.at(x))), Y: d.data.Y(d.plot.Y.Norm(d.Y.at(y)))}
}

const (
	outside     = vg.Length(5)   // from the data to a label
	labelHeight = vg.Length(9.8) // of a label at the end of a line
	leader      = vg.Length(9)   // from the end of a line to its label
)

// Plot draws everything between the axes.
func (d *drawing) Plot(c draw.Canvas, _ *plot.Plot) {
	d.data = c
	d.cells()
	for k := range d.Series {
		d.series(d.Series[len(d.Series)-1-k])
	}
	for _, g := range d.Guides {
		d.guide(g)
	}
	d.labels()
}

// tip adds an invisible rectangle that shows a text when pointed at.
func (d *drawing) tip(area vg.Rectangle, text string) {
	if svg, ok := d.page.(*svgCanvas); ok {
		svg.tip(area, text)
	}
}

// The size of the tip of a point, and the least distance of the tips of a line, in points.
const (
	tipSize   = 10
	tipsApart = 8
)

// pointTip adds the tip of a point: what it stands for, and its values.
func (d *drawing) pointTip(s Series, p Point, at vg.Point) {
	names := strings.Trim(s.Name+", "+p.Name, ", ")
	values := d.X.Label + " " + d.X.write(p.X)
	if low, high := d.X.write(p.Low), d.X.write(p.High); d.Y.Fixed == nil {
		values += "; " + d.Y.Label + " " + d.Y.write(p.Y)
	} else if low != high {
		values += " (" + low + " to " + high + ")"
	}
	half := vg.Point{X: tipSize / 2, Y: tipSize / 2}
	d.tip(vg.Rectangle{Min: at.Sub(half), Max: at.Add(half)}, names+": "+values)
}

// area returns the place of a cell.
func (d *drawing) area(c Cell) vg.Rectangle {
	a, b := d.point(c.X0, c.Y0), d.point(c.X1, c.Y1)
	return vg.Rectangle{Min: vg.Point{X: a.X, Y: min(a.Y, b.Y)}, Max: vg.Point{X: b.X, Y: max(a.Y, b.Y)}}
}

// cells fills the cells, all of one colour as one path, which halves the file, and writes their texts.
func (d *drawing) cells() {
	paths, order := map[color.Color]vg.Path{}, []color.Color(nil)
	for _, c := range d.Cells {
		if paths[c.Fill] == nil {
			order = append(order, c.Fill)
		}
		area, size := d.area(c), d.area(c).Size()
		area.Max.X -= min(0.6, 0.2*size.X) // a gap before the next cell
		area.Min.Y += min(0.6, 0.15*size.Y)
		paths[c.Fill] = append(paths[c.Fill], area.Path()...)
	}
	for _, fill := range order {
		d.data.SetColor(fill)
		d.data.Fill(paths[fill])
	}
	for _, c := range d.Cells {
		if d.write(c, d.area(c)); c.Tip != "" {
			d.tip(d.area(c), c.Tip)
		}
	}
}

// write writes the texts of a cell, as large as they fit. If there is no room for all, the first ones
// stand alone, or nothing.
func (d *drawing) write(c Cell, area vg.Rectangle) {
	const space, largest, least = 1.5, 9, 4.5
	shade := color.NRGBA{0x11, 0x11, 0x11, 0xFF} // the same on a dark page
	if r, g, b, _ := c.Fill.RGBA(); 299*r+587*g+114*b < 1000*0x7000 {
		shade = color.NRGBA{0xFE, 0xFE, 0xFE, 0xFF} // white is dark on a dark page
	}
	room := area.Size().Sub(vg.Point{X: 2 * space, Y: 2 * space})
	for n := len(c.Texts); n > 0; n-- {
		text, style := strings.Join(c.Texts[:n], "\n"), writing(largest, shade, draw.XCenter, draw.YCenter)
		style.Font.Size *= min(1, room.X/style.Width(text), room.Y/style.Height(text))
		if style.Font.Size >= least {
			d.data.FillText(style, area.Min.Add(area.Size().Scale(0.5)), text)
			return
		}
	}
}

// guide draws a guide and its text.
func (d *drawing) guide(g Guide) {
	far, style := math.Inf(1), draw.LineStyle{Color: muted, Width: 0.6}
	if g.Factor != 0 {
		d.factor(g, style)
		return
	}
	d.data.StrokeLines(style, []vg.Point{d.point(g.X, -far), d.point(g.X, far)})
	if d.Square {
		d.data.StrokeLines(style, []vg.Point{d.point(-far, g.X), d.point(far, g.X)})
	}
	d.data.FillText(writing(8.5, muted, draw.XRight, draw.YBottom), d.data.Max.Add(vg.Point{Y: outside - 2}), g.Text)
}

// factor draws a line of a factor. Its text is at the end with more room, on a plate of the page's colour, so no point
// lies under it.
func (d *drawing) factor(g Guide, style draw.LineStyle) {
	if g.Factor != 1 {
		style.Dashes = []vg.Length{2, 2}
	}
	for _, line := range d.data.ClipLinesXY([]vg.Point{d.point(1e-30, 1e-30*g.Factor), d.point(1e30, 1e30*g.Factor)}) {
		d.data.StrokeLines(style, line)
		text, way := writing(8, ink, draw.XLeft, draw.YCenter), line[1].Sub(line[0])
		text.Rotation = math.Atan2(float64(way.Y), float64(way.X))
		long := vg.Length(math.Hypot(float64(way.X), float64(way.Y)))
		share := text.Width(g.Text) / long // of the line
		first := choose(g.Factor < 1, outside/long, 1-outside/long-share)
		start, end := line[0].Add(way.Scale(first)), line[0].Add(way.Scale(first+share))
		d.data.StrokeLine2(draw.LineStyle{Color: alpha(white, 0.85), Width: 8}, start.X, start.Y, end.X, end.Y)
		d.data.FillText(text, start, g.Text)
	}
}

// series draws one series.
func (d *drawing) series(s Series) {
	var line, low, high []vg.Point
	told, hidden := vg.Point{}, map[[2]int]bool{} // the place of the last tip, and marks of the same look
	for k, p := range s.Points {
		at, last := d.point(p.X, p.Y), k == len(s.Points)-1
		square := [2]int{int(at.X), int(at.Y)}
		switch {
		case s.Form == Steps:
			from := choose(k == 0, d.point(p.X, 0), at)
			if k > 0 {
				from.Y = line[len(line)-1].Y
			}
			line = append(line, from, at)
		case s.Form == Lines:
			line = append(line, at)
			if p.Low < p.High {
				low, high = append(low, d.point(p.X, p.Low)), append(high, d.point(p.X, p.High))
			}
			if !s.Look.Bare && k%(1+len(s.Points)/20) == 0 {
				s.Look.mark(d.data, at)
			}
		case hidden[square]:
			continue
		default:
			hidden[square] = true
			d.whisker(s.Look, p, at.Y)
			s.Look.mark(d.data, at)
		}
		if way := at.Sub(told); s.Form == Dots || k == 0 || last || math.Hypot(float64(way.X), float64(way.Y)) >= tipsApart {
			d.pointTip(s, p, at)
			told = at
		}
	}
	if s.Form == Steps && len(line) > 0 {
		if line = append(line, d.end(s)); !s.Look.Bare {
			s.Look.mark(d.data, d.end(s))
		}
	}
	slices.Reverse(low)
	d.data.FillPolygon(alpha(s.Look.Color, 0.25), append(high, low...))
	d.data.StrokeLines(s.Look.line(), line)
}

// whisker draws the interval of a point, with bars at its ends.
func (d *drawing) whisker(look Look, p Point, y vg.Length) {
	if p.Low >= p.High {
		return
	}
	style := draw.LineStyle{Color: look.Color, Width: 0.9}
	from, to := d.point(p.Low, 0).X, d.point(p.High, 0).X
	d.data.StrokeLine2(style, from, y, to, y)
	for _, x := range []vg.Length{from, to} {
		d.data.StrokeLine2(style, x, y-1.5, x, y+1.5)
	}
}

// end returns where a series with points ends: at its last one, or at the right edge.
func (d *drawing) end(s Series) vg.Point {
	last := s.Points[len(s.Points)-1]
	at := d.point(last.X, last.Y)
	return vg.Point{X: choose(s.Form == Lines, at.X, d.data.Max.X), Y: at.Y}
}

// labels writes the texts at the ends of lines. Labels that would overlap are moved apart.
func (d *drawing) labels() {
	all := slices.DeleteFunc(slices.Clone(d.Series), func(s Series) bool { return s.End == "" || len(s.Points) == 0 })
	slices.Reverse(all)                                                                              // of lines that end together, the first is at the top
	slices.SortStableFunc(all, func(a, b Series) int { return cmp.Compare(d.end(a).Y, d.end(b).Y) }) // from the bottom up
	places := make([]vg.Length, len(all))
	for k, s := range all {
		places[k] = d.end(s).Y
	}
	spread(places, labelHeight, d.data.Max.Y+2)
	for k, s := range all {
		from := d.end(s)
		at := vg.Point{X: from.X + leader, Y: places[k]}
		if s.Form == Lines {
			d.data.StrokeLine2(s.Look.line(), from.X, from.Y, at.X, at.Y)
		}
		at.X += outside
		d.data.FillText(writing(8.5, ink, draw.XLeft, draw.YCenter), at, s.End)
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

// GlyphBoxes reserves room at the right of the data for the texts at the ends of lines, and above them if guides may have texts
// there.
func (d *drawing) GlyphBoxes(*plot.Plot) []plot.GlyphBox {
	above, right := choose[vg.Length](len(d.Guides) > 0, 13, 0), vg.Length(0)
	for _, s := range d.Series {
		right = max(right, writing(8.5, ink, 0, 0).Width(s.End)+choose(s.End == "", 0, leader+2*outside))
	}
	return []plot.GlyphBox{
		{X: 1, Y: 0.5, Rectangle: vg.Rectangle{Max: vg.Point{X: right}}},
		{X: 0.5, Y: 1, Rectangle: vg.Rectangle{Max: vg.Point{Y: above}}},
	}
}
