package bench_test

import (
	"context"
	"errors"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"xcbench/bench"
	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/results"
	"xcbench/solvers"
)

func isolated(p bench.Plan) bench.Plan {
	p.Isolation = bench.Isolation{Command: worker, Grace: 100 * time.Millisecond, Memory: 100 << 20}
	p.Bounds.Timeout = time.Second // enough for the good solvers on a busy machine
	return p
}

// bad returns a solver of the worker process by its name.
func bad(t *testing.T, name string) solvers.Variant {
	v, ok := everySolver.Find(name)
	if !ok {
		t.Fatal(name)
	}
	return v
}

func TestBadSolversLoseOnlyTheirOwnRows(t *testing.T) {
	t.Parallel()
	bads := map[string]cover.Status{"hang": cover.Timeout, "panics": results.Crash,
		"exits": results.Killed, "lying": results.Wrong, "below_zero": results.Crash, "late": results.Crash, "good": cover.Solved, "dlx_index": cover.Solved}
	t.Run("all", func(t *testing.T) {
		t.Parallel()
		log, err := loseOnlyTheirOwnRows(t, bads, time.Second, "queens/6", "langford/7")
		var found *bench.ErrFaults
		if !errors.As(err, &found) {
			t.Fatalf("got %v, want an ErrFaults", err)
		}
		for _, status := range []cover.Status{results.Wrong, results.Crash, results.Killed} {
			solvers := 0
			for _, s := range bads {
				if s == status {
					solvers++
				}
			}
			if got := found.Faults.Count(status); got != 2*solvers {
				t.Errorf("got %d faults with status %s, want one of each of %d solvers on two instances", got, status, solvers)
			}
		}
		for _, want := range []string{": panics: panic: no more", ": late: panic: too late"} {
			about := func(line string) bool { return strings.HasPrefix(line, "crash: ") && strings.Contains(line, want) }
			if lines := slices.DeleteFunc(slices.Clone(log), func(l string) bool { return !about(l) }); len(lines) != 1 {
				t.Errorf("got log %q, want one line of a crash with %q", log, want)
			}
		}
	})
	t.Run("eater", func(t *testing.T) { // a page takes long to get on a busy machine
		t.Parallel()
		if !bench.CanBoundMemory {
			t.Skip("no bound of memory on this system")
		}
		want := map[string]cover.Status{"eater": results.Memout, "good": cover.Solved}
		if _, err := loseOnlyTheirOwnRows(t, want, time.Minute, "queens/6", "langford/7"); err != nil {
			t.Error(err)
		}
	})
	t.Run("spin", func(t *testing.T) { // on one instance: it keeps a processor busy
		t.Parallel()
		want := map[string]cover.Status{"spin": cover.Timeout, "good": cover.Solved}
		if _, err := loseOnlyTheirOwnRows(t, want, time.Second/2, "queens/6"); err != nil {
			t.Error(err)
		}
	})
}

// loseOnlyTheirOwnRows runs solvers on instances, checks their rows, and returns the log and the
// error of the run.
func loseOnlyTheirOwnRows(t *testing.T, want map[string]cover.Status, timeout time.Duration, ids ...string) ([]string, error) {
	t.Helper()
	var variants []solvers.Variant
	for _, name := range slices.Sorted(maps.Keys(want)) {
		variants = append(variants, bad(t, name))
	}
	p := isolated(planOf(t, variants, ids...))
	p.Bounds.Timeout = timeout
	done := execute(t, p, "")
	count := map[string]int{}
	for _, r := range done.rows {
		count[r.Solver]++
		if r.Status != want[r.Solver] {
			t.Errorf("%s on %s: got %s, want %s", r.Solver, r.InstanceID(), r.Status, want[r.Solver])
		}
	}
	for name, status := range want {
		rows := len(ids)
		if status.Measured() {
			rows *= p.Samples
		}
		if count[name] != rows {
			t.Errorf("%s: got %d rows, want %d", name, count[name], rows)
		}
	}
	return done.log, done.err
}

