package main

import (
	"bufio"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"

	"github.com/spf13/cobra"

	"xcbench/internal/english"
	"xcbench/report"
	"xcbench/results"
	"xcbench/results/compare"
	"xcbench/solvers"
)

func cmpCommand() *cobra.Command {
	var (
		form          string
		differ, plain bool
	)
	opts := compare.Defaults()
	cmd := &cobra.Command{
		Use:   "cmp [flags] [LABEL=](RUN | FILE | -)...",
		Short: "compare results as benchstat does",
		Long: `Cmp shows medians with confidence intervals and significant differences to the
first column. Inputs are run directories, files in Go's benchmark format of any
origin, or - for standard input. Columns are the inputs or, of a single run, its
solvers. Keys and filters are in the language of benchstat. Counters (units
declared assume=exact) are compared to the last digit.

  xcbench cmp old=runs/1 new=runs/2
  xcbench cmp --filter '.unit:sec/op /family:queens' runs/1
  xcbench cmp --col /solver@'(bitset dlx_index)' --row /family,/inst runs/1`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkFormat(form, report.Formats); err != nil {
				return err
			}
			if len(args) == 0 {
				return usagef("no results named, expected run directories, files or -")
			}
			// A heap that may grow to twice what is in use needs 1.2 GB for a million names.
			defer debug.SetGCPercent(debug.SetGCPercent(50))
			inputs, err := compare.Inputs(args)
			if err != nil {
				return err
			}
			opts.Holm = !plain
			opts.Comparable = sameCounter
			for _, v := range solvers.All() { // the samples of a run are in random order
				opts.First = append(opts.First, v.Name)
			}
			res, err := compare.Collect(opts, inputs, cmd.InOrStdin())
			if err != nil {
				return queryError(err)
			}
			return showComparison(cmd, res, form, differ)
		},
	}
	f := cmd.Flags()
	f.StringVar(&opts.Table, "table", opts.Table, "make a table for each value of these keys, and for each unit")
	f.StringVar(&opts.Row, "row", opts.Row, "make a row for each value of these keys")
	f.StringVar(&opts.Col, "col", "", "make a column for each value of these keys (default .file, or /solver of a single run)")
	f.StringVar(&opts.Filter, "filter", opts.Filter, "take only results that pass, as in '.unit:sec/op /solver:(bitset OR naive)'")
	f.StringVar(&opts.Ignore, "ignore", "", "keys in which the samples of a cell may vary")
	f.Float64Var(&opts.Alpha, "alpha", opts.Alpha, "a difference is significant if p is less than this")
	f.Float64Var(&opts.Confidence, "confidence", opts.Confidence, "level of the intervals")
	f.BoolVar(&plain, "no-holm", false, "do not correct p-values for the number of comparisons in a table")
	f.BoolVar(&differ, "differ", false, "show only rows that changed")
	tableFlag(cmd, &form)
	return cmd
}

// queryError makes a mistake in a filter or in keys one in the command line.
func queryError(err error) error {
	var query *compare.QueryError
	if errors.As(err, &query) {
		return usageError{err}
	}
	return err
}

// sameCounter says whether a unit means the same for two solvers: updates do in a
// counter class only.
func sameCounter(unit, base, column string) bool {
	a, ok1 := solvers.Find(base)
	b, ok2 := solvers.Find(column)
	return unit != results.Updates || !ok1 || !ok2 || a.Counter == b.Counter
}

func showComparison(cmd *cobra.Command, res *compare.Collection, form string, differ bool) error {
	for _, line := range slices.Concat(res.Warnings, res.Faults) {
		fmt.Fprintln(cmd.ErrOrStderr(), "warning:", line)
	}
	var (
		overlap compare.Overlap
		notes   []string
	)
	tables := func(yield func(compare.Table) bool) {
		for t := range res.Tables() {
			overlap.Add(t)
			if form == "csv" { // the other forms have a place for them
				notes = append(notes, report.Notes(t)...)
			}
			if !yield(t) {
				return
			}
		}
	}
	out := bufio.NewWriterSize(cmd.OutOrStdout(), 1<<16)
	if form == "csv" || form == "json" {
		if err := report.WriteCells(out, form, tables, differ); err != nil {
			return err
		}
	} else {
		between := ""
		for t := range tables {
			out.WriteString(between)
			if err := report.Versus(t, differ).Write(out, form); err != nil {
				return err
			}
			between = "\n"
		}
	}
	if err := out.Flush(); err != nil {
		return err
	}
	if form == "csv" {
		for _, note := range notes {
			fmt.Fprintln(cmd.ErrOrStderr(), "note:", note)
		}
	}
	switch {
	case len(res.Faults) > 0:
		return fmt.Errorf("%s could not be read; the rest is compared", english.Count(len(res.Faults), "line"))
	case overlap.None():
		return fmt.Errorf("the columns have no row in common, so nothing is compared")
	}
	return nil
}
