package format_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"slices"
	"strings"
	"testing"

	"xcbench/format"
	"xcbench/format/sudoku"
)

// jigsaw is a puzzle of side 4 and its regions, as lines.
const (
	jigsaw4  = "1 . . .\n. . 2 .\n. . . .\n. . 4 3\n"
	regions4 = "1 1 1 2\n1 3 3 2\n4 3 3 2\n4 4 4 2\n"
	solved4  = "1 2 3 4\n4 3 2 1\n3 4 1 2\n2 1 4 3\n"
	letters4 = "AAABACCBDCCBDDDB" // the regions
)

// solvedBy returns the first solution of a puzzle, whose units it checks, or "none".
func solvedBy(t *testing.T, text string) string {
	t.Helper()
	p := mustRead(t, text)[0]
	g, _ := p.Sudoku()
	for _, options := range solutions(t, p.Problem()) {
		full := g.With(nil, options)
		wantUnits(t, full)
		return full.String()
	}
	return "none"
}

// wantUnits compares a full board with the rules, cell by cell.
func wantUnits(t *testing.T, g sudoku.Grid) {
	t.Helper()
	for a := range g.Cells {
		for b := range a {
			r, c, or, oc := a/g.Side, a%g.Side, b/g.Side, b%g.Side
			together := r == or || c == oc || g.Region[a] == g.Region[b] ||
				g.Diagonals && (r == c && or == oc || r+c == g.Side-1 && or+oc == g.Side-1)
			if together && g.Cells[a] == g.Cells[b] {
				t.Errorf("%s: cells %d and %d have the same digit", g, a, b)
			}
		}
	}
}

func TestShapeFollowsFromTheText(t *testing.T) {
	blank := func(side int) string { return strings.Repeat(".", side*side) }
	grid := func(side int) string { return strings.Repeat(strings.Repeat(". ", side)+"\n", side) }
	three := func(row string) string { return strings.Repeat(row, 3) }
	diagonal, jig := true, false
	for _, test := range []struct {
		name, text string
		boxes      string
		diagonals  bool
	}{
		{"side 6 in a line", blank(6), "2x3", false},
		{"side 12", grid(12), "3x4", false},
		{"side 20", grid(20), "4x5", false},
		{"side 36", blank(36), "6x6", false},
		{"boxes named", blank(6) + " boxes=3x2", "3x2", false},
		{"boxes of a row", "................ boxes=1x4", "1x4", false},
		{"boxes named before", "boxes=3x2\n" + grid(6), "3x2", false},
		{"size of the boxes", "3 2\n" + grid(6), "3x2", false},
		{"size of the board", "6 6\n" + grid(6), "2x3", false},
		{"a number that is the size", "6\n" + grid(6), "2x3", false},
		{"a number that is the size of the boxes", "3\n" + grid(9), "3x3", false},
		{"boxes drawn", three(". . | . . | . .\n") + "----+-----+----\n" + three(". . | . . | . .\n"), "3x2", false},
		{"rows of boxes drawn", three(". . . . . .\n") + "-----------\n" + three(". . . . . .\n"), "3x2", false},
		{"columns of boxes drawn", strings.Repeat(". . | . . | . .\n", 6), "3x2", false},
		{"bands apart", strings.Repeat(strings.Repeat(". . . . . .\n", 3)+"\n", 2), "3x2", false},
		{"lines apart", strings.Repeat(". . . . . .\n\n", 6), "2x3", false},
		{"diagonals named", blank(9) + " diagonals # note", "3x3", diagonal},
		{"X before", "X\n" + blank(9), "3x3", diagonal},
		{"sudokuX before", "SudokuX\n" + grid(9), "3x3", diagonal},
		{"both", blank(6) + " boxes=3x2 diagonals", "3x2", diagonal},
		{"a heading too", "Grid 1\nX\n" + grid(9), "3x3", diagonal},
		{"two grids", jigsaw4 + regions4, "0x0", jig},
		{"two grids with a size", "4 4\n" + jigsaw4 + "\n" + regions4, "0x0", jig},
		{"two lines", "1.....2.......43\n1112133243324442\n", "0x0", jig},
		{"regions named", "1.....2........3 regions=" + letters4 + " diagonals", "0x0", diagonal},
	} {
		all, err := readAll(test.text, "")
		if err != nil || len(all) != 1 {
			t.Errorf("%s: got %d puzzles and %v, want one", test.name, len(all), err)
			continue
		}
		g, _ := all[0].Sudoku()
		if got := fmt.Sprintf("%dx%d", g.Rows, g.Cols); got != test.boxes || g.Diagonals != test.diagonals {
			t.Errorf("%s: got boxes of %s, diagonals %v, want %s and %v", test.name, got, g.Diagonals, test.boxes, test.diagonals)
		}
		var out bytes.Buffer
		if err := format.WriteSudoku(&out, all[0]); err != nil {
			t.Fatal(err)
		}
		again := mustRead(t, out.String())
		if other, _ := again[0].Sudoku(); !sameBoard(other, g) {
			t.Errorf("%s: got %q written, want the same board", test.name, out.String())
		}
	}
}

