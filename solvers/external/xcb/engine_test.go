package xcb_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"xcbench/cover"
	"xcbench/internal/child"
	"xcbench/internal/corpustest"
	"xcbench/internal/textbook"
	"xcbench/solvers"
	"xcbench/solvers/external/xcb"
)

// TestMain makes the test binary an engine if a dialogue begins it.
func TestMain(m *testing.M) {
	if os.Getenv(xcb.Variable) != xcb.Name {
		os.Exit(m.Run())
	}
	serves("dlx_index")(nil, child.Command{}, os.Stdin, os.Stdout, os.Stderr)
}

// serves returns the program of an engine that serves a solver.
func serves(name string) child.Function {
	return func(_ context.Context, _ child.Command, in io.Reader, out, stderr io.Writer) int {
		v, _ := solvers.Find(name)
		if err := (xcb.Server{Solver: v, Name: name, Version: "of a test"}).Serve(in, out); err != nil {
			fmt.Fprintln(stderr, err)
			return 1
		}
		return 0
	}
}

// process returns an engine that is this binary, in another process.
func process(t testing.TB) *xcb.Engine {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	e := xcb.New(child.Command{Args: []string{self}}, cover.Capabilities{Secondary: true, Colours: true})
	t.Cleanup(e.Close)
	return e
}

// The same solver in another process walks the same tree: every counter, level and solution is the
// same, with and without limits. All searches go through one process.
func TestASolverInAnotherProcessGivesTheSameAnswers(t *testing.T) {
	v, _ := solvers.Find("dlx_index")
	e := process(t)
	g, err := e.Greeting(t.Context())
	if err != nil || g["name"] != "dlx_index" || g["version"] != "of a test" || !e.Capabilities().Colours {
		t.Errorf("got %+v, %v, want the greeting of dlx_index", g, err)
	}
	for _, p := range []*cover.Problem{corpustest.Problem("queens/6"), corpustest.Problem("langford/7"), textbook.Toy(),
		corpustest.Problem("sudoku/ai_escargot")} {
		for _, limits := range []cover.Limits{{}, {Nodes: 100}, {Updates: 500}, {Solutions: 1}} {
			for _, show := range []bool{true, false} {
				if got, want := answer(t, e, p, limits, show), answer(t, v, p, limits, show); got != want {
					t.Errorf("%+v: got %s, want %s", limits, got, want)
				}
			}
		}
	}
	began := time.Now()
	stats, err := cover.Solve(t.Context(), e, corpustest.Problem("queens/10"), cover.Limits{}, nil) // many ticks of the clock of processes
	if c := stats.Costs; err != nil || stats.Setup <= 0 || stats.Search <= 0 || c.Start <= 0 || c.Peak < 1<<20 || c.CPU <= 0 ||
		stats.Setup+stats.Search > time.Since(began) || e.Started() != 1 {
		t.Errorf("got %+v with costs %+v, %v, in process %d", stats, c, err, e.Started())
	}
}

// answer returns the statistics and the solutions of a search as text, without times.
func answer(t *testing.T, s cover.Solver, p *cover.Problem, limits cover.Limits, show bool) string {
	t.Helper()
	var shown []string
	visit := func(options []int) bool { shown = append(shown, fmt.Sprint(options)); return true }
	if !show {
		visit = nil
	}
	stats, err := cover.Solve(t.Context(), s, p, limits, visit)
	if err != nil || stats.Err != nil {
		t.Fatal(err, stats.Err)
	}
	return fmt.Sprint(stats.Status, stats.Solutions, stats.Nodes, stats.Updates, stats.Levels, shown)
}

func TestAMissingProgramIsAnError(t *testing.T) {
	e := xcb.New(child.Command{Args: []string{"/no/such/program"}}, cover.Capabilities{})
	stats, err := cover.Solve(t.Context(), e, textbook.Tiny(), cover.Limits{}, nil)
	if err != nil || stats.Status != cover.Failed || !strings.Contains(fmt.Sprint(stats.Err), "/no/such/program") {
		t.Errorf("got %s, %v, %v", stats.Status, stats.Err, err)
	}
}

// nested runs a search in the visitor of another one, and so on. Each needs a process of its own.
func nested(t *testing.T, searches []cover.Search) {
	t.Helper()
	if len(searches) > 0 {
		if s := searches[0].Run(t.Context(), cover.Limits{}, func([]int) bool { nested(t, searches[1:]); return true }); s.Err != nil {
			t.Fatal(s.Err)
		}
	}
}

// As many processes are kept as searches can run at the same time. A search takes none that has ended.
func TestProcessesAreKeptForLaterSearches(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(3))
	synctest.Test(t, func(t *testing.T) {
		var running atomic.Int64
		e := fake(t, func(ctx context.Context, c child.Command, in io.Reader, out, stderr io.Writer) int {
			running.Add(1)
			defer running.Add(-1)
			defer time.AfterFunc(90*time.Minute, func() { in.(io.Closer).Close() }).Stop()
			return serves("naive")(ctx, c, in, out, stderr)
		})
		var searches []cover.Search
		for range 5 {
			searches = append(searches, textbook.Prepared(t, e, textbook.Problem(1, []int{0})))
		}
		for _, step := range []struct {
			searches         int
			started, running int64 // an hour later
		}{{5, 5, 3}, {1, 5, 0}, {1, 6, 1}} {
			nested(t, searches[:step.searches])
			time.Sleep(time.Hour)
			if e.Started() != step.started || running.Load() != step.running || runtime.GOMAXPROCS(0) != 3 {
				t.Errorf("got %d processes, %d of which run, want %d and %d", e.Started(), running.Load(), step.started, step.running)
			}
		}
		e.Close()
		synctest.Wait() // no time passes, so that a process ends because its input has, and is not killed
		if running.Load() != 0 {
			t.Errorf("%d processes run after Close", running.Load())
		}
	})
}
