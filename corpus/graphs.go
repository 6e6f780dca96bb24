package corpus

import (
	"fmt"
	"math"

	"xcbench/format/picture"
)

func completeGraph(g *graph, n, _ int) {
	g.vertices = n
	for e := range subsets(n, 2) {
		g.join(e[0], e[1])
	}
}

// completeBipartite has the vertices 0 to n-1 on one side.
func completeBipartite(g *graph, n, m int) {
	g.vertices = n + m
	for u := range n + m {
		side, k := 0, u
		if u >= n {
			side, k = 1, u-n
		}
		for v := n; u < n && v < n+m; v++ {
			g.join(u, v)
		}
		g.at = append(g.at, picture.Point{X: float64(side * max(n, m)), Y: float64(2 * k)})
	}
}

func cycleGraph(g *graph, n, _ int) {
	g.vertices = n
	for v := range n {
		g.join(v, (v+1)%n)
	}
}

// wheelGraph has the rim 0 to n-1 and the hub n.
func wheelGraph(g *graph, n, _ int) {
	cycleGraph(g, n, 0)
	g.vertices = n + 1
	for v := range n {
		g.join(v, n)
		g.at = append(g.at, picture.OnCircle(v, n, 1))
	}
	g.at = append(g.at, picture.Point{X: 1, Y: 1})
}

// hubGraph is a wheel with the hub 0 and the rim 1 to n. Its spokes come before the rim.
func hubGraph(g *graph, n, _ int) {
	g.vertices = n + 1
	g.at = append(g.at, picture.Point{X: 1, Y: 1})
	for v := range n {
		g.join(0, v+1)
		g.at = append(g.at, picture.OnCircle(v, n, 1))
	}
	for v := range n {
		g.join(v+1, (v+1)%n+1)
	}
}

// mobiusLadder is a cycle of 2n vertices with opposite ones joined.
func mobiusLadder(g *graph, n, _ int) {
	cycleGraph(g, 2*n, 0)
	for v := range n {
		g.join(v, v+n)
	}
}

// generalisedPetersen has an outer cycle 0 to n-1 and inner vertices n to 2n-1. Inner vertices that
// are m steps apart are joined.
func generalisedPetersen(g *graph, n, m int) {
	if 2*m >= n {
		g.err = fmt.Errorf("graph gp with n = %d and m = %d, expected m below n/2", n, m)
	}
	g.vertices = 2 * n
	for ring := range 2 {
		for v := range n {
			p := picture.OnCircle(v, n, 1)
			if ring == 1 {
				p = picture.Point{X: 0.5 + p.X/2, Y: 0.5 + p.Y/2}
			}
			g.at = append(g.at, p)
		}
	}
	for v := range n {
		g.join(v, (v+1)%n)
		g.join(v, v+n)
		g.join(v+n, n+(v+m)%n)
	}
}

// lcf returns a maker of a cycle with chords, in the notation of Lederberg, Coxeter and Frucht. The
// steps are the lengths of the chords at the vertices 0, 1, .... They are repeated the given number of
// times.
func lcf(times int, steps ...int) func(g *graph, _, _ int) {
	n := times * len(steps)
	return func(g *graph, _, _ int) {
		cycleGraph(g, n, 0)
		for v := range n {
			g.join(v, (v+steps[v%len(steps)]+n)%n)
		}
	}
}

// flowerSnark has n stars. Star i has its centre at a = 4i and its leaves b, c, d at 4i+1 to 4i+3.
// The b form a cycle of n vertices. The c and the d form one cycle of 2n vertices, first all c and
// then all d (Isaacs 1975).
func flowerSnark(g *graph, n, _ int) {
	if n%2 == 0 {
		g.err = fmt.Errorf("graph flower with n = %d, expected an odd number", n)
	}
	g.vertices = 4 * n
	for i := range n {
		a, next := 4*i, 4*((i+1)%n)
		for leaf := 1; leaf <= 3; leaf++ {
			g.join(a, a+leaf)
		}
		g.join(a+1, next+1)
		c, d := next+2, next+3
		if i == n-1 {
			c, d = d, c
		}
		g.join(a+2, c)
		g.join(a+3, d)
		for _, radius := range []float64{0.75, 0.45, 1, 1} {
			k := 2 * i
			if len(g.at)%4 == 3 {
				k++
			}
			p := picture.OnCircle(k, 2*n, radius)
			if radius < 1 {
				p = picture.OnCircle(4*i+1, 4*n, radius)
			}
			g.at = append(g.at, picture.Point{X: p.X + 1 - radius, Y: p.Y + 1 - radius})
		}
	}
}

