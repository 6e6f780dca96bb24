package corpus

import (
	"fmt"

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
		var b builder
		b.Primary(numbered(0, g.vertices, "v")...)
		for _, e := range g.edges {
			b.OptionOf(e[0], e[1])
		}
		return b.drawn(func(options []int) picture.Picture {
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
		var b builder
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
		return b.drawn(func(options []int) picture.Picture {
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
