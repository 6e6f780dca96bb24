package chart

import (
	"encoding/csv"
	"fmt"
	"image/color"
	"io"
	"slices"
	"strings"
)

// Plot is a picture as data. A kind of plot makes one; render.go draws it.
type Plot struct {
	Title  string
	Notes  []string // what the reader must know: what is left out, and why
	Panels []Panel  // in reading order

	Head []string   // the columns of Rows
	Rows [][]string // the data as CSV

	in *Input // says how to draw it
}

// Panel is a pair of axes and what is drawn between them: cells at the back, then guides, and the
// first series at the front.
type Panel struct {
	X, Y   Axis
	Cells  []Cell
	Guides []Guide
	Series []Series
	Square bool // both axes have the same range and length
}

// A Form is how a series draws its points.
type Form int

// The forms.
const (
	Dots  Form = iota // a mark at each point, and a whisker from Low to High
	Lines             // a line with marks, and the area from Low to High
	Steps             // a line that rises from 0 by a step at each point, and has its mark at the right edge
)

// Series is a sequence of points of one look.
type Series struct {
	Name   string // in the legend; "" for none
	End    string // a text at the last point, or at the right edge
	Look   Look
	Form   Form
	Points []Point
}

// Point is a point in the units of the axes. On a logarithmic axis, values of 0 are below all others.
type Point struct {
	X, Y      float64
	Low, High float64 // of an interval, if they differ
	Name      string  // what it stands for; shown with its values when pointed at
}

// Cell is a filled rectangle.
type Cell struct {
	X0, Y0, X1, Y1 float64
	Fill           color.NRGBA
	Texts          []string // as many of the first ones as there is room for
	Tip            string
}

// Guide is a thin line across a panel: at X, and at the same Y of a square panel, or where Y is Factor times X on two
// logarithmic axes of the same range. Its text is above a line at X, and along a line of a factor.
type Guide struct {
	X, Factor float64 // one is 0
	Text      string
}

// EmptyError says why there is nothing to draw, and what to do about it.
type EmptyError struct{ Text string }

func (e *EmptyError) Error() string { return "nothing to draw: " + e.Text }

func nothing(why, help string) error { return &EmptyError{why + "; " + help} }

// row adds a row of data. Numbers have all their digits.
func (p *Plot) row(fields ...any) {
	all := make([]string, len(fields))
	for k, field := range fields {
		all[k] = fmt.Sprint(field)
	}
	p.Rows = append(p.Rows, all)
}

// note adds a note, unless it is empty or a duplicate.
func (p *Plot) note(text string) {
	if text != "" && !slices.Contains(p.Notes, text) {
		p.Notes = append(p.Notes, text)
	}
}

// WriteCSV writes the data of the plot.
func (p *Plot) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	out.Write(p.Head)
	out.WriteAll(p.Rows)
	return out.Error()
}

// description describes the plot for readers who cannot see it.
func (p *Plot) description() string {
	axes := strings.TrimPrefix(p.Panels[0].Y.Label+" against "+p.Panels[0].X.Label, " against ")
	return strings.Join(append([]string{axes + "."}, p.Notes...), " ")
}

// keys returns the legend: all series with names. Grey lines look the same.
func (p *Plot) keys() (keys []Series) {
	for _, panel := range p.Panels {
		for _, s := range panel.Series {
			s.Name = choose(s.Look.Bare && s.Form != Dots, "others", s.Name)
			if s.Name != "" && !slices.ContainsFunc(keys, func(k Series) bool { return k.Name == s.Name }) {
				keys = append(keys, s)
			}
		}
	}
	return keys
}
