package corpus

import (
	"math"

	"xcbench/format/picture"
)

// octahedron joins all vertices except opposite ones, which are v and v+3.
func octahedron(g *graph, _, _ int) {
	g.vertices = 6
	for e := range subsets(6, 2) {
		if e[1] != e[0]+3 {
			g.join(e[0], e[1])
		}
	}
	g.at = []picture.Point{{X: 2, Y: 0}, {X: 4, Y: 3.46}, {X: 0, Y: 3.46}, {X: 2, Y: 3}, {X: 1.4, Y: 2}, {X: 2.6, Y: 2}}
}

// corner is a vertex of a polyhedron.
type corner [3]float64

func (a corner) dot(b corner) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

// icosahedral returns the vertices of an icosahedron with a face at the top. Before it is turned,
// each choice of the signs ++, +-, -+, -- gives (0, ±1, ±phi), (±1, ±phi, 0) and (±phi, 0, ±1).
func icosahedral() []corner {
	phi := (1 + math.Sqrt(5)) / 2
	var all []corner
	for _, a := range []float64{1, -1} {
		for _, b := range []float64{phi, -phi} {
			all = append(all, corner{0, a, b}, corner{a, b, 0}, corner{b, 0, a})
		}
	}
	// The axis through the face of (0, 1, phi), (0, -1, phi) and (phi, 0, 1).
	axis := corner{phi, 0, 2*phi + 1}
	long := math.Sqrt(axis.dot(axis))
	up, north := corner{axis[0] / long, 0, axis[2] / long}, corner{0, 1, 0}
	east := corner{axis[2] / long, 0, -axis[0] / long}
	for k, v := range all {
		all[k] = corner{v.dot(east), v.dot(north), v.dot(up)}
	}
	return all
}

// flat draws a vertex as seen through the face at the top. The eye is so near that the face
// surrounds all other vertices and no edges cross.
func (a corner) flat() picture.Point {
	const eye = 1.05
	long := math.Sqrt(a.dot(a))
	near := eye*long - a[2]
	x, y := a[0]/near, -a[1]/near
	shrink := math.Pow(math.Hypot(x, y), -0.45) // keeps inner faces large enough to see
	return picture.Point{X: x * shrink, Y: y * shrink}
}

func icosahedron(g *graph, _, _ int) {
	all := icosahedral()
	g.vertices = len(all)
	for v, p := range all {
		for u, q := range all[:v] {
			if p.dot(q) > 0 { // neighbours: the products are phi+2 for p itself, phi, -phi and -phi-2
				g.join(u, v)
			}
		}
		g.at = append(g.at, p.flat())
	}
}

// buckyball cuts the corners off the icosahedron. A vertex is one end of an edge of the
// icosahedron. Vertices are ordered by the corner they are at, and then by the corner at the other
// end of the edge.
func buckyball(g *graph, _, _ int) {
	all := icosahedral()
	var at []corner
	var of [][2]int
	for v, p := range all {
		for w, q := range all {
			if v != w && p.dot(q) > 0 {
				of = append(of, [2]int{v, w})
				at = append(at, corner{(2*p[0] + q[0]) / 3, (2*p[1] + q[1]) / 3, (2*p[2] + q[2]) / 3})
			}
		}
	}
	g.vertices = len(of)
	for b, e := range of {
		for a, f := range of[:b] {
			if e[0] == f[1] && e[1] == f[0] || e[0] == f[0] && all[e[1]].dot(all[f[1]]) > 0 {
				g.join(a, b)
			}
		}
		g.at = append(g.at, at[b].flat())
	}
}
