package main

import (
	"github.com/spf13/cobra"

	"xcbench/results"
)

// rowFlags has the flags that select rows of results, for cmp, gate, noise, rank and report. They
// have the names and the language of the flags that select instances and solvers for run.
type rowFlags struct {
	filter  string
	solvers []string
}

func (r *rowFlags) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&r.filter, "filter", "", "use only rows that match `QUERY`, as family:queens")
	f.StringSliceVar(&r.solvers, "solver", nil, "use only `SOLVERS`, separated by commas")
}

// selected returns the filter of the flags.
func (r *rowFlags) selected() (results.Filter, error) {
	filter, err := results.NewFilter(r.filter, r.solvers)
	return filter, asUsage(err)
}

// readRuns reads the selected rows of the results that arguments name.
func (r *rowFlags) readRuns(cmd *cobra.Command, args []string) ([]results.Run, error) {
	if len(args) == 0 {
		return nil, usagef(noResults)
	}
	filter, err := r.selected()
	if err != nil {
		return nil, err
	}
	runs, err := results.ReadRuns(args, cmd.InOrStdin(), filter)
	return runs, asUsage(err)
}
