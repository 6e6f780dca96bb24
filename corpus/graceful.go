package corpus

import (
	"fmt"
	"slices"
	"strconv"

	"xcbench/format"
	"xcbench/format/picture"
)

var graceful = Family{
	Name:    "graceful",
	summary: "graceful labellings of a graph",
	Params:  graphParams,
	Form: `The vertices of a graph with q edges get different labels from 0 to q. The label of an
edge is the difference of the labels of its ends, and the labels of the edges are 1 to
q, each once (A. Rosa, 1967; the name is by S. W. Golomb, 1972). Every labelling counts,
also if others come from it by an automorphism of the graph or by taking every label
from q.

Primary items are the differences 1 to q, then the edges e0, e1, ... in the order in
which the generator of the graph joins them. Secondary items are the vertices v0, v1,
..., coloured by their labels as digits 0-9A-Za-z, and the labels l0, l1, ..., coloured
by their vertices as letters. Options are ordered by difference, by edge, by the smaller
label, and by the end that has it: the difference, the edge, that end, the other end,
and the two labels.`,
	Source: "counted",
	Sample: "petersen",
	title:  "graceful labellings of the {graph}",
	build: ofGraph(func(g *graph, v Values) (*format.Puzzle, error) {
		q := len(g.joined)
		const labels = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz" // Knuth's programs read one sign
		const most = len(labels) - 1
		if q > most || q == 0 || g.vertices > 2*mostColours {
			return nil, fmt.Errorf("%d vertices and %d edges, expected 1 to %d edges and at most %d vertices",
				g.vertices, q, most, 2*mostColours)
		}
		var b builder
		b.Primary(numbered(1, q, "")...)
		b.Primary(numbered(0, q, "e")...)
		b.Secondary(numbered(0, g.vertices, "v")...)
		b.Secondary(numbered(0, q+1, "l")...)
		type placed struct {
			edge, difference int
			label            [2]int // of the ends of the edge
		}
		var all []placed
		for d := 1; d <= q; d++ {
			for e, ends := range g.joined {
				for low := range q - d + 1 {
					for k := range 2 { // the end with the smaller label
						label := [2]int{low, low}
						label[1-k] += d
						u, w := ends[k], ends[1-k]
						b.Option(strconv.Itoa(d), fmt.Sprint("e", e), fmt.Sprintf("v%d:%c", u, labels[low]),
							fmt.Sprintf("v%d:%c", w, labels[low+d]), fmt.Sprintf("l%d:%s", low, letterOf(u)),
							fmt.Sprintf("l%d:%s", low+d, letterOf(w)))
						all = append(all, placed{e, d, label})
					}
				}
			}
		}
		return b.drawn(func(options []int) picture.Picture {
			p := g.drawing()
			for v := range p.Dots {
				p.Dots[v].Label = ""
			}
			for _, o := range options {
				ends, s := g.joined[all[o].edge], all[o]
				for k, v := range ends {
					p.Dots[v].Label = strconv.Itoa(s.label[k])
				}
				edge := slices.Index(g.edges, upward(ends))
				p.choose(edge, s.difference-1, s.difference-1, 0, fmt.Sprintf("%d: v%d=%d v%d=%d",
					s.difference, ends[0], s.label[0], ends[1], s.label[1]))
			}
			return p.Picture
		})
	}),
}
