package corpus

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/format"
	"xcbench/solvers/bitset"
)

// The sources count the same solutions, or classes of solutions of equal size.
func TestNumbersOfSolutionsWithColoursArePublished(t *testing.T) {
	for _, c := range []struct {
		source string
		ids    []string
		counts []int64
	}{
		{"A006967, labellings of paths",
			[]string{"graceful/grid1x2", "graceful/grid1x3", "graceful/grid1x4", "graceful/grid1x5", "graceful/grid1x6", "graceful/grid1x7"},
			[]int64{2, 4, 4, 8, 24, 32}},
		{"A337278, times twice the automorphisms of the graph",
			[]string{"graceful/kb1x3", "graceful/kb2x2", "graceful/kb2x3", "graceful/kb2x4", "graceful/kb3x3"},
			[]int64{1 * 12, 1 * 16, 2 * 24, 5 * 96, 1 * 144}},
		{"S. W. Golomb, 1972: no complete graph of more than 4 vertices",
			[]string{"graceful/k3", "graceful/k4", "graceful/k5", "graceful/k6"},
			[]int64{1 * 12, 1 * 48, 0, 0}},
		{"A171760, the most sets; A000170 for one set",
			[]string{"queens_colours/4_c3", "queens_colours/6_c5", "queens_colours/6_c1", "queens_colours/7_c1"},
			[]int64{0, 0, 4, 40}},
		{"van Aardenne-Ehrenfest and de Bruijn, 1951",
			[]string{"debruijn/1x4_w1x2", "debruijn/1x8_w1x3", "debruijn/1x16_w1x4", "debruijn/1x9_w1x2_k3"},
			[]int64{4, 16, 256, 216}},
		{"aperiodic sets",
			[]string{"wang/jeandel_rao_2x2_torus", "wang/jeandel_rao_3x5_torus", "wang/jeandel_rao_6x4_torus",
				"wang/kari_culik_4x4_torus", "wang/kari_culik_6x3_torus"},
			[]int64{0, 0, 0, 0, 0}},
	} {
		for k, id := range c.ids {
			if got := solutions(t, problemOf(t, id)); got != c.counts[k] {
				t.Errorf("%s: got %d solutions, want %d (%s)", id, got, c.counts[k], c.source)
			}
		}
	}
}

// MacMahon, 1921: n(n+1)(n^2-n+2)/4 squares and n(n^2+2)/3 triangles of n colours.
func TestThereAreAsManyTilesAsMacMahonCounts(t *testing.T) {
	for n := 1; n <= 6; n++ {
		squares, triangles := len(allTiles(4, n)), len(allTiles(3, n))
		if squares != n*(n+1)*(n*n-n+2)/4 || triangles != n*(n*n+2)/3 {
			t.Errorf("%d colours: got %d squares and %d triangles", n, squares, triangles)
		}
	}
}

// The numbers are those of Python 3: [r.randrange(n) for n in ...] with r = random.Random(seed), and
// r.shuffle.
func TestTheDiceOfPythonFallAsInPython(t *testing.T) {
	for _, c := range []struct {
		seed int
		want []int
	}{
		{0, []int{49, 97, 53, 5, 33, 65, 62, 51}},
		{1, []int{17, 72, 97, 8, 32, 15, 63, 97}},
		{999_999_999, []int{32, 15, 20, 49, 65, 35, 8, 79}},
	} {
		d := pythonDice(c.seed)
		var got []int
		for range c.want {
			got = append(got, d.below(100))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("seed %d: got %v, want %v", c.seed, got, c.want)
		}
	}
	d := pythonDice(7)
	for range 2000 { // more than the state has numbers
		d.below(5)
	}
	list := upTo(10)
	shuffle(d, list)
	if next := d.below(1 << 20); next != 445176 || !slices.Equal(list, []int{8, 1, 5, 0, 4, 3, 6, 7, 2, 9}) {
		t.Errorf("got the list %v and then %d, want 8 1 5 0 4 3 6 7 2 9 and 445176", list, next)
	}
}

