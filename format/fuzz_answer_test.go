package format_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/format"
)

// FuzzAnswer writes the first solutions of puzzles in each format and reads them back. They are the
// solutions found, and they obey the rules of the puzzle.
func FuzzAnswer(f *testing.F) {
	read := map[string]func(*testing.T, *format.Puzzle, []int, string){
		"dlx": wantOptions, "matrix": wantRowNumbers, "cnf": wantModel, "sudoku": wantFullBoard,
	}
	for name := range read {
		for _, c := range texts(f) {
			if c.from == "" || c.from == name {
				f.Add(name, c.text)
			}
		}
	}
	for _, text := range formulas {
		f.Add("cnf", text)
	}
	f.Fuzz(func(t *testing.T, from, text string) {
		if read[from] == nil || tooMuch(text) {
			return
		}
		all, _ := readAll(text, from)
		for _, p := range all[:min(2, len(all))] {
			if g, ok := p.Sudoku(); ok && g.Side > 4 && !sampled(text, 256) {
				continue
			}
			solveAndRead(t, p, read[from])
		}
	})
}

// solveAndRead passes the first solutions of a puzzle and their texts to read.
func solveAndRead(t *testing.T, p *format.Puzzle, read func(*testing.T, *format.Puzzle, []int, string)) {
	if p.Problem().Entries() > 3000 {
		return
	}
	limits := cover.Limits{Solutions: 3, Nodes: 100} // a fuzzer finds hard puzzles too
	cover.Solve(t.Context(), dlx.Index(cover.MRV), p.Problem(), limits, func(options []int) bool {
		if err := p.Answer.Check(options); err != nil {
			t.Error(err)
		}
		read(t, p, options, string(p.Answer.Append(nil, options)))
		return true
	})
}

// wantOptions compares the lines of an answer with the options.
func wantOptions(t *testing.T, p *format.Puzzle, options []int, text string) {
	var want string
	for _, o := range slices.Sorted(slices.Values(options)) {
		var names []string
		for k := range p.Problem().Option(o) {
			names = append(names, p.Problem().Entry(o, k))
		}
		want += strings.Join(names, " ") + "\n"
	}
	if text != want {
		t.Errorf("got %q, want %q", text, want)
	}
}

// wantRowNumbers compares an answer with the rows of the matrix, some of which may be dropped.
func wantRowNumbers(t *testing.T, p *format.Puzzle, options []int, text string) {
	rows := strings.Fields(text)
	if len(rows) != len(options) || strings.Count(text, "\n") != 1 {
		t.Errorf("got %q, want the numbers of %d rows in a line", text, len(options))
	}
	for _, o := range options {
		if !slices.Contains(rows, strconv.Itoa(p.Problem().Number(o))) {
			t.Errorf("got %q, want row %d in it", text, p.Problem().Number(o))
		}
	}
}

// wantModel reads an answer as a model. Whether it satisfies the clauses has been checked.
func wantModel(t *testing.T, _ *format.Puzzle, _ []int, text string) {
	literals := strings.Fields(text)
	if last := len(literals) - 1; last < 1 || literals[0] != "v" || literals[last] != "0" {
		t.Fatalf("got %q, want a line from v to 0", text)
	}
	for k, literal := range literals[1 : len(literals)-1] {
		if strings.TrimPrefix(literal, "-") != strconv.Itoa(k+1) {
			t.Errorf("got %q, want a literal of each variable in turn", text)
		}
	}
}

// wantFullBoard reads an answer as a sudoku. It must be a solution of the puzzle.
func wantFullBoard(t *testing.T, p *format.Puzzle, _ []int, text string) {
	givens, ok := p.Sudoku()
	if !ok {
		return // it has candidates
	}
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
