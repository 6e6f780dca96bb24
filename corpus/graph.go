package corpus

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"xcbench/format/picture"
)

// graph is a simple graph with a place for each vertex.
type graph struct {
	vertices int
	edges    [][2]int        // the lower vertex first, in lexicographic order
	at       []picture.Point // nil to place the vertices on a circle
}

// join adds an edge.
func (g *graph) join(u, v int) { g.edges = append(g.edges, [2]int{min(u, v), max(u, v)}) }

// done sorts the edges, drops repeated ones, and scales the drawing so that vertices do not touch.
func (g *graph) done() *graph {
	slices.SortFunc(g.edges, func(a, b [2]int) int { return cmp.Or(a[0]-b[0], a[1]-b[1]) })
	g.edges = slices.Compact(g.edges)
	if g.at == nil {
		for v := range g.vertices {
			g.at = append(g.at, picture.OnCircle(v, g.vertices, 1))
		}
	}
	const (
		room = 1.3 // the least distance between the centres of two vertices
		wide = 5   // the least extent of the whole drawing
	)
	least, most := math.Inf(1), 0.0
	for v, p := range g.at {
		for _, q := range g.at[:v] {
			apart := math.Hypot(p.X-q.X, p.Y-q.Y)
			least, most = min(least, apart), max(most, apart)
		}
	}
	scale := max(room/least, wide/most)
	for v := range g.at {
		if g.vertices > 1 {
			g.at[v].X *= scale
			g.at[v].Y *= scale
		}
	}
	return g
}

// adjacent returns the adjacency matrix.
func (g *graph) adjacent() [][]bool {
	t := make([][]bool, g.vertices)
	for v := range t {
		t[v] = make([]bool, g.vertices)
	}
	for _, e := range g.edges {
		t[e[0]][e[1]], t[e[1]][e[0]] = true, true
	}
	return t
}

// ends writes an edge as "3-7".
func ends(e [2]int) string { return fmt.Sprintf("%d-%d", e[0], e[1]) }

// graphPicture is a drawing of a graph. Its lines are the edges, in order.
type graphPicture struct{ picture.Picture }

// choose gives an edge a colour, and a label that only the text shows.
func (p *graphPicture) choose(edge, part, row, col int, label string) {
	l := &p.Lines[edge]
	l.Part, l.Row, l.Col, l.Label = part, row, col, label
}

// drawing returns the picture of the graph with no edge chosen.
func (g *graph) drawing() graphPicture {
	var p graphPicture
	for _, e := range g.edges {
		p.Lines = append(p.Lines, picture.Line{From: g.at[e[0]], To: g.at[e[1]], Part: picture.None})
	}
	for v, at := range g.at {
		p.Dots = append(p.Dots, picture.Dot{At: at, Label: fmt.Sprint(v)})
	}
	return p
}

// graphParams are the parameters that name a graph, for families of problems about graphs.
var graphParams = []Param{
	{Name: "graph", words: graphWords(), About: "kind of graph, with the numbers that it takes: " + graphShapes(),
		phrase: func(kind string) string { return graphKindOf(kind).title }},
	{Name: "n", min: 0, max: 400, Default: "0", About: "first number of the kind, such as its vertices or rows"},
	{Name: "m", before: "x", min: 0, max: 10_000, Default: "0",
		About: "second number of the kind, such as its columns or edges"},
	{Name: "seed", before: "_s", min: 0, max: 999_999_999, Default: "0", About: "seed of a random graph"},
}

// Bounds on the size of generated graphs.
const (
	mostVertices = 400
	mostEdges    = 20_000
)

// graphOf returns the graph that the parameters describe.
func graphOf(v Values) (*graph, error) {
	kind := graphKindOf(v["graph"])
	n, m, seed := v.int("n"), v.int("m"), v.int("seed")
	if n < kind.n[0] || n > kind.n[1] || m < kind.m[0] || m > kind.m[1] {
		const form = "graph %s with n = %d and m = %d, expected n from %d to %d and m from %d to %d (0 stands for none)"
		return nil, fmt.Errorf(form, kind.name, n, m, kind.n[0], kind.n[1], kind.m[0], kind.m[1])
	}
	if seed > 0 && !kind.seeded {
		return nil, fmt.Errorf("graph %s with a seed, expected none", kind.name)
	}
	g := &graph{}
	if err := kind.make(g, n, m, newDice(seed)); err != nil {
		return nil, err
	}
	if g.vertices > mostVertices || len(g.edges) > mostEdges {
		return nil, fmt.Errorf("a graph of %d vertices and %d edges, expected at most %d and %d",
			g.vertices, len(g.edges), mostVertices, mostEdges)
	}
	return g.done(), nil
}
