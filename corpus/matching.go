package corpus

import (
	"fmt"
	"math"
	"slices"

	"xcbench/cover"
	"xcbench/format"
	"xcbench/format/picture"
)

var matching = Family{
	Name:    "matching",
	summary: "perfect matchings of a graph",
	Params:  graphParams,
	Form: `A perfect matching is a set of edges that meets every vertex exactly once.

Items are the vertices v0, v1, .... Options are the edges in lexicographic order, each
with its lower vertex first.`,
	Source: "counted",
	Sample: "dodecahedron",
	title:  "perfect matchings of the {graph}",
	build: ofGraph(func(g *graph, _ Values) (*format.Puzzle, error) {
		var b cover.Builder
		b.Primary(numbered("v", 0, g.vertices-1)...)
		for _, e := range g.edges {
			b.OptionOf(e[0], e[1])
		}
		return drawn(&b, func(_ *cover.Problem, options []int) picture.Picture {
			p := g.drawing()
			for k, o := range options {
				p.choose(o, k, k/8, 8*(k%8), ends(g.edges[o]))
			}
			return p.Picture
		})
	}),
}

var onefactor = Family{
	Name:    "onefactor",
	summary: "1-factorizations of a graph",
	Params:  graphParams,
	Form: `A 1-factorization splits the edges of a graph into perfect matchings, which are its
colours. All vertices of the graph have the same number of neighbours. To count each
1-factorization once, the edges at vertex 0 have the colours 0, 1, ... in the order of
their other ends. These edges are not part of the problem.

Items are the other edges in lexicographic order, with names such as 1-2, and then v1c0,
v1c1, ..., v2c0, ... (vertex, colour). Items that the edges at vertex 0 cover are left
out. Options are an edge with a colour: the edge, and its vertices with that colour.
They are ordered by edge and then by colour, from 0.`,
	Source: "counted",
	Sample: "k6",
	title:  "1-factorizations of the {graph}",
	build: ofGraph(func(g *graph, _ Values) (*format.Puzzle, error) {
		colours, err := g.regular()
		if err != nil {
			return nil, err
		}
		if len(g.edges) == colours {
			return nil, fmt.Errorf("a graph with a single edge, expected at least two edges")
		}
		var b cover.Builder
		item := make([]int, len(g.edges))
		first := map[int]int{} // by neighbour of vertex 0: the colour of the edge between them
		for k, e := range g.edges {
			if e[0] == 0 {
				first[e[1]] = k // these edges come first, in the order of their other ends
				continue
			}
			item[k] = b.Items()
			b.Primary(ends(e))
		}
		at := make([]int, g.vertices*colours)
		for v := 1; v < g.vertices; v++ {
			for c := range colours {
				if have, ok := first[v]; !ok || have != c {
					at[v*colours+c] = b.Items()
					b.Primary(fmt.Sprintf("v%dc%d", v, c))
				}
			}
		}
		var of [][2]int32 // the edge and colour of each option
		for k := colours; k < len(g.edges); k++ {
			u, w := g.edges[k][0], g.edges[k][1]
			for c := range colours {
				if at[u*colours+c] > 0 && at[w*colours+c] > 0 {
					b.OptionOf(item[k], at[u*colours+c], at[w*colours+c])
					of = append(of, [2]int32{int32(k), int32(c)})
				}
			}
		}
		return drawn(&b, func(_ *cover.Problem, options []int) picture.Picture {
			p := g.drawing()
			edges := make([]int, colours) // by colour: the edges so far in its line of text
			put := func(edge, c int) {
				p.choose(edge, c, c, 7*edges[c], ends(g.edges[edge]))
				edges[c]++
			}
			for c := range colours {
				put(c, c)
			}
			for _, o := range options {
				put(int(of[o][0]), int(of[o][1]))
			}
			return p.Picture
		})
	}),
}

// regular returns the number of neighbours that every vertex has. It is at least 1.
func (g *graph) regular() (int, error) {
	degree := make([]int, g.vertices)
	for _, e := range g.edges {
		degree[e[0]]++
		degree[e[1]]++
	}
	for v, d := range degree {
		if d != degree[0] || d == 0 {
			return 0, fmt.Errorf("vertex %d has %d neighbours and vertex 0 has %d, expected the same number, at least 1",
				v, d, degree[0])
		}
	}
	return degree[0], nil
}

var trianglePartition = Family{
	Name:    "triangles",
	summary: "partitions of a graph's vertices into triangles",
	Params:  graphParams,
	Form: `Some triangles of the graph are chosen so that every vertex is in exactly one of them
(problem GT11 of Garey and Johnson).

Items are the vertices v0, v1, .... Options are the triangles in lexicographic order.`,
	Source: "counted",
	Sample: "lattice9",
	title:  "partitions into triangles of the {graph}",
	build: ofGraph(func(g *graph, _ Values) (*format.Puzzle, error) {
		var b cover.Builder
		b.Primary(numbered("v", 0, g.vertices-1)...)
		const most = 200_000
		triangles, joined := 0, g.adjacent()
		for _, e := range g.edges {
			for w := e[1] + 1; w < g.vertices; w++ {
				if !joined[e[0]][w] || !joined[e[1]][w] {
					continue
				}
				if triangles++; triangles > most {
					return nil, fmt.Errorf("more than %d triangles, expected fewer", most)
				}
				b.OptionOf(e[0], e[1], w)
			}
		}
		edge := make(map[[2]int]int, len(g.edges))
		for k, e := range g.edges {
			edge[e] = k
		}
		return drawn(&b, func(problem *cover.Problem, options []int) picture.Picture {
			p := g.drawing()
			for k, o := range options {
				t := problem.Option(o)
				u, v, w := int(t[0]), int(t[1]), int(t[2])
				p.choose(edge[[2]int{u, v}], k, k/5, 13*(k%5), fmt.Sprintf("%d-%d-%d", u, v, w))
				p.choose(edge[[2]int{v, w}], k, 0, 0, "")
				p.choose(edge[[2]int{u, w}], k, 0, 0, "")
			}
			return p.Picture
		})
	}),
}

var colouring = Family{
	Name:    "colouring",
	summary: "colourings of a graph in {colours} colours",
	Params: append(slices.Clone(graphParams),
		Param{Name: "colours", before: "_k", min: 1, max: 60, About: "number of colours"}),
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
		var b cover.Builder
		b.Primary(numbered("v", 0, g.vertices-1)...)
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
		return drawn(&b, func(_ *cover.Problem, options []int) picture.Picture {
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
