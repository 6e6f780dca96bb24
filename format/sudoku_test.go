package format_test

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"xcbench/format"
)

const (
	wiki       = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	wikiSolved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
)

func TestSudokuFilesOfSeveralPuzzles(t *testing.T) {
	solved := wikiSolved + "\n"
	grid, full := rows(wiki, " "), rows(wikiSolved, " ")
	const four, four1 = "12343412214343.1", "1234341221434321\n"
	tests := []struct{ name, text, want string }{
		{"one a line", wiki + "\n" + wiki + "\n", solved + solved},
		{"no line end at the end", wiki, solved},
		{"a count", "2\n" + wiki + "\n\n" + wiki + "\n", solved + solved},
		{"a count of 4 digits is one if no row follows", "0002\n" + wiki + "\n" + wiki + "\n", solved + solved},
		{"end", wiki + "\n" + wiki + "\nend\n\n# that was it\n", solved + solved},
		{"a count and end", "1\n" + wiki + "\nend\n", solved},
		{"comments", "# a\n" + wiki + " # b\n\n#c\n" + grid + "# d\n", solved + full},
		{"comments in grids", "# a\n" + strings.ReplaceAll(grid, "\n", " # b\n# c\n"), full},
		{"sizes and forms mixed", four + "\n" + wiki + "\n" + grid + four + "\n", four1 + solved + full + four1},
		{"puzzles of side 4", four + "\n" + four + "\n" + four + "\n", four1 + four1 + four1},
		{"20 puzzles of side 4", strings.Repeat(four+"\n", 20), strings.Repeat(four1, 20)},
		{"a row that could be a count", "1234\n3412\n2143\n43.1\n", "1234\n3412\n2143\n4321\n"},
		{"a full grid", solved, solved},
		{"a contradiction", "55" + wiki[2:] + "\n", "No Solution!\n"},
	}
	for _, test := range tests {
		if got := answers(t, test.text); got != test.want {
			t.Errorf("%s: got\n%swant\n%s", test.name, got, test.want)
		}
	}
}

func TestSudokuNotes(t *testing.T) {
	for text, want := range map[string]string{
		wiki + "\n":                       "",
		wiki + " easy\n":                  "easy",
		wiki + "\teasy one \n":            "easy one",
		wiki + ",easy,30\n":               "easy,30",
		wiki + "; easy\n":                 "easy",
		wiki + "#easy\n":                  "easy",
		wiki + "  # easy # really\n":      "easy # really",
		"12343412214343.1 four\n":         "four",
		"12.4\n3412 # easy\n2143\n43.1\n": "easy",
	} {
		all := mustRead(t, text)
		if len(all) != 1 || all[0].Note != want {
			t.Errorf("%q: got %d puzzles and note %q, want 1 and %q", text, len(all), all[0].Note, want)
		}
	}
}

func TestSudokuWordOf16SignsIsAPuzzleOrARow(t *testing.T) {
	puzzle, _ := pattern(16)
	grid := style{sign: signs(hex)}.paint(16, puzzle)
	blank := "................\n" // as the first row, it could be both
	tests := []struct {
		name, text string
		want       []int // the lines in which puzzles begin
	}{
		{"a grid", grid, []int{1}},
		{"two grids", grid + grid, []int{1, 17}},
		{"a grid that begins with a blank row", blank + grid[17:], []int{1}},
		{"and another", blank + grid[17:] + blank + grid[17:], []int{1, 17}},
		{"puzzles of side 4", strings.Repeat("1.2.............\n", 16),
			[]int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}},
		{"one that is all blank", "----------------\n", []int{1}},
		{"a note makes it a puzzle", strings.Repeat(blank[:16]+" n\n", 3), []int{1, 2, 3}},
	}
	for _, test := range tests {
		var got []int
		for _, p := range mustRead(t, test.text) {
			got = append(got, p.Line)
		}
		if fmt.Sprint(got) != fmt.Sprint(test.want) {
			t.Errorf("%s: got puzzles in lines %v, want %v", test.name, got, test.want)
		}
	}
}

