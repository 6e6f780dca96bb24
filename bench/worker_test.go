package bench

import (
	"context"
	"errors"
	"flag"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"unsafe"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/results"
	"xcbench/solvers"
)

// The test binary is the worker process too. It knows bad solvers in addition.
var everySolver solvers.Set

func TestMain(m *testing.M) {
	shrinkTime, modelTime = 10*time.Minute, 10*time.Minute // enough on a busy machine
	additional := []solvers.Variant{
		variant("hang", misbehaved(func() { select {} })),
		variant("spin", misbehaved(func() {
			for {
				spun++
			}
		})),
		variant("eater", misbehaved(func() {
			for k := 0; ; k++ {
				eaten = append(eaten, make([]byte, 1<<20))
				for i := 0; i < 1<<20; i += 4096 {
					eaten[k][i] = 1
				}
			}
		})),
		variant("panics", misbehaved(func() { panic("no more") })),
		variant("exits", misbehaved(func() { // killed from outside, as when the system runs out of memory
			self, _ := os.FindProcess(os.Getpid())
			self.Kill()
			select {}
		})),
		variant("killed_once", faulty{before: killAtTurn}),
		variant("hangs_at_third", faulty{show: atThird(func() { select {} })}),
		variant("quits_at_third", faulty{show: atThird(quit)}),
		variant("quits", misbehaved(quit)),
		variant("quits_again", odd{run: second(quit)}),
		variant("hangs_again", odd{run: second(func() { select {} })}),
		variant("damages", misbehaved(damage)),
		variant("panics_beside", misbehaved(func() {
			go panic("no more")
			select {}
		})),
		variant("starved", odd{run: func(int) { stopThisProcess(1500 * time.Millisecond) }}),
		variant("last_tie", lastTie{}),
		variant("loses_one", faulty{show: dropThird, count: func(s *cover.Stats) { s.Solutions-- }}),
		alsoGood,
		variant("leaves", misbehaved(runtime.Goexit)),
		variant("lying", faulty{show: cutShort}),
		variant("late", lateCrash{}),
		variant("double", double{}),
		variant("stumbling", stumbling{}),
		good,
	}
	var err error
	if everySolver, err = solvers.NewSet(slices.Concat(additional, knownVariants(), engineVariants())); err != nil {
		panic(err)
	}
	if role := os.Getenv(roleVariable); role != "" {
		beEngine(role)
	}
	if os.Getenv(WorkerVariable) != "" {
		if err := Work(everySolver, os.Stdin, os.Stdout); err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	flag.Set("test.parallel", "8") // parallel tests wait for solvers that hang and need no processor for it
	os.Exit(m.Run())
}

func quit() { os.Exit(3) }

// damage writes to read-only memory. Go does not turn this fault into a panic.
func damage() { *unsafe.StringData("constant") = 0 }

// atThird shows a solver's first two solutions, and then calls a function.
func atThird(do func()) func(cover.Visitor) cover.Visitor {
	return func(visit cover.Visitor) cover.Visitor {
		n := 0
		return func(options []int) bool {
			if n++; n == 3 {
				do()
			}
			return visit(options)
		}
	}
}

var (
	eaten [][]byte
	spun  int
)

// misbehaved is a solver that calls a function instead of searching.
type misbehaved func()

func (m misbehaved) Prepare(*cover.Problem) (cover.Search, error) { return m, nil }

func (m misbehaved) Run(context.Context, cover.Limits, cover.Visitor) cover.Stats {
	m()
	return cover.Stats{}
}

// lateCrash passes the verification and panics when it is measured.
type lateCrash struct{}

func (lateCrash) Prepare(p *cover.Problem) (cover.Search, error) {
	s, err := dlx.Index(cover.MRV).Prepare(p)
	return lateCrashSearch{s}, err
}

type lateCrashSearch struct{ cover.Search }

func (l lateCrashSearch) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	if visit == nil {
		panic("too late")
	}
	return l.Search.Run(ctx, limits, visit)
}

func isolated(p Plan) Plan {
	p.Isolation = Isolation{Command: []string{os.Args[0]}, Grace: 100 * time.Millisecond, Memory: 100 << 20}
	p.Bounds.Timeout = time.Second // enough for the good solvers on a busy machine
	return p
}

func bad(t *testing.T, name string) solvers.Variant {
	v, err := variantsOf(everySolver, []string{name})
	if err != nil {
		t.Fatal(err)
	}
	return v[0]
}

func TestBadSolversLoseOnlyTheirOwnRows(t *testing.T) {
	t.Parallel()
	bads := map[string]cover.Status{"hang": cover.Timeout, "eater": results.Memout, "panics": results.Crash,
		"exits": results.Killed, "lying": results.Wrong, "late": results.Crash, "good": cover.Solved, "dlx_index": cover.Solved}
	if !CanBoundMemory {
		delete(bads, "eater")
	}
	t.Run("all", func(t *testing.T) {
		t.Parallel()
		log, err := loseOnlyTheirOwnRows(t, bads, time.Second, "queens/6", "langford/7")
		var found *ErrFaults
		if !errors.As(err, &found) {
			t.Fatalf("got %v, want an ErrFaults", err)
		}
		for _, status := range []cover.Status{results.Wrong, results.Crash, results.Memout, results.Killed} {
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
func loseOnlyTheirOwnRows(t *testing.T, want map[string]cover.Status, timeout time.Duration, ids ...string) (log []string,
	err error) {
	t.Helper()
	var variants []solvers.Variant
	for name := range want {
		variants = append(variants, bad(t, name))
	}
	p := isolated(plan(t, variants, ids...))
	p.Bounds.Timeout = timeout
	var m memory
	err = p.newRunner(recorded{}).run(context.Background(), &m, quiet, func(line string) { log = append(log, line) })
	count := map[string]int{}
	for _, r := range m.rows {
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
	return log, err
}

func TestWorkerMeasuresWhatThisProcessMeasures(t *testing.T) {
	ids := []string{"queens/8", "sudoku/wikipedia", "langford/7", "domino/4x4"}
	p := plan(t, solvers.All()[:3], ids...)
	p.Samples = 1
	p.MinTime = time.Millisecond
	p.Instances = append(p.Instances, corpus.Scramble(p.Instances[0], 1, 1), corpus.Scramble(p.Instances[1], 1, 1))
	var here, there memory
	if err := runPlan(p, &here); err != nil {
		t.Fatal(err)
	}
	p.Isolation = Isolation{Command: []string{os.Args[0]}}
	if err := runPlan(p, &there); err != nil {
		t.Fatal(err)
	}
	if len(here.rows) != len(there.rows) || len(here.profiles) != len(there.profiles) {
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
		text, err := ProblemOf(&in)
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
	p := isolated(plan(t, []solvers.Variant{bad(t, "hang")}, "queens/6"))
	p.Bounds.Timeout = time.Hour
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	began := time.Now()
	if err := p.newRunner(recorded{}).run(ctx, &memory{}, quiet, silent); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v, want %v", err, context.DeadlineExceeded)
	}
	if took := time.Since(began); took > time.Minute {
		t.Errorf("got the end after %v, want much less than the timeout of an hour", took)
	}
}
