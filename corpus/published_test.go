package corpus

import (
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/format"
	"xcbench/solvers/bitset"
)

// must returns a value that a test cannot do without.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// check ends a test that cannot go on.
func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// problemOf returns the problem of an instance, catalogued or not.
func problemOf(t testing.TB, id string) *cover.Problem {
	t.Helper()
	in := must(Find(id))
	return built(t, in).Problem()
}

// built returns the puzzle of an instance.
func built(t testing.TB, in Instance) *format.Puzzle {
	t.Helper()
	puzzle := must(in.Puzzle())
	return puzzle
}

// solved searches the whole tree of a problem.
func solved(t testing.TB, solver cover.Solver, p *cover.Problem) cover.Stats {
	t.Helper()
	stats := must(cover.Solve(t.Context(), solver, p, cover.Limits{}, nil))
	return stats
}

// solutions counts the solutions of a problem.
func solutions(t testing.TB, p *cover.Problem) int64 {
	t.Helper()
	return solved(t, bitset.New(cover.MRV), p).Solutions
}

// published has numbers of solutions from outside: members of a family, each with its number.
var published = []struct{ source, family, members string }{
	{"symmetric boards count four times", "sudoku_empty", "1x1=1 1x2=2 1x4=576 2x2=288"},
	{"A051906", "torus", "1=1 2=0 3=0 4=0 5=10 6=0 7=28 9=0 11=88 12=0 5_primary=10 6_primary=0 7_primary=28 11_primary=88"},
	{"A099390", "domino", "1x2=1 2x2=2 4x4=36 3x8=153 6x6=6728 3x3=0"},
	{"A006125", "aztec", "1=2 2=8 3=64 4=1024"},
	{"A008793", "lozenge", "1x1x1=2 2x2x2=20 3x3x3=980"},
	{"MacMahon", "lozenge", "1x2x3=10 2x3x4=490 4x3x2=490 1x5x5=252"},
	{"A045846", "squares", "1x1=1 2x2=2 3x3=6 4x4=40 5x5=472"},
	{"A116694", "rectangles", "1x1=1 2x2=8 3x3=322 2x5=650"},
	{"A046984", "tiling", "v3_4x3=4 v3_4x6=18 v3_4x9=88"},
	{"A000930", "tiling", "i3_3x3=2 i3_3x4=3 i3_3x5=4 i3_3x6=6"},
	{"D. W. Walkup: rectangles other than 4m x 4n have none", "tiling", "t4_4x4=2 t4_6x6=0"},
	{"A006253", "bricks", "2x2x1_1x1x2=2 2x2x2_1x1x2=9 2x2x3_1x1x2=32 1x1x1_1x1x1=1 1x1x1_1x1x2=0"},
	{"48 symmetries of the cube, 6 of which it has", "boxes", "slothouber_graatsma=8"},
	// Goodger's numbers times the symmetries of the board: he counts symmetric solutions once.
	{"Goodger", "hexiamond", "3x12=0 crescent_side=4 ring=0 ring_off_centre=22"},
	{"Goodger", "polyhex", "free4_4x7=18 free4_triangle_7=0 free4_hexagon_9x2=8 free4_coin=16 free4_staggered_7x4=46 " +
		"free4_hexagon_3x4_1=8 free4_hexagon_3x4_2=12 free4_hexagon_3x4_3=16 free4_hexagon_3x4_4=20 free4_flower_1=12 free4_flower_3=6"},
	{"Goodger", "soma", "crystal=2800 long_wall=104 cornerstone=10 bathtub=316 steps=328 skew_1=488 skew_2=28 sofa=64 " +
		"steamer=304 tunnel=52 clip=40 high_wall=92 curved_wall=132 pyramid=56 bench=0"},
	{"Goodger", "polycube", "tetracubes_2x2x8=1792"},
	{"D. S. Scott, 1958", "pentomino", "3x20_reduced=2 scott_x23=19 scott_x24=20 scott_x33=26"},

	{"A002860", "latin", "1=1 2=2 3=12 4=576"},
	{"A006717", "transversal", "z2=0 z3=3 z5=15 z6=0 z7=133 z8=0 z9=2025"},
	{"Wanless, Transversals in Latin squares: a survey, 2011", "transversal", "z2z4=384 z2z2z2=384 d4=384 q8=384 z3z3=2241 d3=0"},
	{"Euler; Parker", "mates", "z2=0 z3=1 z2z2=2 z4=0 z5=3 z6=0 d3=0"},
	{"A001201", "sts", "3=1 4=0 5=0 6=0 7=30 8=0 9=840 10=0"},
	// The 12 triples of an affine plane make 4 days in one way: 840*4/280 systems have a given day.
	{"affine planes of order 3", "kirkman", "9=12"},
	{"the other days in any order; 1-factorizations of K6 with a given factor", "golfers",
		"3x3x4=72 2x2x3=2 3x2x5=48 3x3x5=0 1x1x2=1 1x4x2=0 5x1x3=1"},

	{"A001147", "matching", "k1=0 k2=1 k7=0 k8=105 k12=10395"},
	{"A005271", "matching", "q2=2 q3=9 q4=272"},
	{"Lucas numbers, plus 2 for even prisms", "matching", "prism3=4 prism7=29 prism8=49 mobius2=3 mobius3=6 cycle8=2"},
	{"A004003", "matching", "grid4x4=36 grid1x3=0 tgrid4x4=272 grid6x6=6728"},
	{"permanents", "matching", "kb5x5=120 kb4x5=0 petersen=6 dodecahedron=36 icosahedron=125 heawood=24"},
	{"A000438", "onefactor", "k4=1 k5=0 k6=6 q3=4 cycle6=1"},
	{"A002860 / n!", "onefactor", "kb3x3=2 kb4x4=24 kb5x5=1344"},
	{"snarks have none", "onefactor", "petersen=0 flower5=0 flower7=0 blanusa1=0 blanusa2=0 doublestar=0 isaacs3_s1=0 " +
		"isaacs4_s2=0 isaacs5_s1=0 isaacs5_s2=0 isaacs5_s3=0 isaacs5_s4=0"},
	{"k(k-1)...(k-n+1)", "colouring", "k1_k1=1 k4_k4=24 k4_k3=0 k4_k6=360"},
	{"(k-1)^n+(-1)^n(k-1)", "colouring", "cycle7_k3=126 cycle8_k2=2 wheel5_k4=120"},
	{"chromatic polynomials", "colouring", "petersen_k3=120 petersen_k4=12960 icosahedron_k4=240 octahedron_k3=6 " +
		"mycielski4_k3=0 kneser6x2_k3=0 queen5x5_k5=240 grid2x4_k3=162"},
	{"A025035", "triangles", "k3=1 k9=280 octahedron=4 petersen=0"},
	{"Conway and Lagarias: only sides of 0, 2, 9 and 11 modulo 12", "triangles", "lattice2=1 lattice5=0 lattice6=0 lattice9=2"},
	{"A000142", "permanent", "full1=1 full6=720"},
	{"A000166", "permanent", "derangement1=0 derangement2=1 derangement8=14833"},
	{"A000179", "permanent", "menage3=1 menage4=2 menage5=13 menage8=4738"},
	{"A000211", "permanent", "circulant3x3=6 circulant6x3=20 circulant10x3=125 circulant9x2=2 circulant5x1=1"},
	{"A000045, A002524, powers of 2", "permanent", "band10x1=89 band8x2=400 hessenberg10=512"},
	{"A000110", "bell", "1=1 2=2 3=5 4=15 5=52 6=203 7=877 8=4140"},
	{"A001147, A025035 to A025038", "blocks", "1_k1=1 5_k1=1 2_k5=0 4_k2=3 10_k2=945 6_k3=10 9_k3=280 12_k3=15400 8_k4=35 " +
		"12_k4=5775 10_k5=126 12_k6=462 11_k3=0 11_k2=0"},
	{"n!^2", "threedm", "complete1=1 complete2=4 complete3=36 complete5=14400"},
	{"A108235", "numbertriples", "sum1=1 sum2=0 sum3=0 sum4=8 sum5=21 sum6=0 sum8=3040"},
	{"A104429", "numbertriples", "progression1=1 progression2=2 progression5=55 progression8=6643"},
	{"A104185", "numbertriples", "equal1=1 equal2=0 equal3=2 equal5=11 equal7=84 equal9=1296"},

	{"A006967, labellings of paths", "graceful", "grid1x2=2 grid1x3=4 grid1x4=4 grid1x5=8 grid1x6=24 grid1x7=32"},
	{"A337278, times twice the automorphisms of the graph", "graceful", "kb1x3=12 kb2x2=16 kb2x3=48 kb2x4=480 kb3x3=144"},
	{"S. W. Golomb, 1972: no complete graph of more than 4 vertices", "graceful", "k3=12 k4=48 k5=0 k6=0"},
	{"A171760, the most sets; A000170 for one set", "queens_colours", "4_c3=0 6_c5=0 6_c1=4 7_c1=40"},
	{"van Aardenne-Ehrenfest and de Bruijn, 1951", "debruijn", "1x4_w1x2=4 1x8_w1x3=16 1x16_w1x4=256 1x9_w1x2_k3=216"},
	{"aperiodic sets", "wang", "jeandel_rao_2x2_torus=0 jeandel_rao_3x5_torus=0 kari_culik_4x4_torus=0 kari_culik_6x3_torus=0"},
	{"the paths through the rows of tiles", "wang", "jeandel_rao_1x2=31 kari_culik_2x3=344 kari_culik_4x3=4664"},
}

func TestNumbersOfSolutionsArePublished(t *testing.T) {
	for _, c := range published {
		for _, member := range strings.Fields(c.members) {
			name, want, _ := strings.Cut(member, "=")
			p := problemOf(t, c.family+"/"+name)
			if got := Exact(solutions(t, p)).String(); got != want {
				t.Errorf("%s/%s: got %s solutions, want %s (%s)", c.family, name, got, want, c.source)
			}
		}
	}
}
