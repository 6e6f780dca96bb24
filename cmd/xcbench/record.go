package main

import (
	"cmp"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"xcbench/cover"
	"xcbench/internal/atomicfile"
	"xcbench/internal/cli"
	"xcbench/internal/drup"
	"xcbench/results/tree"
	"xcbench/solvers"
	"xcbench/solvers/learn"
)

// recordings are the flags of solve that record or show the search of one puzzle. At most one is given.
var recordings = []string{"proof", "tree", "explain", "animate"}

// Without --nodes, steps end at these numbers of nodes: some pages of text, or an animation of a
// megabyte.
const (
	explainedNodes = 200
	animatedNodes  = 2000
)

// checkRecord chooses a solver whose searches can be recorded as the flag asks, unless the user named another one.
func (s *solving) checkRecord(cmd *cobra.Command) error {
	switch v := &s.variant; s.recorded {
	case "proof":
		if s.prefer(cmd, string(learn.Learn)); v.Rule != learn.Learn {
			return cli.Usagef("--proof records what a search learns, and %s learns nothing, expected --solver %s", v.Name, learn.Learn)
		}
	case "tree":
		if v.Engine != nil {
			return cli.Usagef("--tree records solvers of this program, and %s is an engine; one of the rule mrv has the tree of "+
				"dlx_index, one of the rule first that of dlx_index_first", v.Name)
		}
	case "explain", "animate":
		if s.prefer(cmd, "dlx_index"); v.Engine != nil || !tree.CanFollow(v.Rule) {
			return cli.Usagef("--%s follows solvers of the rules mrv and first, and %s is not one; expected one of %s", s.recorded, v.Name,
				solversThat(func(v solvers.Variant) bool { return tree.CanFollow(v.Rule) }))
		}
		if !cmd.Flags().Changed("nodes") {
			s.bounds.Nodes = map[bool]int64{true: explainedNodes, false: animatedNodes}[s.explain]
		}
	}
	return nil
}

// file returns the file in which the search is recorded, or "".
func (s *solving) file() string { return cmp.Or(s.proof, s.tree, s.animate) }

// proving is a solver whose searches write a proof.
type proving struct {
	cover.Solver
	proof learn.Proof
}

func (p proving) Prepare(problem *cover.Problem) (cover.Search, error) {
	search, err := p.Solver.Prepare(problem)
	if err == nil {
		search.(learn.Prover).Prove(p.proof)
	}
	return search, err
}

// record makes a search, and records or shows it as the flags ask. After an error there is no file.
func (s *solving) record(a *answer, v solvers.Variant, limits cover.Limits,
	search func(cover.Solver, cover.Limits) (cover.Stats, error)) (stats cover.Stats, err error) {
	recording := func(w io.Writer) error {
		solver, end := v.Solver, func() error { return nil }
		switch s.recorded {
		case "proof":
			proof := drup.NewWriter(w)
			proof.Name(a.name)
			limits.Trace = &cover.Trace{Stop: func(int64, int64) bool { return proof.Stop.Load() }}
			solver, end = proving{v.Solver, proof.Step}, proof.Flush
		case "tree":
			file, names := tree.NewWriter(w, a.name, v.Name, v.Rule), a.puzzle.Naming()
			file.Label(a.problem, names.Item, names.Option)
			limits.Trace = file.Trace()
			end = func() error { return file.Close(stats.Status) }
		case "explain", "animate":
			steps := showSteps(a)
			limits.Trace = steps.follower.Trace()
			end = func() error { return steps.end(w, stats) }
		}
		if stats, err = search(solver, limits); err == nil {
			err = end()
		}
		return err
	}
	if s.file() == "" {
		err = recording(nil)
	} else {
		err = atomicfile.Write(s.file(), 0o644, recording)
	}
	if s.proof != "" && err == nil && stats.Status != cover.Solved {
		fmt.Fprintf(s.notes, "xcbench: %s proves nothing: the search stopped at a limit%s\n", s.proof, afterNodes(stats))
	}
	return stats, err
}
