package main

import (
	"github.com/spf13/cobra"

	"xcbench/internal/cli"
	"xcbench/report"
)

// viewFlags adds the flags that choose and order the rows of comparisons.
func viewFlags(cmd *cobra.Command, view *report.View) {
	f := cli.FlagsOf(cmd)
	cli.WordFlag(cmd, &view.Sort, "sort", "sort rows by ", report.Orders...)
	f.Add(&view.Differ, "differ", "show only rows that differ")
	f.Add(&view.MinRatio, "min-ratio", "show only rows that differ `R` times or more", "least 1")
	f.Add(&view.Top, "top", "show only the first `N` rows of a table; 0 for all", "least 0")
}

// baseFlag adds the flag for the solver, or the column, that others are compared with.
func baseFlag(cmd *cobra.Command, base *string) {
	cli.FlagsOf(cmd).Add(base, "base", "compare with `SOLVER` or column (default the first)")
}