// hypercube joins numbers that differ in one binary digit.
func hypercube(g *graph, n, _ int) {
	g.vertices = 1 << n
	step := []picture.Point{ // in the drawing, by dimension
		{X: 1}, {Y: 1}, {X: 0.45, Y: 0.35}, {X: 2.2, Y: 0.15},
		{X: 0.15, Y: 2.2}, {X: 4.8, Y: 0.5}, {X: 0.5, Y: 4.8}, {X: 10.5, Y: 1},
	}
	for v := range g.vertices {
		var p picture.Point
		for k := range n {
			if v>>k&1 == 1 {
				p.X += step[k].X
				p.Y += step[k].Y
			}
			g.join(v, v^1<<k)
		}
		g.at = append(g.at, p)
	}
}

// triangularLattice is a triangle with rows of 1, 2, ..., n vertices.
func triangularLattice(g *graph, n, _ int) {
	for r := range n {
		for c := range r + 1 {
			v := g.vertices
			g.vertices++
			g.at = append(g.at, picture.Point{X: float64(c) + float64(n-r)/2, Y: float64(r) * math.Sqrt(3) / 2})
			if c < r {
				g.join(v, v+1)
			}
			if r < n-1 {
				g.join(v, v+r+1)
				g.join(v, v+r+2)
			}
		}
	}
}

// mycielski starts from a single edge. Each further graph adds a copy of every vertex and one more
// vertex. A copy is joined to the neighbours of its original, and the last vertex to all copies.
func mycielski(g *graph, n, _ int) {
	g.vertices = 2
	g.join(0, 1)
	for range n - 2 {
		old := g.vertices
		for _, e := range each(g.joined, upward) {
			g.join(e[0], old+e[1])
			g.join(e[1], old+e[0])
		}
		for v := range old {
			g.join(old+v, 2*old)
		}
		g.vertices = 2*old + 1
	}
}

// kneser joins disjoint subsets. The subsets are numbered in lexicographic order.
func kneser(g *graph, n, m int) {
	var sets []int // in bits
	for set := range subsets(n, m) {
		bits := 0
		for _, i := range set {
			bits |= 1 << i
		}
		for v, other := range sets {
			if bits&other == 0 {
				g.join(v, len(sets))
			}
		}
		sets = append(sets, bits)
	}
	g.vertices = len(sets)
}

// paley joins numbers whose difference is a square modulo n.
func paley(g *graph, n, _ int) {
	for d := 2; d < n; d++ {
		if n%d == 0 || n%4 != 1 {
			g.err = fmt.Errorf("graph paley with n = %d, expected a prime that is 1 modulo 4", n)
		}
	}
	g.vertices = n
	for v := range n {
		for k := 1; k < n; k++ {
			g.join(v, (v+k*k)%n)
		}
	}
}

// The moves of chess pieces: whether a piece can move by r rows and c columns.
func rookStep(r, c int) bool   { return r+c == 1 }
func kingStep(r, c int) bool   { return max(r, c) == 1 }
func knightStep(r, c int) bool { return r*c == 2 }
func queenStep(r, c int) bool  { return r == 0 || c == 0 || r == c }

// gridOf returns a maker of the graph of moves on a board of n rows and m columns. Its vertices are
// numbered row by row. On a torus, the distance across the edge counts if it is shorter.
func gridOf(torus bool, step func(r, c int) bool) func(g *graph, n, m int) {
	return func(g *graph, n, m int) {
		g.vertices = n * m
		for v := range n * m {
			for u := range v {
				r, c := v/m-u/m, max(v%m-u%m, u%m-v%m)
				if torus {
					r, c = min(r, n-r), min(c, m-c)
				}
				if step(r, c) {
					g.join(u, v)
				}
			}
			g.at = append(g.at, picture.Point{X: float64(v % m), Y: float64(v / m)})
		}
	}
}

// randomGraph has m different edges. Every set of m edges is equally likely.
func randomGraph(g *graph, n, m int) {
	g.vertices = n
	g.scatter(m)
}

// scatter adds m random edges that are not in the graph yet.
func (g *graph) scatter(m int) {
	present := g.adjacent()
	if free := g.vertices*(g.vertices-1)/2 - len(g.joined); m > free {
		g.err = fmt.Errorf("%d edges at random, expected at most %d", m, free)
		return
	}
	for m > 0 {
		u, v := g.dice.below(g.vertices), g.dice.below(g.vertices)
		if u == v || present[u][v] {
			continue
		}
		present[u][v], present[v][u] = true, true
		g.join(u, v)
		m--
	}
}

// plantedTriangles has n/3 triangles, which partition the shuffled vertices, and m random edges.
func plantedTriangles(g *graph, n, m int) {
	if n%3 != 0 {
		g.err = fmt.Errorf("graph planted with n = %d, expected a multiple of 3", n)
		return
	}
	g.vertices = n
	order := g.dice.perm(n)
	for k := 0; k < n; k += 3 {
		g.join(order[k], order[k+1])
		g.join(order[k], order[k+2])
		g.join(order[k+1], order[k+2])
	}
	g.scatter(m)
}
