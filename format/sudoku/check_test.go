package sudoku_test

import (
	"testing"

	"xcbench/format/sudoku"
)

// Check looks at whole units first, and only then for the fault.
func TestCheckFindsEveryWrongSign(t *testing.T) {
	solved := board(t, wikiSolved)
	blank, err := sudoku.New(9)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range []sudoku.Grid{blank, board(t, wiki), solved} {
		if err := g.Check(solved); err != nil {
			t.Errorf("got %v for the solution, want nil", err)
		}
		for k, digit := range solved.Cells {
			for wrong := range 256 {
				solved.Cells[k] = uint8(wrong)
				if err := g.Check(solved); (err == nil) != (uint8(wrong) == digit && (g.Cells[k] == 0 || g.Cells[k] == digit)) {
					t.Errorf("cell %d: got %v for %d, want an error unless it is %d", k, err, wrong, digit)
				}
			}
			solved.Cells[k] = digit
		}
		for k := range 80 { // two changes may keep a row, but not its columns
			solved.Cells[k], solved.Cells[k+1] = solved.Cells[k+1], solved.Cells[k]
			if g.Check(solved) == nil {
				t.Errorf("cells %d and %d: got nil after they changed places, want an error", k, k+1)
			}
			solved.Cells[k], solved.Cells[k+1] = solved.Cells[k+1], solved.Cells[k]
		}
	}
	for k, digit := range solved.Cells {
		blank.Cells[k] = digit%9 + 1
		if blank.Check(solved) == nil {
			t.Errorf("cell %d: got nil for a solution that changes the given, want an error", k)
		}
		blank.Cells[k] = 0
	}
}

// Lines that change places between bands keep all rows and columns, but not the boxes.
func TestCheckLooksAtBoxes(t *testing.T) {
	for _, text := range []string{wikiSolved, "1234341241232341"} {
		solved := board(t, text)
		blank, err := sudoku.New(solved.Side)
		if err != nil {
			t.Fatal(err)
		}
		if err := blank.Check(solved); err != nil {
			t.Errorf("side %d: got %v for the solution, want nil", solved.Side, err)
		}
		side, order := solved.Side, solved.Rows
		for a := range side {
			for b := range a {
				rows, columns := board(t, text), board(t, text)
				for k := range side {
					rows.Cells[a*side+k], rows.Cells[b*side+k] = rows.Cells[b*side+k], rows.Cells[a*side+k]
					columns.Cells[k*side+a], columns.Cells[k*side+b] = columns.Cells[k*side+b], columns.Cells[k*side+a]
				}
				grids := []sudoku.Grid{rows, columns}
				if side == 4 {
					grids = grids[:1] // two of the columns fit into each other's boxes
				}
				for _, g := range grids {
					if err := blank.Check(g); (err == nil) != (a/order == b/order) {
						t.Errorf("side %d, lines %d and %d: got %v after they changed places", side, a, b, err)
					}
				}
			}
		}
	}
}
