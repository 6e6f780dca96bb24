package chart

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// barGroups are horizontal bars with intervals, which begin at 1 on a logarithmic axis.
type barGroups struct {
	bands bands
	looks looks
	all   []bar // by group and row
}

// limits returns the range of the axis, and whether it cuts an interval. The interval of a few
// ratios can be so wide that the bars would shrink to nothing.
func (b *barGroups) limits() (low, high float64, cut bool) {
	for _, one := range b.all {
		low, high = min(low, one.mean), max(high, one.mean)
	}
	more := max(0.15, (high-low)/4)
	least, most := low-more, high+more
	for _, one := range b.all {
		cut = cut || one.low < least || one.high > most
		low, high = min(low, max(one.low, least)), max(high, min(one.high, most))
	}
	low, high = wide(low, high, 0.3)
	return low, high, cut
}

// Plot draws the bars.
func (b *barGroups) Plot(c draw.Canvas, p *plot.Plot) {
	toX, toY := p.Transforms(&c)
	half := min(4.5, b.bands.height*0.42)
	thin := draw.LineStyle{Color: ink, Width: vg.Points(0.7)}
	for k, one := range b.all {
		if one.n == 0 {
			continue
		}
		y := toY(b.bands.at(k/b.bands.rows, k%b.bands.rows))
		look := b.looks.of(one.solver)
		rectangle(c, look, toX(0), y-half, toX(one.mean), y+half)
		c.DrawGlyphNoClip(look.glyph(), vg.Point{X: b.beside(one, toX), Y: y})
		if one.low == one.high {
			continue
		}
		from, to := toX(max(one.low, p.X.Min)), toX(min(one.high, p.X.Max))
		c.StrokeLine2(thin, from, y, to, y)
		b.end(c, thin, from, y, half/2, one.low < p.X.Min-1e-9, -1)
		b.end(c, thin, to, y, half/2, one.high > p.X.Max+1e-9, 1)
	}
	c.StrokeLine2(thin, toX(0), c.Min.Y, toX(0), c.Max.Y)
}

// beside returns the place of the mark of a bar: across the line of 1, or across the interval.
func (b *barGroups) beside(one bar, toX func(float64) vg.Length) vg.Length {
	if one.mean > 0 {
		return toX(min(0, one.low)) - 3*markRadius
	}
	return toX(max(0, one.high)) + 3*markRadius
}

// end draws the end of an interval: a bar, or an arrow if the interval continues beyond the axis.
func (b *barGroups) end(c draw.Canvas, line draw.LineStyle, x, y, half vg.Length, on bool, way vg.Length) {
	if !on {
		c.StrokeLine2(line, x, y-half, x, y+half)
		return
	}
	c.FillPolygon(ink, []vg.Point{{X: x + 4*way, Y: y}, {X: x, Y: y + 2}, {X: x, Y: y - 2}})
}
