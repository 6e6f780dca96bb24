package chart

import (
	"cmp"
	"image/color"
	"math"
	"slices"
	"strings"
)

// drawing is a panel being drawn, with its axes fitted to what it shows.
type drawing struct {
	Panel
	*sheet
	area // of the data
}

// The sizes of the texts of a panel, and distances.
const (
	labelSize   = 8.5
	axisSize    = 9.  // of the text of an axis
	labelHeight = 9.8 // of a label at the end of a line
	gap         = 4.  // from the data to an axis
	tick        = 4.
	toLabel     = 8.  // from an axis to the labels of its ticks
	outside     = 5.  // from the data to a label
	leader      = 9.  // from the end of a line to its label
	axisRoom    = 29. // for the horizontal axis
)

// drawing returns the panel with its axes fitted to what it shows, with so many labels across.
func (p Panel) drawing(on *sheet, labels int) *drawing {
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
	return &drawing{Panel: p, sheet: on}
}

// reserve makes room around the data: for the axes, for the texts at the ends of lines, and above them for the texts
// of guides.
func (d *drawing) reserve(width float64) {
	room, how := &d.room, style{labelSize, ink, 0}
	for _, t := range d.Y.ticks() {
		room.left = max(room.left, how.width(t.Label)+gap+toLabel+choose(d.Y.Label == "", 0, 1.4*axisSize))
	}
	for _, t := range d.X.ticks() { // a label at the right end reaches beyond it
		room.right = max(room.right, how.width(t.Label)/2-(1-d.X.norm(t.Value))*width/2)
	}
	for _, s := range d.Series {
		room.right = max(room.right, choose(s.End == "", 0, how.width(s.End)+leader+2*outside))
	}
	room.top, room.bottom = max(room.top, choose(len(d.Guides) > 0, 13, tick)), axisRoom
}

// point returns the place of values.
func (d *drawing) point(x, y float64) point {
	return point{d.left + d.X.norm(x)*(d.right-d.left), d.bottom - d.Y.norm(y)*(d.bottom-d.top)}
}

// draw draws the axes and everything between them.
func (d *drawing) draw() {
	d.axes()
	d.cells()
	for k := range d.Series {
		d.series(d.Series[len(d.Series)-1-k])
	}
	for _, g := range d.Guides {
		d.guide(g)
	}
	d.labels()
}

// axes draws the axes and their texts.
func (d *drawing) axes() {
	corner, across, up := point{d.left, d.bottom}, point{d.right - d.left, 0}, point{0, d.top - d.bottom}
	d.axis(&d.X, corner, across, up, point{0, 1}, 0.5)
	d.axis(&d.Y, corner, up, across, point{-1, 0}, 1)
	how := style{axisSize, ink, 0.5}
	d.write(d.X.Label, how, point{(d.left + d.right) / 2, d.bottom + axisRoom - axisSize/2})
	d.writeTurned(d.Y.Label, how, math.Pi/2, point{d.left - d.room.left + axisSize/2, (d.top + d.bottom) / 2})
}

// axis draws an axis and its part of the grid. Ways lead along the axis, across the data, and out of them. Texts have
// a share on one side of their ticks. Names have no ticks.
func (d *drawing) axis(a *Axis, corner, along, across, out point, share float64) {
	start := corner.along(out, gap)
	lines, ticks := [][]point(nil), [][]point{{start, start.along(along, 1)}}
	for _, t := range a.ticks() {
		foot := corner.along(along, a.norm(t.Value))
		at := foot.along(out, gap)
		if a.Fixed == nil {
			ticks = append(ticks, []point{at, at.along(out, choose(t.Label == "", tick/2, tick))})
		}
		if a.Fixed == nil && t.Label != "" {
			lines = append(lines, []point{foot, foot.along(across, 1)})
		}
		d.write(t.Label, style{labelSize, ink, share}, at.along(out, toLabel))
	}
	d.stroke(pen{grid, 0.5, nil}, lines...)
	d.stroke(pen{ink, 0.5, nil}, ticks...)
}

// tipsApart is the least distance of the tips of a line.
const tipsApart = 8

// tip adds the tip of a point: what it stands for, and its values.
func (d *drawing) tip(s Series, p Point, at point) {
	const half = 5 // of the side
	names := strings.Trim(s.Name+", "+p.Name, ", ")
	values := d.X.Label + " " + d.X.write(p.X)
	if low, high := d.X.write(p.Low), d.X.write(p.High); d.Y.Fixed == nil {
		values += "; " + d.Y.Label + " " + d.Y.write(p.Y)
	} else if low != high {
		values += " (" + low + " to " + high + ")"
	}
	d.tips = append(d.tips, tip{area{at.x - half, at.y - half, at.x + half, at.y + half}, names + ": " + values})
}

// cells fills the cells, all of one colour as one path, which halves the file, and writes their texts.
func (d *drawing) cells() {
	paths, order := map[color.NRGBA][][]point{}, []color.NRGBA(nil)
	areas := make([]area, len(d.Cells))
	for k, c := range d.Cells {
		a, b := d.point(c.X0, c.Y0), d.point(c.X1, c.Y1)
		areas[k] = area{a.x, min(a.y, b.y), b.x, max(a.y, b.y)}
		if paths[c.Fill] == nil {
			order = append(order, c.Fill)
		}
		inner := areas[k] // a gap before the next cell
		inner.right -= min(0.6, 0.2*(inner.right-inner.left))
		inner.bottom -= min(0.6, 0.15*(inner.bottom-inner.top))
		paths[c.Fill] = append(paths[c.Fill], inner.corners())
	}
	for _, fill := range order {
		d.stroke(pen{color: fill}, paths[fill]...)
	}
	for k, c := range d.Cells {
		if d.label(c, areas[k]); c.Tip != "" {
			d.tips = append(d.tips, tip{areas[k], c.Tip})
		}
	}
}

