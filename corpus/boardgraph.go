package corpus

import "xcbench/format/picture"

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
