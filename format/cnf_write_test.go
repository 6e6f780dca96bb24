package format_test

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/format"
	"xcbench/internal/textbook"
)

// cnfOf writes a problem as a formula.
func cnfOf(t *testing.T, p *cover.Problem, amo format.AMO) string {
	t.Helper()
	var out strings.Builder
	if err := writer(t, "cnf").Write(&out, format.NewPuzzle(p), format.WriteOptions{AMO: amo}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// parse is a second, simple reader of formulas.
func parse(t *testing.T, text string) (f cnf) {
	t.Helper()
	var clause []int
	announced := -1
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "c") {
			continue
		}
		if _, err := fmt.Sscanf(line, "p cnf %d %d", &f.variables, &announced); err == nil {
			continue
		}
		for r := strings.NewReader(line); ; {
			var literal int
			if _, err := fmt.Fscan(r, &literal); err == io.EOF {
				break
			} else if err != nil {
				t.Fatal(err)
			}
			if literal == 0 {
				f.clauses, clause = append(f.clauses, clause), nil
			} else {
				clause = append(clause, literal)
			}
		}
	}
	if len(f.clauses) != announced {
		t.Errorf("got %d clauses, want %d as in the header of\n%s", len(f.clauses), announced, text)
	}
	return f
}

// The models are found in two ways: by trying all assignments, and by reading the formula back as a
// problem. Both must be the solutions, one for one.
func TestModelsOfAWrittenCNFAreTheSolutions(t *testing.T) {
	var tried, solved [2]int
	for seed := range uint64(2000) {
		p := textbook.Shape{Primary: 1 + int(seed%4), Secondary: int(seed / 4 % 3), Options: int(seed / 12 % 9), Longest: 3}.Problem(seed)
		if seed%2 == 1 {
			p = textbook.Coloured(p, seed)
		}
		want := textbook.Solutions(p)
		for _, amo := range []format.AMO{format.Pairwise, format.Sequential} {
			text := cnfOf(t, p, amo)
			back := chosen(t, allAnswers(t, mustRead(t, text)[0]), p.Options())
			if !slices.Equal(back, want) {
				t.Errorf("%s, read back: got %v, want %v from\n%s", amo, back, want, text)
			}
			f := parse(t, text)
			if f.variables > 12 {
				continue
			}
			tried[amo]++
			solved[amo] += min(1, len(want))
			if got := chosen(t, f.models(), p.Options()); !slices.Equal(got, want) {
				t.Errorf("%s: got %v, want %v from\n%s", amo, got, want, text)
			}
		}
	}
	if tried[0] < 1000 || tried[1] < 600 || solved[0] < 100 || solved[1] < 60 {
		t.Errorf("got %d tried and %d with solutions, want more", tried, solved)
	}
}

// chosen returns, for each model, the options that are true.
func chosen(t *testing.T, models []string, options int) []string {
	t.Helper()
	var all [][]int
	for _, model := range models {
		var on []int
		for _, field := range strings.Fields(model)[1:] {
			var literal int
			if _, err := fmt.Sscan(field, &literal); err != nil {
				t.Fatal(err)
			}
			if 0 < literal && literal <= options {
				on = append(on, literal-1)
			}
		}
		all = append(all, on)
	}
	return textbook.Sorted(all)
}
