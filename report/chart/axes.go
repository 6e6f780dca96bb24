package chart

import "math"

// The texts of axes: values and names, and what an axis shows.
var (
	small  = style{8.5, ink, center, top}
	legend = style{9, ink, center, bottom}
)

// The parts of an axis, from the data outwards: a gap, the line, ticks, the labels of ticks, and what the
// axis shows.
const (
	axisGap  = 5.25
	tickLong = 4.
	labelGap = 2.5 // between ticks and labels of the vertical axis
)

// named reports whether the vertical axis has names and not values. Then it has no line, no ticks and no grid.
func (d *drawing) named() bool { return d.Row > 0 }

// beside returns the room for the labels of the vertical axis, with a gap.
func (d *drawing) beside() (wide float64) {
	for _, t := range d.up {
		if t.Label != "" {
			wide = max(wide, small.width(t.Label)+labelGap)
		}
	}
	return wide
}

// room returns the room for axes and labels around the data, at the left and below, and at the right and above,
// in a frame of some width.
func (d *drawing) room(width float64) (low, high point) {
	low = point{axisGap + d.beside() + choose(d.named(), 0, tickLong), axisGap + tickLong + lineHeight*small.size}
	if d.X.Label != "" {
		low.y += lineHeight * legend.size
	}
	if d.Y.Label != "" {
		low.x += (lineHeight + descent) * legend.size
	}
	texts := d.Title // above the data
	for _, g := range d.Guides {
		texts += g.Text
	}
	high = point{d.widest(), choose(texts == "", lineHeight*small.size/2, 13)}
	for _, t := range d.across { // the last label may reach beyond the data
		high.x = max(high.x, small.width(t.Label)/2-(1-d.x.norm(t.At))*(width-low.x))
	}
	return low, high
}

// axes draws the axes, and a grid at their labels.
func (d *drawing) axes() {
	at := point{d.data.min.x - axisGap, d.data.min.y - axisGap}
	var ticks, lattice [][]point
	long := func(t Tick) float64 { return choose(t.Label == "", tickLong/2, tickLong) }
	for _, t := range d.across {
		x := d.toX(t.At)
		ticks = append(ticks, []point{{x, at.y - long(t)}, {x, at.y}})
		if d.write(small, point{x, at.y - tickLong + descent*small.size}, t.Label); t.Label != "" {
			lattice = append(lattice, []point{{x, d.data.min.y}, {x, d.data.max.y}})
		}
	}
	labels := point{at.x - labelGap - choose(d.named(), 0, tickLong), at.y - tickLong - lineHeight*small.size}
	for _, t := range d.up {
		y := d.toY(t.At)
		d.write(style{small.size, ink, right, middle}, point{labels.x, y + descent*small.size}, t.Label)
		if !d.named() {
			ticks = append(ticks, []point{{at.x - long(t), y}, {at.x, y}})
			if t.Label != "" {
				lattice = append(lattice, []point{{d.data.min.x, y}, {d.data.max.x, y}})
			}
		}
	}
	lines := append(ticks, []point{{d.data.min.x, at.y}, {d.data.max.x, at.y}})
	if !d.named() {
		lines = append(lines, []point{{at.x, d.data.min.y}, {at.x, d.data.max.y}})
	}
	d.draw(pen{color: ink, width: 0.5}, lines...)
	d.draw(pen{color: grid, width: 0.25}, lattice...)
	d.write(legend, point{(d.data.min.x + d.data.max.x) / 2, labels.y - (lineHeight-descent)*legend.size}, d.X.Label)
	d.turned(legend, point{labels.x + labelGap - d.beside() - 2*descent*legend.size, (d.data.min.y + d.data.max.y) / 2}, math.Pi/2, d.Y.Label)
}
