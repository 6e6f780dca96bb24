package corpus

import (
	"fmt"
	"math"
	"slices"

	"xcbench/format"
	"xcbench/format/picture"
)

var colouring = Family{
	Name:    "colouring",
	summary: "colourings of a graph in {colours} colours",
	Params: append(slices.Clone(graphParams),
		number("_k<colours>", 1, 60, "number of colours")),
	Form: `A colouring gives every vertex a colour so that the two ends of every edge differ
(Karp's reduction). Every renaming of the colours counts, so that the number of
solutions is a value of the chromatic polynomial.

Primary items are the vertices v0, v1, .... Secondary items are the edges in
lexicographic order, each with every colour: 0-1c0, 0-1c1, .... Options are a vertex
with a colour: the vertex, then its edges with that colour. They are ordered by vertex
and then by colour, from 0.`,
	Source: "counted",
	Sample: "petersen_k3",
	title:  "colourings of the {graph} with {colours} colours",
	build: ofGraph(func(g *graph, v Values) (*format.Puzzle, error) {
		colours := v.int("colours")
		const most = 100_000
		if len(g.edges)*colours > most {
			return nil, fmt.Errorf("%d edges with %d colours, expected a product of at most %d", len(g.edges), colours, most)
		}
		var b builder
		b.Primary(numbered(0, g.vertices, "v")...)
		at := make([][]int, g.vertices) // by vertex: the first item of each of its edges
		for _, e := range g.edges {
			for _, end := range e {
				at[end] = append(at[end], b.Items())
			}
			for c := range colours {
				b.Secondary(fmt.Sprintf("%sc%d", ends(e), c))
			}
		}
		var option []int
		for v := range g.vertices {
			for c := range colours {
				option = append(option[:0], v)
				for _, first := range at[v] {
					option = append(option, first+c)
				}
				b.OptionOf(option...)
			}
		}
		return b.drawn(func(options []int) picture.Picture {
			of := make([]int, g.vertices)
			for _, o := range options {
				of[o/colours] = o % colours
			}
			return g.coloured(of)
		})
	}),
}

// coloured draws each vertex as a disc with its number and the letter of its colour. Edges run from
// rim to rim. An edge that would cross another disc is left out, because it would hide a number.
func (g *graph) coloured(of []int) picture.Picture {
	const radius, corners = 0.42, 16
	var p picture.Picture
	width := len(fmt.Sprint(g.vertices-1)) + 2
	for v, at := range g.at {
		outline := make([]picture.Point, corners)
		for k := range outline {
			rim := picture.OnCircle(k, corners, radius)
			outline[k] = picture.Point{X: at.X - radius + rim.X, Y: at.Y - radius + rim.Y}
		}
		p.Cells = append(p.Cells, picture.Cell{Outline: outline, Part: of[v],
			Label: fmt.Sprint(v) + letterOf(of[v]), Row: v / 16, Col: v % 16 * width})
	}
	for _, e := range g.edges {
		a, b := g.at[e[0]], g.at[e[1]]
		long := math.Hypot(b.X-a.X, b.Y-a.Y)
		x, y := (b.X-a.X)/long, (b.Y-a.Y)/long
		covers := func(c picture.Point) bool { // the line runs through a disc
			along, aside := (c.X-a.X)*x+(c.Y-a.Y)*y, (c.X-a.X)*y-(c.Y-a.Y)*x
			return radius < along && along < long-radius && math.Abs(aside) < radius
		}
		if !slices.ContainsFunc(g.at, covers) {
			p.Lines = append(p.Lines, picture.Line{Part: picture.None,
				From: picture.Point{X: a.X + x*radius, Y: a.Y + y*radius},
				To:   picture.Point{X: b.X - x*radius, Y: b.Y - y*radius}})
		}
	}
	return p
}