// The texts follow the descriptions of the families.
func TestTextsOfSmallProblemsWithColours(t *testing.T) {
	for id, want := range map[string]string{
		"edges/2_c2_s1": `t0 t1 t2 t3 c00 c01 c10 c11 | h10 h11 v01 v11
t0 c01 h11:b v01:a, t0 c00 v01:b h10:a, t0 c11 h11:a v11:b, t0 c10 h10:b v11:a
t1 c01 h11:a v01:a, t1 c00 v01:a h10:a, t1 c11 h11:a v11:a, t1 c10 h10:a v11:a
t2 c01 h11:a v01:b, t2 c00 v01:a h10:b, t2 c10 h10:a v11:b, t2 c11 h11:b v11:a
t3 c01 h11:a v01:a, t3 c00 v01:a h10:a, t3 c11 h11:a v11:a, t3 c10 h10:a v11:a`,
		"macmahon/1x1_c1_free": "t0 c00 | h00 h10 v00 v01\nt0 c00 h00:a v01:a h10:a v00:a",
		"macmahon_triangles/triangle": `t0 t1 t2 t3 00v 00^ 01v 10v | b01 h10 s00
t0 00v s00:a, t0 00^ b01:a h10:a s00:a, t0 01v b01:a, t0 10v h10:a
t1 00^ b01:a h10:a s00:b, t1 01v b01:b, t1 00v s00:b, t1 00^ b01:a h10:b s00:a, t1 00^ b01:b h10:a s00:a, t1 10v h10:b
t2 00^ b01:a h10:b s00:b, t2 00^ b01:b h10:a s00:b, t2 00^ b01:b h10:b s00:a
t3 00^ b01:b h10:b s00:b`,
		"wang/jeandel_rao_1x2": `c00 c01 | v01
c00 v01:c, c01 v01:c, c00 v01:c, c01 v01:c, c00 v01:b, c01 v01:d, c00 v01:b, c01 v01:d, c00 v01:d, c01 v01:d
c00 v01:a, c01 v01:d, c00 v01:a, c01 v01:a, c00 v01:d, c01 v01:a, c00 v01:a, c01 v01:b, c00 v01:b, c01 v01:b
c00 v01:d, c01 v01:b`,
		"debruijn/1x4_w1x2": `p0 p1 p2 p3 00 01 10 11 | c0 c1 c2 c3
p0 00 c0:0 c1:0, p0 01 c0:0 c1:1, p0 10 c0:1 c1:0, p0 11 c0:1 c1:1
p1 00 c1:0 c2:0, p1 01 c1:0 c2:1, p1 10 c1:1 c2:0, p1 11 c1:1 c2:1
p2 00 c2:0 c3:0, p2 01 c2:0 c3:1, p2 10 c2:1 c3:0, p2 11 c2:1 c3:1
p3 00 c3:0 c0:0, p3 01 c3:0 c0:1, p3 10 c3:1 c0:0, p3 11 c3:1 c0:1`,
		"queens_colours/2_c2": `r0A r1A r0B r1B c0A c1A c0B c1B | a0A a1A a2A a0B a1B a2B b0A b1A b2A b0B b1B b2B s0.0 s0.1 s1.0 s1.1
r0A c0A a0A b1A s0.0:A, r0A c1A a1A b0A s0.1:A, r1A c0A a1A b2A s1.0:A, r1A c1A a2A b1A s1.1:A
r0B c0B a0B b1B s0.0:B, r0B c1B a1B b0B s0.1:B, r1B c0B a1B b2B s1.0:B, r1B c1B a2B b1B s1.1:B`,
		"graceful/grid1x3": `1 2 e0 e1 | v0 v1 v2 l0 l1 l2
1 e0 v0:0 v1:1 l0:a l1:b, 1 e0 v1:0 v0:1 l0:b l1:a, 1 e0 v0:1 v1:2 l1:a l2:b, 1 e0 v1:1 v0:2 l1:b l2:a
1 e1 v1:0 v2:1 l0:b l1:c, 1 e1 v2:0 v1:1 l0:c l1:b, 1 e1 v1:1 v2:2 l1:b l2:c, 1 e1 v2:1 v1:2 l1:c l2:b
2 e0 v0:0 v1:2 l0:a l2:b, 2 e0 v1:0 v0:2 l0:b l2:a, 2 e1 v1:0 v2:2 l0:b l2:c, 2 e1 v2:0 v1:2 l0:c l2:b`,
		"words/2x3_w1_a2_s1": `A0 A1 D0 D1 D2 | 00 01 02 10 11 12 waab xab
A0 00:a 01:a 02:b waab, A1 10:a 11:a 12:b waab
D0 00:a 10:b xab, D1 01:a 11:b xab, D2 02:a 12:b xab`,
	} {
		var text strings.Builder
		if err := format.WriteDLX(&text, problemOf(t, id)); err != nil {
			t.Fatal(err)
		}
		if got := strings.TrimSpace(text.String()); got != strings.ReplaceAll(want, ", ", "\n") {
			t.Errorf("%s: got\n%s", id, got)
		}
	}
}

