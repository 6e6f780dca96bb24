package corpus

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"xcbench/format"
	"xcbench/format/picture"
)

func TestMembersAreNamedByTheirParameters(t *testing.T) {
	for _, in := range All() {
		f, _ := FindFamily(in.Family)
		v := must(f.parse(in.Name))
		again, err := f.Member(v)
		if err != nil || again.ID() != in.ID() {
			t.Errorf("the parameters of %s: got %s, %v", in.ID(), again.ID(), err)
		}
	}
	for id, want := range map[string]string{"queens/9": "queens/9", "queens/8_plain": "queens/8", "queens/8_middle": "queens/8_middle"} {
		if in, err := Find(id); err != nil || in.ID() != want {
			t.Errorf("%s: got %s, %v, want %s", id, in.ID(), err, want)
		}
	}
	f, _ := FindFamily("queens")
	for want, values := range map[string]Values{
		"<nil>": {"n": "5"}, "queens: n is 99, expected 1 to 60": {"n": "99"},
		"queens: no parameter side, expected n, order":          {"n": "5", "side": "2"},
		"queens: no value for n (side of the board)":            {"order": "middle"},
		`queens: order is "odd", expected one of plain, middle`: {"n": "5", "order": "odd"},
	} {
		if _, err := f.Member(values); fmt.Sprint(err) != want {
			t.Errorf("%v: got %v, want %s", values, err, want)
		}
	}
}

// The error is about the family or the member, and names it.
func TestWhatIsNoMemberIsNamedInTheError(t *testing.T) {
	for _, id := range strings.Fields(`
		knights/3 queens queens/061 queens/0 queens/8_sideway domino/3x40
		sudoku_holes/2x2_h17_s1 sudoku_holes/4x4_x_h17_s1 sudoku_holes/2x2_h3_s0 sudoku_holes/2x2_jig_h3_s1 sudoku_empty/6x6
		pentomino/3x20_x23 pentomino_hole/z0_6_6 polyomino/free4_5x8 polyhex/free4_4x10 polycube/cubes234_3x3x3
		threepartition/5_b8_s1 qcp/9_h82_s1 qcp/63_h100_s1 qcp/9_h0_s1 kirkman/13 blocks/60_k20
		matching/k matching/k4x4 matching/petersen5 matching/kb3 matching/cycle2 matching/gp5x3 matching/flower4
		matching/paley9 matching/paley21 matching/q9 matching/blanusa3 matching/isaacs1 matching/isaacs50
		matching/random5x11 matching/planted10x3 matching/k5_s1 matching/kneser12x6
		permanent/full3x2 permanent/circulant5 permanent/menage4_s1 permanent/random5
		random/i3_m2_k4_s1 random/i10_m1_k2_s1 random/i10_m50_k9_s1 random/i20_m50_k19_s1 density/i5_m20_p10_s1 density/i50_m5_p10_s1
		macmahon/3x5_c3 macmahon/1x6_c2_torus macmahon_triangles/7 debruijn/3x5_w2x2 debruijn/16x1_w2x2 debruijn/256x256_w8x8
		graceful/k12 graceful/k1 words/3x8 words/3x4_a5 words/3x4_my.txt queens_colours/4_c27 wang/jeandel_rao_1x4_torus`) {
		in, err := Find(id)
		if err == nil {
			_, err = in.Puzzle()
		}
		var unknown *UnknownError
		var param *ParamError
		family, _, _ := strings.Cut(id, "/")
		if !errors.As(err, &unknown) && !errors.As(err, &param) || !strings.HasPrefix(err.Error(), family) {
			t.Errorf("%s: got %v, want an UnknownError or ParamError that names it", id, err)
		}
	}
}

