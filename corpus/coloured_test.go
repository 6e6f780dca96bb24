package corpus

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"xcbench/format"
)

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

// A list of words is a file with a word a line. Only the words of the two lengths count.
func TestWordsOfAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "my.txt")
	for _, c := range []struct {
		text, rows, cols, draws string
		want                    string // the number of solutions, or what the error begins with, after the path
	}{
		{"cat\nARE\ntea\n\nate\nread\n", "3", "3", "0", "0"},
		{"ab\ncd\nac\nbd\nAB\n", "2", "2", "0", "2"},
		{"ab\r\ncd\r\nef\r\nace\r\nbdf\r\n", "3", "2", "0", "1"},
		{"ab\nac\nbd\ncd\nd\u00e9j\u00e0\n", "2", "2", "0", ":5:2: "},
		{"ab\n  two words\n", "2", "2", "0", ":2:6: "},
		{"ab\n", "2", "3", "0", "words/2x3: no words "},
		{"ab\n", "2", "2", "9", "words/2x2_w9: expected draws"},
		{"", "2", "2", "0", "words/2x2: no words "},
	} {
		if err := os.WriteFile(path, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		f, _ := FindFamily("words")
		in, err := f.Member(Values{"rows": c.rows, "cols": c.cols, "list": path, "draws": c.draws})
		if err != nil || !strings.Contains(in.Title, path) && c.draws == "0" {
			t.Fatalf("got %q, %v, want a title with the file", in.Title, err)
		}
		got := ""
		if puzzle, err := in.Puzzle(); err != nil {
			got = strings.TrimPrefix(err.Error(), path)
		} else {
			got = fmt.Sprint(solutions(t, puzzle.Problem()))
		}
		if !strings.HasPrefix(got, c.want) {
			t.Errorf("%q: got %s, want %s", c.text, got, c.want)
		}
	}
	os.Remove(path)
	if _, _, err := wordLists(Values{"rows": "2", "cols": "2", "list": path, "draws": "0", "letters": "26", "seed": "0"}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v, want that there is no such file", err)
	}
}
