package chart

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"xcbench/internal/stats"
	"xcbench/results"
)

// boxes draws the boxes of a plot, with their medians in a column at the right.
type boxes struct {
	bands bands
	edge  edge
	looks looks
	c     *results.Medians
	all   []boxOf // by group and row
}

// boxOf is one box. Places are decimal logarithms.
type boxOf struct {
	solver   string
	values   []boxed // ascending after sum
	unsolved int     // of the values
	original *boxed

	quartiles [3]float64
	whiskers  [2]float64
}

// boxed is the value of an instance.
type boxed struct {
	at     float64
	line   int32 // of the table
	beyond bool  // the search was not solved
}

// sum computes quartiles and whiskers.
func (b *boxOf) sum() {
	if len(b.values) == 0 {
		return
	}
	slices.SortStableFunc(b.values, func(x, y boxed) int { return cmp.Compare(x.at, y.at) })
	for k := range b.quartiles {
		below, share := stats.QuantileAt(len(b.values), float64(k+1)/4)
		b.quartiles[k] = b.values[below].at
		if share == 0 {
			continue
		}
		next := b.values[below+1]
		if next.beyond { // its distance is unknown
			share = 1
		}
		b.quartiles[k] += share * (next.at - b.quartiles[k])
	}
	reach := 1.5 * (b.quartiles[2] - b.quartiles[0])
	b.whiskers = [2]float64{b.quartiles[0], b.quartiles[2]}
	for _, v := range b.values {
		if v.at >= b.quartiles[0]-reach && v.at <= b.quartiles[2]+reach {
			b.whiskers[0], b.whiskers[1] = min(b.whiskers[0], v.at), max(b.whiskers[1], v.at)
		}
	}
}

// outliers returns the values beyond the whiskers.
func (b *boxOf) outliers() []boxed {
	within := func(v boxed) bool { return v.at >= b.whiskers[0] && v.at <= b.whiskers[1] }
	low := slices.IndexFunc(b.values, within) // the others are within up to the upper ones
	if low < 0 {
		return b.values
	}
	high := low
	for high < len(b.values) && within(b.values[high]) {
		high++
	}
	return slices.Concat(b.values[:low], b.values[high:])
}

// place returns the place of a box on the vertical axis.
func (b *boxes) place(k int) float64 { return b.bands.at(k/b.bands.rows, k%b.bands.rows) }

// tell adds the data of the boxes to the figure, and the texts that they show when pointed at.
func (b *boxes) tell(f *Figure, sets []set) {
	solvers := len(b.all) / len(sets)
	for k := range b.all {
		one := &b.all[k]
		cell := func(v boxed) results.Median { return b.c.Cell(int(v.line), k%solvers) }
		if len(one.values) == 0 {
			f.note(one.solver + " has no result on some of them.")
			continue
		}
		y := b.place(k)
		num := func(x float64) string {
			if b.beyond(x) {
				return ""
			}
			return strconv.FormatFloat(math.Pow(10, x), 'g', 10, 64)
		}
		f.row(sets[k/solvers].name, one.solver, len(one.values), one.unsolved, num(one.values[0].at),
			num(one.whiskers[0]), num(one.quartiles[0]), num(one.quartiles[1]), num(one.quartiles[2]),
			num(one.whiskers[1]), num(one.values[len(one.values)-1].at))
		f.area(one.whiskers[0], y-0.4, one.whiskers[1], y+0.4,
			fmt.Sprintf("%s: quartiles %s, %s, %s; whiskers %s to %s; %d values, %d not solved", one.solver,
				b.text(one.quartiles[0]), b.text(one.quartiles[1]), b.text(one.quartiles[2]),
				b.text(one.whiskers[0]), b.text(one.whiskers[1]), len(one.values), one.unsolved))
		for _, v := range one.outliers() {
			f.point(v.at, y, one.solver+": "+b.c.ID(int(v.line))+" "+b.edge.tell(cell(v)))
		}
		if one.original != nil {
			f.point(one.original.at, y, one.solver+": "+b.c.ID(int(one.original.line))+" as it stands: "+
				b.edge.tell(cell(*one.original)))
			f.addKey(key{text: "as it stands", glyph: original})
		}
	}
}