// sameBoard compares boards with their shapes.
func sameBoard(a, b sudoku.Grid) bool {
	return a.Side == b.Side && a.Rows == b.Rows && a.Cols == b.Cols && a.Diagonals == b.Diagonals &&
		slices.Equal(a.Region, b.Region) && slices.Equal(a.Cells, b.Cells)
}

func TestSolutionsObeyTheShape(t *testing.T) {
	for text, want := range map[string]string{
		jigsaw4 + regions4:                               strings.NewReplacer(" ", "", "\n", "").Replace(solved4),
		"1............... diagonals\n":                   "",
		strings.Repeat(".", 36) + " boxes=3x2 diagonals": "",
		strings.Repeat(".", 144):                         "",
	} {
		if got := solvedBy(t, text); want != "" && got != want || got == "none" {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
	if got, want := answers(t, jigsaw4+regions4), solved4; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	for text, want := range map[string]string{ // the solution breaks one rule alone
		"1234341221434321\n":                   "<nil>",
		"................ diagonals":           "diagonal 1 has 4 twice",
		"................ regions=" + letters4: "region 1 has 3 twice",
	} {
		p := mustRead(t, text)[0]
		full, _ := mustRead(t, "1234341221434321\n")[0].Sudoku()
		g, _ := p.Sudoku()
		if got := fmt.Sprint(g.Check(full)); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}

// A line about shapes holds until the next one.
func TestShapesOfAFile(t *testing.T) {
	blank := strings.Repeat(".", 36) + "\n"
	var got []string
	for _, p := range mustRead(t, blank+"X\n"+blank+blank+"3 2\n"+blank+"boxes=2x3 diagonals\n"+blank+strings.Repeat(".", 36)+" boxes=3x2\n") {
		g, _ := p.Sudoku()
		got = append(got, fmt.Sprintf("%dx%d %v", g.Rows, g.Cols, g.Diagonals))
	}
	want := []string{"2x3 false", "2x3 true", "2x3 true", "3x2 false", "2x3 true", "3x2 true"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := answers(t, "X\n"+strings.Repeat(wiki+"\n", 5)), strings.Repeat("No Solution!\n", 5); got != want {
		t.Errorf("got %s, want no solution of any of 5 because of the diagonals", got)
	}
}

// Regions show after the first puzzle of a file; then they may follow each.
func TestFileOfJigsaws(t *testing.T) {
	text := jigsaw4 + regions4 + "\n" + jigsaw4 + "\n" + regions4 + "jigsaw\n" + jigsaw4 + regions4
	if got, want := answers(t, text), strings.Repeat(solved4, 3); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	// A solved board after its puzzle is no map of regions.
	if got := mustRead(t, "1234\n34..\n21..\n....\n"+"1234\n3412\n2143\n4321\n"); len(got) != 2 {
		t.Errorf("got %d puzzles, want 2", len(got))
	}
	wantErrors(t, "", []errorTest{
		{"jigsaw\n" + jigsaw4, "in:6:1: expected the regions of the jigsaw: the puzzle again, with 4 regions of 4 cells " +
			"in place of the digits"},
		{"jigsaw\n" + jigsaw4 + jigsaw4, "in:6:1: expected the regions of the jigsaw: the puzzle again, with 4 regions of 4 cells " +
			"in place of the digits"},
		{strings.Repeat("1 . . . .\n", 5), "in:1:1: a sudoku with side 5, expected a side from 4 to 36 that boxes can fill"},
		{"boxes=2x2\n" + wiki, "in:1:1: boxes of 2 by 2 cells, expected 9 cells in each, as in a row"},
		{"3 2\n" + jigsaw4, "in:1:1: boxes of 3 by 2 cells, expected 4 cells in each, as in a row"},
		{strings.Repeat(".", 81) + " regions=" + letters4, "in:1:1: regions of 16 cells, expected one for each of the 81 cells of the puzzle"},
		{wiki + " boxes=3", "in:1:83: 'boxes=3', expected boxes=ROWSxCOLUMNS, or regions= and a letter for the region of each cell, " +
			"with as many regions as rows"},
		{"1.....2........3 regions=AAAA", "in:1:18: 'regions=AAAA', expected boxes=ROWSxCOLUMNS, or regions= and a letter " +
			"for the region of each cell, with as many regions as rows"},
		{strings.Repeat("12 | .. | ..\n", 2) + "---\n" + strings.Repeat("12 | .. | ..\n", 2) + "---\n" + strings.Repeat("12 | .. | ..\n", 2),
			"in:1:1: boxes of 2 by 2 cells, expected 6 cells in each, as in a row"},
	})
}

func TestTablesOfPuzzlesAndSolutions(t *testing.T) {
	zeros := strings.ReplaceAll(wiki, ".", "0")
	const line = wikiSolved + "\n"
	for name, text := range map[string]string{
		"quizzes":     "quizzes,solutions\n" + zeros + "," + wikiSolved + "\n",
		"id":          "id,puzzle,solution\n7," + wiki + "," + wikiSolved + "\n",
		"difficulty":  "id,puzzle,solution,clues,difficulty\n7," + wiki + "," + wikiSolved + ",30,1.2\n",
		"question":    "source,question,answer,rating\nmine," + wiki + "," + wikiSolved + ",3\n",
		"order":       "solution,puzzle\n" + wikiSolved + "," + wiki + "\n",
		"quotes":      "\"puzzle\",\"solution\"\r\n\"" + wiki + "\",\"" + wikiSolved + "\"\r\n",
		"semicolons":  "puzzle;solution\n" + wiki + ";" + wikiSolved + "\n",
		"tabs":        "n\tpuzzle\tsolution\n1\t" + wiki + "\t" + wikiSolved + "\n",
		"no solution": "sudoku,rating\n" + wiki + ",8.5\n",
		"one column":  "puzzle\n" + wiki + "\n",
		"index":       ",puzzle,solution\n0," + wiki + "," + wikiSolved + "\n",
		"other names": "level,text\n3," + wiki + "\n",
	} {
		if got := answers(t, text); got != line {
			t.Errorf("%s: got %q, want %q", name, got, line)
		}
	}
	small := "puzzle,solution\n1..............4,1342421324313124\n............EF..............................................................................................................................................................................................................,\n"
	if _, err := readAll(small, ""); err == nil {
		t.Error("got no error for a value of the wrong length, want one")
	}
	p := mustRead(t, "id,puzzle,solution,clues\n7,12..............,1234341221434321,2\n")
	if g, _ := p[0].Sudoku(); len(p) != 1 || g.String() != "12.............." || p[0].Note != "7,2" || p[0].Line != 2 {
		t.Errorf("got %s, note %q, line %d, want the board, the other columns, and line 2", g, p[0].Note, p[0].Line)
	}
	wrong := wikiSolved[:80] + "8"
	wantErrors(t, "", []errorTest{
		{"puzzle,solution\n" + wiki + "," + wikiSolved + "\n" + wiki + "," + wrong + "\n",
			"in:3:83: the solution does not fit its puzzle: row 9, column 9 has 8, expected the given 9"},
		{"question,answer\n" + wiki + "," + wrong + "\n",
			"in:2:83: the solution does not fit its puzzle: row 9, column 9 has 8, expected the given 9"},
		{"puzzle,solution\n" + wiki + "," + wiki + "\n",
			"in:2:83: the solution does not fit its puzzle: row 1, column 3 has 0, expected 1 to 9"},
		{"puzzle,solution\n................,1234341221434312\n",
			"in:2:18: the solution does not fit its puzzle: column 3 has 1 twice"},
		{"puzzle,solution\n" + wiki + ",1234341221434321\n", "in:2:83: a solution of side 4, expected 9 as its puzzle has"},
		{"puzzle,solution\n" + wiki + "\n", "in:2:1: 1 value, expected 2 as in the header"},
		{"puzzle,solution\n" + wiki[:80] + "," + wikiSolved + "\n", "in:2:1: 80 cells, expected a board of 81"},
		{"puzzle,solution\n" + wiki[:80] + "!," + wikiSolved + "\n", "in:2:81: '!' in a 9x9 grid, expected 1 to 9 or a blank"},
		{"quizzes,solutions\n", "in:2:1: no puzzle found, expected one below the header"},
	})
}

func TestBlankCellsMayBeLeftEmpty(t *testing.T) {
	spaces := strings.ReplaceAll(rows(wiki, ""), ".", " ")
	trimmed := strings.Join(strings.FieldsFunc(spaces, func(c rune) bool { return c == '\n' }), "\n")
	for strings.Contains(trimmed, " \n") {
		trimmed = strings.ReplaceAll(trimmed, " \n", "\n")
	}
	boxed := strings.ReplaceAll(style{signs(decimal), "| ", " |", " ", " | ", "+-------+-------+-------+\n", "", ""}.
		paint(9, digitsOf(wiki)), ".", " ")
	boxedWant := style{signs(decimal), "| ", " |", " ", " | ", "+-------+-------+-------+\n", "", ""}.paint(9, digitsOf(wikiSolved))
	commas := strings.ReplaceAll(strings.ReplaceAll(rows(wiki, ","), ".", ""), ".", "")
	for _, test := range []struct{ name, text, want string }{
		{"question marks", strings.ReplaceAll(wiki, ".", "?") + "\n", wikiSolved + "\n"},
		{"question marks apart", strings.ReplaceAll(rows(wiki, " "), ".", "?"), rows(wikiSolved, " ")},
		{"spaces", spaces, rows(wikiSolved, "")},
		{"spaces without those at the end", trimmed + "\n", rows(wikiSolved, "")},
		{"two of them", spaces + "\n" + spaces, rows(wikiSolved, "") + rows(wikiSolved, "")},
		{"cells apart", strings.ReplaceAll(rows(wiki, " "), ".", " "), rows(wikiSolved, " ")},
		{"boxes", boxed, boxedWant},
		{"commas", commas, rows(wikiSolved, ",")},
		{"tabs", strings.ReplaceAll(commas, ",", "\t"), rows(wikiSolved, "\t")},
	} {
		if got := answers(t, test.text); got != test.want {
			t.Errorf("%s: got\n%swant\n%sfor\n%s", test.name, got, test.want, test.text)
		}
	}
	// A row without digits is an empty line, here in the middle and at the end.
	for _, row := range []int{4, 8} {
		puzzle := wiki[:9*row] + strings.Repeat(".", 9) + wiki[9*row+9:]
		text := strings.ReplaceAll(strings.ReplaceAll(rows(puzzle, ""), ".", " "), "\n         \n", "\n\n")
		if g, _ := mustRead(t, text)[0].Sudoku(); g.String() != puzzle {
			t.Errorf("got %s, want %s", g, puzzle)
		}
	}
}

// digitsOf returns the digits of a board of side 9.
func digitsOf(board string) []int {
	var all []int
	for _, sign := range board {
		all = append(all, max(0, strings.IndexRune(decimal, sign)))
	}
	return all
}

func TestSectionsOfAFile(t *testing.T) {
	grid := rows(wiki, "")
	text := "#A author\n[Puzzle]\n" + grid + "[State]\n" + rows(wikiSolved, "") + "[Puzzle]\n" + grid + "[Colours]\nred\n"
	if got, want := answers(t, text), strings.Repeat(rows(wikiSolved, ""), 2); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestCompressedTextIsRead(t *testing.T) {
	pack := func(text string) string {
		var out bytes.Buffer
		w := gzip.NewWriter(&out)
		w.Write([]byte(text))
		w.Close()
		return out.String()
	}
	text := "1\n" + wiki + "\n"
	if got := answers(t, pack(text)); got != wikiSolved+"\n" {
		t.Errorf("got %s, want %s", got, wikiSolved)
	}
	packed := pack(strings.Repeat("53", 400))
	wantErrors(t, "", []errorTest{
		{packed[:len(packed)-4], "in:1:1: cannot be decompressed: unexpected EOF; expected a file of gzip"},
		{packed[:5], "in:1:1: cannot be decompressed: unexpected EOF; expected a file of gzip"},
		{pack(strings.Repeat("\n", 17<<20)), "in:16777217:1: more than 400 times as large as its compressed form; decompress it first"},
		{pack(wiki + "\n" + wiki[:80]), "in:2:1: 80 cells in a line, expected 81 (or a row of 4 to 36)"},
		{"PK\x03\x04\x14", "in:1:1: a zip archive, expected text; 'unzip -p FILE | xcbench solve' reads the file in it"},
	})
}

func TestMatrixWithoutItsSize(t *testing.T) {
	for text, want := range map[string]string{
		"0010110\n1001001\n0110010\n1001000\n0100001\n0001101\n":                                         "1 4 5\n",
		"0 0 1 0 1 1 0\n1 0 0 1 0 0 1 # c\n0 1 1 0 0 1 0\n\n1 0 0 1 0 0 0\n0 1 0 0 0 0 1\n0 0 0 1 1 0 1": "1 4 5\n",
	} {
		if got := answers(t, text); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
	if got := answers(t, "0,0,1,0,1,1,0\n1,0,0,1,0,0,1\n0,1,1,0,0,1,0\n1,0,0,1,0,0,0\n0,1,0,0,0,0,1\n0,0,0,1,1,0,1\n"); got != "1 4 5\n" {
		t.Errorf("with commas: got %s, want 1 4 5", got)
	}
	wantErrors(t, "", []errorTest{{"0011\n1100\n111\n", "in:3:1: row 3 has 3 entries, expected 4"},
		{"0011\n1100\n11x1\n", "in:3:3: 'x' in row 3, expected 0 or 1"}})
}

// The complaint of DLX about a text that is another kind of puzzle would mislead.
func TestErrorSaysWhatATextLooksLike(t *testing.T) {
	candidates := strings.Repeat("1567 3 1567 | 4 12579 179 | 689 5678 579\n", 9)
	for text, want := range map[string]string{
		"<html>\n<p>a b\n": "looks like HTML or XML, expected ",
		"<?xml?>\n<opensudoku>\n<game data=\"53\" />\n": "looks like a file of OpenSudoku; its puzzles are ",
		"{\"puzzle\": 1}\n":                             "looks like JSON, expected ",
		"[[5, 3],\n[6, 7]]\n":                           "looks like JSON, expected ",
		"3x3::k:1793:1793:3330\n":                       "looks like a killer sudoku; the sums of its cages are not exact cover, so it cannot be read",
		"SumoCueV1=17J0=0J0\n":                          "looks like a killer sudoku; ",
		candidates:                                      "looks like the candidates of a sudoku, expected one sign for each cell",
		"53  7\n6  195\n 98    6\n8   6   3\n":          "looks like a sudoku with blank cells left out, expected a sign such as '.'",
		"a b\n1 0\n0 1\n":                               "looks like a matrix of 0s and 1s below a line of names, expected the matrix without",
		"id,seconds\n1,0.5\n":                           "looks like a table without a column of puzzles, expected a board",
		"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n": "looks like a pointer of Git LFS, expected the file itself",
		"0 1 0\n1 0\n0 0 1\n": "looks like a matrix of 0s and 1s, expected rows of equal length",
		"a b\na b\nc\n":       "unknown item \"c\", expected one of the item list",
	} {
		_, err := readAll(text, "")
		if err == nil || !strings.Contains(err.Error(), ":1: "+want) {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
	if _, err := readAll(candidates, "dlx"); err == nil || strings.Contains(err.Error(), "looks like") {
		t.Errorf("got %v for a text named dlx, want the complaint about its options", err)
	}
}
