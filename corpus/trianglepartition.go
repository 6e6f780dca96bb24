package corpus

import (
	"fmt"

	"xcbench/format"
	"xcbench/format/picture"
)

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
		var b builder
		b.Primary(numbered(0, g.vertices, "v")...)
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
		return b.drawn(func(options []int) picture.Picture {
			p := g.drawing()
			for k, o := range options {
				t := b.problem.Option(o)
				u, v, w := int(t[0]), int(t[1]), int(t[2])
				p.choose(edge[[2]int{u, v}], k, k/5, 13*(k%5), fmt.Sprintf("%d-%d-%d", u, v, w))
				p.choose(edge[[2]int{v, w}], k, 0, 0, "")
				p.choose(edge[[2]int{u, w}], k, 0, 0, "")
			}
			return p.Picture
		})
	}),
}
