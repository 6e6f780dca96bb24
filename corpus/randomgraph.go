package corpus

import "fmt"

// randomGraph has m different edges. Every set of m edges is equally likely.
func randomGraph(g *graph, n, m int, d dice) error {
	g.vertices = n
	return g.scatter(m, d)
}

// scatter adds m random edges that are not in the graph yet.
func (g *graph) scatter(m int, d dice) error {
	present := g.adjacent()
	if free := g.vertices*(g.vertices-1)/2 - len(g.edges); m > free {
		return fmt.Errorf("%d edges at random, expected at most %d", m, free)
	}
	for m > 0 {
		u, v := d.below(g.vertices), d.below(g.vertices)
		if u == v || present[u][v] {
			continue
		}
		present[u][v], present[v][u] = true, true
		g.join(u, v)
		m--
	}
	return nil
}

// plantedTriangles has n/3 triangles, which partition the shuffled vertices, and m random edges.
func plantedTriangles(g *graph, n, m int, d dice) error {
	if n%3 != 0 {
		return fmt.Errorf("graph planted with n = %d, expected a multiple of 3", n)
	}
	g.vertices = n
	order := d.perm(n)
	for k := 0; k < n; k += 3 {
		g.join(order[k], order[k+1])
		g.join(order[k], order[k+2])
		g.join(order[k+1], order[k+2])
	}
	return g.scatter(m, d)
}
