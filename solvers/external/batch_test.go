package external

import (
	"strings"
	"testing"
	"time"

	"xcbench/cover"
	"xcbench/internal/corpustest"
)

// A sudoku program gets a sudoku many times, so that its start is not in the time of a search.
func TestASudokuIsTimedAsABatch(t *testing.T) {
	p := corpustest.Problem("sudoku/wikipedia")
	const solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
	say := func(script string) string { return "while read x; do " + script + "; done" }
	for _, c := range []struct{ name, script, want string }{
		{"right", "sleep 0.1; " + say("echo "+solution), ""},
		{"too few", "head -n 1999 | " + say("echo "+solution), "1999 answers to 2000 sudokus"},
		{"too many", say("echo "+solution) + "; echo " + solution, "a second line for one sudoku"},
		{"another answer", "n=0; " + say("n=$((n+1)); if [ $n = 50 ]; then echo no; else echo "+solution+"; fi"),
			`line 50: "no", expected the same answer as before`},
		{"another answer at the end", "n=0; " + say("n=$((n+1)); if [ $n = 2000 ]; then echo no; else echo "+solution+"; fi"),
			`line 2000: "no", expected the same answer as before`},
		{"blank", "read x; echo " + solution + "; " + say("echo"), `line 2: "", expected the same answer as before`},
	} {
		stats, found := solve(t, Spec{Command: script(c.script), Protocol: "lines", Batch: 2000}, p, 1)
		switch {
		case c.want != "" && (stats.Err == nil || !strings.Contains(stats.Err.Error(), c.want)):
			t.Errorf("%s: got %v, want %s", c.name, stats.Err, c.want)
		case c.want == "" && (stats.Err != nil || len(found) != 1 || stats.Status != cover.Limit):
			t.Errorf("%s: got %+v, want one solution", c.name, stats)
		case c.want == "" && (stats.Search < 50*time.Microsecond || stats.Search > 5*time.Millisecond):
			t.Errorf("%s: got %v, want a part of more than 100 ms", c.name, stats.Search)
		case c.want == "" && stats.Costs.Wall < 100*time.Millisecond:
			t.Errorf("%s: got an answer after %v, want more than 100 ms", c.name, stats.Costs.Wall)
		case c.want == "" && (stats.Costs.CPU <= 0 || stats.Costs.CPU > 5*time.Millisecond):
			t.Errorf("%s: got %v of the processor, want a part of it", c.name, stats.Costs.CPU)
		}
	}
	for _, s := range []Spec{{Protocol: "lines", Batch: -1}, {Protocol: "lines", Batch: maxBatch + 1},
		{Protocol: "knuth", Batch: 2}} {
		s.Name, s.Command = "x", "x"
		if err := s.Validate(); err == nil {
			t.Errorf("%+v: got no error", s)
		}
	}
}
