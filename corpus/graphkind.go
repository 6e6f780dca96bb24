package corpus

import (
	"fmt"
	"slices"
	"strings"
)

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
