package format_test

import (
	"strings"
	"testing"
)

// rows returns a puzzle in a line as a grid.
func rows(text, between string) string {
	var out strings.Builder
	for r := range 9 {
		out.WriteString(strings.Join(strings.Split(text[9*r:9*r+9], ""), between) + "\n")
	}
	return out.String()
}

func TestSudokusUnderHeadings(t *testing.T) {
	grid, solved := rows(wiki, ""), rows(wikiSolved, "")
	tests := []struct{ name, text, want, note string }{
		{"grids", "Grid 01\n" + grid + "Grid 02\n" + grid, solved + solved, "Grid 01 Grid 02 "},
		{"lines", "Puzzle 1:\n\n" + wiki + "\nPuzzle 2:\n" + wiki + " hard\n",
			wikiSolved + "\n" + wikiSolved + "\n", "Puzzle 1: hard "},
		{"some without", "# c\nSudoku 007\n" + grid + wiki + "\n", solved + wikiSolved + "\n", "Sudoku 007  "},
		{"a count too", "1\nGrid 01\n" + grid, solved, "Grid 01 "},
		{"side 4", "Nos 12\n12.4\n3412\n2143\n43.1\n", "1234\n3412\n2143\n4321\n", "Nos 12 "},
	}
	for _, test := range tests {
		if got := answers(t, test.text); got != test.want {
			t.Errorf("%s: got\n%swant\n%s", test.name, got, test.want)
		}
		notes := ""
		for _, p := range mustRead(t, test.text) {
			notes += p.Note + " "
		}
		if notes != test.note {
			t.Errorf("%s: got notes %q, want %q", test.name, notes, test.note)
		}
	}
	wantErrors(t, "sudoku", []errorTest{
		{"Grid 01\n" + grid + "Grid 02\n",
			"in:12:1: expected a sudoku after the heading 'Grid 02', found the end of the file"},
		{"1\nGrid 01\n" + grid + "Grid 02\n", "in:12:1: expected the end of the file after 1 puzzle, as line 1 says"},
		{"Grid 01\nGrid 02\n" + grid, "in:2:1: 2 cells in a row, expected 4 to 36"},
		{"Grid 01\n" + grid[:10] + "Grid 02\n", "in:3:1: row 2 has 2 cells, expected 9"},
	})
}

func TestSudokuCellsBetweenCommas(t *testing.T) {
	puzzle, full := pattern(16)
	commas := style{sign: number(2, "."), between: ",", boxes: ","}
	tests := []struct{ name, text, want string }{
		{"commas", rows(wiki, ","), rows(wikiSolved, ",")},
		{"commas and blanks", rows(wiki, ", "), rows(wikiSolved, ", ")},
		{"a comma after the last cell",
			strings.ReplaceAll(rows(wiki, ","), "\n", ",\n"), strings.ReplaceAll(rows(wikiSolved, ","), "\n", ",\n")},
		{"side 4", "1,2,0,4\n3,4,1,2\n2,1,4,3\n4,3,0,1\n", "1,2,3,4\n3,4,1,2\n2,1,4,3\n4,3,2,1\n"},
		{"numbers", commas.paint(16, puzzle), commas.paint(16, full)},
	}
	for _, test := range tests {
		if got := answers(t, test.text); got != test.want {
			t.Errorf("%s: got\n%swant\n%s", test.name, got, test.want)
		}
	}
	wantErrors(t, "sudoku", []errorTest{
		{"5,3,0,0,7,0,0,0,0\n6,0,0\n", "in:2:1: row 2 has 3 cells, expected 9"},
		{",\n", "in:1:1: no cells in a row, expected 4 to 36"},
		{"5,3,0,0,7,0,0,0,A\n" + rows(wiki, ",")[18:], "in:1:17: 'A' in a 9x9 grid, expected 1 to 9 or a blank"},
	})
}
