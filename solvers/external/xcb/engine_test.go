package xcb_test

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/internal/child"
	"xcbench/internal/corpustest"
	"xcbench/internal/textbook"
	"xcbench/solvers"
	"xcbench/solvers/external/xcb"
)

// engineVariable makes the test binary an engine that serves the solver it names.
const engineVariable = "XCB_TEST_ENGINE"

func TestMain(m *testing.M) {
	name := os.Getenv(engineVariable)
	if name == "" {
		os.Exit(m.Run())
	}
	v, _ := solvers.Find(name)
	if err := (xcb.Server{Solver: v, Name: v.Name, Version: "of a test"}).Serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// serves returns the command of an engine that serves a solver: the test binary.
func serves(t testing.TB, name string) child.Command {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return child.Command{Args: []string{self}, Env: []string{engineVariable + "=" + name}}
}

// script returns the command of an engine that is a shell script.
func script(text string) child.Command { return child.Command{Args: []string{"sh", "-c", text}} }

// hello is the greeting of a script.
const hello = "xcb 1\\nname fake\\ntakes secondary\\nready\\n"

// says returns an engine that says all of its answers at once, so that none comes late. It writes the
// requests to the file $LOG, and when it is to run, it executes a command of the shell.
func says(answers, then string) child.Command {
	c := script("printf '" + answers + `'; while read -r line; do echo "$line" >>"$LOG"; case $line in run*) ` + then + ";; esac; done")
	c.Env = []string{"LOG=/dev/null"}
	return c
}

// engineOf returns the engine of a command. It is closed with the test.
func engineOf(t testing.TB, c child.Command) *xcb.Engine {
	t.Helper()
	e := xcb.New(c, cover.Capabilities{Secondary: true, Colours: true})
	t.Cleanup(e.Close)
	return e
}

// prepare prepares a search by an engine.
func prepare(t testing.TB, e *xcb.Engine, p *cover.Problem) cover.Search {
	t.Helper()
	s, err := cover.Prepare(e, p)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// all is a visitor that wants all solutions.
func all([]int) bool { return true }

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
	for n, name := range []string{"dlx_index", "bitset", "auto"} {
		instances := append(instances, "colours")
		v, _ := solvers.Find(name)
		e := engineOf(t, serves(t, name))
		for k, id := range instances {
			if !testing.Short() && id != "colours" && (k%3 != n || k%9 > 2 && !long) { // each instance by one solver, and a third of them
				continue
			}
			p := problem(id)
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

// problem returns the instance with an id, or an example with colours.
func problem(id string) *cover.Problem {
	if id == "colours" {
		return textbook.Toy()
	}
	return corpustest.Problem(id)
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
	e := engineOf(t, serves(t, "dlx_index"))
	began := time.Now()
	stats, err := cover.Solve(context.Background(), e, corpustest.Problem("queens/6"), cover.Limits{}, nil)
	wall := time.Since(began)
	if err != nil || stats.Err != nil {
		t.Fatal(err, stats.Err)
	}
	if c := stats.Costs; stats.Setup <= 0 || stats.Search <= 0 || c.Start <= 0 ||
		stats.Setup+stats.Search+c.Start > wall || c.Peak < 1<<20 || c.CPU <= 0 {
		t.Errorf("got %+v with costs %+v, which do not make up %v", stats, c, wall)
	}
}

func TestAnEngineStopsWithItsContextAndSearchesAgain(t *testing.T) {
	e := engineOf(t, serves(t, "naive"))
	e.Grace = time.Hour // it stops on its own
	s := prepare(t, e, corpustest.Problem("queens/12"))
	for range 2 {
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		stats := s.Run(ctx, cover.Limits{}, nil)
		if stats.Status != cover.Timeout {
			t.Errorf("got %s, want a timeout", stats.Status)
		}
		cancel()
		cancelled, cancel := context.WithCancel(context.Background())
		time.AfterFunc(20*time.Millisecond, cancel)
		if stats = s.Run(cancelled, cover.Limits{}, nil); stats.Status != cover.Timeout {
			t.Errorf("cancelled: got %s, want a timeout", stats.Status)
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
	if n := e.Started(); n != 1 {
		t.Errorf("got %d processes, want one", n)
	}
}
