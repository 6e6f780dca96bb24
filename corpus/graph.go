package corpus

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"xcbench/format"
	"xcbench/format/picture"
)

// graph is a simple graph with a place for each vertex.
type graph struct {
	vertices int
	joined   [][2]int        // the edges as the graph was made: in this order, from this end
	edges    [][2]int        // once it is done: the lower vertex first, in lexicographic order
	at       []picture.Point // nil to place the vertices on a circle
	dice     dice            // of a random graph
	err      error           // why there is no such graph
}

// join adds an edge.
func (g *graph) join(u, v int) { g.joined = append(g.joined, [2]int{u, v}) }

// upward returns an edge with the lower vertex first.
func upward(e [2]int) [2]int { return [2]int{min(e[0], e[1]), max(e[0], e[1])} }

// done sorts the edges, drops repeated ones, and scales the drawing so that vertices do not touch.
func (g *graph) done() *graph {
	seen := map[[2]int]bool{}
	g.joined = slices.DeleteFunc(g.joined, func(e [2]int) bool {
		before := seen[upward(e)]
		seen[upward(e)] = true
		return before
	})
	g.edges = each(g.joined, upward)
	slices.SortFunc(g.edges, func(a, b [2]int) int { return cmp.Or(a[0]-b[0], a[1]-b[1]) })
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
	for _, e := range g.joined {
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
	chosen("<graph>", "kind of graph, with the numbers that it takes: "+graphShapes(), graphWords).
		says(func(kind string) string { return graphKindOf(kind).title }),
	number("<n>", 0, 400, "first number of the kind, such as its vertices or rows").or("0"),
	number("x<m>", 0, 10_000, "second number of the kind, such as its columns or edges").or("0"),
	seedParam("seed of a random graph").or("0"),
}

// Bounds on the size of generated graphs.
const (
	mostVertices = 400
	mostEdges    = 20_000
)

// ofGraph makes a family's generator of one that takes the graph that the parameters describe.
func ofGraph(build func(g *graph, v Values) (*format.Puzzle, error)) func(Values) (*format.Puzzle, error) {
	return func(v Values) (*format.Puzzle, error) {
		g, err := graphOf(v)
		if err != nil {
			return nil, err
		}
		return build(g, v)
	}
}

// graphOf returns the graph that the parameters describe.
func graphOf(v Values) (*graph, error) {
	kind := graphKindOf(v["graph"])
	n, m, seed := v.int("n"), v.int("m"), v.int("seed")
	if n < kind.leastN || n > kind.mostN || m < kind.leastM || m > kind.mostM {
		const form = "graph %s with n = %d and m = %d, expected n from %d to %d and m from %d to %d (0 stands for none)"
		return nil, fmt.Errorf(form, kind.name, n, m, kind.leastN, kind.mostN, kind.leastM, kind.mostM)
	}
	if seed > 0 && !kind.seeded() {
		return nil, fmt.Errorf("graph %s with a seed, expected none", kind.name)
	}
	g := &graph{dice: newDice(seed)}
	if kind.make(g, n, m); g.err != nil {
		return nil, g.err
	}
	if g.done(); g.vertices > mostVertices || len(g.edges) > mostEdges {
		return nil, fmt.Errorf("a graph of %d vertices and %d edges, expected at most %d and %d",
			g.vertices, len(g.edges), mostVertices, mostEdges)
	}
	return g, nil
}

// graphKind is a kind of graph with up to two numbers, n and m. A number that the kind does not take
// is 0.
type graphKind struct {
	name, title                  string // the title has {n}, {m} and {seed}
	leastN, mostN, leastM, mostM int
	make                         func(g *graph, n, m int)
}

func (k graphKind) seeded() bool { return strings.Contains(k.title, "{seed}") }

// graphKinds lists all kinds. The numbering of the vertices is part of an instance; the functions
// that make the graphs describe it.
var graphKinds = []graphKind{
	{"k", "complete graph of {n} vertices", 1, 60, 0, 0, completeGraph},
	{"kb", "complete bipartite graph of {n} and {m} vertices", 1, 40, 1, 40, completeBipartite},
	{"cycle", "cycle of {n} vertices", 3, 300, 0, 0, cycleGraph},
	{"wheel", "wheel with a rim of {n} vertices", 3, 299, 0, 0, wheelGraph},
	{"hub", "wheel with its hub before a rim of {n} vertices", 3, 299, 0, 0, hubGraph},
	{"prism", "prism over a polygon of {n} sides", 3, 150, 0, 0, func(g *graph, n, _ int) { generalisedPetersen(g, n, 1) }},
	{"mobius", "Möbius ladder of {n} rungs", 2, 150, 0, 0, mobiusLadder},
	{"gp", "generalised Petersen graph GP({n},{m})", 3, 150, 1, 74, generalisedPetersen},
	{"petersen", "Petersen graph", 0, 0, 0, 0, func(g *graph, _, _ int) { generalisedPetersen(g, 5, 2) }},
	{"dodecahedron", "graph of the dodecahedron", 0, 0, 0, 0, func(g *graph, _, _ int) { generalisedPetersen(g, 10, 2) }},
	{"octahedron", "graph of the octahedron", 0, 0, 0, 0, octahedron},
	{"icosahedron", "graph of the icosahedron", 0, 0, 0, 0, icosahedron},
	{"buckyball", "graph of the truncated icosahedron, C60", 0, 0, 0, 0, buckyball},
	{"heawood", "Heawood graph", 0, 0, 0, 0, lcf(7, 5, -5)},
	{"pappus", "Pappus graph", 0, 0, 0, 0, lcf(3, 5, 7, -7, 7, -7, -5)},
	{"mcgee", "McGee graph", 0, 0, 0, 0, lcf(8, 12, 7, -7)},
	{"tuttecoxeter", "Tutte-Coxeter graph", 0, 0, 0, 0, lcf(5, -13, -9, 7, -7, 9, 13)},
	{"flower", "flower snark J{n}", 3, 75, 0, 0, flowerSnark},
	{"blanusa", "Blanuša snark number {n}", 1, 2, 0, 0, blanusaSnark},
	{"doublestar", "double-star snark", 0, 0, 0, 0, doubleStar},
	{"isaacs", "dot product of {n} Petersen graphs (seed {seed})", 2, 49, 0, 0, isaacsSnark},
	{"q", "hypercube of {n} dimensions", 1, 8, 0, 0, hypercube},
	{"grid", "grid of {n} by {m} vertices", 1, 20, 1, 20, gridOf(false, rookStep)},
	{"tgrid", "grid of {n} by {m} vertices on a torus", 3, 20, 3, 20, gridOf(true, rookStep)},
	{"king", "graph of the king's moves on {n} by {m} squares", 1, 20, 1, 20, gridOf(false, kingStep)},
	{"knight", "graph of the knight's moves on {n} by {m} squares", 1, 20, 1, 20, gridOf(false, knightStep)},
	{"queen", "graph of the queen's moves on {n} by {m} squares", 1, 20, 1, 20, gridOf(false, queenStep)},
	{"lattice", "triangular lattice of {n} vertices a side", 1, 25, 0, 0, triangularLattice},
	{"mycielski", "Mycielski graph of chromatic number {n}", 2, 8, 0, 0, mycielski},
	{"kneser", "Kneser graph of the subsets of {m} out of {n}", 1, 12, 1, 6, kneser},
	{"paley", "Paley graph of {n} vertices", 5, 197, 0, 0, paley},
	{"random", "random graph of {n} vertices and {m} edges (seed {seed})", 1, 400, 1, 10_000, randomGraph},
	{"planted", "{n} vertices in triangles and {m} more edges at random (seed {seed})", 3, 399, 1, 10_000, plantedTriangles},
}

func graphWords() []string {
	return each(graphKinds, func(kind graphKind) string { return kind.name })
}

// graphShapes lists the kinds with the numbers that they take, such as "grid<n>x<m>".
func graphShapes() string {
	var text []byte
	for _, kind := range graphKinds {
		text = append(text, ", "+kind.name...)
		if kind.mostN > 0 {
			text = append(text, "<n>"...)
		}
		if kind.mostM > 0 {
			text = append(text, "x<m>"...)
		}
		if kind.seeded() {
			text = append(text, "_s<seed>"...)
		}
	}
	return string(text[2:])
}

func graphKindOf(name string) graphKind {
	return graphKinds[slices.Index(graphWords(), name)]
}
