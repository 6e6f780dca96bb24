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
	"xcbench/solvers"
	"xcbench/solvers/learn"
)

// checkProof chooses the solver that can prove its answers, unless the user named another one.
func (s *solving) checkProof(cmd *cobra.Command) error {
	if s.proof == "" {
		return nil
	}
	if s.tree != "" || s.drawn() || s.stepFlags.alone() != "" {
		return cli.Usagef("--proof excludes --tree, and the flags of diagrams and steps")
	}
	if !cmd.Flags().Changed("solver") {
		s.variant, _ = solvers.Find(string(learn.Learn))
	}
	if s.variant.Rule != learn.Learn {
		return cli.Usagef("--proof records what a search learns, and %s learns nothing, expected --solver %s", s.variant.Name, learn.Learn)
	}
	return nil
}

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

// prove makes a search of the puzzle with this name, and writes its proof to the file of --proof.
// After an error there is no file.
func (s *solving) prove(
	name string, solver cover.Solver, limits cover.Limits, search func(cover.Solver, cover.Limits) (cover.Stats, error),
) (stats cover.Stats, err error) {
	err = atomicfile.Write(s.proof, 0o644, func(w io.Writer) error {
		proof := drup.NewWriter(w)
		proof.Name(name)
		limits.Trace = &cover.Trace{Stop: func(int64, int64) bool { return proof.Stop.Load() }}
		stats, err = search(proving{solver, proof}, limits)
		return cmp.Or(err, proof.Flush())
	})
	if err == nil && stats.Status != cover.Solved {
		fmt.Fprintf(s.notes, "xcbench: %s proves nothing: the search stopped at a limit%s\n", s.proof, afterNodes(stats))
	}
	return stats, err
}
