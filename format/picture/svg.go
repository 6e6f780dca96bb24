package picture

import (
	"fmt"
	"html"
	"io"
	"math"
	"strings"
)

// The palette is Okabe and Ito's, which colour-blind people can distinguish, in tints that suit
// black labels. Parts beyond its end start again with the first colour; borders still separate
// them.
var palette = []colour{
	{"#f0c05a", 221}, {"#8cccf0", 117}, {"#5cc4a0", 79}, {"#f5ec84", 228}, {"#7fb0dc", 110}, {"#eda070", 209},
	{"#e0a8c8", 182}, {"#c8c8c8", 251}, {"#c9b98f", 180}, {"#b8dcb8", 151}, {"#b9b3e0", 146}, {"#f3c9b5", 223},
}

// colour is a colour in SVG and in the 256 colours of terminals. The terminal's colour is not
// always the nearest one, because two colours of the palette would share it.
type colour struct {
	svg      string
	terminal int
}

// Palette returns the colours of parts, as in CSS, which are used in turn.
func Palette() (all []string) {
	for _, c := range palette {
		all = append(all, c.svg)
	}
	return all
}

// terminalInk is the colour of labels on a coloured cell.
const terminalInk = 234

const (
	paper  = "#ffffff"
	ink    = "#202020"
	faint  = "#b0b0b0"
	scale  = 28.0 // pixels a unit
	margin = 8.0  // pixels
)