func TestSudokuErrorsNameThePlace(t *testing.T) {
	rows := strings.Repeat(".........\n", 8)
	letters16 := "ABCD............\n"
	wantErrors(t, "sudoku", []errorTest{
		{"", "in:1:1: no puzzle found, expected a sudoku"},
		{"# only\n# comments\n", "in:3:1: no puzzle found, expected a sudoku"},
		{wiki[:80] + "\n", "in:1:1: 80 cells in a line, expected 81 (or a row of 4 to 36)"},
		{wiki + "\n" + wiki + ". name\n", "in:2:1: 82 cells in a line, expected 81 (or a row of 4 to 36)"},
		{strings.Repeat(".", 300), "in:1:1: 300 cells in a line, expected 256 (or a row of 4 to 36)"},
		{"  12.\n", "in:1:3: 3 cells in a line, expected 16 (or a row of 4 to 36)"},
		{"1 2 .\n", "in:1:1: 3 cells in a row, expected 4 to 36"},
		{"1234........7...\n", "in:1:13: '7' in a 4x4 grid, expected 1 to 4 or a blank"},
		{"12.4\n1 7\n", "in:2:1: row 2 has 2 cells, expected 4"},
		{"12.4\n.x.7\n....\n....\n", "in:2:4: '7' in a 4x4 grid, expected 1 to 4 or a blank"},
		{wiki[:40] + "!" + wiki[41:] + "\n", "in:1:41: '!' in a 9x9 grid, expected 1 to 9 or a blank"},
		{wiki[:40] + "ä" + wiki[41:] + "\n", "in:1:41: 'ä' in a 9x9 grid, expected 1 to 9 or a blank"},
		{"| . . . | . . . | . ä A |\n" + rows, "in:1:21: 'ä' in a 9x9 grid, expected 1 to 9 or a blank"},
		{". . . . . . . . 10\n" + rows, "in:1:17: '10' in a 9x9 grid, expected 1 to 9 or a blank"},
		{"53..7....\n6..195...\n.98....6\n", "in:3:1: row 3 has 8 cells, expected 9"},
		{"5 3 . . 7 . . . .\n6 . . 1 9 5 . . . 7\n", "in:2:1: row 2 has 10 cells, expected 9"},
		{rows, "in:9:1: expected row 9 of 9, found the end of the file"},
		{"5 3 . . 7 . . . .\n6 . . 1 9 5 . . .\n. 9 8 . . . . 6 .\n",
			"in:4:1: expected row 4 of 9, found the end of the file"},
		{"+---+\n", "in:2:1: expected the rows of a sudoku, found the end of the file"},
		{strings.Repeat(letters16, 15), "in:16:1: expected row 16 of 16, found the end of the file"},
		{"Q" + strings.Repeat(letters16, 16)[1:], "in:1:1: 'Q' in a 16x16 grid, expected A to P or a blank"},
		{strings.Repeat(letters16, 15) + "...............Q", "in:16:16: 'Q' in a 16x16 grid, expected A to P or a blank"},
		{strings.Repeat("12..........EFg.\n", 15) + "..............H.",
			"in:16:15: 'H' in a 16x16 grid, expected 1 to 9, A to G or a blank"},
		{strings.Repeat("012.........EF..\n", 15) + "..............H.",
			"in:16:15: 'H' in a 16x16 grid, expected 0 to 9, A to F or a blank"},
		{strings.Repeat("01200.......EF..\n", 15) + "..............H.",
			"in:16:15: 'H' in a 16x16 grid, expected 0 to 9, A to F or a blank"},
		{strings.Repeat(strings.Repeat(" 12", 16)+"\n", 15) + strings.Repeat(" 17", 16),
			"in:16:2: '17' in a 16x16 grid, expected 1 to 16 or a blank"},
		{strings.Repeat(strings.Repeat("1", 25)+"\n", 24) + strings.Repeat("Z", 25),
			"in:25:1: 'Z' in a 25x25 grid, expected 1 to 9, A to P or a blank"},
		{strings.Repeat(".", 624) + "Z", "in:1:625: 'Z' in a 25x25 grid, expected A to Y or a blank"},
		{"3\n" + wiki + "\n" + wiki + "\n", "in:4:1: file ends after puzzle 2 of 3"},
		{"3\n" + wiki + "\nend\n", "in:4:1: file ends after puzzle 1 of 3"},
		{"# c\n1\n" + wiki + "\n" + wiki + "\n", "in:4:1: expected the end of the file after 1 puzzle, as line 2 says"},
		{wiki + "\nend\n\n" + wiki + "\n", "in:4:1: a line after 'end', expected the end of the file"},
	})
}

