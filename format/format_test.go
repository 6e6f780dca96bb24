package format_test

import (
	"io"
	"strings"
	"testing"

	"xcbench/format"
	"xcbench/format/sudoku"
	"xcbench/internal/textbook"
)

const (
	wiki       = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	wikiSolved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
)

// readAll reads all puzzles of a text called "in".
func readAll(text, from string) ([]*format.Puzzle, error) {
	r, err := format.NewReader("in", strings.NewReader(text), format.Options{From: from})
	if err != nil {
		return nil, err
	}
	var all []*format.Puzzle
	for {
		p, err := r.Read()
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return all, err
		}
		all = append(all, p)
	}
}

// mustRead reads all puzzles of a good text.
func mustRead(t *testing.T, text string) []*format.Puzzle {
	t.Helper()
	all, err := readAll(text, "")
	if err != nil {
		t.Fatalf("reading %q: %v", text, err)
	}
	return all
}

// wantError checks that a text is rejected with exactly the given message.
func wantError(t *testing.T, from, text, want string) {
	t.Helper()
	_, err := readAll(text, from)
	if _, ok := err.(*format.SyntaxError); !ok || err.Error() != want {
		t.Errorf("reading %q: got a %T\n%v\nwant a *SyntaxError\n%s", text, err, err, want)
	}
}

func TestUnknownFormatIsRejectedWithTheListOfNames(t *testing.T) {
	_, err := format.NewReader("in", strings.NewReader("1\n"), format.Options{From: "csv"})
	want := `unknown format "csv", expected one of cnf, pieces, matrix, sudoku, sets, dlx`
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestPuzzleThatWasNotReadIsAnsweredAsDLX(t *testing.T) {
	if got, want := string(format.NewPuzzle(textbook.Problem(2, []int{1}, []int{0})).Answer.Append(nil, []int{1, 0})), "1\n0\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestGivensChooseTheEncoding(t *testing.T) {
	const text = "12343412214343.1\n"
	for givens, want := range map[sudoku.Givens]int{sudoku.Omit: 1, sudoku.Single: 15 + 4} {
		r, err := format.NewReader("in", strings.NewReader(text), format.Options{Givens: givens})
		if err != nil {
			t.Fatal(err)
		}
		p, err := r.Read()
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Problem().Options(); got != want {
			t.Errorf("givens %d: got %d options, want %d", givens, got, want)
		}
	}
}
