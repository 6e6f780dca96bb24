package bench_test

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"xcbench/bench"
	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/format"
	"xcbench/results"
	"xcbench/solvers"
)

// bad returns a solver of the worker process by its name.
func bad(t *testing.T, name string) solvers.Variant {
	t.Helper()
	v, ok := everySolver.Find(name)
	if !ok {
		t.Fatal(name)
	}
	return v
}

// A sudoku is sent to the worker as a sudoku, a formula with its clauses, and each is the same problem
// there.
func TestInstancesReachTheWorkerUnchanged(t *testing.T) {
	r, err := format.NewReader("f", strings.NewReader("p cnf 3 3\n1 -2 3 0\n-1 0\n2 2 -3 0\n"), format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	formula, err := r.Read()
	if err != nil {
		t.Fatal(err)
	}
	for in, form := range map[*corpus.Instance]string{
		new(instance(t, "queens/6")): "dlx", new(instance(t, "words/2x2_w12_a4_s1")): "dlx",
		new(instance(t, "sudoku/wikipedia")): "sudoku", new(corpus.FromPuzzle("f", formula)): "cnf",
	} {
		puzzle, err := in.Puzzle()
		if err != nil {
			t.Fatal(err)
		}
		text, err := bench.ProblemOf(in)
		if err != nil {
			t.Fatal(err)
		}
		arrived, err := text.Puzzle()
		if err != nil {
			t.Fatal(err)
		}
		_, sudoku := puzzle.Sudoku()
		if _, got := arrived.Sudoku(); got != sudoku || text.Format != form || arrived.Formula() != puzzle.Formula() ||
			corpus.Hash(arrived.Problem()) != corpus.Hash(puzzle.Problem()) {
			t.Errorf("%s: got another problem, sent as %s, want %s", in.ID(), text.Format, form)
		}
		if text.InstanceID != in.ID() || text.Known != in.Solutions || text.Nodes != max(in.Nodes, 0) ||
			text.Updates != max(in.Updates, 0) || text.Source != in.Source {
			t.Errorf("got the figures %+v, want %+v", text, in)
		}
	}
}

func TestACancelledRunKillsItsWorker(t *testing.T) {
	p := planOf(t, []solvers.Variant{bad(t, "hang")}, "queens/6")
	p.Isolation.Command, p.Bounds.Timeout = worker, time.Hour
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	if r := executeJob(t, ctx, p, bench.Job{Progress: quiet}); !errors.Is(r.err, context.DeadlineExceeded) {
		t.Errorf("got %v, want %v", r.err, context.DeadlineExceeded)
	}
}

// A worker that ends by itself, by a signal of its own fault, or that answers nonsense is a
// crash of its solver. Signals of others are no fault of it.
func TestAWorkerIsJudgedByItsEndAndItsAnswers(t *testing.T) {
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip(err)
	}
	for script, want := range map[string]cover.Status{
		"kill -KILL $$": results.Killed, "kill -TERM $$": results.Killed,
		"kill -SEGV $$": results.Crash, "exit 137": results.Crash, "exit 0": results.Crash,
		"echo this is no answer; exec sleep 600":        results.Crash, // killed by us
		`read -r x; echo '{"run":1}'; exec sleep 600`:   cover.Timeout,
		`printf '{"at":'; exec 1>&-; sleep 0.1; exit 7`: results.Crash,
		`read -r x; while :; do echo '{"run":1}'; done`: results.Crash,
		`read -r x; while :; do echo '{}'; done`:        results.Crash,
	} {
		p := planOf(t, []solvers.Variant{bad(t, "good")}, "queens/4")
		p.Isolation = bench.Isolation{Command: []string{"/bin/sh", "-c", script}}
		p.Samples = 1
		if want == cover.Timeout {
			p.Bounds.Timeout = time.Millisecond
		}
		r := execute(t, p, "")
		if len(r.rows) != 1 || r.rows[0].Status != want {
			t.Errorf("%s: got %+v, want a row with status %s", script, r.rows, want)
		}
		if found, _ := errors.AsType[bench.Faults](r.err); strings.Contains(script, "exit 7") &&
			found[0].What != "exit status 7" {
			t.Errorf("%s: got %v, want the last words of the process", script, found)
		}
	}
}
