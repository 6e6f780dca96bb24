package conform

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"xcbench/cover"
	"xcbench/internal/child"
	"xcbench/solvers"
	"xcbench/solvers/engines"
	"xcbench/solvers/external"
	"xcbench/solvers/external/xcb"
)

// mistakeVariable makes the test binary an engine with a mistake, or with "none".
const mistakeVariable = "XCBENCH_TEST_MISTAKE"

func TestMain(m *testing.M) {
	mistake := os.Getenv(mistakeVariable)
	if mistake == "" {
		os.Exit(m.Run())
	}
	v, _ := solvers.Find("dlx_index")
	s := xcb.Server{Solver: faulty{v, mistake}, Name: mistake, Version: "of a test"}
	if err := s.Serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// faulty is a solver with a mistake.
type faulty struct {
	cover.Solver
	mistake string
}

func (f faulty) Prepare(p *cover.Problem) (cover.Search, error) {
	s, err := cover.Prepare(f.Solver, p)
	return faultySearch{s, p, f.mistake}, err
}

type faultySearch struct {
	cover.Search
	p       *cover.Problem
	mistake string
}

func (f faultySearch) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	if f.p.Primary() == endlessItems { // all engines here wait for the end instead of searching
		<-ctx.Done()
		status := cover.Timeout
		if f.mistake == "solves what it had no time for" {
			status = cover.Solved
		}
		return cover.Stats{Status: status, Nodes: 1}
	}
	switch f.mistake {
	case "ignores a limit of nodes":
		limits.Nodes = 0
	case "stops one solution late":
		limits.Solutions += min(1, limits.Solutions)
	}
	return f.Search.Run(ctx, limits, visit)
}

// examine runs some of the tests on an engine, and returns the errors by name.
func examine(t *testing.T, c child.Command, patience time.Duration, names ...string) map[string]error {
	t.Helper()
	e := newExaminee(t.Context(), c)
	defer e.engine.Close()
	e.patience = patience
	if err := e.greets(); err != nil {
		t.Fatal(err)
	}
	errs := map[string]error{}
	for _, test := range tests() {
		if slices.Contains(names, test.name) {
			errs[test.name] = test.run(e)
		}
	}
	if len(errs) != len(names) {
		t.Fatalf("got the tests %v, want %q", errs, names)
	}
	return errs
}

// A mistake fails the tests that are there for it, and no others of the same group.
func TestEachTestFindsItsMistake(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for mistake, want := range map[string]map[string]string{
		"none": {},
		"solves what it had no time for": {"stops when its time is over": "it says solved after",
			"hears that a search is cancelled": "it says solved after"},
		"ignores a limit of nodes": {"stops at a limit of nodes": "it says solved after"},
		"stops one solution late":  {"stops at a limit of solutions": "2 solutions"},
	} {
		t.Run(mistake, func(t *testing.T) {
			t.Parallel()
			command := child.Command{Args: []string{self}, Env: []string{mistakeVariable + "=" + mistake}}
			for name, err := range examine(t, command, time.Minute, "solves Knuth's example", "stops at a limit of solutions",
				"stops at a limit of nodes", "stops when its time is over", "hears that a search is cancelled", "ends with its input") {
				if text := want[name]; (err != nil) != (text != "") || err != nil && !strings.Contains(err.Error(), text) {
					t.Errorf("%s: got %v, want %q", name, err, text)
				}
			}
		})
	}
}

// Each mistake in the engine in Python fails the test that is there for it.
func TestMistakesInAnotherLanguageAreFound(t *testing.T) {
	python, err := engines.FindStarter("python")
	if err != nil {
		t.Fatal(err)
	}
	words, _ := external.Words(python.Command)
	if _, err := exec.LookPath(words[0]); err != nil {
		t.Skip(err)
	}
	for _, c := range []struct{ old, new, fails string }{
		{"item < p.primary]", "True]", "solves secondary items"},
		{"if not active:", "if not active and p.options:", "solves a problem without items"},
		{`raise ValueError(f"option`, `print(f"option`, "refuses a bad problem"},
		{`self.stop_at("solutions")`, "pass", "stops at a limit of solutions"},
		{`self.stop_at("nodes", "updates")`, "pass", "stops at a limit of nodes"},
		{`raise Stop("timeout")`, "pass", "stops when its time is over"},
		{"p.uncover(removed)", "pass", "solves Knuth's example"},
		{"for nodes, updates in search.levels:", "search.counts[\"updates\"] = time.time_ns() % 1_000_003\n    for nodes, updates in []:",
			"gives the same answer again"},
		{"\nmain()\n", "\nmain()\ntime.sleep(60)\n", "ends with its input"},
		{"option + 1 for", "option for", "solves one option for all items"},
		{"print(\"solution\"", "print(\"solution\", 1) or print(\"solution\"", "solves two equal options"},
	} {
		t.Run(c.fails, func(t *testing.T) {
			t.Parallel()
			if strings.Count(python.Source(), c.old) == 0 {
				t.Fatalf("%s has no %q", python.File, c.old)
			}
			dir := t.TempDir()
			source := strings.Replace(python.Source(), c.old, c.new, 1)
			if err := os.WriteFile(filepath.Join(dir, python.File), []byte(source), 0o666); err != nil {
				t.Fatal(err)
			}
			command := child.Command{Args: words, Dir: dir}
			if err := examine(t, command, 500*time.Millisecond, c.fails)[c.fails]; err == nil {
				t.Errorf("%q for %q: got no error", c.new, c.old)
			} else {
				t.Log(err)
			}
		})
	}
}
