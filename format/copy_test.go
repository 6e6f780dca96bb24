package format_test

import "testing"

// A program that keeps puzzles and makes copies to get problems keeps no problem.
func TestCopyIsTheSamePuzzleWithAProblemOfItsOwn(t *testing.T) {
	for name, text := range map[string]string{
		"a sudoku in a line":    "1..........3...2\n",
		"a sudoku of 81 signs":  "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n",
		"a sudoku drawn as one": "1 . . .\n. . 3 .\n. 4 . .\n. . . 2\n",
		"a formula":             "p cnf 2 1\n1 -2 0\n",
	} {
		p := mustRead(t, text)[0]
		a, b := p.Copy(), p.Copy()
		if a.Problem() == b.Problem() {
			t.Errorf("%s: got one problem for two copies, want two", name)
		}
		if !sameProblem(a.Problem(), p.Problem()) {
			t.Errorf("%s: got the problem %s, want %s", name, describe(a.Problem()), describe(p.Problem()))
		}
		for _, options := range solutions(t, a.Problem()) {
			if err := b.Answer.Check(options); err != nil {
				t.Errorf("%s: got %v, want the copy to accept a solution", name, err)
			}
			if got, want := string(a.Answer.Append(nil, options)), string(p.Answer.Append(nil, options)); got != want {
				t.Errorf("%s: got the answer %q, want %q", name, got, want)
			}
		}
	}
}
