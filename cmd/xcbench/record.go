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

// recordFiles are the flags of solve that record the search of one puzzle in a file; "" for none.
type recordFiles struct{ tree, proof string }

func (f *recordFiles) flags(cmd *cobra.Command) {
	flags := cli.FlagsOf(cmd)
	flags.Add(&f.tree, "tree", "record the search tree in `FILE`")
	flags.Add(&f.proof, "proof", "write the proof of solver learn into `FILE`", "excludes tree explain animate sample")
}

// check chooses the solver that can prove its answers, unless the user named another one.
func (f *recordFiles) check(cmd *cobra.Command, s *solving) error {
	if f.proof != "" && !cmd.Flags().Changed("solver") {
		s.variant, _ = solvers.Find(string(learn.Learn))
	}
	switch v := s.variant; {
	case f.proof != "" && v.Rule != learn.Learn:
		return cli.Usagef("--proof records what a search learns, and %s learns nothing, expected --solver %s", v.Name, learn.Learn)
	case f.tree != "" && v.Engine != nil:
		return cli.Usagef("--tree records solvers of this program, and %s is an engine; one of the rule mrv has the tree of "+
			"dlx_index, one of the rule first that of dlx_index_first", v.Name)
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

// recorded makes a search, and writes its proof or its tree if there is a file for it. After an error there
// is no file.
func (s *solving) recorded(a *answer, v solvers.Variant, limits cover.Limits,
	search func(cover.Solver, cover.Limits) (cover.Stats, error)) (stats cover.Stats, err error) {
	switch {
	case s.proof != "":
		err = atomicfile.Write(s.proof, 0o644, func(w io.Writer) error {
			proof := drup.NewWriter(w)
			proof.Name(a.name)
			limits.Trace = &cover.Trace{Stop: func(int64, int64) bool { return proof.Stop.Load() }}
			stats, err = search(proving{v.Solver, proof.Step}, limits)
			return cmp.Or(err, proof.Flush())
		})
		if err == nil && stats.Status != cover.Solved {
			fmt.Fprintf(s.notes, "xcbench: %s proves nothing: the search stopped at a limit%s\n", s.proof, afterNodes(stats))
		}
	case s.tree != "":
		err = atomicfile.Write(s.tree, 0o644, func(w io.Writer) error {
			file, names := tree.NewWriter(w, a.name, v.Name, v.Rule), a.puzzle.Naming()
			file.Label(a.problem, names.Item, names.Option)
			limits.Trace = file.Trace()
			if stats, err = search(v.Solver, limits); err != nil {
				return err
			}
			return file.Close(stats.Status)
		})
	default:
		return search(v.Solver, limits)
	}
	return stats, err
}
