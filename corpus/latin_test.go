package corpus

import (
	"fmt"
	"slices"
	"testing"
)

func TestLatinSquaresAreA002860(t *testing.T) {
	for k, want := range []int64{1, 2, 12, 576, 161280} {
		if n := k + 1; n < 5 || !testing.Short() {
			if got := solved(t, &latin, fmt.Sprint(n)).Solutions; got != want {
				t.Errorf("latin/%d: got %d solutions, want %d", n, got, want)
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

func TestNamedSquaresAreLatin(t *testing.T) {
	for _, name := range squareNames() {
		if s := namedSquare(name); !s.valid() {
			t.Errorf("%s: got %v, want each symbol in every row and column", name, s)
		}
	}
}

// Multiplication in a group is associative: (a*b)*c is a*(b*c).
func TestNamedGroupsAreGroups(t *testing.T) {
	for _, name := range squareNames() {
		s := namedSquare(name)
		if name[0] == 'r' {
			continue
		}
		for a := range s {
			for b := range s {
				for c := range s {
					if s[s[a][b]][c] != s[a][s[b][c]] {
						t.Fatalf("%s: got (%d*%d)*%d different from %[2]d*(%d*%d)", name, a, b, c, b, c)
					}
				}
			}
		}
	}
}

func TestRandomSquaresReachAllSquaresOfOrder3(t *testing.T) {
	seen := map[string]int{}
	for seed := range 600 {
		s := randomSquare(3, newDice(seed))
		if !s.valid() {
			t.Fatalf("seed %d: got %v, want a Latin square", seed, s)
		}
		seen[fmt.Sprint(s)]++
	}
	if len(seen) != 12 {
		t.Errorf("got %d squares, want all 12", len(seen))
	}
	for s, times := range seen {
		if times < 20 { // of 50 expected; the seeds are fixed
			t.Errorf("%s: got %d of 600, want about 50", s, times)
		}
	}
}

func TestHolesAreWhereThePatternSays(t *testing.T) {
	for _, c := range []struct {
		name  string
		holes int
	}{{"1_h1_s1", 1}, {"10_h42_s1", 42}, {"10_h42_s1_balanced", 42}, {"10_h100_s2_balanced", 100}} {
		p := memberOf(t, &qwh, c.name).Problem()
		if got := p.Primary(); got != 3*c.holes {
			t.Errorf("qwh/%s: got %d items, want %d", c.name, got, 3*c.holes)
		}
		rows := map[byte]int{}
		for i := range c.holes {
			rows[p.Name(i)[1]]++
		}
		for row, holes := range rows {
			if c.name[len(c.name)-1] == 'd' && holes != c.holes/10 && holes != c.holes/10+1 {
				t.Errorf("qwh/%s: got %d holes in row %c, want %d or %d", c.name, holes, row, c.holes/10, c.holes/10+1)
			}
		}
	}
}

func TestHolesHaveASolution(t *testing.T) {
	for _, name := range []string{"1_h1_s1", "5_h12_s1", "9_h40_s1", "9_h40_s2", "9_h45_s3_balanced"} {
		if got := solved(t, &qwh, name).Solutions; got < 1 {
			t.Errorf("qwh/%s: got %d solutions, want at least 1", name, got)
		}
	}
}

func TestTransversalsAreA006717(t *testing.T) {
	counts(t, []knownCount{
		{&transversal, "z3", 3, false}, {&transversal, "z5", 15, false}, {&transversal, "z7", 133, false},
		{&transversal, "z9", 2025, false}, {&transversal, "z11", 37851, true},
		{&transversal, "z2", 0, false}, {&transversal, "z6", 0, false}, {&transversal, "z8", 0, false},
		// Groups of order 8, 9 and 12: Wanless, Transversals in Latin squares: a survey, 2011.
		{&transversal, "z2z4", 384, false}, {&transversal, "z2z2z2", 384, false}, {&transversal, "d4", 384, false},
		{&transversal, "q8", 384, false},
		{&transversal, "z3z3", 2241, false}, {&transversal, "d3", 0, false},
	})
}

func TestMatesOfGroups(t *testing.T) {
	counts(t, []knownCount{
		{&mates, "z2", 0, false}, {&mates, "z3", 1, false}, {&mates, "z2z2", 2, false}, {&mates, "z4", 0, false},
		{&mates, "z5", 3, false}, {&mates, "z6", 0, false}, {&mates, "d3", 0, false}, {&mates, "z7", 635, true},
	})
}

func TestSquaresAreDrawn(t *testing.T) {
	for _, c := range []struct {
		family  *Family
		name    string
		options []int
		want    string
	}{
		{&latin, "2", []int{0, 3, 5, 6}, "0 1\n1 0\n"},
		{&transversal, "z3", []int{0, 4, 8}, "[0] 1  2\n 1 [2] 0\n 2  0 [1]\n"},
		{&mates, "z3", []int{0, 1, 2, 3, 4, 5}, "00 11 22\n12 20 01\n21 02 10\n"},
	} {
		if got := draw(t, memberOf(t, c.family, c.name), c.options).Text(); got != c.want {
			t.Errorf("%s/%s: got\n%s, want\n%s", c.family.Name, c.name, got, c.want)
		}
	}
}

// What is left open has no place for an obvious step: every item of the problem has two options or more.
func TestPartialSquaresAreLatinAndForceNothing(t *testing.T) {
	for _, c := range []struct{ n, holes, seed int }{
		{1, 1, 0}, {5, 25, 1}, {9, 40, 1}, {9, 40, 2}, {12, 65, 3}, {33, 340, 1}, {40, 680, 5}, {62, 1700, 1},
	} {
		cells := partialSquare(c.n, c.holes, newDice(c.seed))
		holes, met := 0, map[[3]int]bool{} // by row or column, its number, and symbol
		for k, symbol := range cells {
			if symbol == 0 {
				holes++
				continue
			}
			row, col := [3]int{0, k / c.n, int(symbol)}, [3]int{1, k % c.n, int(symbol)}
			if met[row] || met[col] || int(symbol) > c.n {
				t.Errorf("%+v: got symbol %d twice in row %d or column %d", c, symbol, k/c.n, k%c.n)
			}
			met[row], met[col] = true, true
		}
		if holes != c.holes {
			t.Errorf("%+v: got %d holes", c, holes)
		}
		p := problemOf(t, fmt.Sprintf("qcp/%d_h%d_s%d", c.n, c.holes, c.seed))
		options := make([]int, p.Items())
		for o := range p.Options() {
			for _, i := range p.Option(o) {
				options[i]++
			}
		}
		if least := slices.Min(options); least < 2 && c.n > 1 || len(options) != 3*holes {
			t.Errorf("%+v: got %d items, one with %d options, want %d with 2 or more", c, len(options), least, 3*holes)
		}
	}
}

func TestTheSeedOfAPartialSquareDecides(t *testing.T) {
	for _, holes := range []string{"qcp/9_h82_s1", "qcp/63_h100_s1", "qcp/9_h0_s1"} {
		if in, err := Find(holes); err == nil {
			if _, err = in.Puzzle(); err == nil {
				t.Errorf("%s: got a problem, want an error", holes)
			}
		}
	}
	if one, other := problemOf(t, "qcp/9_h40_s1"), problemOf(t, "qcp/9_h40_s2"); Hash(one) == Hash(other) {
		t.Error("got the same problem of two seeds")
	}
}
