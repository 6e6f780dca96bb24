package main

import (
	"bufio"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"xcbench/compare"
	"xcbench/internal/cli"
	"xcbench/internal/english"
	"xcbench/report"
	"xcbench/results"
)

const cmpHelp = `Cmp says how much each column differs from the first over all rows, and prints
tables of medians and differences with confidence intervals. A terminal gets a
page of them at most; --tables prints all. Inputs are run directories, files in
Go's benchmark format from any program, or - for standard input. The columns are
the inputs; of a single run they are its solvers.
Counters (units declared assume=exact) are compared exactly.

Keys and filters are written as for benchstat. --table, --row and --col make a
table, a row or a column for each value of their keys; every unit has its own
tables. A * marks significant differences. The p-values are corrected for the
number of comparisons in a table. With --correction bh (Benjamini-Hochberg), at
most 5% of the marks are wrong on average. With holm, at most 5% of the tables
have a wrong mark.

--noise compares a program with itself: every other sample of a search with the
rest or, of several runs, every other run with the rest. 95 of 100 differences
are at most the noise floor. A search needs 8 samples or more.

--trend reads the runs of many commits, the oldest first, and shows in which of
them something changed, by the rules of gate. Each run is compared with the
latest run in which something changed, so that small slowdowns add up.`

func cmpCommand() *cobra.Command {
	var (
		tables bool
		view   report.View
		use    rowFlags
		units  []string
		noise  bool
		trend  bool
	)
	opts := compare.Defaults()
	cmd := &cobra.Command{
		Use:   "cmp [flags] [LABEL=](RUN | FILE | -)...",
		Short: "Compare results, as benchstat does",
		Long:  cmpHelp,
		Example: `  xcbench cmp old=runs/1 new=runs/2
  xcbench cmp --filter '.unit:sec/op /family:queens' runs/1
  xcbench cmp --col /solver@'(bitset dlx_index)' --row /family,/inst runs/1
  xcbench cmp --trend runs/monday runs/tuesday runs/wednesday`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cli.Usagef(noResults)
			}
			switch {
			case noise:
				return compareNoise(cmd, args, use)
			case trend:
				return compareTrend(cmd, args, units, use)
			}
			inputs, err := results.Inputs(args)
			if err != nil {
				return err
			}
			filter, err := use.selected()
			if err != nil {
				return err
			}
			for _, keys := range []*string{&opts.Table, &opts.Row, &opts.Col, &opts.Ignore} {
				*keys = results.Keys(*keys)
			}
			opts.Filter, opts.First = inUnits(filter.String(), units), use.solvers
			res, err := compare.Collect(opts, inputs, cmd.InOrStdin())
			if err != nil {
				return asUsage(err)
			}
			form := cli.Format(cmd)
			every := tables || form == "csv" || form == "json" || strings.Contains(opts.Filter, ".unit")
			return showComparison(cmd, res, form, view, tables, every)
		},
	}
	f := cli.FlagsOf(cmd)
	f.Add(&opts.Table, "table", "make tables by `KEYS`")
	f.Add(&opts.Row, "row", "make rows by `KEYS`")
	f.Add(&opts.Col, "col", "make columns by `KEYS`")
	f.Add(&units, "unit", "compare only `UNITS`, as total,nodes (see plot)")
	baseFlag(cmd, &opts.Base)
	f.Add(&opts.Ignore, "ignore", "let `KEYS` vary among the samples of a cell")
	f.Add(&opts.Alpha, "alpha", "call differences significant if p < `A`")
	f.Add(&opts.Confidence, "confidence", "give intervals of this `LEVEL`")
	cli.WordFlag(cmd, &opts.Correction, "correction", "correct p-values by ", "bh", "holm", "none")
	f.Add(&noise, "noise", "show how much times vary between identical programs", "excludes trend")
	f.Add(&trend, "trend", "show in which of many runs something changed")
	f.Add(&tables, "tables", "print all tables on a terminal too, not one page")
	use.flags(cmd)
	viewFlags(cmd, &view)
	cli.TableFlag(cmd)
	return cmd
}

// inUnits adds to a filter that values are in some units, given by their flags or names.
func inUnits(filter string, units []string) string {
	var names []string
	for _, flag := range units {
		name, err := unitOf(flag)
		if err != nil { // of another program
			name = flag
		}
		names = append(names, name)
	}
	text := ".unit:" + strings.Join(names, " OR ")
	if len(names) > 1 {
		text = ".unit:(" + strings.Join(names, " OR ") + ")"
	}
	switch {
	case len(names) == 0:
		return filter
	case filter == "*":
		return text
	}
	return "(" + filter + ") " + text
}

// showComparison prints the tables, and warnings about the input. Of tables as text, a terminal gets
// a page at most, unless all are wanted. Solvers are compared in the units that are shown by default,
// unless every unit is wanted.
func showComparison(cmd *cobra.Command, res *compare.Files, form string, view report.View, all, every bool) error {
	for _, line := range slices.Concat(res.Warnings, res.Faults) {
		cmd.PrintErrln("warning:", cli.Brief(line))
	}
	var notes []string
	overlaps, columns := false, map[string]bool{}
	tables := func(yield func(compare.Table) bool) {
		for t := range res.Tables() {
			overlaps = overlaps || t.Overlaps()
			for _, name := range t.Columns {
				columns[name] = true
			}
			if u, ok := results.FindUnit(t.Unit); ok && t.Solvers && u.Shown < results.InTables && !every {
				continue
			}
			if !yield(t) {
				return
			}
		}
	}
	out := bufio.NewWriterSize(cmd.OutOrStdout(), 1<<16)
	fit := func(t report.Table) report.Table { return cli.Fit(cmd.OutOrStdout(), form, t) }
	if _, onTerminal := cli.Terminal(cmd.OutOrStdout()); onTerminal && form == "text" && !all {
		if err := writePage(out, slices.Collect(tables), view, fit, cli.WidthOf(cmd.OutOrStdout()), below(res, form)); err != nil {
			return err
		}
	} else if form == "csv" || form == "json" {
		cells := report.Cells(slices.Collect(tables), view)
		notes = cells.Notes
		if err := cells.Write(out, form); err != nil {
			return err
		}
	} else {
		for k, t := range report.Tables(slices.Collect(tables), view) {
			if k > 0 {
				out.WriteByte('\n')
			}
			if err := fit(t).Write(out, form); err != nil {
				return err
			}
		}
		out.WriteString(below(res, form))
	}
	if err := out.Flush(); err != nil {
		return err
	}
	if form == "csv" { // the other formats print notes below the table
		for _, note := range notes {
			cmd.PrintErrln("note:", cli.Brief(note))
		}
	}
	switch {
	case len(res.Faults) > 0:
		return fmt.Errorf("%s could not be read (see the warnings); the rest is compared",
			english.Count(len(res.Faults), "line"))
	case len(columns) > 1 && !overlaps:
		return fmt.Errorf("nothing to compare: the columns have no row in common; --row and --col choose them")
	}
	return nil
}

// below returns the notes below the tables: the versions of the engines, and that the runs are of
// several machines.
func below(res *compare.Files, form string) string {
	var notes []string
	if len(res.Versions) > 0 {
		notes = append(notes, "engines: "+strings.Join(res.Versions, ", "))
	}
	if note := report.SeveralMachines(res.Machines); note != "" {
		notes = append(notes, note)
	}
	var text strings.Builder
	for _, note := range notes {
		text.WriteByte('\n')
		report.Table{Notes: []string{note}}.Write(&text, form) // a Builder has no errors
	}
	return text.String()
}