// A file may have a million puzzles, so an instance keeps no problem.
func TestPuzzleFromAFileIsAnInstance(t *testing.T) {
	r := must(format.NewReader("mine", strings.NewReader("\n1..........3...2\n"), format.Options{}))
	puzzle := must(r.Read())
	in := FromPuzzle("mine", puzzle)
	one, other := built(t, in).Problem(), built(t, in).Problem()
	if in.ID() != "mine/line2" || in.Solutions.N != Unknown || one == other || Hash(one) != Hash(other) {
		t.Errorf("got %s with %s solutions, want mine/line2 with an unknown number, and the same problem built anew",
			in.ID(), in.Solutions)
	}
}

// "NAME VERTICES EDGES DEGREE", with degree 0 if it is not the same everywhere.
func TestGraphsHaveTheirSizes(t *testing.T) {
	if got, want := graphShapes(), "cycle<n>, "; !strings.Contains(got, want) || !strings.Contains(got, "random<n>x<m>_s<seed>") {
		t.Errorf("got the kinds %s, want %s and random ones with a seed", got, want)
	}
	for _, line := range strings.Split("k1 1 0 0,k7 7 21 6,kb3x4 7 12 0,cycle3 3 3 2,cycle9 9 9 2,wheel5 6 10 0,prism3 6 9 3,"+
		"mobius2 4 6 3,mobius5 10 15 3,gp12x5 24 36 3,petersen 10 15 3,dodecahedron 20 30 3,octahedron 6 12 4,"+
		"icosahedron 12 30 5,buckyball 60 90 3,heawood 14 21 3,pappus 18 27 3,mcgee 24 36 3,tuttecoxeter 30 45 3,"+
		"flower5 20 30 3,flower3 12 18 3,blanusa1 18 27 3,blanusa2 18 27 3,doublestar 30 45 3,isaacs2_s1 18 27 3,"+
		"isaacs9_s7 74 111 3,q4 16 32 4,grid3x4 12 17 0,grid1x1 1 0 0,tgrid3x3 9 18 4,tgrid4x4 16 32 4,king3x3 9 20 0,"+
		"knight4x4 16 24 0,queen5x5 25 160 0,lattice1 1 0 0,lattice4 10 18 0,mycielski2 2 1 1,mycielski4 11 20 0,"+
		"kneser5x2 10 15 3,kneser1x1 1 0 0,paley13 13 39 6,random10x20_s1 10 20 0,random5x10_s3 5 10 4,planted9x10_s1 9 19 0", ",") {
		var name string
		var vertices, edges, degree int
		fmt.Sscan(line, &name, &vertices, &edges, &degree)
		v := must(matching.parse(name))
		g := must(graphOf(v))
		same, err := g.regular()
		at := map[picture.Point]bool{}
		for _, p := range g.at {
			at[p] = true
		}
		if g.vertices != vertices || len(g.edges) != edges || len(at) != vertices || degree > 0 && (err != nil || same != degree) {
			t.Errorf("got %d vertices at %d places, %d edges, degree %d, want %s", g.vertices, len(at), len(g.edges), same, line)
		}
	}
}

// Rows and columns have every symbol, and multiplication in a group is associative: (a*b)*c is a*(b*c).
func TestNamedSquaresAreLatinAndGroups(t *testing.T) {
	for _, square := range namedSquares() {
		name, s := square.name, square.table()
		if !s.valid() {
			t.Errorf("%s: got %v, want each symbol in every row and column", name, s)
		}
		for a := range s {
			for b := range s {
				for c := range s {
					if name[0] != 'r' && s[s[a][b]][c] != s[a][s[b][c]] {
						t.Fatalf("%s: got (%d*%d)*%d different from %[2]d*(%d*%d)", name, a, b, c, b, c)
					}
				}
			}
		}
	}
}

// valid says whether every row and column has every symbol.
func (s latinSquare) valid() bool {
	n := len(s)
	for i := range n {
		row, col := make([]bool, n), make([]bool, n)
		for j := range n {
			row[s[i][j]], col[s[j][i]] = true, true
		}
		if slices.Contains(row, false) || slices.Contains(col, false) {
			return false
		}
	}
	return true
}
