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
	edges    [][2]int        // the lower vertex first, in lexicographic order
	joined   [][2]int        // the edges as the graph was made: in this order, from this end
	at       []picture.Point // nil to place the vertices on a circle
}

// join adds an edge.
func (g *graph) join(u, v int) {
	g.edges = append(g.edges, upward(u, v))
	g.joined = append(g.joined, [2]int{u, v})
}

// upward returns an edge with the lower vertex first.
func upward(u, v int) [2]int { return [2]int{min(u, v), max(u, v)} }

// done sorts the edges, drops repeated ones, and scales the drawing so that vertices do not touch.
func (g *graph) done() *graph {
	seen := map[[2]int]bool{}
	g.joined = slices.DeleteFunc(g.joined, func(e [2]int) bool {
		before := seen[upward(e[0], e[1])]
		seen[upward(e[0], e[1])] = true
		return before
	})
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

// graphKind is a kind of graph with up to two numbers, n and m. Each number has a range, which is 0
// to 0 if the kind does not take the number.
type graphKind struct {
	name   string
	title  string // with {n}, {m} and {seed}
	n, m   [2]int
	seeded bool
	make   func(g *graph, n, m int, d dice) error
}

// always wraps the maker of a kind that accepts all numbers in its ranges.
func always(make func(g *graph, n, m int)) func(*graph, int, int, dice) error {
	return func(g *graph, n, m int, _ dice) error { make(g, n, m); return nil }
}

// graphKinds lists all kinds. The numbering of the vertices is part of an instance; the functions
// that make the graphs describe it.
var graphKinds = []graphKind{
	{name: "k", title: "complete graph of {n} vertices", n: [2]int{1, 60}, make: always(completeGraph)},
	{name: "kb", title: "complete bipartite graph of {n} and {m} vertices", n: [2]int{1, 40}, m: [2]int{1, 40},
		make: always(completeBipartite)},
	{name: "cycle", title: "cycle of {n} vertices", n: [2]int{3, 300}, make: always(cycleGraph)},
	{name: "wheel", title: "wheel with a rim of {n} vertices", n: [2]int{3, 299}, make: always(wheelGraph)},
	{name: "hub", title: "wheel with its hub before a rim of {n} vertices", n: [2]int{3, 299}, make: always(hubGraph)},
	{name: "prism", title: "prism over a polygon of {n} sides", n: [2]int{3, 150},
		make: always(func(g *graph, n, _ int) { generalisedPetersen(g, n, 1) })},
	{name: "mobius", title: "Möbius ladder of {n} rungs", n: [2]int{2, 150}, make: always(mobiusLadder)},
	{name: "gp", title: "generalised Petersen graph GP({n},{m})", n: [2]int{3, 150}, m: [2]int{1, 74}, make: petersenKind},
	{name: "petersen", title: "Petersen graph",
		make: always(func(g *graph, _, _ int) { generalisedPetersen(g, 5, 2) })},
	{name: "dodecahedron", title: "graph of the dodecahedron",
		make: always(func(g *graph, _, _ int) { generalisedPetersen(g, 10, 2) })},
	{name: "octahedron", title: "graph of the octahedron", make: always(octahedron)},
	{name: "icosahedron", title: "graph of the icosahedron", make: always(icosahedron)},
	{name: "buckyball", title: "graph of the truncated icosahedron, C60", make: always(buckyball)},
	{name: "heawood", title: "Heawood graph", make: always(func(g *graph, _, _ int) { lcf(g, 7, 5, -5) })},
	{name: "pappus", title: "Pappus graph",
		make: always(func(g *graph, _, _ int) { lcf(g, 3, 5, 7, -7, 7, -7, -5) })},
	{name: "mcgee", title: "McGee graph", make: always(func(g *graph, _, _ int) { lcf(g, 8, 12, 7, -7) })},
	{name: "tuttecoxeter", title: "Tutte-Coxeter graph",
		make: always(func(g *graph, _, _ int) { lcf(g, 5, -13, -9, 7, -7, 9, 13) })},
	{name: "flower", title: "flower snark J{n}", n: [2]int{3, 75}, make: flowerKind},
	{name: "blanusa", title: "Blanuša snark number {n}", n: [2]int{1, 2}, make: always(blanusaSnark)},
	{name: "doublestar", title: "double-star snark", make: always(doubleStar)},
	{name: "isaacs", title: "dot product of {n} Petersen graphs (seed {seed})", n: [2]int{2, 49}, seeded: true,
		make: isaacsKind},
	{name: "q", title: "hypercube of {n} dimensions", n: [2]int{1, 8}, make: always(hypercube)},
	{name: "grid", title: "grid of {n} by {m} vertices", n: [2]int{1, 20}, m: [2]int{1, 20},
		make: always(gridOf(false, rookStep))},
	{name: "tgrid", title: "grid of {n} by {m} vertices on a torus", n: [2]int{3, 20}, m: [2]int{3, 20},
		make: always(gridOf(true, rookStep))},
	{name: "king", title: "graph of the king's moves on {n} by {m} squares", n: [2]int{1, 20}, m: [2]int{1, 20},
		make: always(gridOf(false, kingStep))},
	{name: "knight", title: "graph of the knight's moves on {n} by {m} squares", n: [2]int{1, 20}, m: [2]int{1, 20},
		make: always(gridOf(false, knightStep))},
	{name: "queen", title: "graph of the queen's moves on {n} by {m} squares", n: [2]int{1, 20}, m: [2]int{1, 20},
		make: always(gridOf(false, queenStep))},
	{name: "lattice", title: "triangular lattice of {n} vertices a side", n: [2]int{1, 25},
		make: always(triangularLattice)},
	{name: "mycielski", title: "Mycielski graph of chromatic number {n}", n: [2]int{2, 8}, make: always(mycielski)},
	{name: "kneser", title: "Kneser graph of the subsets of {m} out of {n}", n: [2]int{1, 12}, m: [2]int{1, 6},
		make: always(kneser)},
	{name: "paley", title: "Paley graph of {n} vertices", n: [2]int{5, 197}, make: paleyKind},
	{name: "random", title: "random graph of {n} vertices and {m} edges (seed {seed})",
		n: [2]int{1, 400}, m: [2]int{1, 10_000}, seeded: true, make: randomGraph},
	{name: "planted", title: "{n} vertices in triangles and {m} more edges at random (seed {seed})",
		n: [2]int{3, 399}, m: [2]int{1, 10_000}, seeded: true, make: plantedTriangles},
}

func graphWords() []string {
	return each(graphKinds, func(kind graphKind) string { return kind.name })
}

// graphShapes lists the kinds with the numbers that they take, such as "grid<n>x<m>".
func graphShapes() string {
	return strings.Join(each(graphKinds, func(kind graphKind) string {
		shape := kind.name
		if kind.n[1] > 0 {
			shape += "<n>"
		}
		if kind.m[1] > 0 {
			shape += "x<m>"
		}
		if kind.seeded {
			shape += "_s<seed>"
		}
		return shape
	}), ", ")
}

func graphKindOf(name string) graphKind {
	return graphKinds[slices.Index(graphWords(), name)]
}

func petersenKind(g *graph, n, m int, _ dice) error {
	if 2*m >= n {
		return fmt.Errorf("graph gp with n = %d and m = %d, expected m below n/2", n, m)
	}
	generalisedPetersen(g, n, m)
	return nil
}

func flowerKind(g *graph, n, _ int, _ dice) error {
	if n%2 == 0 {
		return fmt.Errorf("graph flower with n = %d, expected an odd number", n)
	}
	flowerSnark(g, n)
	return nil
}

func paleyKind(g *graph, n, _ int, _ dice) error {
	for d := 2; d < n; d++ {
		if n%d == 0 || n%4 != 1 {
			return fmt.Errorf("graph paley with n = %d, expected a prime that is 1 modulo 4", n)
		}
	}
	paley(g, n)
	return nil
}
