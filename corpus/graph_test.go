package corpus

import (
	"fmt"
	"slices"
	"testing"
)

func TestGraphsHaveTheirSizes(t *testing.T) {
	for _, c := range []struct {
		name                    string
		vertices, edges, degree int // degree 0 if it is not the same everywhere
	}{
		{"k1", 1, 0, 0}, {"k7", 7, 21, 6}, {"kb3x4", 7, 12, 0}, {"cycle3", 3, 3, 2}, {"cycle9", 9, 9, 2},
		{"wheel5", 6, 10, 0}, {"prism3", 6, 9, 3}, {"mobius2", 4, 6, 3}, {"mobius5", 10, 15, 3},
		{"gp12x5", 24, 36, 3}, {"petersen", 10, 15, 3}, {"dodecahedron", 20, 30, 3}, {"octahedron", 6, 12, 4},
		{"icosahedron", 12, 30, 5}, {"buckyball", 60, 90, 3}, {"heawood", 14, 21, 3}, {"pappus", 18, 27, 3},
		{"mcgee", 24, 36, 3}, {"tuttecoxeter", 30, 45, 3}, {"flower5", 20, 30, 3}, {"flower3", 12, 18, 3},
		{"blanusa1", 18, 27, 3}, {"blanusa2", 18, 27, 3}, {"doublestar", 30, 45, 3}, {"isaacs2_s1", 18, 27, 3},
		{"isaacs9_s7", 74, 111, 3},
		{"q4", 16, 32, 4}, {"grid3x4", 12, 17, 0}, {"grid1x1", 1, 0, 0}, {"tgrid3x3", 9, 18, 4},
		{"tgrid4x4", 16, 32, 4}, {"king3x3", 9, 20, 0}, {"knight4x4", 16, 24, 0}, {"queen5x5", 25, 160, 0},
		{"lattice1", 1, 0, 0}, {"lattice4", 10, 18, 0}, {"mycielski2", 2, 1, 1}, {"mycielski4", 11, 20, 0},
		{"kneser5x2", 10, 15, 3}, {"kneser1x1", 1, 0, 0}, {"paley13", 13, 39, 6}, {"random10x20_s1", 10, 20, 0},
		{"random5x10_s3", 5, 10, 4}, {"planted9x10_s1", 9, 19, 0},
	} {
		v, err := matching.parse(c.name)
		if err != nil {
			t.Fatal(err)
		}
		g, err := graphOf(v)
		if err != nil {
			t.Errorf("%s: got %v, want a graph", c.name, err)
			continue
		}
		if g.vertices != c.vertices || len(g.edges) != c.edges || len(g.at) != c.vertices {
			t.Errorf("%s: got %d vertices at %d places, %d edges, want %d, %d",
				c.name, g.vertices, len(g.at), len(g.edges), c.vertices, c.edges)
		}
		if degree, err := g.regular(); c.degree > 0 && (err != nil || degree != c.degree) {
			t.Errorf("%s: got degree %d, %v, want %d", c.name, degree, err, c.degree)
		}
	}
}

