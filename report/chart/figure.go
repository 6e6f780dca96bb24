package chart

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// Figure is one or more plots with title, notes and legend, ready to be written.
type Figure struct {
	kind     string
	title    string
	untitled bool       // the title is not drawn
	noteless bool       // the notes are not drawn
	narrow   bool       // one column of a paper wide
	notes    []string   // what the reader must know: what is left out, and why
	head     []string   // names of the columns of rows
	rows     [][]string // the data that is drawn

	panel            // the first plot, usually the only one
	beside []*panel  // the other plots
	keys   []key     // the legend, above the plots
	dpi    int       // of a PNG; normalDPI if 0
	zoom   float64   // everything is drawn this many times as large; 1 if 0
	width  vg.Length // before zoom, as all lengths
	height vg.Length // 0 for a height that suits the width
	square bool      // the data of the plot is as high as it is wide
	data   vg.Length // the height of the plot's data, if not 0
	least  vg.Length // the least height of the plot's data
	aside  bool      // the legend is at the right of the plot if there is room
}

// panel is one plot of a figure.
type panel struct {
	plot  *plot.Plot
	spots []spot
}

// spot is a point in the plot's coordinates, or with to a rectangle, that shows a text when pointed
// at.
type spot struct {
	x, y  float64
	to    *[2]float64 // the other corner
	text  string
	right vg.Length // how far the point is to the right of its coordinates
	spare bool      // the point may be left out if the point before covers it
}

// EmptyError says why there is nothing to draw, and what to do about it.
type EmptyError struct{ Text string }

func (e *EmptyError) Error() string { return "nothing to draw: " + e.Text }

func nothing(why, help string) error { return &EmptyError{why + "; " + help} }

// row adds a row of data. Numbers have all their digits.
func (f *Figure) row(fields ...any) {
	all := make([]string, len(fields))
	for k, field := range fields {
		all[k] = fmt.Sprint(field)
	}
	f.rows = append(f.rows, all)
}

// point adds a point that shows a text when pointed at.
func (p *panel) point(x, y float64, text string) {
	p.spots = append(p.spots, spot{x: x, y: y, text: text})
}

// area adds a rectangle that shows a text when pointed at.
func (p *panel) area(x0, y0, x1, y1 float64, text string) {
	p.spots = append(p.spots, spot{x: x0, y: y0, to: &[2]float64{x1, y1}, text: text})
}

// note adds a note, unless it is empty or a duplicate.
func (f *Figure) note(text string) {
	if text != "" && !slices.Contains(f.notes, text) {
		f.notes = append(f.notes, text)
	}
}

// WriteCSV writes the data that is drawn.
func (f *Figure) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	out.Write(f.head)
	for _, row := range f.rows {
		out.Write(row)
	}
	out.Flush()
	return out.Error()
}

// size returns width and height in points, before zoom.
func (f *Figure) size() (w, h vg.Length) {
	w, h = cmp.Or(f.width, twoColumns), f.height
	rows, columns := f.tiles()
	if h == 0 && rows*columns > 1 {
		h = w / vg.Length(columns) * choose[vg.Length](f.narrow, 0.6, 0.69) * vg.Length(rows)
		whole := draw.Canvas{Rectangle: vg.Rectangle{Max: vg.Point{X: w, Y: h}}}
		h = min(2*h-f.frame(whole, false).Size().Y, max(h, pageHeight/cmp.Or(vg.Length(f.zoom), 1)))
	}
	if h == 0 {
		h = w * choose[vg.Length](f.narrow, 0.8, 0.56)
	}
	if len(f.beside) == 0 {
		whole := draw.Canvas{Rectangle: vg.Rectangle{Max: vg.Point{X: w, Y: h}}}
		data := f.plot.DataCanvas(f.frame(whole, false)).Size()
		h += choose(f.square, data.X, cmp.Or(f.data, max(f.least, data.Y))) - data.Y
	}
	return w, h
}

// panels returns the plots of the figure in reading order.
func (f *Figure) panels() []*panel {
	return append([]*panel{&f.panel}, f.beside...)
}

// add adds a plot.
func (f *Figure) add(p *panel) {
	if f.plot == nil {
		f.panel = *p
	} else {
		f.beside = append(f.beside, p)
	}
}

// tiles returns the number of rows and columns of plots.
func (f *Figure) tiles() (rows, columns int) {
	n := 1 + len(f.beside)
	if n == 1 || f.narrow {
		return n, 1
	}
	return (n + 1) / 2, 2
}

// keysInTile reports whether the legend has the place of a plot, which the others leave free.
func (f *Figure) keysInTile() bool {
	rows, columns := f.tiles()
	return 1+len(f.beside) < rows*columns && len(f.keys) <= mostInTile
}

const (
	margin     = vg.Length(6)
	mostInTile = 15 // keys
)

// draw draws the whole figure. It returns the canvases that have the data of its plots.
func (f *Figure) draw(c draw.Canvas) []draw.Canvas {
	if _, filled := c.Canvas.(vgimg.PngCanvas); !filled { // which is white from the start
		c.SetColor(white)
		c.Fill(c.Rectangle.Path())
	}
	return f.drawPanels(f.frame(c, true))
}

// frame returns the part of the canvas that is left for plots beside title, notes and legend. It
// draws these if paint is set.
func (f *Figure) frame(c draw.Canvas, paint bool) draw.Canvas {
	c = draw.Crop(c, margin, -margin, margin, -margin)
	title, small := writing(10.5, ink, draw.XLeft, draw.YTop), writing(8, muted, draw.XLeft, draw.YTop)
	y := c.Max.Y
	for _, block := range []struct {
		style draw.TextStyle
		lines []string
	}{{title, choose(f.untitled, nil, []string{f.title})}, {small, choose(f.noteless, nil, f.notes)}} {
		for _, text := range block.lines {
			for _, line := range wrap(text, block.style, c.Max.X-c.Min.X) {
				if paint {
					c.FillText(block.style, vg.Point{X: c.Min.X, Y: y}, line)
				}
				y -= block.style.Font.Size * 1.3
			}
		}
	}
	return f.legend(draw.Crop(c, 0, 0, 0, y-vg.Length(4)-c.Max.Y), paint)
}

// drawPanels draws the plots in rows, with aligned axes.
func (f *Figure) drawPanels(c draw.Canvas) []draw.Canvas {
	all := f.panels()
	rows, columns := f.tiles()
	grid := make([][]*plot.Plot, rows)
	for k := range rows {
		grid[k] = make([]*plot.Plot, columns)
	}
	for k, p := range all {
		grid[k/columns][k%columns] = p.plot
	}
	canvases := [][]draw.Canvas{{c}}
	if len(all) > 1 {
		canvases = plot.Align(grid, draw.Tiles{Rows: rows, Cols: columns, PadX: 12, PadY: 10}, c)
	}
	var data []draw.Canvas
	for k, p := range all {
		canvas := canvases[k/columns][k%columns]
		p.plot.X.Tick.Marker = thinned(p.plot, p.plot.DataCanvas(canvas))
		p.plot.Draw(canvas)
		data = append(data, p.plot.DataCanvas(canvas))
	}
	if f.keysInTile() {
		f.column(canvases[rows-1][columns-1], true)
	}
	return data
}

// wrap breaks a text into lines no wider than width.
func wrap(text string, style draw.TextStyle, width vg.Length) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		longer := strings.TrimSpace(line + " " + word)
		if line != "" && style.Width(longer) > width {
			lines, longer = append(lines, line), word
		}
		line = longer
	}
	return append(lines, line)
}