// Tilings of a rectangle are counted row by row here, by the colours under the last row.
func TestWangTilingsAreAsManyAsThePathsThroughTheirRows(t *testing.T) {
	for _, id := range []string{"jeandel_rao_1x2", "jeandel_rao_3x2", "jeandel_rao_3x4", "kari_culik_2x3", "kari_culik_4x3"} {
		f, _ := FindFamily("wang")
		v, err := f.parse(id)
		if err != nil {
			t.Fatal(err)
		}
		tiles := strings.Fields(wangSets[v["set"]])
		var row func(above, below, left string, count int64, next map[string]int64)
		row = func(above, below, left string, count int64, next map[string]int64) {
			if len(below) == v.int("cols") {
				next[below] += count
				return
			}
			for _, tile := range tiles { // above, right, below, left
				if (above == "" || above[len(below)] == tile[0]) && (left == "" || left[0] == tile[3]) {
					row(above, below+tile[2:3], tile[1:2], count, next)
				}
			}
		}
		under := map[string]int64{"": 1}
		for range v.int("rows") {
			next := map[string]int64{}
			for above, count := range under {
				row(above, "", "", count, next)
			}
			under = next
		}
		var want int64
		for _, count := range under {
			want += count
		}
		if got := solutions(t, problemOf(t, "wang/"+id)); got != want || want == 0 {
			t.Errorf("%s: got %d tilings, want %d", id, got, want)
		}
	}
}

// drawings calls check with the text of the first solutions of a member, and with its puzzle.
func drawings(t *testing.T, id string, check func(drawing string)) {
	t.Helper()
	in, err := Find(id)
	if err != nil {
		t.Fatal(err)
	}
	puzzle, seen := built(t, in), 0
	_, err = cover.Solve(context.Background(), bitset.New(cover.MRV), puzzle.Problem(), cover.Limits{Solutions: 100},
		func(options []int) bool {
			seen++
			check(draw(t, puzzle, options).Text())
			return true
		})
	if err != nil || seen == 0 {
		t.Fatalf("%s: got %d solutions, %v", id, seen, err)
	}
}