func TestWorkerMeasuresWhatThisProcessMeasures(t *testing.T) {
	ids := []string{"queens/8", "sudoku/wikipedia", "langford/7", "domino/4x4"}
	p := planOf(t, solvers.All()[:3], ids...)
	p.Samples, p.MinTime = 1, time.Millisecond
	p.Instances = append(p.Instances, corpus.Scramble(p.Instances[0], 1, 1), corpus.Scramble(p.Instances[1], 1, 1))
	here := execute(t, p, "")
	p.Isolation.Command = worker
	there := execute(t, p, "")
	if here.err != nil || there.err != nil || len(here.rows) != len(there.rows) || len(here.profiles) != len(there.profiles) {
		t.Fatalf("got %d rows, %d profiles, want %d, %d", len(there.rows), len(there.profiles), len(here.rows),
			len(here.profiles))
	}
	for k, a := range here.rows {
		b := there.rows[k]
		if a.InstanceID() != b.InstanceID() || a.Solver != b.Solver || a.Status != b.Status || a.Solutions != b.Solutions ||
			a.Nodes != b.Nodes || a.Updates != b.Updates {
			t.Errorf("got %+v, want %+v", b, a)
		}
	}
}

// A sudoku is sent to the worker as a sudoku, and must be the same problem there.
func TestInstancesReachTheWorkerUnchanged(t *testing.T) {
	t.Parallel()
	for _, in := range corpus.All() {
		if in.Tier != corpus.Smoke {
			continue
		}
		puzzle, err := in.Puzzle()
		if err != nil {
			t.Fatal(err)
		}
		text, err := bench.ProblemOf(&in)
		if err != nil {
			t.Fatal(err)
		}
		back, err := text.Instance()
		if err != nil {
			t.Fatalf("%s: %v", in.ID(), err)
		}
		arrived, err := back.Puzzle()
		if err != nil {
			t.Fatal(err)
		}
		if got, want := corpus.Hash(arrived.Problem()), corpus.Hash(puzzle.Problem()); got != want {
			t.Errorf("%s: got hash %s, want %s", in.ID(), got, want)
		}
		_, sudoku := puzzle.Sudoku()
		if _, got := arrived.Sudoku(); got != sudoku || (text.Format == "sudoku") != sudoku {
			t.Errorf("%s: got a sudoku: %v, sent as %s, want %v", in.ID(), got, text.Format, sudoku)
		}
		if back.ID() != in.ID() || back.Solutions != in.Solutions || back.Nodes != in.Nodes || back.Updates != in.Updates ||
			back.Source != in.Source {
			t.Errorf("got the figures %+v, want %+v", back, in)
		}
	}
}

func TestCancelledRunKillsItsWorker(t *testing.T) {
	p := isolated(planOf(t, []solvers.Variant{bad(t, "hang")}, "queens/6"))
	p.Bounds.Timeout = time.Hour
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	began := time.Now()
	if r := executeJob(t, ctx, p, bench.Job{Progress: quiet}); !errors.Is(r.err, context.DeadlineExceeded) {
		t.Errorf("got %v, want %v", r.err, context.DeadlineExceeded)
	}
	if took := time.Since(began); took > time.Minute {
		t.Errorf("got the end after %v, want much less than the timeout of an hour", took)
	}
}

// A solver has its time from when it begins. The worker may take longer to start and to build the
// problem.
func TestAWorkerThatStartsSlowlyIsWaitedFor(t *testing.T) {
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip(err)
	}
	t.Parallel()
	p := planOf(t, []solvers.Variant{good}, "queens/4")
	p.Isolation = bench.Isolation{Command: []string{"/bin/sh", "-c", `sleep 0.8; exec "$0"`, os.Args[0]}, Grace: 400 * time.Millisecond}
	p.Bounds.Timeout = 100 * time.Millisecond
	if r := execute(t, p, ""); r.err != nil || r.counts()["good solved"] != 2 {
		t.Errorf("got %+v, %v, want it solved", r.rows, r.err)
	}
}

// A worker may be mad in other ways than by ending. The run goes on with the next solver.
func TestMadWorkerIsACrashOfItsSolver(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip(err)
	}
	for _, text := range []string{`{}`, `{"at":"naive"}`, `{"at":"naive","sampling":true}`, `{"measurement":{}}`, `[`} {
		script := "while read -r line; do while printf '%s\\n' '" + text + "'; do :; done; done"
		p := planOf(t, []solvers.Variant{bad(t, "naive"), bad(t, "dlx_index")}, "queens/4")
		p.Isolation.Command = []string{"/bin/sh", "-c", script}
		done := execute(t, p, "")
		for _, r := range done.rows {
			if r.Status != results.Crash {
				t.Errorf("%s: got %s of %s, want a crash", text, r.Status, r.Solver)
			}
		}
		if len(done.rows) != 2 {
			t.Errorf("%s: got %d rows, want one for each solver", text, len(done.rows))
		}
	}
}
