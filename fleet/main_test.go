package fleet

import (
	"context"
	"fmt"
	"os"
	"slices"
	"testing"

	"xcbench/bench"
	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/solvers"
	"xcbench/solvers/external"
)

// TestMain makes the test binary a worker process, too.
func TestMain(m *testing.M) {
	if os.Getenv(bench.WorkerVariable) == "" {
		os.Exit(m.Run())
	}
	if err := bench.Work(testSolvers, os.Stdin, os.Stdout); err != nil {
		os.Exit(1)
	}
}

// testSolvers has solvers with faults, and an engine.
var testSolvers = func() solvers.Set {
	all := []solvers.Variant{{Solver: dlx.Index(cover.MRV), Name: "mine", Algorithm: "mine", Rule: cover.MRV, Counter: solvers.Links,
		Engine: new(external.Spec)}}
	for name, change := range map[string]func(context.Context, cover.Search, cover.Limits, cover.Visitor) cover.Stats{
		"lies": func(ctx context.Context, s cover.Search, l cover.Limits, visit cover.Visitor) cover.Stats {
			return s.Run(ctx, l, shown(visit, func(options []int) bool { return visit(options[1:]) }))
		},
		"repeats": func(ctx context.Context, s cover.Search, l cover.Limits, visit cover.Visitor) cover.Stats {
			return s.Run(ctx, l, shown(visit, func(options []int) bool { return visit(options) && visit(slices.Clone(options)) }))
		},
		"miscounts": func(ctx context.Context, s cover.Search, l cover.Limits, visit cover.Visitor) cover.Stats {
			stats := s.Run(ctx, l, visit)
			stats.Nodes++
			return stats
		},
		"hangs": func(ctx context.Context, s cover.Search, l cover.Limits, visit cover.Visitor) cover.Stats {
			if stats := s.Run(ctx, l, visit); stats.Nodes != 111 { // not queens/6
				return stats
			}
			select {}
		},
		"panics": func(context.Context, cover.Search, cover.Limits, cover.Visitor) cover.Stats { panic("oh\nno") },
		"exits": func(context.Context, cover.Search, cover.Limits, cover.Visitor) cover.Stats {
			fmt.Fprintln(os.Stderr, "task 1 is none")
			os.Exit(3)
			return cover.Stats{}
		},
		"dies": func(context.Context, cover.Search, cover.Limits, cover.Visitor) cover.Stats {
			self, _ := os.FindProcess(os.Getpid())
			self.Kill()
			select {}
		},
		"skips": func(ctx context.Context, s cover.Search, l cover.Limits, visit cover.Visitor) cover.Stats { // the first solution
			n := 0
			stats := s.Run(ctx, l, shown(visit, func(options []int) bool { n++; return n == 1 || visit(options) }))
			stats.Solutions = max(0, stats.Solutions-1)
			return stats
		},
	} {
		all = append(all, solvers.Variant{Solver: faulty{dlx.Index(cover.MRV), change}, Name: name, Algorithm: name, Rule: cover.MRV,
			Counter: solvers.Links})
	}
	set, err := solvers.NewSet(all)
	if err != nil {
		panic(err)
	}
	return set
}()

// shown returns a visitor in place of another one, which may be nil.
func shown(visit, changed cover.Visitor) cover.Visitor {
	if visit == nil {
		return nil
	}
	return changed
}

type faulty struct {
	cover.Solver
	run func(context.Context, cover.Search, cover.Limits, cover.Visitor) cover.Stats
}

func (f faulty) Prepare(p *cover.Problem) (cover.Search, error) {
	s, err := f.Solver.Prepare(p)
	return faultySearch{s, f}, err
}

type faultySearch struct {
	cover.Search
	faulty faulty
}

func (s faultySearch) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	return s.faulty.run(ctx, s.Search, limits, visit)
}