// SVG writes the picture as a document of its own. The same picture always gives the same bytes.
// Screen readers say the title. A page may have hundreds of pictures, so similar things are one
// element: the cells of a colour, or the labels of a weight.
func (p Picture) SVG(w io.Writer, title string) error {
	from, to := p.Bounds()
	width, height := (to.X-from.X)*scale+2*margin, (to.Y-from.Y)*scale+2*margin
	var s strings.Builder
	const head = `<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %[1]s %[2]s" role="img"` +
		` font-family="Liberation Sans, Arial, sans-serif" text-anchor="middle" fill="%s"` +
		` stroke-linecap="round" stroke-linejoin="round">` + "\n"
	fmt.Fprintf(&s, head, number(width), number(height), ink)
	fmt.Fprintf(&s, "<title>%s</title>\n<path fill=\"%s\" d=\"M0 0h%sv%sH0z\"/>\n",
		html.EscapeString(title), paper, number(width), number(height))
	at := func(q Point) Point {
		return Point{tenths((q.X-from.X)*scale + margin), tenths((q.Y-from.Y)*scale + margin)}
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
type place func(Point) Point

// areas fills the cells, with one path for each colour. Empty cells show the paper.
func (p Picture) areas(s *strings.Builder, at place) {
	fills := make([]pen, len(palette))
	for _, c := range p.Cells {
		if c.Part == None || len(c.Outline) == 0 {
			continue
		}
		fill := &fills[c.Part%len(palette)]
		fill.move(at(c.Outline[0]))
		for _, q := range c.Outline[1:] {
			fill.line(at(q))
		}
		fill.WriteByte('z')
	}
	for k := range fills {
		if d := fills[k].String(); d != "" { // the stroke closes the seams between cells
			fmt.Fprintf(s, "<path fill=\"%s\" stroke=\"%[1]s\" stroke-width=\".5\" d=\"%s\"/>\n", palette[k].svg, d)
		}
	}
}

// Side is a side of one cell, or of two cells that share it. Its ends are in the same order for both.
type Side struct {
	From, To Point
	Cells    []int
}

// Sides returns the sides of all cells, in the order in which the cells first have them.
func (p Picture) Sides() []Side {
	var all []Side
	place := map[[2]Point]int{}
	for c, cell := range p.Cells {
		for k := range cell.Outline {
			e := ends(cell.Outline[k], cell.Outline[(k+1)%len(cell.Outline)])
			at, ok := place[e]
			if !ok {
				at, place[e] = len(all), len(all)
				all = append(all, Side{From: e[0], To: e[1]})
			}
			all[at].Cells = append(all[at].Cells, c)
		}
	}
	return all
}

func ends(a, b Point) [2]Point {
	round := func(q Point) Point { return Point{math.Round(q.X*1e4) / 1e4, math.Round(q.Y*1e4) / 1e4} }
	a, b = round(a), round(b)
	if b.X < a.X || b.X == a.X && b.Y < a.Y {
		a, b = b, a
	}
	return [2]Point{a, b}
}

// borders draws the sides of cells: faint inside a part, and strong where two parts meet and round
// the board.
func (p Picture) borders(s *strings.Builder, at place) {
	for _, strong := range []bool{false, true} { // strong borders above faint ones
		var some []Side
		for _, side := range p.Sides() {
			of := side.Cells
			if (len(of) == 1 || p.Cells[of[0]].Part != p.Cells[of[1]].Part) == strong {
				some = append(some, side)
			}
		}
		colour, width := faint, ".5"
		if strong {
			colour, width = ink, "1.8"
		}
		if len(some) > 0 {
			fmt.Fprintf(s, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%s\" d=\"%s\"/>\n",
				colour, width, outline(some, at))
		}
	}
}

// labels writes the labels of the cells, bold ones after the others.
func (p Picture) labels(s *strings.Builder, at place) {
	for _, weight := range []string{"", ` font-weight="bold"`} {
		var texts strings.Builder
		for _, c := range p.Cells {
			if c.Strong == (weight != "") && c.Label != "" && c.Label != Empty && len(c.Outline) > 0 {
				write(&texts, at(Centre(c.Outline)), 13, c.Label)
			}
		}
		if texts.Len() > 0 {
			fmt.Fprintf(s, "<g font-size=\"13\"%s>%s</g>\n", weight, texts.String())
		}
	}
}

// write writes a label centred at a place in pixels. Capitals and digits are 0.7 of the size high.
func write(s *strings.Builder, q Point, size float64, label string) {
	fmt.Fprintf(s, "<text x=\"%s\" y=\"%s\">%s</text>", number(q.X), number(q.Y+0.35*size), html.EscapeString(label))
}

// graph draws the lines, first those without a part, and then the dots.
func (p Picture) graph(s *strings.Builder, at place) {
	var thin pen
	thick := make([]pen, len(palette))
	for _, l := range p.Lines {
		to := &thin
		if l.Part != None {
			to = &thick[l.Part%len(palette)]
		}
		to.move(at(l.From))
		to.line(at(l.To))
	}
	stroke := func(d, colour, width string) {
		if d != "" {
			fmt.Fprintf(s, "<path stroke=\"%s\" stroke-width=\"%s\" d=\"%s\"/>\n", colour, width, d)
		}
	}
	stroke(thin.String(), faint, "1")
	for k := range thick {
		stroke(thick[k].String(), palette[k].svg, "5")
	}
	if len(p.Dots) == 0 {
		return
	}
	fmt.Fprintf(s, "<g font-size=\"9\"><g fill=\"%s\" stroke=\"%s\" stroke-width=\"1.2\">", paper, ink)
	for _, d := range p.Dots {
		q := at(d.At)
		fmt.Fprintf(s, "<circle cx=\"%s\" cy=\"%s\" r=\"8\"/>", number(q.X), number(q.Y))
	}
	s.WriteString("</g>")
	for _, d := range p.Dots {
		write(s, at(d.At), 9, d.Label)
	}
	s.WriteString("</g>\n")
}

// Bounds returns the corners of the drawing: the top left one and the bottom right one.
func (p Picture) Bounds() (from, to Point) {
	from, to = Point{math.Inf(1), math.Inf(1)}, Point{math.Inf(-1), math.Inf(-1)}
	add := func(q Point, room float64) {
		from = Point{min(from.X, q.X-room), min(from.Y, q.Y-room)}
		to = Point{max(to.X, q.X+room), max(to.Y, q.Y+room)}
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
	if math.IsInf(from.X, 0) { // nothing to draw
		return Point{}, Point{}
	}
	return from, to
}

// Centre returns the mean of the corners.
func Centre(outline []Point) Point {
	var c Point
	for _, q := range outline {
		c.X += q.X / float64(len(outline))
		c.Y += q.Y / float64(len(outline))
	}
	return c
}
