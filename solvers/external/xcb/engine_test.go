package xcb_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/internal/child"
	"xcbench/internal/corpustest"
	"xcbench/solvers"
	"xcbench/solvers/external/xcb"
)

// engineVariable makes the test binary an engine: "serve NAME" serves a solver, and any other value
// is a row of the table of faulty engines.
const engineVariable = "XCB_TEST_ENGINE"

func TestMain(m *testing.M) {
	role := os.Getenv(engineVariable)
	name, serves := strings.CutPrefix(role, "serve ")
	switch {
	case role == "":
		os.Exit(m.Run())
	case serves:
		v, _ := solvers.Find(name)
		if err := (xcb.Server{Solver: v, Name: v.Name, Version: "of a test"}).Serve(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	default:
		misbehave(role, bufio.NewReader(os.Stdin))
	}
}

// engine returns an engine that the test binary is.
func engine(t testing.TB, role string) *xcb.Engine {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	e := xcb.New(child.Command{Args: []string{self}, Env: []string{engineVariable + "=" + role}},
		cover.Capabilities{Secondary: true})
	t.Cleanup(e.Close)
	return e
}

// found is what a search shows: its solutions as text, in order.
type found []string

func (f *found) visit(options []int) bool {
	*f = append(*f, fmt.Sprint(options))
	return true
}

// long is true under "make test-long", which tries all instances.
var long = os.Getenv("XCBENCH_LONG") != ""

// The same solver in another process walks the same tree: every counter, level and solution is the
// same, with and without limits. All searches of a solver go through one process.
func TestASolverInAnotherProcessGivesTheSameAnswers(t *testing.T) {
	instances := []string{"queens/6", "langford/7", "sudoku/ai_escargot"}
	if !testing.Short() {
		instances = nil
		for _, in := range corpus.All() {
			if in.Tier == corpus.Smoke {
				instances = append(instances, in.ID())
			}
		}
	}
	for n, name := range []string{"dlx_index", "bitset_infer", "auto"} {
		v, _ := solvers.Find(name)
		e := engine(t, "serve "+name)
		for k, id := range instances {
			if !testing.Short() && (k%3 != n || k%9 > 2 && !long) { // each instance by one solver, and a third of them
				continue
			}
			p := corpustest.Problem(id)
			if base, _, _ := p.Base(); base != p && name == "auto" {
				continue // as one of many alike, the problem may have another solver than alone
			}
			for _, limits := range []cover.Limits{{}, {Nodes: 100}, {Updates: 500}, {Solutions: 1}} {
				for _, show := range []bool{true, false} {
					var want, got found
					wanted := answer(t, v, p, limits, show, &want)
					if answered := answer(t, e, p, limits, show, &got); answered != wanted {
						t.Errorf("%s, %s, %+v: got %s, want %s", id, name, limits, answered, wanted)
					}
					if fmt.Sprint(got) != fmt.Sprint(want) {
						t.Errorf("%s, %s, %+v: got solutions %v, want %v", id, name, limits, got, want)
					}
				}
			}
		}
		if n := e.Started(); n != 1 {
			t.Errorf("%s: got %d processes, want one for all searches", name, n)
		}
	}
}

// answer returns the statistics of a search as text, without times.
func answer(t *testing.T, s cover.Solver, p *cover.Problem, limits cover.Limits, show bool, f *found) string {
	t.Helper()
	visit := f.visit
	if !show {
		visit = nil
	}
	stats, err := cover.Solve(context.Background(), s, p, limits, visit)
	if err != nil || stats.Err != nil {
		t.Fatal(err, stats.Err)
	}
	return fmt.Sprint(stats.Status, stats.Solutions, stats.Nodes, stats.Updates, stats.Levels)
}

func TestAnEngineReportsItsTimesAndCosts(t *testing.T) {
	e := engine(t, "serve dlx_index")
	began := time.Now()
	stats, err := cover.Solve(context.Background(), e, corpustest.Problem("queens/6"), cover.Limits{}, nil)
	wall := time.Since(began)
	if err != nil || stats.Err != nil {
		t.Fatal(err, stats.Err)
	}
	if c := stats.Costs; stats.Setup <= 0 || stats.Search <= 0 || c.Start <= 0 || stats.Setup+stats.Search+c.Start > wall || c.Peak < 1<<20 {
		t.Errorf("got setup %v, search %v, start %v, which do not make up %v, and a peak of %d bytes", stats.Setup, stats.Search,
			c.Start, wall, c.Peak)
	}
}

func TestAnEngineReportsItsProcessorTime(t *testing.T) {
	for tries := 5; ; tries-- {
		e := engine(t, "serve dlx_index")
		began := time.Now()
		stats, err := cover.Solve(context.Background(), e, corpustest.Problem("queens/10"), cover.Limits{}, nil)
		wall := time.Since(began)
		if err != nil || stats.Err != nil {
			t.Fatal(err, stats.Err)
		}
		c := stats.Costs
		if stats.Setup <= 0 || stats.Search <= 0 || c.Start <= 0 || stats.Setup+stats.Search+c.Start > wall {
			t.Errorf("got setup %v, search %v, start %v, which do not make up %v", stats.Setup, stats.Search, c.Start, wall)
		}
		if c.CPU > 2*wall || c.Peak < 1<<20 {
			t.Errorf("got %v of processor time in %v and a peak of %d bytes", c.CPU, wall, c.Peak)
		}
		if c.CPU >= stats.Search/2 {
			break
		}
		if tries == 1 { // on a busy machine, a search may wait for a processor most of its time
			t.Fatalf("got %v of processor time in a search of %v", c.CPU, stats.Search)
		}
	}
}

func TestAnEngineStopsWithItsContextAndSearchesAgain(t *testing.T) {
	e := engine(t, "serve naive")
	p := corpustest.Problem("queens/12")
	s, err := cover.Prepare(e, p)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		stats := s.Run(ctx, cover.Limits{}, nil)
		if stats.Status != cover.Timeout || stats.Nodes == 0 {
			t.Errorf("got %s after %d nodes, want a timeout after some", stats.Status, stats.Nodes)
		}
		cancel()
		cancelled, cancel := context.WithCancel(context.Background())
		time.AfterFunc(20*time.Millisecond, cancel)
		if stats = s.Run(cancelled, cover.Limits{}, nil); stats.Status != cover.Timeout || stats.Nodes == 0 {
			t.Errorf("cancelled: got %s after %d nodes, want a timeout after some", stats.Status, stats.Nodes)
		}
		if stats = s.Run(context.Background(), cover.Limits{Nodes: 10}, nil); stats.Status != cover.Limit || stats.Nodes != 10 {
			t.Errorf("got %s after %d nodes (%v), want limit after 10", stats.Status, stats.Nodes, stats.Err)
		}
		seen := 0
		stats = s.Run(context.Background(), cover.Limits{}, func([]int) bool { seen++; return seen < 3 })
		if stats.Status != cover.Limit || seen != 3 || stats.Solutions != 3 {
			t.Errorf("stopped by the visitor: got %s, %d solutions, %d shown; want limit, 3, 3", stats.Status, stats.Solutions, seen)
		}
	}
}

func commandOf(args ...string) child.Command { return child.Command{Args: args} }
