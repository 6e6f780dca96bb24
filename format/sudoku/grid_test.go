package sudoku_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"xcbench/format/sudoku"
)

const (
	wiki       = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	wikiSolved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
)

// board makes the board of a text of digits and '.' for blanks.
func board(t testing.TB, s string) sudoku.Grid {
	t.Helper()
	g, err := sudoku.New(map[int]int{16: 4, 81: 9}[len(s)])
	if err != nil {
		t.Fatal(err)
	}
	for k := range g.Cells {
		if s[k] != '.' {
			g.Cells[k] = s[k] - '0'
		}
	}
	return g
}

// Squares without regions may be larger than boards: there are signs for 62 rows.
func TestSidesAreBounded(t *testing.T) {
	for _, c := range []struct {
		form sudoku.Form
		fits bool
	}{
		{sudoku.Form{Side: 62}, true}, {sudoku.Form{Side: 63}, false}, {sudoku.Form{}, false},
		{sudoku.Form{Side: 36, Rows: 6, Cols: 6}, true}, {sudoku.Form{Side: 42, Rows: 6, Cols: 7}, false},
	} {
		if _, err := c.form.Shape(); (err == nil) != c.fits {
			t.Errorf("%+v: got %v, want a shape: %v", c.form, err, c.fits)
		}
	}
}

func TestUsualBoxesAreAsSquareAsPossible(t *testing.T) {
	for side, want := range map[int]string{4: "2x2", 6: "2x3", 8: "2x4", 9: "3x3", 12: "3x4", 14: "2x7", 7: "0x0", 16: "4x4", 20: "4x5",
		25: "5x5", 30: "5x6", 36: "6x6"} {
		g, err := sudoku.New(side)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("%dx%d", g.Rows, g.Cols); len(g.Cells) != side*side || got != want {
			t.Errorf("side %d: got %d cells and boxes of %s, want %d and %s", side, len(g.Cells), got, side*side, want)
		}
	}
	for _, side := range []int{-4, 0, 38} {
		if _, err := sudoku.New(side); err == nil {
			t.Errorf("side %d: got a board, want an error", side)
		}
	}
}

func TestStringShowsTheBoard(t *testing.T) {
	for _, s := range []string{wiki, wikiSolved, "1234............"} {
		if got := board(t, s).String(); got != s {
			t.Errorf("got %s, want %s", got, s)
		}
	}
	wide, err := sudoku.New(25)
	if err != nil {
		t.Fatal(err)
	}
	wide.Cells[1], wide.Cells[2], wide.Cells[3] = 9, 10, 25
	if got, want := wide.String()[:5], ".9AP."; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestCheckNamesTheFirstFault(t *testing.T) {
	g := board(t, wiki)
	// with returns the solution with the digits of some cells changed.
	with := func(changes map[int]uint8) sudoku.Grid {
		s := board(t, wikiSolved)
		for k, digit := range changes {
			s.Cells[k] = digit
		}
		return s
	}
	empty := board(t, strings.Repeat(".", 81))
	latin := board(t, strings.Repeat(".", 81)) // correct in rows and columns, but not in boxes
	for k := range latin.Cells {
		latin.Cells[k] = uint8((k/9+k%9)%9 + 1)
	}
	tests := []struct {
		name     string
		puzzle   sudoku.Grid
		solution sudoku.Grid
		want     string
	}{
		{"solution", g, with(nil), "<nil>"},
		{"blank cell", g, with(map[int]uint8{2: 0}), "row 1, column 3 has 0, expected 1 to 9"},
		{"digit too large", g, with(map[int]uint8{80: 10}), "row 9, column 9 has 10, expected 1 to 9"},
		{"given changed", g, with(map[int]uint8{9: 7}), "row 2, column 1 has 7, expected the given 6"},
		{"twice in a row", g, with(map[int]uint8{2: 5}), "row 1 has 5 twice"},
		{"twice in a column", empty, with(map[int]uint8{0: 3, 1: 5}), "column 1 has 3 twice"},
		{"twice in a box", empty, latin, "box 1 has 2 twice"},
		{"another side", g, board(t, "1234341221434321"), "a grid of side 4 with 16 cells, expected side 9 with 81"},
	}
	for _, test := range tests {
		if got := fmt.Sprint(test.puzzle.Check(test.solution)); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
}

func ExampleGrid_Fill() {
	g, _ := sudoku.New(4)
	may := slices.Repeat([]uint64{0b1111}, 16)
	may[0], may[5] = 0b0100, 0b0011 // a 3, and a 1 or 2
	without := g.Fill(may)
	fmt.Println(g, without)
	// Output: 3............... [22 23]
}

func ExampleRegions() {
	for _, labels := range []string{"AABBAABBCCDDCCDD", "1234341221434321", "AAABAABBCCDDCCDD"} {
		jigsaw, even, touch := sudoku.Regions(strings.Split(labels, ""))
		fmt.Println([]byte(jigsaw[:5]), even, touch)
	}
	// Output:
	// [0 0 1 1 0] true true
	// [0 1 2 3 2] true false
	// [0 0 0 1 0] false true
}

func ExampleForm_SetBoxes() {
	for _, size := range []string{"2x3", "3X2", "3", "0x3", "2x3y"} {
		var f sudoku.Form
		f.SetBoxes(size)
		fmt.Println(size, f.Rows, f.Cols)
	}
	// Output:
	// 2x3 2 3
	// 3X2 3 2
	// 3 -1 0
	// 0x3 -1 3
	// 2x3y -1 3
}
