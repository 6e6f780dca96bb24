package corpus

import "slices"

// A snark is a graph in which every vertex has three neighbours, and whose edges have no colouring
// in three colours with different colours at every vertex. So it has no 1-factorization.

// dot replaces g by its dot product with a Petersen graph. The edges a and b of g have no common end.
// It removes both edges, and two adjacent vertices u and v of the Petersen graph. Then it joins the ends of a to the
// two other neighbours of u, and the ends of b to the two other neighbours of v. The dot product of two snarks
// is a snark: R. Isaacs, Infinite families of nontrivial trivalent graphs which are not Tait
// colorable, Amer. Math. Monthly 82 (1975).
func (g *graph) dot(a, b [2]int) {
	var p graph
	generalisedPetersen(&p, 5, 2)
	const x, y = 0, 1 // the two that are taken away
	joins := map[[2]int]bool{a: true, b: true}
	g.joined = slices.DeleteFunc(each(g.joined, upward), func(e [2]int) bool { return joins[e] })
	to := [2][]int{} // the other neighbours of x and of y
	for _, e := range each(p.joined, upward) {
		u, v := e[0]+g.vertices-2, e[1]+g.vertices-2
		switch {
		case e == [2]int{x, y}:
		case e[0] == x, e[0] == y:
			to[e[0]] = append(to[e[0]], v)
		default:
			g.join(u, v)
		}
	}
	for k := range 2 {
		g.join(a[k], to[x][k])
		g.join(b[k], to[y][k])
	}
	g.vertices += p.vertices - 2
}

// blanusaSnark is one of the two dot products of two Petersen graphs: of edges without an edge between
// them, or with one.
func blanusaSnark(g *graph, n, _ int) {
	generalisedPetersen(g, 5, 2)
	g.at = nil
	g.dot([2]int{0, 1}, [][2]int{{7, 9}, {2, 3}}[n-1])
}

// isaacsSnark makes dot products with n-1 Petersen graphs, one after the other, at random edges.
func isaacsSnark(g *graph, n, _ int) {
	generalisedPetersen(g, 5, 2)
	g.at = nil
	for n > 1 {
		edges := each(g.joined, upward)
		a, b := edges[g.dice.below(len(edges))], edges[g.dice.below(len(edges))]
		if a[0] != b[0] && a[0] != b[1] && a[1] != b[0] && a[1] != b[1] {
			g.dot(a, b)
			n--
		}
	}
}

// doubleStar is the double-star snark of the same paper. Its six circles of five vertices each, a to
// f, are numbered one after the other. For all i modulo 5, a i is joined to b i, c i and d i, and d i to
// e i and f i; b i to c i-1 and c i+1, and e i to f i-2 and f i+2.
func doubleStar(g *graph, _, _ int) {
	g.vertices = 30
	for star := range 2 {
		hub, left, right := 15*star, 15*star+5, 15*star+10
		for i := range 5 {
			g.join(hub+i, left+i)
			g.join(hub+i, right+i)
			g.join(left+i, right+(i+1+star)%5)
			g.join(left+i, right+(i+4-star)%5)
		}
	}
	for i := range 5 {
		g.join(i, 15+i)
	}
}
