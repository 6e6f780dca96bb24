package external

import (
	"context"
	"errors"
	"os/exec"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/format/sudoku"
	"xcbench/internal/corpustest"
	"xcbench/internal/textbook"
)

const (
	wikipedia       = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	wikipediaSolved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
)

func TestSudokuPrograms(t *testing.T) {
	p := corpustest.Problem("sudoku/wikipedia")
	swapped := "354678912" + wikipediaSolved[9:]
	for _, c := range []struct {
		output string
		count  bool
		status cover.Status
		want   string
	}{
		{wikipediaSolved, false, cover.Limit, ""},
		{wikipedia + ":" + wikipediaSolved, false, cover.Limit, ""},
		{"1", true, cover.Limit, ""},
		{"5", true, cover.Limit, ""}, // it ignores the limit of one
		{"", false, cover.Failed, "it ended without an answer"},
		{"\n", false, cover.Solved, ""},
		{"no solution", false, cover.Solved, ""},
		{"0", true, cover.Solved, ""},
		{"9007199254740992", true, cover.Limit, ""},
		{"9007199254740993", true, cover.Failed, "expected the number of solutions"},
		{"maybe", true, cover.Failed, `expected the number of solutions: line 1: "maybe"`},
		{"-1", true, cover.Failed, "expected the number of solutions"},
		{wikipedia, false, cover.Failed, "expected a full board of 81 cells"},
		{"hello", false, cover.Failed, "expected a full board of 81 cells"},
		{wikipediaSolved[:80], false, cover.Failed, "expected a full board of 81 cells"},
		{wikipediaSolved + "1", false, cover.Failed, "expected a full board of 81 cells"},
		{strings.Repeat(" ", 10) + strings.Repeat("1 ", 359) + wikipediaSolved, false, cover.Limit, ""},
		{"1 " + strings.Repeat("1 ", 364) + wikipediaSolved, false, cover.Failed, "expected a full board of 81 cells"},
		{strings.Repeat("1 ", 364) + "1" + wikipediaSolved, false, cover.Failed, "expected a full board of 81 cells"},
		{":" + strings.Repeat("1 ", 364) + wikipediaSolved, false, cover.Limit, ""},
		{"0" + wikipediaSolved, false, cover.Failed, "expected a full board of 81 cells"},
		{wikipediaSolved + "\n\n", false, cover.Limit, ""},
		{wikipediaSolved + "\n \n", false, cover.Limit, ""},
		{" 5 ", true, cover.Limit, ""},
		{"A" + wikipediaSolved[1:], false, cover.Failed, "expected a full board of 81 cells"},
		{wikipediaSolved + "\nx", false, cover.Failed, "a second line for one sudoku: line 2"},
		{wikipediaSolved + "\n" + wikipediaSolved, false, cover.Failed, "a second line for one sudoku: line 2"},
		{swapped, false, cover.Failed, "option 0 does not exist"},
		{wikipediaSolved[:2] + "6" + wikipediaSolved[3:], false, cover.Failed, "solution 1: "},
	} {
		check := `read -r line; test "$line" = ` + wikipedia + ` || exit 9; printf -- '` + c.output + `'`
		if c.output != "" && c.output != "\n" {
			check += "; echo"
		}
		s := engine(t, Spec{Command: script(check), Protocol: "lines", Count: c.count})
		stats, err := cover.Solve(context.Background(), s, p, cover.Limits{Solutions: 1}, nil)
		if err != nil || stats.Status != c.status || c.want != "" && !strings.Contains(stats.Err.Error(), c.want) {
			t.Errorf("%q: got %s and %v, want %s and %s", c.output, stats.Status, stats.Err, c.status, c.want)
		}
	}
}

