package main

import (
	"context"
	"fmt"
	"io"
	"slices"

	"xcbench/cover"
	"xcbench/internal/atomicfile"
	"xcbench/results/tree"
	"xcbench/solvers"
)

// recorded makes a search, and writes its proof or its tree if there is a file for it.
func (s *solving) recorded(
	ctx context.Context, a *answer, v solvers.Variant, limits cover.Limits, search func(cover.Solver, cover.Limits) (cover.Stats, error),
) (cover.Stats, error) {
	switch {
	case s.proof != "":
		return s.prove(a.name, v.Solver, limits, search)
	case s.tree != "":
		return s.record(ctx, a, v, limits, search)
	}
	return search(v.Solver, limits)
}

// record makes a search, and writes its tree to the file of --tree. After an error there is no file.
func (s *solving) record(
	ctx context.Context, a *answer, v solvers.Variant, limits cover.Limits, search func(cover.Solver, cover.Limits) (cover.Stats, error),
) (stats cover.Stats, err error) {
	err = atomicfile.Write(s.tree, 0o644, func(w io.Writer) error {
		file, names := tree.NewWriter(w, a.name, v.Name, v.Rule), a.puzzle.Naming()
		file.Label(a.problem, names.Item, names.Option)
		if v.Engine == nil {
			limits.Trace = file.Trace()
		}
		if stats, err = search(v.Solver, limits); err == nil && v.Engine != nil {
			err = retrace(ctx, v, a.problem, s.bounds.Limits, file.Trace(), stats)
		}
		if err != nil {
			return err
		}
		return file.Close(stats.Status)
	})
	return stats, err
}

// retrace records the search of an engine, which reports only its levels. It records a solver of the
// same rule, and compares the levels of both.
func retrace(ctx context.Context, engine solvers.Variant, p *cover.Problem, limits cover.Limits, trace *cover.Trace,
	of cover.Stats) error {
	all := solvers.All()
	twin := all[slices.IndexFunc(all, func(v solvers.Variant) bool { return v.Rule == engine.Rule })]
	limits.Trace = trace
	stats, err := cover.Solve(ctx, twin, p, limits, nil)
	if err != nil {
		return err
	}
	if stats.Status != of.Status {
		return fmt.Errorf("the search ended with status %s, but that of its rule %s with %s, so the tree is unknown",
			of.Status, engine.Rule, stats.Status)
	}
	nodes := func(s cover.Stats, level int) int64 {
		if level >= len(s.Levels) {
			return 0
		}
		return s.Levels[level].Nodes
	}
	for level := range max(len(stats.Levels), len(of.Levels)) {
		if got, want := nodes(of, level), nodes(stats, level); got != want {
			return fmt.Errorf("%d nodes on level %d, but its rule %s has %d there, so the tree is unknown; "+
				"'xcbench plot levels' draws the levels of a run", got, level, engine.Rule, want)
		}
	}
	return nil
}
