package picture

import (
	"fmt"
	"html"
	"io"
	"math"
	"strconv"
	"strings"
)

// The palette is Okabe and Ito's, which colour-blind people can tell apart, in
// tints that black labels stand out from. Parts beyond it begin anew, and the
// borders tell them apart.
var palette = []colour{
	{"#f0c05a", 221},
	{"#8cccf0", 117},
	{"#5cc4a0", 79},
	{"#f5ec84", 228},
	{"#7fb0dc", 110},
	{"#eda070", 209},
	{"#e0a8c8", 182},
	{"#c8c8c8", 251},
	{"#c9b98f", 180},
	{"#b8dcb8", 151},
	{"#b9b3e0", 146},
	{"#f3c9b5", 223},
}

// colour is one in SVG, and in the 256 colours of terminals: not always the nearest
// there, which two of the palette would share.
type colour struct {
	svg      string
	terminal int
}

// terminalInk is what labels on a colour are written in.
const terminalInk = 234

const (
	paper  = "#ffffff"
	ink    = "#202020"
	faint  = "#b0b0b0"
	scale  = 28.0 // pixels a unit
	margin = 8.0  // pixels
)

// SVG writes the picture as a document of its own, the same bytes for the same
// picture. The title is what a screen reader says.
func (p Picture) SVG(w io.Writer, title string) error {
	b := p.bounds()
	width, height := (b.to.X-b.from.X)*scale+2*margin, (b.to.Y-b.from.Y)*scale+2*margin
	var s strings.Builder
	fmt.Fprintf(&s, `<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %[1]s %[2]s" role="img" font-family="Liberation Sans, Arial, sans-serif">`+"\n",
		number(width), number(height))
	fmt.Fprintf(&s, "<title>%s</title>\n<rect width=\"100%%\" height=\"100%%\" fill=\"%s\"/>\n", html.EscapeString(title), paper)
	at := func(q Point) (x, y string) {
		return number((q.X-b.from.X)*scale + margin), number((q.Y-b.from.Y)*scale + margin)
	}
	p.areas(&s, at)
	p.borders(&s, at)
	p.labels(&s, at)
	p.graph(&s, at)
	s.WriteString("</svg>\n")
	_, err := io.WriteString(w, s.String())
	return err
}

// place turns a point into pixels.
type place func(Point) (x, y string)

func (p Picture) areas(s *strings.Builder, at place) {
	for _, c := range p.Cells {
		fill := paper
		if c.Part != None {
			fill = palette[c.Part%len(palette)].svg
		}
		s.WriteString(`<path d="`)
		for k, q := range c.Outline {
			x, y := at(q)
			fmt.Fprintf(s, "%c%s %s", "ML"[min(k, 1)], x, y)
		}
		fmt.Fprintf(s, "Z\" fill=\"%s\" stroke=\"%[1]s\" stroke-width=\"0.5\"/>\n", fill)
	}
}

// edge is a side of a cell, its ends in one order whatever cell it is of.
type edge struct{ from, to Point }

func edgeOf(a, b Point) edge {
	round := func(q Point) Point { return Point{math.Round(q.X*1e4) / 1e4, math.Round(q.Y*1e4) / 1e4} }
	a, b = round(a), round(b)
	if b.X < a.X || b.X == a.X && b.Y < a.Y {
		a, b = b, a
	}
	return edge{a, b}
}

