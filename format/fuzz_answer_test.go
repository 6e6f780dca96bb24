package format_test

import (
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/format"
)

// FuzzAnswer writes the first solutions of sudokus and reads them back. They are boards that obey the rules of the
// puzzle.
func FuzzAnswer(f *testing.F) {
	for _, c := range texts(f) {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if tooMuch(text) {
			return
		}
		all, _ := readAll(text, "sudoku")
		for _, p := range all[:min(2, len(all))] {
			if g, ok := p.Sudoku(); !ok || g.Side > 4 && !sampled(text, 256) || p.Problem().Entries() > 3000 {
				continue // it has candidates, or takes long
			}
			limits := cover.Limits{Solutions: 3, Nodes: 100} // a fuzzer finds hard puzzles too
			cover.Solve(t.Context(), dlx.Index(cover.MRV), p.Problem(), limits, func(options []int) bool {
				wantFullBoard(t, p, string(p.Answer.Append(nil, options)))
				return true
			})
		}
	})
}

// wantFullBoard reads an answer as a sudoku. It must be a solution of the puzzle.
func wantFullBoard(t *testing.T, p *format.Puzzle, text string) {
	givens, _ := p.Sudoku()
	again, err := readAll(text, "sudoku")
	if err != nil || len(again) != 1 {
		t.Fatalf("got %d puzzles and error %v from\n%s, want one", len(again), err, text)
	}
	full, _ := again[0].Sudoku()
	if blank := strings.Count(full.String(), "."); blank == full.Side && strings.Count(text, "0") == blank {
		return // digits from 0 show beside another sign for blanks only: this is a puzzle, too
	}
	if slices.Contains(full.Cells, 0) {
		t.Errorf("got blanks in\n%s, want a full board", text)
	}
	if err := givens.Check(full); err != nil {
		t.Errorf("%v in\n%s", err, text)
	}
}
