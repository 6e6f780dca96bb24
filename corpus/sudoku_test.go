package corpus

import (
	"strings"
	"testing"

	"xcbench/cover"
)

func TestEmptyBoardsHaveTheKnownNumbersOfSolutions(t *testing.T) {
	for id, want := range map[string]int64{
		"sudoku_empty/1x1": 1, "sudoku_empty/1x2": 2, "sudoku_empty/1x4": 576, "sudoku_empty/2x2": 288,
	} {
		if got := solutions(t, problemOf(t, id)); got != want {
			t.Errorf("%s: got %d solutions, want %d", id, got, want)
		}
	}
}

func TestRandomSudokusHaveASolutionAndARegularPicture(t *testing.T) {
	for _, id := range []string{
		"sudoku_holes/2x2_h16_s1", "sudoku_holes/2x3_x_h20_s2", "sudoku_holes/3x3_jigsaw_h40_s3",
		"sudoku_holes/5x5_h100_s4",
	} {
		in, err := Find(id)
		if err != nil {
			t.Fatal(err)
		}
		puzzle, err := in.Puzzle()
		if err != nil {
			t.Fatal(err)
		}
		options := firstSolution(puzzle.Problem(), 0)
		for k, o := range options {
			options[k] = puzzle.Problem().ToBase(o)
		}
		if err := cover.Check(puzzle.Problem(), options); err != nil {
			t.Errorf("%s: %v", id, err)
			continue
		}
		board, _ := puzzle.Sudoku()
		regions := map[uint8]map[string]bool{}
		for k, c := range draw(t, puzzle, options).Cells {
			region := board.Region[k]
			if regions[region] == nil {
				regions[region] = map[string]bool{}
			}
			regions[region][c.Label] = true
		}
		for r, digits := range regions {
			if len(digits) != len(regions) {
				t.Errorf("%s: got %d digits in region %d, want %d", id, len(digits), r, len(regions))
			}
		}
	}
}

func TestInvalidSudokusAreRejected(t *testing.T) {
	for id, want := range map[string]string{
		"sudoku_holes/2x2_h17_s1":    "holes is 17, expected at most 16 on a board of side 4",
		"sudoku_holes/4x4_x_h17_s1":  "rule is x with side 16, expected a side of at most 9",
		"sudoku_holes/2x2_h3_s0":     "seed is 0, expected 1 to 999999",
		"sudoku_holes/2x2_jig_h3_s1": "not a name of the family",
		"sudoku_empty/6x6":           "rows is 6, expected 1 to 5",
	} {
		in, err := Find(id)
		if err == nil {
			_, err = in.Puzzle()
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", id, err, want)
		}
	}
}

func TestNamedSudokusWithoutAUniqueSolutionHaveANote(t *testing.T) {
	all, names := namedSudokus()
	if len(names) < 50 {
		t.Errorf("got %d named sudokus, want 50 or more", len(names))
	}
	for _, in := range sudokus.Catalogued() {
		if s := all[in.Name]; in.Solutions.N != 1 && s.note == "-" {
			t.Errorf("%s: got %s solutions and no note, want one solution or a note", in.ID(), in.Solutions)
		}
	}
}

func TestSymmetricCopiesAmongNamedSudokusHaveANote(t *testing.T) {
	all, names := namedSudokus()
	first := map[string]string{}
	for _, name := range names {
		puzzle, err := sudokuPuzzle(all[name].puzzle)
		if err != nil {
			t.Fatal(err)
		}
		g, _ := puzzle.Sudoku()
		form := g.Canonical().String()
		if twin, ok := first[form]; ok && all[name].note != "a symmetric copy of "+twin {
			t.Errorf("%s: got note %q, want that it is a symmetric copy of %s", name, all[name].note, twin)
		}
		first[form] = name
	}
}
