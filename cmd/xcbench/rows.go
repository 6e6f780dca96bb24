package main

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"xcbench/internal/cli"
	"xcbench/results"
)

// rowFlags has the flags that select rows of results, for cmp, gate, noise, rank and report. They
// have the names and the language of the flags that select instances and solvers for run.
type rowFlags struct {
	filter  string
	solvers []string
	base    string // if the command has the flag
}

func (r *rowFlags) flags(cmd *cobra.Command) {
	f := cli.FlagsOf(cmd)
	f.Add(&r.filter, "filter", "use only rows that match `QUERY`, as family:queens")
	f.Add(&r.solvers, "solver", "use only `SOLVERS`, separated by commas")
}

// selected returns the filter of the flags.
func (r *rowFlags) selected() (results.Filter, error) {
	if err := cli.CheckFilter(r.filter); err != nil {
		return results.Filter{}, err
	}
	filter, err := results.NewFilter(r.filter, r.solvers)
	return filter, asUsage(err)
}

// inOrder gives the solvers of runs the order in which --solver names them, or else the first run, with
// the base of --base in front.
func (r *rowFlags) inOrder(runs []results.Run) error {
	names := r.solvers
	if len(names) == 0 {
		names = results.SolversOf(runs)
	}
	names, err := results.BaseFirst(names, r.base)
	if err != nil {
		return cli.Usage(fmt.Errorf("--base: %w", err))
	}
	for n := range runs {
		if runs[n].Classes == nil {
			runs[n].Classes = results.Classes{}
		}
		for _, name := range runs[n].Rows.Solvers() {
			class := runs[n].Classes[name]
			class.Order = slices.Index(names, name) + 1
			runs[n].Classes[name] = class
		}
	}
	return nil
}

// readRuns reads the selected rows of the results that arguments name.
func (r *rowFlags) readRuns(cmd *cobra.Command, args []string) ([]results.Run, error) {
	if len(args) == 0 {
		return nil, cli.Usagef(noResults)
	}
	filter, err := r.selected()
	if err != nil {
		return nil, err
	}
	runs, err := results.ReadRuns(args, cmd.InOrStdin(), filter)
	return runs, asUsage(err)
}