// label writes the texts of a cell, as large as they fit. If there is no room for all, the first ones
// stand alone, or nothing.
func (d *drawing) label(c Cell, in area) {
	const space, largest, least = 1.5, 9, 4.5
	shade := color.NRGBA{0x11, 0x11, 0x11, 0xFF} // the same on a dark page
	if r, g, b, _ := c.Fill.RGBA(); 299*r+587*g+114*b < 1000*0x7000 {
		shade = color.NRGBA{0xFE, 0xFE, 0xFE, 0xFF} // white is dark on a dark page
	}
	for n := len(c.Texts); n > 0; n-- {
		text, high := strings.Join(c.Texts[:n], "\n"), lineHeight*float64(n)
		size := min(largest, (in.right-in.left-2*space)/style{size: 1}.width(text), (in.bottom-in.top-2*space)/high)
		if size >= least {
			d.write(text, style{size, shade, 0.5}, point{(in.left + in.right) / 2, (in.top + in.bottom) / 2})
			return
		}
	}
}

// guide draws a guide and its text.
func (d *drawing) guide(g Guide) {
	far, thin := math.Inf(1), pen{color: muted, width: 0.6}
	if g.Factor != 0 {
		d.factor(g, thin)
		return
	}
	d.stroke(thin, []point{d.point(g.X, -far), d.point(g.X, far)})
	if d.Square {
		d.stroke(thin, []point{d.point(-far, g.X), d.point(far, g.X)})
	}
	d.write(g.Text, style{labelSize, muted, 1}, point{d.right, d.top - outside - 2})
}

// factor draws a line of a factor. Its text is at the end with more room, on a plate of the page's colour, so no point
// lies under it.
func (d *drawing) factor(g Guide, thin pen) {
	if g.Factor != 1 {
		thin.dashes = []float64{2, 2}
	}
	side, up := d.right-d.left, math.Log10(g.Factor)/(d.X.high-d.X.low)
	at := func(share float64) point { return point{d.left + side*share, d.bottom - side*(share+up)} }
	from, to := max(0, -up), min(1, 1-up)
	if from >= to {
		return
	}
	d.stroke(thin, []point{at(from), at(to)})
	how := style{8, ink, 0}
	far, long := outside/side, how.width(g.Text)/math.Sqrt2/side // as shares, too
	first := choose(g.Factor < 1, from+far, to-far-long)
	d.stroke(pen{color: alpha(white, 0.85), width: 8}, []point{at(first), at(first + long)})
	d.writeTurned(g.Text, how, math.Pi/4, at(first))
}

// series draws one series.
func (d *drawing) series(s Series) {
	var line, low, high []point
	told, hidden := point{}, map[[2]int]bool{} // the place of the last tip, and marks of the same look
	before := d.point(0, 0).y
	for k, p := range s.Points {
		at, last := d.point(p.X, p.Y), k == len(s.Points)-1
		square := [2]int{int(at.x), int(at.y)}
		switch {
		case s.Form == Steps:
			line = append(line, point{at.x, before}, at)
			before = at.y
		case s.Form == Lines:
			line = append(line, at)
			if p.Low < p.High {
				low, high = append(low, d.point(p.X, p.Low)), append(high, d.point(p.X, p.High))
			}
			if !s.Look.Bare && k%(1+len(s.Points)/20) == 0 {
				d.mark(s.Look, at)
			}
		case hidden[square]:
			continue
		default:
			hidden[square] = true
			d.whisker(s.Look, p, at.y)
			d.mark(s.Look, at)
		}
		if s.Form == Dots || k == 0 || last || math.Hypot(at.x-told.x, at.y-told.y) >= tipsApart {
			d.tip(s, p, at)
			told = at
		}
	}
	if s.Form == Steps && len(line) > 0 {
		if line = append(line, d.end(s)); !s.Look.Bare {
			d.mark(s.Look, d.end(s))
		}
	}
	slices.Reverse(low)
	d.stroke(pen{color: alpha(s.Look.Color, 0.25)}, append(high, low...))
	d.stroke(s.Look.line(), line)
}

// whisker draws the interval of a point, with bars at its ends.
func (d *drawing) whisker(look Look, p Point, y float64) {
	if p.Low >= p.High {
		return
	}
	from, to := d.point(p.Low, 0).x, d.point(p.High, 0).x
	d.stroke(pen{look.Color, 0.9, nil}, []point{{from, y}, {to, y}}, []point{{from, y - 1.5}, {from, y + 1.5}},
		[]point{{to, y - 1.5}, {to, y + 1.5}})
}

// end returns where a series with points ends: at its last one, or at the right edge.
func (d *drawing) end(s Series) point {
	last := s.Points[len(s.Points)-1]
	at := d.point(last.X, last.Y)
	return point{choose(s.Form == Lines, at.x, d.right), at.y}
}

// labels writes the texts at the ends of lines, from the top down. Labels that would overlap are moved down.
func (d *drawing) labels() {
	all := slices.DeleteFunc(slices.Clone(d.Series), func(s Series) bool { return s.End == "" || len(s.Points) == 0 })
	slices.SortStableFunc(all, func(a, b Series) int { return cmp.Compare(d.end(a).y, d.end(b).y) })
	free := 0.
	for _, s := range all {
		from := d.end(s)
		at := point{from.x + leader, max(from.y, free)}
		if s.Form == Lines {
			d.stroke(s.Look.line(), []point{from, at})
		}
		d.write(s.End, style{labelSize, ink, 0}, point{at.x + outside, at.y})
		free = at.y + labelHeight
	}
}
