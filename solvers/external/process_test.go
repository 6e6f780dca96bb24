package external_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"xcbench/cover"
	"xcbench/internal/corpustest"
	"xcbench/internal/textbook"
	"xcbench/solvers/external"
)

// Each engine fails in its own way, and the run must say so, and leave nothing behind.
func TestProcessesThatFail(t *testing.T) {
	right := "printf '1:\\n 0\\n 1\\n2:\\n 0 1\\n'; echo Altogether 2 solutions, 1+1 mems, 7 updates, 4 nodes >&2"
	for _, c := range []struct{ protocol, command, want string }{
		{"knuth", script(right + "; sleep 1000 &"), ""},
		{"knuth", script("cat /no/such/file"),
			`exit status 1 without an answer: stderr: "cat: /no/such/file: No such file or directory"`},
		{"knuth", script("kill -SEGV $$"), "signal: segmentation fault"},
		{"knuth", script("tr '\\0' x </dev/zero"), "line 1 is longer than 16 MiB"},
		{"knuth", script("head -c 1000000000 /dev/zero"), "line 1 is longer than 16 MiB"},
		{"dimacs", script(`echo v 3; head -c 16777216 /dev/zero | tr '\0' x; echo`), "line 2 is longer than 16 MiB"},
		{"dimacs", script(`head -c 16777215 /dev/zero | tr '\0' x; echo`), `it ended without an answer: line 1: "xxx`},
		{"knuth", "/no/such/engine", "no such file"},
	} {
		s := external.Spec{Command: c.command, Protocol: c.protocol, Env: map[string]string{"LC_ALL": "C"}}
		stats, found := solve(t, s, textbook.Tiny(), 0)
		if c.want == "" && (stats.Status != cover.Solved || len(found) != 2 || stats.Nodes != 4 || stats.Updates != 7) {
			t.Errorf("%s: got %+v, want two solutions", c.command, stats)
		}
		if c.want != "" && (stats.Status != cover.Failed || !strings.Contains(fmt.Sprint(stats.Err), c.want) || len(found) > 0) {
			t.Errorf("%s: got %s and %v, want a failure: %s", c.command, stats.Status, stats.Err, c.want)
		}
	}
}

func TestRunStopsWithItsContext(t *testing.T) {
	search, err := cover.Prepare(engine(t, external.Spec{Command: script("sleep 1000 & sleep 1000"), Protocol: "knuth"}),
		textbook.Tiny())
	if err != nil {
		t.Fatal(err)
	}
	for range 5 {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		stats := search.Run(ctx, cover.Limits{}, nil)
		if cancel(); stats.Status != cover.Timeout || stats.Err != nil {
			t.Errorf("got %+v, want a timeout", stats)
		}
	}
}

// The program goes on, in its output or without it, and its file is not read.
func TestVisitorEndsTheRun(t *testing.T) {
	for _, s := range []external.Spec{
		{Command: script("n=1; while :; do printf '%s:\\n 0 1\\n' $n; done"), Protocol: "knuth"},
		{Command: script(`printf 'v x\n' >"$1"; printf 's SATISFIABLE\nv 3 0\n'; exec sleep 1000`) + " {out}", Protocol: "dimacs"},
	} {
		stats, err := cover.Solve(t.Context(), engine(t, s), textbook.Tiny(), cover.Limits{}, func([]int) bool { return false })
		if err != nil || stats.Status != cover.Limit || stats.Solutions != 1 || stats.Err != nil {
			t.Errorf("got %+v, %v, want one solution and a limit", stats, err)
		}
	}
}

// The costs of processes are added up, and their peak is the largest one. Without a visitor, solutions
// that are shown and claimed count once.
func TestCostsOfProcessesAreAddedUp(t *testing.T) {
	command, dir := series(t, sat+"v 3 0\nc Models : 1\n", sat+"v 1 2 0\n", "s UNSATISFIABLE\n")
	large := "test -e " + dir + "/0 || x=$(head -c 20000000 /dev/zero | tr \"\\0\" x); sleep 0.05; "
	s := external.Spec{Command: strings.Replace(command, "sh -c '", "sh -c '"+large, 1), Protocol: "dimacs"}
	stats := count(t, s, textbook.Tiny(), 0)
	if stats.Solutions != 2 || stats.Err != nil || stats.Costs.CPU <= 0 || stats.Costs.Peak < 20e6 ||
		stats.Search < 150*time.Millisecond || stats.Costs.Wall < stats.Search {
		t.Errorf("got %+v with costs %+v, want those of three processes, the first of which takes 20 MB", stats, stats.Costs)
	}
}

// A sudoku program gets a sudoku many times, so that its start is not in the time of a search.
func TestASudokuIsTimedAsABatch(t *testing.T) {
	p := corpustest.Problem("sudoku/wikipedia")
	say := func(script string) string { return "while read x; do " + script + "; done" }
	for _, c := range []struct{ name, script, want string }{
		{"right", "sleep 0.1; " + say(`test "$x" = `+wikipedia+" && echo "+wikipediaSolved), ""},
		{"too few", "head -n 1999 | " + say("echo "+wikipediaSolved), "1999 answers to 2000 sudokus"},
		{"too many", say("echo "+wikipediaSolved) + "; echo " + wikipediaSolved, "a second line for one sudoku"},
		{"another answer", "n=0; " + say("n=$((n+1)); if [ $n = 50 ]; then echo no; else echo "+wikipediaSolved+"; fi"),
			`line 50: "no", expected the same answer as before`},
		{"another answer at the end", "n=0; " + say("n=$((n+1)); if [ $n = 2000 ]; then echo no; else echo "+wikipediaSolved+"; fi"),
			`line 2000: "no", expected the same answer as before`},
		{"blank", "read x; echo " + wikipediaSolved + "; " + say("echo"), `line 2: "", expected the same answer as before`},
	} {
		stats, found := solve(t, external.Spec{Command: script(c.script), Protocol: "lines", Batch: 2000}, p, 1)
		switch costs := stats.Costs; {
		case c.want != "" && !strings.Contains(fmt.Sprint(stats.Err), c.want):
			t.Errorf("%s: got %v, want %s", c.name, stats.Err, c.want)
		case c.want == "" && (stats.Err != nil || len(found) != 1 || stats.Status != cover.Limit || costs.Wall < 100*time.Millisecond ||
			stats.Search != costs.Wall/2000 || costs.CPU <= 0):
			t.Errorf("%s: got %+v with costs %+v, want one solution and a part in 2000 of the time", c.name, stats, costs)
		}
	}
}