func TestInvalidGraphsAreRejected(t *testing.T) {
	for _, name := range []string{
		"k", "k4x4", "petersen5", "kb3", "cycle2", "gp5x3", "flower4", "paley9", "paley21", "q9", "blanusa3", "isaacs1", "isaacs50", "random5x11",
		"planted10x3", "k5_s1", "kneser12x6",
	} {
		v, err := matching.parse(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := matching.instance(v).Puzzle(); err == nil {
			t.Errorf("matching/%s: got a problem, want an error", name)
		}
	}
}

// The orders of the groups are published. They tell the two Blanuša snarks apart.
func TestNamedSnarksHaveTheirSymmetries(t *testing.T) {
	for name, want := range map[string]struct{ symmetries, girth int }{
		"petersen": {120, 5}, "blanusa1": {8, 5}, "blanusa2": {4, 5}, "doublestar": {80, 6}, "flower5": {20, 5},
	} {
		v, err := matching.parse(name)
		if err != nil {
			t.Fatal(err)
		}
		g, err := graphOf(v)
		if err != nil {
			t.Fatal(err)
		}
		if n, girth := g.symmetries(), g.girth(); n != want.symmetries || girth != want.girth {
			t.Errorf("%s: got %d symmetries and girth %d, want %d and %d", name, n, girth, want.symmetries, want.girth)
		}
	}
}

// symmetries counts the permutations of the vertices of a connected graph that map edges to edges.
func (g *graph) symmetries() int {
	adjacent, order := g.adjacent(), []int{0}
	for k := 0; k < len(order); k++ {
		for v := range g.vertices {
			if adjacent[order[k]][v] && !slices.Contains(order, v) {
				order = append(order, v)
			}
		}
	}
	count := 0
	var place func(images []int)
	place = func(images []int) {
		k := len(images)
		if k == len(order) {
			count++
			return
		}
		for v := range g.vertices {
			fits := !slices.Contains(images, v)
			for j := 0; fits && j < k; j++ {
				fits = adjacent[order[j]][order[k]] == adjacent[images[j]][v]
			}
			if fits {
				place(append(images, v))
			}
		}
	}
	place(nil)
	return count
}

// girth returns the length of a shortest cycle.
func (g *graph) girth() int {
	adjacent, least := g.adjacent(), g.vertices+1
	for start := range g.vertices {
		queue, far, from := []int{start}, map[int]int{start: 0}, map[int]int{start: -1}
		for k := 0; k < len(queue); k++ {
			v := queue[k]
			for u := range g.vertices {
				if d, seen := far[u]; adjacent[v][u] && seen && from[v] != u {
					least = min(least, d+far[v]+1)
				} else if adjacent[v][u] && !seen {
					queue, far[u], from[u] = append(queue, u), far[v]+1, v
				}
			}
		}
	}
	return least
}

func TestSnarksHaveNo1Factorization(t *testing.T) {
	names := []string{"petersen", "blanusa1", "blanusa2", "doublestar", "flower7", "isaacs3_s1", "isaacs4_s2"}
	for seed := range 12 {
		names = append(names, fmt.Sprintf("isaacs5_s%d", seed+1))
	}
	for _, name := range names {
		if got := solved(t, &onefactor, name).Solutions; got != 0 {
			t.Errorf("onefactor/%s: got %d solutions, want none", name, got)
		}
	}
}

func TestPerfectMatchings(t *testing.T) {
	counts(t, []knownCount{
		// A001147
		{&matching, "k1", 0, false}, {&matching, "k2", 1, false}, {&matching, "k8", 105, false},
		{&matching, "k7", 0, false}, {&matching, "k12", 10395, false},
		{&matching, "kb5x5", 120, false}, {&matching, "kb4x5", 0, false},
		{&matching, "q2", 2, false}, {&matching, "q3", 9, false}, {&matching, "q4", 272, false}, // A005271
		{&matching, "petersen", 6, false}, {&matching, "dodecahedron", 36, false},
		{&matching, "icosahedron", 125, false}, {&matching, "heawood", 24, false},
		{&matching, "buckyball", 12500, true}, {&matching, "cycle8", 2, false},
		// Lucas numbers, plus 2 for even prisms.
		{&matching, "prism3", 4, false}, {&matching, "prism7", 29, false}, {&matching, "prism8", 49, false},
		{&matching, "mobius2", 3, false}, {&matching, "mobius3", 6, false},
		{&matching, "grid4x4", 36, false}, {&matching, "grid1x3", 0, false},
		{&matching, "tgrid4x4", 272, false}, {&matching, "grid6x6", 6728, false}, // A004003
	})
}

func TestOneFactorizations(t *testing.T) {
	counts(t, []knownCount{
		{&onefactor, "k4", 1, false}, {&onefactor, "k6", 6, false}, {&onefactor, "k8", 6240, true}, // A000438
		// Latin squares with a given first row: A002860 / n!.
		{&onefactor, "kb3x3", 2, false}, {&onefactor, "kb4x4", 24, false}, {&onefactor, "kb5x5", 1344, false},
		// Snarks have none.
		{&onefactor, "petersen", 0, false}, {&onefactor, "flower5", 0, false}, {&onefactor, "flower7", 0, false},
		{&onefactor, "k5", 0, false}, {&onefactor, "q3", 4, false}, {&onefactor, "cycle6", 1, false},
	})
}

func TestColouringsAreChromaticPolynomials(t *testing.T) {
	counts(t, []knownCount{
		{&colouring, "k1_k1", 1, false}, {&colouring, "k4_k4", 24, false}, {&colouring, "k4_k3", 0, false},
		{&colouring, "k4_k6", 360, false},
		// (k-1)^n+(-1)^n(k-1)
		{&colouring, "cycle7_k3", 126, false}, {&colouring, "cycle8_k2", 2, false}, {&colouring, "wheel5_k4", 120, false},
		{&colouring, "petersen_k3", 120, false}, {&colouring, "petersen_k4", 12960, false},
		{&colouring, "dodecahedron_k3", 7200, true}, {&colouring, "icosahedron_k4", 240, false},
		{&colouring, "octahedron_k3", 6, false}, {&colouring, "mycielski4_k3", 0, false},
		{&colouring, "kneser6x2_k3", 0, false}, {&colouring, "queen5x5_k5", 240, false},
		{&colouring, "grid2x4_k3", 162, false},
	})
}

func TestTrianglePartitions(t *testing.T) {
	counts(t, []knownCount{
		{&trianglePartition, "k9", 280, false}, {&trianglePartition, "octahedron", 4, false},
		{&trianglePartition, "petersen", 0, false}, {&trianglePartition, "k3", 1, false},
		// Conway and Lagarias: only sides of 0, 2, 9 and 11 modulo 12 have solutions.
		{&trianglePartition, "lattice2", 1, false}, {&trianglePartition, "lattice5", 0, false},
		{&trianglePartition, "lattice6", 0, false}, {&trianglePartition, "lattice9", 2, false},
	})
	if got := solved(t, &trianglePartition, "planted30x40_s1").Solutions; got < 1 {
		t.Errorf("triangles/planted30x40_s1: got %d solutions, want the planted one", got)
	}
}

func TestPicturesOfGraphsAreComplete(t *testing.T) {
	p := draw(t, memberOf(t, &matching, "q3"), []int{0, 5, 8, 11})
	if got, want := p.Text(), "0-1     2-3     4-5     6-7\n"; len(p.Dots) != 8 || len(p.Lines) != 12 || got != want {
		t.Errorf("got %d dots, %d lines, %q, want 8, 12, %q", len(p.Dots), len(p.Lines), got, want)
	}
	p = draw(t, memberOf(t, &colouring, "cycle3_k3"), []int{0, 4, 8})
	if got, want := p.Text(), "0a 1b 2c\n"; len(p.Cells) != 3 || len(p.Lines) != 3 || got != want {
		t.Errorf("got %d discs, %d lines, %q, want 3, 3, %q", len(p.Cells), len(p.Lines), got, want)
	}
}
