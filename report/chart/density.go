package chart

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"xcbench/internal/english"
)

// mostPoints is the number of points above which a scatter plot shows their density instead. More
// points hide each other, and each takes hundreds of bytes of an SVG file.
const mostPoints = 2000

// cellsAcross is the number of cells along each side of a density.
const cellsAcross = 64

// density is the number of points in each cell of a square grid.
type density struct {
	low, high float64 // of the grid, along both axes
	count     [cellsAcross][cellsAcross]int
}

// take counts a point. Points beyond the grid are in its outermost cells.
func (d *density) take(x, y float64) {
	d.count[d.cell(x)][d.cell(y)]++
}

func (d *density) cell(v float64) int {
	return max(0, min(int((v-d.low)/(d.high-d.low)*cellsAcross), cellsAcross-1))
}

// edge returns the lower end of a cell.
func (d *density) edge(cell int) float64 {
	return d.low + (d.high-d.low)*float64(cell)/cellsAcross
}

// shade returns the colour of a cell: from a light blue to a full one at 64 points, and on to ink at
// 4096.
func shade(count int) color.Color {
	share := min(1, math.Log(float64(count))/math.Log(4096))
	if share < 0.5 {
		return mixed(mixed(white, hue(0), 0.15), hue(0), 2*share)
	}
	return mixed(hue(0), ink, 2*share-1)
}

// Plot draws the cells that have points.
func (d *density) Plot(c draw.Canvas, p *plot.Plot) {
	toX, toY := p.Transforms(&c)
	for i, column := range d.count {
		for j, n := range column {
			if n > 0 {
				c.SetColor(shade(n))
				c.Fill(boxPath(toX(d.edge(i)), toY(d.edge(j)), toX(d.edge(i+1)), toY(d.edge(j+1))))
			}
		}
	}
}

// total returns the number of points of all families.
func total(families [][]pairing) (n int) {
	for _, points := range families {
		n += len(points)
	}
	return n
}

// densityOf returns the density of all points, and adds its legend and the text of each cell.
func densityOf(f *Figure, families [][]pairing, e edge, across, up string) *density {
	d := &density{low: e.low, high: e.high}
	for _, points := range families {
		for _, point := range points {
			d.take(point.at.X, point.at.Y)
		}
	}
	most := 0
	for i, column := range d.count {
		for j, n := range column {
			if most = max(most, n); n == 0 {
				continue
			}
			value := func(cell int) string { return e.scale.value(math.Pow(10, d.edge(cell))) }
			f.area(d.edge(i), d.edge(j), d.edge(i+1), d.edge(j+1), fmt.Sprintf("%s: %s %s to %s, %s %s to %s",
				english.GroupedCount(n, "instance"), across, value(i), value(i+1), up, value(j), value(j+1)))
		}
	}
	for n := 1; n <= most; n *= 4 {
		text := english.GroupedCount(n, "instance")
		if n > 1 {
			text = "from " + english.Thousands(int64(n))
		}
		f.keys = append(f.keys, key{text: text, glyph: draw.GlyphStyle{Color: shade(n), Radius: vg.Points(3.5),
			Shape: polygon{4, 45}}})
	}
	f.note(fmt.Sprintf("%s: the shade of a cell shows how many it has.",
		english.GroupedCount(total(families), "instance")))
	return d
}