func TestSudokuAnswerCheckKnowsTheRules(t *testing.T) {
	p := mustRead(t, "12.43412214343.1\n")[0]
	const r1c3d3, r4c3d2 = 2*4 + 2, 14*4 + 1 // options of the blank board
	if got := p.Answer.Check([]int{r1c3d3, r4c3d2}); got != nil {
		t.Errorf("got %v of a solution, want nil", got)
	}
	got, want := fmt.Sprint(p.Answer.Check([]int{r1c3d3})), "row 4, column 3 has 0, expected 1 to 4"
	if got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestAFaultyPuzzleLosesNoOther(t *testing.T) {
	const good, bad = "1.3.4.....1....2", "1.3.4.....1....23"
	long := strings.Repeat(".", 80)
	rows := strings.Repeat("...............9\n...............G\n", 8)
	grid := func(first string) string { return first + "\n3412\n2143\n4321\n" }
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"lines":          {good + "\n" + bad + "\n" + good + "\n" + bad + "\n", []string{"1", "2: error", "3", "4: error"}},
		"announced":      {"3\n" + good + "\n" + bad + "\n" + good + "\n", []string{"2", "3: error", "4"}},
		"too few":        {"3\n" + good + "\n" + bad + "\n", []string{"2", "3: error"}},
		"grids":          {grid("12.4") + "\n" + grid("1254") + "\n" + grid(".234"), []string{"1", "6: error", "11"}},
		"long lines":     {long + "\n" + long + ".\n" + long + "..\n" + long + ".\n", []string{"1: error", "2", "3: error", "4"}},
		"first short":    {good[1:] + "\n" + good[1:] + "\n" + good + "\n" + good + "1\n", []string{"1: error", "2: error", "3", "4: error"}},
		"first long":     {good + ".\n" + good + "\n", []string{"1: error", "2"}},
		"first of 35":    {long[:35] + "\n" + long[:36] + "\n" + long[:36] + "\n", []string{"1: error", "2", "3"}},
		"half a line":    {good[:8] + "\n" + good + "\n" + good + "\n", []string{"2: error", "2", "3"}},
		"part of a grid": {"12.4\n3412\n" + good + "\n" + good + "\n", []string{"3: error", "3", "4"}},
		"broken line":    {good + "\n" + good[:4] + "\n" + good + "\n", []string{"1", "3: error", "3"}},
		"rows of 16":     {rows[1:] + "\n" + rows, []string{"2: error", "18"}},
		"table":          {"puzzle,solution\n" + good + ",1\n" + bad + ",1\n", []string{"2: error", "3: error"}},
		"binary":         {good + "\n\x00\n" + good + "\n", []string{"1", "2: error"}},
		"matrix":         {"1 2\n11\n1 2\n13\n\n1 2\n11\n", []string{"1", "4: error", "6"}},
		"nothing found":  {"a b\nc\n", []string{"2: error"}},
	} {
		r, err := format.NewReader("in", strings.NewReader(c.text), format.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for p, err := r.Read(); err != io.EOF && len(got) < 9; p, err = r.Read() {
			if err != nil {
				var at *format.SyntaxError
				errors.As(err, &at)
				got = append(got, fmt.Sprintf("%d: error", at.Line))
				continue
			}
			got = append(got, fmt.Sprint(p.Line))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}
