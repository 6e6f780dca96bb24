package main

import (
	"github.com/spf13/cobra"

	"xcbench/internal/cli"
	"xcbench/report"
)

// viewFlags adds the flags that choose and order the rows of comparisons.
func viewFlags(cmd *cobra.Command, view *report.View) {
	f := cmd.Flags()
	cli.WordFlag(cmd, (*string)(&view.Sort), "sort", "sort rows by "+cli.Choice(cli.Texts(report.Orders)), cli.Texts(report.Orders),
		"--sort %q, expected "+cli.Choice(cli.Texts(report.Orders)))
	f.BoolVar(&view.Differ, "differ", false, "show only rows that differ")
	f.Float64Var(&view.MinRatio, "min-ratio", 0, "show only rows that differ `R` times or more")
	f.IntVar(&view.Top, "top", 0, "show only the first `N` rows of a table; 0 for all")
	cli.AtLeast(cmd, "1", "min-ratio")
	cli.AtLeast(cmd, "0", "top")
}

// baseFlag adds the flag for the solver, or the column, that others are compared with.
func baseFlag(cmd *cobra.Command, base *string) {
	cmd.Flags().StringVar(base, "base", "", "compare with `SOLVER` or column (default the first)")
}
