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
}

// baseFlag adds the flag for the solver, or the column, that others are compared with.
func baseFlag(cmd *cobra.Command, base *string) {
	cmd.Flags().StringVar(base, "base", "", "compare with `SOLVER` or column (default the first)")
}

// checkView rejects flags that make no sense.
func checkView(view report.View) error {
	switch {
	case view.MinRatio != 0 && !(view.MinRatio >= 1):
		return cli.Usagef("--min-ratio %v, expected 1 or more, or 0 for all rows", view.MinRatio)
	case view.Top < 0:
		return cli.Usagef("--top %d, expected 0 or more", view.Top)
	}
	return nil
}
