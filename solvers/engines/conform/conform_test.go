package conform

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/internal/child"
	"xcbench/solvers"
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

// A mistake fails the tests that are there for it, and no others of the same group.
func TestEachTestFindsItsMistake(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	group := []string{"solves Knuth's example", "stops at a limit of solutions", "stops at a limit of nodes",
		"stops when its time is over", "hears that a search is cancelled"}
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
			e := &examinee{ctx: t.Context(), command: command, engine: xcb.New(command, cover.Capabilities{Secondary: true})}
			defer e.engine.Close()
			if err := e.greets(); err != nil {
				t.Fatal(err)
			}
			for _, test := range tests() {
				if !slices.Contains(group, test.name) {
					continue
				}
				err, text := test.run(e), want[test.name]
				if (err != nil) != (text != "") || err != nil && !strings.Contains(err.Error(), text) {
					t.Errorf("%s: got %v, want %q", test.name, err, text)
				}
			}
		})
	}
}