// original is the mark of an instance among its copies.
var original = draw.GlyphStyle{Color: ink, Radius: 2.6, Shape: star{3, 90}}

// beyond reports whether a place on the axis is the edge of unsolved searches.
func (b *boxes) beyond(x float64) bool { return b.edge.label != "" && x >= b.edge.high-1e-9 }

// text returns the value at a place on the axis.
func (b *boxes) text(x float64) string {
	if b.beyond(x) {
		return "not solved"
	}
	return b.edge.scale.value(math.Pow(10, x))
}

// columns returns the texts at the right of the boxes, by column, each with its heading.
func (b *boxes) columns() [][]string {
	medians, missing := []string{"median"}, []string{"not solved"}
	some := false
	for _, one := range b.all {
		median, n := "", ""
		if len(one.values) > 0 {
			median = b.text(one.quartiles[1])
		}
		if one.unsolved > 0 {
			n, some = fmt.Sprintf("%d of %d", one.unsolved, len(one.values)), true
		}
		medians, missing = append(medians, median), append(missing, n)
	}
	return choose(some, [][]string{medians, missing}, [][]string{medians})
}

// columnStyle is the style of the texts at the right of the boxes.
var columnStyle = writing(8, ink, draw.XRight, draw.YCenter)

const between = vg.Length(10) // columns

// Plot draws the boxes and their texts.
func (b *boxes) Plot(c draw.Canvas, p *plot.Plot) {
	toX, toY := p.Transforms(&c)
	half := b.bands.height * 0.31
	for k, one := range b.all {
		if len(one.values) == 0 {
			continue
		}
		look, y := b.looks.of(one.solver), toY(b.place(k))
		thin := draw.LineStyle{Color: look.color, Width: vg.Points(0.9)}
		for n, quartile := range []float64{one.quartiles[0], one.quartiles[2]} {
			from, to := toX(quartile), toX(one.whiskers[n])
			c.StrokeLine2(thin, from, y, to, y)
			c.StrokeLine2(thin, to, y-half/2, to, y+half/2)
		}
		rectangle(c, look, toX(one.quartiles[0]), y-half, toX(one.quartiles[2]), y+half)
		thick := draw.LineStyle{Color: look.color, Width: vg.Points(2)}
		c.StrokeLine2(thick, toX(one.quartiles[1]), y-half, toX(one.quartiles[1]), y+half)
		for _, v := range one.outliers() {
			c.DrawGlyphNoClip(draw.GlyphStyle{Color: look.color, Radius: 1.4, Shape: draw.CircleGlyph{}},
				vg.Point{X: toX(v.at), Y: y})
		}
		if b.bands.rows > 1 { // names are not beside the boxes
			c.DrawGlyphNoClip(look.glyph(), vg.Point{X: toX(one.whiskers[0]) - 3*markRadius, Y: y})
		}
		if one.original != nil {
			c.DrawGlyphNoClip(original, vg.Point{X: toX(one.original.at), Y: y})
		}
	}
	head := writing(8, muted, draw.XRight, draw.YBottom)
	x := c.Max.X
	for _, column := range b.columns() {
		x += between + widest(columnStyle, column)
		for k, text := range column {
			if k == 0 {
				c.FillText(head, vg.Point{X: x, Y: c.Max.Y + outside}, text)
			} else {
				c.FillText(columnStyle, vg.Point{X: x, Y: toY(b.place(k - 1))}, text)
			}
		}
	}
	if b.edge.label != "" {
		c.StrokeLine2(draw.LineStyle{Color: ink, Width: vg.Points(0.6)}, c.Max.X, c.Min.Y, c.Max.X, c.Max.Y)
		c.FillText(head, vg.Point{X: c.Max.X, Y: c.Max.Y + outside}, b.edge.label)
	}
}

// GlyphBoxes reserves room for the columns.
func (b *boxes) GlyphBoxes(*plot.Plot) []plot.GlyphBox {
	w := vg.Length(0)
	for _, column := range b.columns() {
		w += between + widest(columnStyle, column)
	}
	return besides(w, outside+10)
}
