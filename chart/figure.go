package chart

import (
	"encoding/csv"
	"io"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Figure is a plot with what stands around it, ready to be written.
type Figure struct {
	Kind  string
	Title string
	Notes []string // what the reader has to know: what is left out, and why
	Head  []string // of the data, for CSV
	Data  [][]string

	plot   *plot.Plot // nil if there is nothing to draw
	lack   string     // what is missing then
	width  vg.Length
	height vg.Length // 0 for what goes with the width
	spots  []spot
}

// spot is a place that tells its values when pointed at, in the plot's coordinates: a
// point, or with to a rectangle.
type spot struct {
	x, y float64
	to   *[2]float64 // the other corner
	text string
}

// nothing is a figure that says why it is empty.
func nothing(title, why string) *Figure { return &Figure{Title: title, lack: why} }

// row adds a line of data.
func (f *Figure) row(fields ...string) { f.Data = append(f.Data, fields) }

// point makes a place of the plot tell a text.
func (f *Figure) point(x, y float64, text string) {
	f.spots = append(f.spots, spot{x: x, y: y, text: text})
}

// area makes a rectangle of the plot tell a text.
func (f *Figure) area(x0, y0, x1, y1 float64, text string) {
	f.spots = append(f.spots, spot{x: x0, y: y0, to: &[2]float64{x1, y1}, text: text})
}

// note adds a note, unless it is empty or there already.
func (f *Figure) note(text string) {
	if text != "" && !slices.Contains(f.Notes, text) {
		f.Notes = append(f.Notes, text)
	}
}

// WriteCSV writes the data that is drawn.
func (f *Figure) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	out.Write(f.Head)
	out.WriteAll(f.Data) // which flushes
	return out.Error()
}

// size returns width and height in points.
func (f *Figure) size() (w, h vg.Length) {
	w, h = f.width, f.height
	if w == 0 {
		w = twoColumns
	}
	if h == 0 {
		h = w * 0.56
		if w < twoColumns {
			h = w * 0.8
		}
	}
	return w, h
}

const margin = vg.Length(6)

// draw draws all of the figure, and returns the canvas that the plot's data is on.
func (f *Figure) draw(c draw.Canvas) draw.Canvas {
	c.SetColor(white)
	c.Fill(c.Rectangle.Path())
	c = draw.Crop(c, margin, -margin, margin, -margin)
	title := draw.TextStyle{Font: sans(10.5), Color: ink, Handler: plot.DefaultTextHandler, XAlign: draw.XLeft, YAlign: draw.YTop}
	small := title
	small.Font, small.Color = sans(8), muted
	y := c.Max.Y
	for _, block := range []struct {
		style draw.TextStyle
		lines []string
	}{{title, []string{f.Title}}, {small, f.Notes}} {
		for _, text := range block.lines {
			for _, line := range wrap(text, block.style, c.Max.X-c.Min.X) {
				c.FillText(block.style, vg.Point{X: c.Min.X, Y: y}, line)
				y -= block.style.Font.Size * 1.3
			}
		}
	}
	c = draw.Crop(c, 0, 0, 0, y-vg.Length(4)-c.Max.Y)
	if f.plot == nil {
		title.XAlign, title.YAlign, title.Color = draw.XCenter, draw.YCenter, muted
		c.FillText(title, c.Center(), f.lack)
		return c
	}
	f.plot.Draw(c)
	return f.plot.DataCanvas(c)
}

// wrap breaks a text into lines that are no wider than the width.
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