// borders draws the sides of cells: faint ones inside a part, strong ones where
// two parts meet and round the board.
func (p Picture) borders(s *strings.Builder, at place) {
	parts := map[edge][]int{}
	var order []edge
	for _, c := range p.Cells {
		for k := range c.Outline {
			e := edgeOf(c.Outline[k], c.Outline[(k+1)%len(c.Outline)])
			if parts[e] == nil {
				order = append(order, e)
			}
			parts[e] = append(parts[e], c.Part)
		}
	}
	for _, strong := range []bool{false, true} { // the strong ones above the others
		var d strings.Builder
		for _, e := range order {
			if of := parts[e]; (len(of) == 1 || of[0] != of[1]) == strong {
				x, y := at(e.from)
				u, v := at(e.to)
				fmt.Fprintf(&d, "M%s %sL%s %s", x, y, u, v)
			}
		}
		colour, width := faint, "0.5"
		if strong {
			colour, width = ink, "1.8"
		}
		if d.Len() > 0 {
			fmt.Fprintf(s, "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"%s\" stroke-linecap=\"round\"/>\n", d.String(), colour, width)
		}
	}
}

func (p Picture) labels(s *strings.Builder, at place) {
	for _, c := range p.Cells {
		if c.Label != "" && c.Label != Empty && len(c.Outline) > 0 {
			write(s, at, centre(c.Outline), c.Label, c.Strong)
		}
	}
}

func write(s *strings.Builder, at place, q Point, label string, strong bool) {
	x, y := at(q)
	weight := ""
	if strong {
		weight = ` font-weight="bold"`
	}
	fmt.Fprintf(s, "<text x=\"%s\" y=\"%s\" dy=\"0.35em\" font-size=\"13\" text-anchor=\"middle\" fill=\"%s\"%s>%s</text>\n", x, y, ink, weight, html.EscapeString(label))
}

// graph draws the lines, those without a part below the others, and the dots.
func (p Picture) graph(s *strings.Builder, at place) {
	for _, chosen := range []bool{false, true} {
		for _, l := range p.Lines {
			if (l.Part != None) != chosen {
				continue
			}
			x, y := at(l.From)
			u, v := at(l.To)
			colour, width := faint, "1"
			if chosen {
				colour, width = palette[l.Part%len(palette)].svg, "5"
			}
			fmt.Fprintf(s, "<line x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\" stroke=\"%s\" stroke-width=\"%s\" stroke-linecap=\"round\"/>\n", x, y, u, v, colour, width)
		}
	}
	for _, d := range p.Dots {
		x, y := at(d.At)
		fmt.Fprintf(s, "<circle cx=\"%s\" cy=\"%s\" r=\"8\" fill=\"%s\" stroke=\"%s\" stroke-width=\"1.2\"/>\n", x, y, paper, ink)
		fmt.Fprintf(s, "<text x=\"%s\" y=\"%s\" dy=\"0.35em\" font-size=\"9\" text-anchor=\"middle\" fill=\"%s\">%s</text>\n", x, y, ink, html.EscapeString(d.Label))
	}
}

// box is the smallest upright rectangle about something.
type box struct{ from, to Point }

func (p Picture) bounds() box {
	b := box{Point{math.Inf(1), math.Inf(1)}, Point{math.Inf(-1), math.Inf(-1)}}
	add := func(q Point, room float64) {
		b.from = Point{min(b.from.X, q.X-room), min(b.from.Y, q.Y-room)}
		b.to = Point{max(b.to.X, q.X+room), max(b.to.Y, q.Y+room)}
	}
	for _, c := range p.Cells {
		for _, q := range c.Outline {
			add(q, 0)
		}
	}
	for _, l := range p.Lines {
		add(l.From, 0.1)
		add(l.To, 0.1)
	}
	for _, d := range p.Dots {
		add(d.At, 0.3)
	}
	if math.IsInf(b.from.X, 0) { // nothing to draw
		return box{}
	}
	return b
}

// centre returns the mean of the corners.
func centre(outline []Point) Point {
	var c Point
	for _, q := range outline {
		c.X += q.X / float64(len(outline))
		c.Y += q.Y / float64(len(outline))
	}
	return c
}

// number writes a coordinate to a hundredth of a pixel.
func number(x float64) string {
	return strconv.FormatFloat(math.Round(x*100)/100+0, 'f', -1, 64) // +0 makes -0 a 0
}
