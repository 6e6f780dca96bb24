package chart

import (
	"cmp"
	"image/color"
	"math"
	"slices"
)

// drawing is a panel being drawn.
type drawing struct {
	*Panel
	*sheet
	x, y       fitted
	across, up []Tick // of the axes
	ends       bool   // names stand at the ends of lines
	data       area   // between the axes, once they are drawn
}

// toX returns the place of a coordinate.
func (d *drawing) toX(at float64) float64 { return d.data.min.x + d.x.norm(at)*d.data.size().x }
func (d *drawing) toY(at float64) float64 { return d.data.min.y + d.y.norm(at)*d.data.size().y }

// point returns the place of a pair of values.
func (d *drawing) point(x, y float64) point { return point{d.toX(d.x.at(x)), d.toY(d.y.at(y))} }

// half returns half the height of a box.
func (d *drawing) half() float64 { return min(5, 0.36*max(d.Row, 1)) }

const (
	outside     = 5.  // from the data to a label
	labelHeight = 9.8 // of a label at the end of a line
	leader      = 9.  // from the end of a line to its label
)

// show draws the panel.
func (d *drawing) show(on *sheet, data area) {
	d.sheet, d.data = on, data
	d.axes()
	d.cells()
	for _, g := range d.Guides {
		d.guide(g)
	}
	for k := range d.Series {
		d.series(d.Series[len(d.Series)-1-k])
	}
	d.labels()
	d.above(left, ink, d.Title)
}

// above writes a text above the left or the right end of the data.
func (d *drawing) above(x float64, shade color.NRGBA, text string) {
	d.write(style{small.size, shade, x, bottom}, point{choose(x == left, d.data.min.x, d.data.max.x), d.data.max.y + outside - 2}, text)
}

// The size and the least distance of the tips of a line with hundreds of steps, in points. They still
// cover the whole line.
const (
	tipSize   = 10
	tipsApart = 8
)

// tip adds a text that is shown when pointed at the area between two corners, or around a point.
func (d *drawing) tip(at, to point, text string) {
	if text == "" {
		return
	}
	if at == to {
		at, to = point{at.x - tipSize/2, at.y - tipSize/2}, point{at.x + tipSize/2, at.y + tipSize/2}
	}
	d.tips = append(d.tips, tip{spanned(at, to), text})
}

// cells fills the cells, all of one colour as one shape, which halves the file, and writes their texts.
func (d *drawing) cells() {
	paths, order := map[color.NRGBA][][]point{}, []color.NRGBA(nil)
	for _, c := range d.Cells {
		all := spanned(d.point(c.X0, c.Y0), d.point(c.X1, c.Y1))
		size, filled := all.size(), all
		if c.Apart {
			filled.max.x -= min(0.6, 0.2*size.x)
			filled.min.y += min(0.6, 0.15*size.y)
		}
		if paths[c.Fill] == nil {
			order = append(order, c.Fill)
		}
		paths[c.Fill] = append(paths[c.Fill], filled.path())
	}
	for _, fill := range order {
		d.fill(fill, paths[fill]...)
	}
	for _, c := range d.Cells {
		all := spanned(d.point(c.X0, c.Y0), d.point(c.X1, c.Y1))
		d.texts(c, all)
		d.tip(all.min, all.max, c.Tip)
	}
}

// texts writes the texts of a cell, as large as they fit, each on one or several lines. If there is no
// room for all, the first ones stand alone, or nothing.
func (d *drawing) texts(c Cell, box area) {
	const space, largest, least = 1.5, 9, 4.5
	room, shade := box.size(), color.NRGBA{0x11, 0x11, 0x11, 0xFF} // the same on a dark page
	if r, g, b, _ := c.Fill.RGBA(); 299*r+587*g+114*b < 1000*0x7000 {
		shade = white
	}
	for all := c.Texts; len(all) > 0; all = all[:len(all)-1] {
		for size := float64(largest); size >= least; size -= 0.5 {
			as := style{size, shade, center, middle}
			var lines []string
			for _, part := range all {
				lines = append(lines, wrap(part, as, room.x-2*space)...)
			}
			height := size * 1.15 * float64(len(lines))
			if height > room.y-2*space || slices.ContainsFunc(lines, func(s string) bool { return as.width(s) > room.x-2*space }) {
				continue
			}
			at := point{box.min.x + room.x/2, box.min.y + room.y/2 + height/2 - size*1.15/2}
			for _, line := range lines {
				d.write(as, at, line)
				at.y -= size * 1.15
			}
			return
		}
	}
}

// guide draws a guide, and its text above the data or along the line.
func (d *drawing) guide(g Guide) {
	line, from, to := pen{muted, 0.6, nil}, d.data.min, d.data.max
	switch {
	case g.X != 0:
		from.x = d.toX(d.x.at(g.X))
		to.x = from.x
		d.above(right, muted, g.Text)
	case g.Y != 0:
		from.y = d.toY(d.y.at(g.Y))
		to.y = from.y
		d.above(left, muted, g.Text)
	case g.Factor > 1:
		line.dashes = []float64{2, 2}
		shift := d.toY(math.Log10(g.Factor)) - d.toY(0)
		from.y, to.x = from.y+shift, to.x-shift
		d.turned(style{8, muted, right, bottom}, to.toward(math.Pi/4, -14), math.Pi/4, g.Text)
	case g.Factor < 1:
		line.dashes = []float64{2, 2}
		shift := d.toX(0) - d.toX(math.Log10(g.Factor))
		from.x, to.y = from.x+shift, to.y-shift
		d.turned(style{8, muted, left, bottom}, from.toward(math.Pi/4, 14), math.Pi/4, g.Text)
	}
	d.draw(line, []point{from, to})
}

