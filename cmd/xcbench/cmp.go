package main

import (
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
table, a row or a column for each value of their keys. Every unit has its own
tables, unless two solvers are compared. A * marks significant differences. The
p-values are corrected for the number of comparisons in a table. With
--correction bh (Benjamini-Hochberg), at most 5% of the marks are wrong on
average. With holm, at most 5% of the tables have a wrong mark.

--noise compares a program with itself: every other sample of a search with the
rest or, of several runs, every other run with the rest. 95 of 100 differences
are at most the noise floor. A search needs 8 samples or more.

--trend reads the runs of many commits, the oldest first, and shows in which of
them something changed, by the rules of gate. Each run is compared with the
latest run in which something changed, so that small slowdowns add up.`

// comparison has the flags of cmp.
type comparison struct {
	compare.Options
	view   report.View
	use    rowFlags
	units  []string
	noise  bool
	trend  bool
	tables bool
}

func cmpCommand() *cobra.Command {
	c := comparison{Options: compare.Defaults()}
	cmd := &cobra.Command{
		Use:   "cmp [flags] [LABEL=](RUN | FILE | -)...",
		Short: "Compare results, as benchstat does",
		Long:  cmpHelp,
		Example: `  xcbench cmp old=runs/1 new=runs/2
  xcbench cmp --filter '.unit:sec/op /family:queens' runs/1
  xcbench cmp --col /solver@'(bitset dlx_index)' --row /family,/inst runs/1
  xcbench cmp --trend runs/monday runs/tuesday runs/wednesday`,
		RunE: c.run,
	}
	f := cli.FlagsOf(cmd)
	f.Add(&c.Table, "table", "make tables by `KEYS`")
	f.Add(&c.Row, "row", "make rows by `KEYS`")
	f.Add(&c.Col, "col", "make columns by `KEYS`")
	f.Add(&c.units, "unit", "compare only `UNITS`, as total,nodes (see plot)")
	baseFlag(cmd, &c.Base)
	f.Add(&c.Ignore, "ignore", "let `KEYS` vary among the samples of a cell")
	f.Add(&c.Alpha, "alpha", "call differences significant if p < `A`")
	f.Add(&c.Confidence, "confidence", "give intervals of this `LEVEL`")
	cli.WordFlag(cmd, &c.Correction, "correction", "correct p-values by ", "bh", "holm", "none")
	f.Add(&c.noise, "noise", "show how much times vary between identical programs", "excludes trend")
	f.Add(&c.trend, "trend", "show in which of many runs something changed")
	f.Add(&c.tables, "tables", "print all tables on a terminal too, not one page")
	c.use.flags(cmd)
	viewFlags(cmd, &c.view)
	cli.TableFlag(cmd)
	return cmd
}

func (c *comparison) run(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return cli.Usagef(noResults)
	}
	switch {
	case c.noise:
		return compareNoise(cmd, args, c.use)
	case c.trend:
		return compareTrend(cmd, args, c.units, c.use)
	}
	inputs, err := results.Inputs(args)
	if err != nil {
		return err
	}
	filter, err := c.use.selected()
	if err != nil {
		return err
	}
	for _, keys := range []*string{&c.Table, &c.Row, &c.Col, &c.Ignore} {
		*keys = results.Keys(*keys)
	}
	c.Filter, c.First = inUnits(filter.String(), c.units), c.use.solvers
	res, err := compare.Collect(c.Options, inputs, cmd.InOrStdin())
	if err != nil {
		return asUsage(err)
	}
	return c.show(cmd, res)
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

// show prints the tables, and warnings about the input. Solvers are compared in the units that are shown by default,
// unless every unit is wanted.
func (c *comparison) show(cmd *cobra.Command, res *compare.Files) error {
	every := c.tables || forPrograms(cmd) || strings.Contains(c.Filter, ".unit")
	for _, line := range slices.Concat(res.Warnings, res.Faults) {
		cmd.PrintErrln("warning:", cli.Brief(line))
	}
	var tables []compare.Table
	overlaps, columns := false, map[string]bool{}
	for t := range res.Tables() {
		overlaps = overlaps || slices.ContainsFunc(t.Rows, inBoth)
		for _, name := range t.Columns {
			columns[name] = true
		}
		if u, ok := results.FindUnit(t.Unit); !ok || !t.Solvers || u.Shown >= results.InTables || every {
			tables = append(tables, t)
		}
	}
	if err := printComparison(cmd, tables, c.view, below(res), c.tables); err != nil {
		return err
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

// inBoth reports whether a row has samples in the base and in another column.
func inBoth(r compare.Row) bool {
	return r.Cells[0].Has() && slices.ContainsFunc(r.Cells[1:], compare.Cell.Has)
}

// forPrograms reports whether the output is for programs, which get every cell in one table.
func forPrograms(cmd *cobra.Command) bool {
	return cli.Format(cmd) == "csv" || cli.Format(cmd) == "json"
}

// printComparison prints the tables, and the notes below them. Of tables as text, a terminal gets a page at
// most, unless all are wanted.
func printComparison(cmd *cobra.Command, tables []compare.Table, view report.View, notes []report.Table, all bool) error {
	if forPrograms(cmd) {
		cells := report.Cells(tables, view)
		err := cli.Print(cmd, cells)
		for _, note := range cells.Notes {
			if cli.Format(cmd) == "csv" { // the other formats print notes below the table
				cmd.PrintErrln("note:", cli.Brief(note))
			}
		}
		return err
	}
	if _, onTerminal := cli.Terminal(cmd.OutOrStdout()); onTerminal && cli.Format(cmd) == "text" && !all {
		return writePage(cmd.OutOrStdout(), tables, view, notes)
	}
	return cli.Print(cmd, append(report.Tables(tables, view), notes...)...)
}

// below returns the notes below the tables, each as a table without rows: the versions of the engines, and that the
// runs are of several machines.
func below(res *compare.Files) (notes []report.Table) {
	if len(res.Versions) > 0 {
		notes = append(notes, report.Table{Notes: []string{"engines: " + strings.Join(res.Versions, ", ")}})
	}
	if note := report.SeveralMachines(res.Machines); note != "" {
		notes = append(notes, report.Table{Notes: []string{note}})
	}
	return notes
}
