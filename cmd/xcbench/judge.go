package main

import (
	"github.com/spf13/cobra"

	"xcbench/cover"
	"xcbench/internal/cli"
	"xcbench/solvers"
)

// judgeFlags are the flags of solve that ask about a puzzle rather than for its solution.
type judgeFlags struct {
	unique bool
	rate   bool
	rated  solvers.Variant // the solver of --rate
}

func (f *judgeFlags) flags(cmd *cobra.Command) {
	const others = "excludes count all limit show tree draw explain animate sample"
	flags := cli.FlagsOf(cmd)
	flags.Add(&f.unique, "unique", "say whether there are one, several or no solutions", others)
	flags.Add(&f.rate, "rate", "print how much a solver has to do for a sudoku", others+" unique nodes updates givens")
}

// imply sets the flags that these stand for.
func (f *judgeFlags) imply(cmd *cobra.Command, s *solving) {
	if f.unique {
		s.count, s.bounds.Solutions = true, 2
	}
	if f.rated, _ = solvers.Find("dlx_index"); cmd.Flags().Changed("solver") {
		f.rated = s.variant
	}
}

// judgement says how many solutions there are: one, several or none. It is "" if the search stopped before
// that was known.
func judgement(stats cover.Stats) string {
	switch {
	case stats.Solutions > 1:
		return "several"
	case stats.Status != cover.Solved:
		return ""
	case stats.Solutions == 1:
		return "one"
	}
	return "none"
}