// The drawings show the rules of the puzzles, whatever the items are.
func TestDrawingsOfSolutionsWithColoursKeepTheRules(t *testing.T) {
	square := func(id, drawing string) []string { // the signs, without blanks
		return strings.Split(strings.TrimSpace(strings.ReplaceAll(drawing, " ", "")), "\n")
	}
	for _, id := range []string{"words/3x4", "words/4x4"} {
		list := strings.Fields(englishWords)
		drawings(t, id, func(drawing string) {
			rows := square(id, strings.ToLower(drawing))
			all := slices.Clone(rows)
			for c := range rows[0] {
				var down string
				for _, row := range rows {
					down += row[c : c+1]
				}
				all = append(all, down)
			}
			for k, w := range all {
				if !slices.Contains(list, w) || slices.Contains(all[:k], w) {
					t.Fatalf("%s: got %q in\n%s, want different words of the list", id, w, drawing)
				}
			}
		})
	}
	drawings(t, "debruijn/4x4_w2x2", func(drawing string) {
		rows, seen := square("", drawing), map[string]bool{}
		for r := range rows {
			for c := range rows[r] {
				below, right := rows[(r+1)%4], (c+1)%4
				seen[string([]byte{rows[r][c], rows[r][right], below[c], below[right]})] = true
			}
		}
		if len(seen) != 16 {
			t.Fatalf("got %d different windows in\n%s, want 16", len(seen), drawing)
		}
	})
	drawings(t, "queens_colours/7_c3", func(drawing string) {
		rows, queens := square("", drawing), map[byte][][2]int{}
		for r := range rows {
			for c := range rows[r] {
				sign := rows[r][c]
				for _, q := range queens[sign] {
					if sign != '.' && (r == q[0] || c == q[1] || r+c == q[0]+q[1] || r-c == q[0]-q[1]) {
						t.Fatalf("got two queens %c that attack each other in\n%s", sign, drawing)
					}
				}
				queens[sign] = append(queens[sign], [2]int{r, c})
			}
		}
		if len(queens['A']) != 7 || len(queens['B']) != 7 || len(queens['C']) != 7 {
			t.Fatalf("got\n%s, want 7 queens of each colour", drawing)
		}
	})
	drawings(t, "graceful/hub4", func(drawing string) {
		label, edges := map[string]string{}, map[string]bool{}
		for d, line := range strings.Split(strings.TrimSpace(drawing), "\n") {
			var u, v, a, b int
			if _, err := fmt.Sscanf(line, fmt.Sprintf("%d: v%%d=%%d v%%d=%%d", d+1), &u, &a, &v, &b); err != nil || max(a-b, b-a) != d+1 {
				t.Fatalf("got %q, %v, want an edge with the difference %d", line, err, d+1)
			}
			edges[ends(upward(u, v))] = true
			for _, field := range strings.Fields(line)[1:] {
				vertex, of, _ := strings.Cut(field, "=")
				if label[vertex] != "" && label[vertex] != of || label[of] != "" && label[of] != vertex {
					t.Fatalf("got\n%s, want one label for each vertex, and different ones", drawing)
				}
				label[vertex], label[of] = of, vertex
			}
		}
		if len(edges) != 8 {
			t.Fatalf("got\n%s, want 8 edges", drawing)
		}
	})
	for id, border := range map[string]string{"edges/4_c3_s1": ".", "macmahon/2x3_c2_free": "", "macmahon_triangles/o": "a"} {
		in, err := Find(id)
		if err != nil {
			t.Fatal(err)
		}
		puzzle := built(t, in)
		_, err = cover.Solve(context.Background(), bitset.New(cover.MRV), puzzle.Problem(), cover.Limits{Solutions: 20},
			func(options []int) bool {
				p, at := draw(t, puzzle, options), map[string][]string{}
				for _, c := range p.Cells { // the long side of each triangle is a side of its tile
					place := fmt.Sprintf("%.2f", []float64{c.Outline[0].X + c.Outline[1].X, c.Outline[0].Y + c.Outline[1].Y})
					at[place] = append(at[place], c.Label)
				}
				for place, labels := range at {
					switch {
					case len(labels) == 2 && labels[0] == labels[1] && labels[0] != ".":
					case len(labels) == 1 && (border == "" || labels[0] == border):
					default:
						t.Fatalf("%s: got the colours %v at %s in\n%s", id, labels, place, p.Text())
					}
				}
				return true
			})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestEdgePuzzlesHaveTheirFourTurns(t *testing.T) {
	for _, id := range []string{"edges/2_c1_s1", "edges/3_c2_s5", "edges/4_c4_s9", "edges/5_c5_s2"} {
		if got := solutions(t, problemOf(t, id)); got == 0 || got%4 != 0 {
			t.Errorf("%s: got %d solutions, want a multiple of 4, at least 4", id, got)
		}
	}
	const side = 16 // of the largest board: names need letters for numbers above 9
	p := problemOf(t, "edges/16_c22_s1")
	if p.Primary() != 2*side*side || p.Items()-p.Primary() != 2*side*(side-1) {
		t.Errorf("got %d primary items of %d", p.Primary(), p.Items())
	}
}

func TestMembersWithColoursThatDoNotExist(t *testing.T) {
	for id, want := range map[string]string{
		"macmahon/3x5_c3":            "the board has 15 cells and there are 24 tiles, expected the same number",
		"macmahon/1x6_c2_torus":      "a torus of 1 by 6, expected at least 2 by 2: a tile is not beside itself",
		"debruijn/3x5_w2x2":          "15 cells and 2^4 arrays, expected as many, at most 256, and a window no larger than the torus",
		"debruijn/16x1_w2x2":         "debruijn: cols is 1, expected 2 to 256",
		"debruijn/256x256_w8x8":      "65536 cells and 2^64 arrays, expected as many, at most 256, and a window no larger than the torus",
		"graceful/k12":               "12 vertices and 66 edges, expected 1 to 61 edges and at most 52 vertices",
		"graceful/k1":                "1 vertices and 0 edges, expected 1 to 61 edges and at most 52 vertices",
		"words/3x8":                  "no words of 8 or of 3 letters in the list english, expected both",
		"words/3x4_a5":               "expected draws, letters and seed for random words, or a list and none of them",
		"macmahon_triangles/7":       "macmahon_triangles/7: not a name of the family macmahon_triangles, expected <board>[_<border>]",
		"words/3x4_my.txt":           "words/3x4_my.txt: not a name of the family words, expected <rows>x<cols>[_w<draws>][_a<letters>][_s<seed>]",
		"queens_colours/4_c27":       "queens_colours: colours is 27, expected 1 to 26",
		"wang/jeandel_rao_1x4_torus": "a torus of 1 by 4, expected at least 2 by 2: a tile is not beside itself",
	} {
		in, err := Find(id)
		if err == nil {
			_, err = in.Puzzle()
		}
		if err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: got error %v, want %s", id, err, want)
		}
	}
}

// A list of words is a file with a word a line. Only the words of the two lengths count.
func TestWordsOfAFile(t *testing.T) {
	dir := t.TempDir()
	f, _ := FindFamily("words")
	for _, c := range []struct {
		text, rows, cols, draws string
		want                    int64
		fault                   string
	}{
		{"cat\nARE\ntea\n\nate\nread\n", "3", "3", "0", 0, ""},
		{"ab\ncd\nac\nbd\nAB\n", "2", "2", "0", 2, ""},
		{"ab\r\ncd\r\nef\r\nace\r\nbdf\r\n", "3", "2", "0", 1, ""},
		{"ab\nac\nbd\ncd\nd\u00e9j\u00e0\n", "2", "2", "0", 0, `:5:2: "déjà", expected a word of letters a to z`},
		{"ab\n  two words\n", "2", "2", "0", 0, `:2:6: "two words", expected a word of letters a to z`},
		{"ab\n", "2", "3", "0", 0, "no words of 3 or of 2 letters in the list FILE, expected both"},
		{"ab\n", "2", "2", "9", 0, "expected draws, letters and seed for random words, or a list and none of them"},
	} {
		path := filepath.Join(dir, "my.txt")
		if err := os.WriteFile(path, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		in, err := f.Member(Values{"rows": c.rows, "cols": c.cols, "list": path, "draws": c.draws})
		if err != nil {
			t.Fatal(err)
		}
		puzzle, err := in.Puzzle()
		switch {
		case c.fault != "" && (err == nil || !strings.HasSuffix(err.Error(), strings.ReplaceAll(c.fault, "FILE", path))):
			t.Errorf("%q: got error %v, want %s", c.text, err, c.fault)
		case c.fault != "":
		case err != nil:
			t.Errorf("%q: got error %v", c.text, err)
		default:
			if got := solutions(t, puzzle.Problem()); got != c.want || !strings.Contains(in.Title, path) {
				t.Errorf("%q: got %d solutions of %q, want %d, and the title with the file", c.text, got, in.Title, c.want)
			}
		}
	}
	in, err := f.Member(Values{"rows": "2", "cols": "2", "list": filepath.Join(dir, "none.txt")})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := in.Puzzle(); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got error %v, want that there is no such file", err)
	}
}
