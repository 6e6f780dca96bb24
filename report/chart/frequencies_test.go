package chart

import (
	"bytes"
	"encoding/csv"
	"errors"
	"math/big"
	"slices"
	"strings"
	"testing"

	"xcbench/corpus"
	"xcbench/format"
)

func frequenciesOf(t *testing.T, name string, puzzle *format.Puzzle, times []*big.Int, all *big.Int, solution []int) *Figure {
	t.Helper()
	f, err := Frequencies(name, puzzle, times, all, solution)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// puzzleOf returns a puzzle of the corpus.
func puzzleOf(t *testing.T, id string) *format.Puzzle {
	t.Helper()
	in, err := corpus.Find(id)
	if err != nil {
		t.Fatal(err)
	}
	puzzle, err := in.Puzzle()
	if err != nil {
		t.Fatal(err)
	}
	return puzzle
}

// numbers returns big integers.
func numbers(all ...int64) (list []*big.Int) {
	for _, n := range all {
		list = append(list, big.NewInt(n))
	}
	return list
}

// dataOf returns the rows of a figure, without the head.
func dataOf(t *testing.T, f *Figure) [][]string {
	t.Helper()
	var text bytes.Buffer
	if err := f.WriteCSV(&text); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&text).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows[1:]
}

// The three tilings of a 2×3 board: the outer dominoes stand in two of them.
func TestBordersHaveTheShareOfTheirOptions(t *testing.T) {
	f := frequenciesOf(t, "domino/2x3", puzzleOf(t, "domino/2x3"), numbers(1, 1, 1, 1, 2, 1, 2), big.NewInt(3), []int{4, 5, 6})
	if !slices.Contains(f.notes, byBorder) {
		t.Errorf("got the notes %q, want one of borders", f.notes)
	}
	got := map[string]string{}
	for _, row := range dataOf(t, f) {
		got[row[1]+" "+row[2]] = row[3][:5]
	}
	want := map[string]string{"1 0.5": "0.333", "2 0.5": "0.333", "1 1.5": "0.333", "2 1.5": "0.333",
		"0.5 1": "0.666", "1.5 1": "0.333", "2.5 1": "0.666"}
	for at, share := range want {
		if got[at] != share {
			t.Errorf("border at %s: got the share %s, want %s", at, got[at], share)
		}
	}
	if len(got) != len(want) {
		t.Errorf("got %d borders, want %d: %v", len(got), len(want), got)
	}
}

func TestCellsHaveTheShareOfTheirMostFrequentLabel(t *testing.T) {
	puzzle := puzzleOf(t, "sudoku_empty/2x2")
	p := puzzle.Problem()
	times := numbers(make([]int64, p.Options())...)
	var solution []int
	for o := range p.Options() { // option 4k+d puts digit d+1 into cell k
		times[o] = big.NewInt(int64(o % 4))
	}
	for k, digit := range []int{0, 1, 2, 3, 2, 3, 0, 1, 1, 0, 3, 2, 3, 2, 1, 0} {
		solution = append(solution, 4*k+digit)
	}
	f := frequenciesOf(t, "sudoku", puzzle, times, big.NewInt(4), solution)
	rows := dataOf(t, f)
	for _, row := range rows {
		if !strings.HasSuffix(row[0], "with 4") || row[3] != "0.75" {
			t.Errorf("got %v, want digit 4 with a share of 0.75", row)
		}
	}
	if len(rows) != 16 {
		t.Errorf("got %d cells, want 16", len(rows))
	}
}

func TestPuzzlesWithoutABoardGetACurve(t *testing.T) {
	puzzle := format.NewPuzzle(puzzleOf(t, "domino/2x3").Problem())
	f := frequenciesOf(t, "some", puzzle, numbers(1, 1, 1, 1, 2, 1, 3), big.NewInt(3), []int{4, 5, 6})
	rows := dataOf(t, f)
	if len(rows) != 7 || strings.Join(rows[0], " ") != "1 7 1" || !strings.HasPrefix(strings.Join(rows[1], " "), "2 5 0.66") {
		t.Errorf("got %v, want the options in order, 7 and 5 first", rows)
	}
	var empty *EmptyError
	if _, err := Frequencies("none", puzzle, numbers(0, 0, 0, 0, 0, 0, 0), new(big.Int), nil); !errors.As(err, &empty) {
		t.Errorf("got %v and a picture of no solution", err)
	}
}

func TestPicturesOfFrequenciesAreTheSameEachTime(t *testing.T) {
	draw := func() string {
		f := frequenciesOf(t, "q", puzzleOf(t, "queens/4"), numbers(0, 1, 1, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 1, 1, 0), big.NewInt(2),
			[]int{1, 7, 8, 14})
		text, err := f.Encode(".svg", Made{})
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	one := draw()
	if again := draw(); again != one {
		t.Error("got another picture the second time")
	}
	if !strings.Contains(one, "cell 2 with Q: 50.00%") || strings.Count(one, "<circle") != 16 {
		t.Errorf("got no text for each cell in\n%s", one)
	}
}