// series draws one series.
func (d *drawing) series(s Series) {
	var line, low, high []point
	var told point // of the last tip
	hidden := map[[2]int]bool{}
	for k, p := range s.Points {
		at, last := d.point(p.X, p.Y), k == len(s.Points)-1
		switch s.Form {
		case Boxes:
			d.box(s.Look, p, at)
			continue
		case Steps:
			if k == 0 {
				line = append(line, d.point(p.X, 0))
			}
			if before := line[len(line)-1]; k == 0 || last || at.x-before.x >= 0.3 || at.y-before.y >= 0.3 { // else it is too small to see
				line = append(line, point{at.x, before.y}, at)
			}
			if k > 0 && !last && math.Hypot(at.x-told.x, at.y-told.y) < tipsApart {
				continue
			}
		case Lines:
			line = append(line, at)
			if p.Low < p.High {
				low, high = append(low, d.point(p.X, p.Low)), append(high, d.point(p.X, p.High))
			}
			if !s.Look.Bare && k%(1+len(s.Points)/20) == 0 {
				d.mark(s.Look, at)
			}
		case Dots:
			square := [2]int{int(at.x), int(at.y)}
			if hidden[square] {
				continue // by a mark of the same look
			}
			hidden[square] = true
			d.whisker(s.Look, p, at.y)
			d.mark(s.Look, at)
		}
		d.tip(at, at, p.Tip)
		told = at
	}
	if s.Form == Steps && len(line) > 0 {
		line = append(line, point{d.data.max.x, line[len(line)-1].y})
	}
	slices.Reverse(low)
	d.fill(alpha(s.Look.Color, 0.25), append(high, low...))
	d.draw(s.Look.line(), line)
}

// box draws a box, its median and its whisker.
func (d *drawing) box(look Look, p Point, at point) {
	d.whisker(look, p, at.y)
	box := area{point{d.toX(d.x.at(p.Quartiles[0])), at.y - d.half()}, point{d.toX(d.x.at(p.Quartiles[1])), at.y + d.half()}}
	path := box.path()
	d.fill(white, path)
	d.fill(alpha(look.Color, choose(look.Nth > 0, 0.12, 0.4)), path)
	d.draw(pen{look.Color, 0.9, nil}, append(path, path[:2]...))
	d.draw(pen{look.Color, 2, nil}, []point{{at.x, box.min.y}, {at.x, box.max.y}})
	d.tip(box.min, box.max, p.Tip)
}

// whisker draws the interval of a point, with bars at its ends, or arrows where the axis cuts it.
func (d *drawing) whisker(look Look, p Point, y float64) {
	if p.Low >= p.High {
		return
	}
	line := pen{color: look.Color, width: 0.9}
	ends := [2]float64{max(d.toX(d.x.at(p.Low)), d.data.min.x), min(d.toX(d.x.at(p.High)), d.data.max.x)}
	d.draw(line, []point{{ends[0], y}, {ends[1], y}})
	cut := [2]bool{d.x.at(p.Low) < d.x.low-1e-9, d.x.at(p.High) > d.x.high+1e-9}
	for k, way := range []float64{-1, 1} {
		if x := ends[k]; cut[k] {
			d.fill(look.Color, []point{{x + 4*way, y}, {x, y + 2*way}, {x, y - 2*way}})
		} else {
			d.draw(line, []point{{x, y - d.half()/2}, {x, y + d.half()/2}})
		}
	}
}

// label returns the text at the end of a series, or "".
func (d *drawing) label(s Series) string { return cmp.Or(s.End, choose(d.ends, s.Name, "")) }

// widest returns the width of the labels at the ends of lines with their leaders.
func (d *drawing) widest() (wide float64) {
	for _, s := range d.Series {
		if text := d.label(s); text != "" {
			wide = max(wide, small.width(text)+leader+2*outside)
		}
	}
	return wide
}

// labels writes the texts at the ends of lines. Labels that would overlap are moved apart.
func (d *drawing) labels() {
	type end struct {
		Series
		at point
	}
	var all []end
	for _, s := range d.Series {
		if d.label(s) != "" && len(s.Points) > 0 {
			last := s.Points[len(s.Points)-1]
			at := d.point(last.X, last.Y)
			if s.Form != Lines {
				at.x = d.data.max.x
			}
			all = append(all, end{s, at})
		}
	}
	slices.Reverse(all)
	slices.SortStableFunc(all, func(a, b end) int { return cmp.Compare(a.at.y, b.at.y) }) // from the bottom up
	places := make([]float64, len(all))
	for k, l := range all {
		places[k] = l.at.y
	}
	spread(places, labelHeight, d.data.max.y+2)
	for k, l := range all {
		at := point{l.at.x + leader, places[k]}
		if l.Form != Boxes {
			d.draw(l.Look.line(), []point{l.at, at})
		}
		if l.Form == Steps && !l.Look.Bare {
			d.mark(l.Look, at)
		}
		d.write(style{small.size, choose(l.Look.Bare, muted, ink), left, middle}, point{at.x + outside, at.y}, d.label(l.Series))
	}
}

// spread moves ascending places apart by at least distance, up and then down from high.
func spread(at []float64, distance, high float64) {
	for k := 1; k < len(at); k++ {
		at[k] = max(at[k], at[k-1]+distance)
	}
	for k := len(at) - 1; k >= 0; k-- {
		at[k] = min(at[k], high)
		high = at[k] - distance
	}
}