func TestOnlySudokusAreTaken(t *testing.T) {
	_, err := cover.Prepare(engine(t, Spec{Command: "cat", Protocol: "lines"}), queens(6))
	var unsupported *cover.UnsupportedError
	if !errors.As(err, &unsupported) {
		t.Errorf("got %v, want unsupported", err)
	}
	_, err = cover.Prepare(engine(t, Spec{Command: "cat", Protocol: "knuth", SudokuOnly: true}), queens(6))
	if !errors.As(err, &unsupported) {
		t.Errorf("got %v, want unsupported", err)
	}
}

func TestBoardsAreRecognised(t *testing.T) {
	g := sudoku.Grid{Side: 9, Cells: make([]uint8, 81)}
	for k, c := range wikipedia {
		if c != '.' {
			g.Cells[k] = uint8(c - '0')
		}
	}
	for _, givens := range []sudoku.Givens{sudoku.Omit, sudoku.Single} {
		if got, ok := sudoku.Of(g.Problem(givens)); !ok || got.String() != wikipedia {
			t.Errorf("got %s, %t", got, ok)
		}
	}
	blank := sudoku.Grid{Side: 4, Cells: make([]uint8, 16)}.Problem(sudoku.Omit)
	if got, ok := sudoku.Of(blank); !ok || got.String() != strings.Repeat(".", 16) {
		t.Errorf("blank: got %v, %t", got, ok)
	}
	base, _, _ := blank.Base()
	if got, ok := sudoku.Of(base.Restrict(nil, []int32{5})); ok {
		t.Errorf("one digit ruled out: got %v", got)
	}
}

func TestNamedNumbers(t *testing.T) {
	patterns := map[string]string{"solutions": `found (\d+)`, "nodes": `nodes=(\d+)`, "mems": `(\d+) mems`}
	for _, c := range []struct {
		script    string
		status    cover.Status
		solutions int64
		want      string
	}{
		{`echo "found 2 in nodes=7"; echo 9 mems >&2`, cover.Solved, 2, ""},
		{`echo found 1; echo found 2; echo nodes=7, 9 mems`, cover.Solved, 2, ""},
		{`echo nodes=7`, cover.Failed, 0, "it ended without an answer"},
		{`echo oops`, cover.Failed, 0, `it ended without an answer: line 1: "oops"`},
		{`echo found 2; exit 1`, cover.Failed, 0, "exit status 1"},
		{`echo found 99999999999999999999`, cover.Failed, 0, "expected a number up to"},
	} {
		s := engine(t, Spec{Command: script(c.script), Protocol: "regexp", Patterns: patterns})
		stats, err := cover.Solve(context.Background(), s, textbook.Tiny(), cover.Limits{}, nil)
		if err != nil || stats.Status != c.status || stats.Solutions != c.solutions ||
			c.want != "" && !strings.Contains(stats.Err.Error(), c.want) {
			t.Errorf("%s: got %+v, %v, want %s and %s", c.script, stats, err, c.status, c.want)
		}
		if c.status == cover.Solved && (stats.Nodes != 7 || stats.Costs.Mems != 9) {
			t.Errorf("%s: got %+v and %+v, want 7 nodes and 9 mems", c.script, stats, stats.Costs)
		}
	}
	if _, err := New(Spec{Name: "a", Command: "x", Protocol: "regexp"}); err == nil {
		t.Error("without a pattern for solutions: got no error")
	}
}

// A script is an engine, too: awk counts the options of the problem that it gets.
func TestProblemArrivesAsDLXText(t *testing.T) {
	if _, err := exec.LookPath("awk"); err != nil {
		t.Skip(err)
	}
	for _, in := range []string{"", " {in}"} {
		s := engine(t, Spec{Command: `awk 'NR > 1 { n++ } END { print "options", n }'` + in, Protocol: "regexp",
			Patterns: map[string]string{"solutions": `options (\d+)`}})
		stats, err := cover.Solve(context.Background(), s, queens(8), cover.Limits{}, nil)
		if err != nil || stats.Solutions != 64 {
			t.Errorf("%q: got %+v, %v, want 64", in, stats, err)
		}
	}
}
