package main

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"xcbench/internal/atomicfile"
	"xcbench/report/chart"
	"xcbench/results"
	"xcbench/results/compare"
)

// plotFlags are the flags of plot.
type plotFlags struct {
	in     chart.Input
	filter string
	out    []string
	csv    string
	width  string
}

func plotCommand() *cobra.Command {
	var p plotFlags
	unit := "time"
	var kinds, units strings.Builder
	for _, k := range chart.Kinds() {
		fmt.Fprintf(&kinds, "  %-8s  %s\n", k.Name, k.Summary)
	}
	for _, u := range results.Units {
		if u.Flag != "" {
			fmt.Fprintf(&units, "  %-12s  %s\n", u.Flag, u.What)
		}
	}
	cmd := &cobra.Command{
		Use:   "plot [flags] KIND ([LABEL=](RUN | FILE | -)... | TREE)",
		Short: "draw results, or a search tree, as SVG, PNG or PDF",
		Long: `Plot draws the results of run directories, or of files of their rows, or the search
tree in a file that 'xcbench solve --tree' has written. The kinds:

` + kinds.String() + `
What is drawn, by --unit:

` + units.String() + `
The file's ending says its format. How the plot was made is kept in it, and the
same input gives the same bytes. A search that was not solved has no time: the plot's
notes say what is left out.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) < 2 {
				return usagef("expected a kind of plot and results; 'xcbench plot --help' has the kinds")
			}
			var err error
			if p.in.Unit, err = unitOf(unit); err != nil {
				return err
			}
			return p.plot(cmd, args[0], args[1:])
		},
	}
	f := cmd.Flags()
	f.StringArrayVarP(&p.out, "out", "o", nil, "the file to write, .svg, .png or .pdf; may be given again (default KIND.svg)")
	f.StringVar(&p.csv, "csv", "", "write the data that is drawn to this file too")
	f.StringVar(&p.filter, "filter", "", "take only rows that pass, as in '/family:queens /solver:(bitset OR naive)'")
	f.StringSliceVar(&p.in.Solvers, "solver", nil, "solvers, separated by commas, in this order (default all)")
	f.StringVar(&p.in.InstanceID, "instance", "", "the instance, for plots of one")
	f.StringVar(&unit, "unit", "time", "what to draw; see the list above")
	f.StringVar(&p.in.Base, "base", "", "the solver that the others are set against (default the first)")
	f.StringVar(&p.in.Title, "title", "", "a title in place of the plot's own")
	f.StringVar(&p.width, "width", "two", "the width of the plot: one or two columns of a paper")
	return cmd
}

// unitOf returns the name of the unit that has a flag.
func unitOf(flag string) (string, error) {
	var flags []string
	for _, u := range results.Units {
		if u.Flag == flag && flag != "" {
			return u.Name, nil
		}
		if u.Flag != "" {
			flags = append(flags, u.Flag)
		}
	}
	return "", usagef("unknown unit %q, expected one of %s", flag, strings.Join(flags, ", "))
}

// plot makes one figure and writes it to all its files.
func (p *plotFlags) plot(cmd *cobra.Command, name string, args []string) error {
	kind, err := chart.Find(name)
	if err != nil {
		return plotError(err)
	}
	if !slices.Contains([]string{"one", "two"}, p.width) {
		return usagef("unknown width %q, expected one or two", p.width)
	}
	p.in.Narrow = p.width == "one"
	if len(p.out) == 0 {
		p.out = []string{name + ".svg"}
	}
	for _, path := range p.out {
		if !slices.Contains(chart.Formats, filepath.Ext(path)) {
			return usagef("%s: unknown ending, expected one of %s", path, strings.Join(chart.Formats, ", "))
		}
	}
	if kind.OfTree() {
		err = p.readTree(cmd, name, args)
	} else {
		p.in.Runs, err = results.ReadRuns(args, cmd.InOrStdin(), p.filter)
	}
	if err != nil {
		return plotError(err)
	}
	figure, err := kind.Draw(p.in)
	if err != nil {
		return plotError(err)
	}
	made := chart.MadeBy(command(cmd, append([]string{name}, args...)), p.in.Runs)
	for _, path := range p.out {
		if err := figure.Save(path, made); err != nil {
			return err
		}
	}
	if p.csv != "" {
		var data bytes.Buffer
		if err := figure.WriteCSV(&data); err != nil {
			return err
		}
		return atomicfile.WriteFile(p.csv, data.Bytes(), 0o644)
	}
	return nil
}

// plotError makes a wrong choice one of the command line.
func plotError(err error) error {
	var option *chart.OptionError
	var filter *results.FilterError
	var query *compare.QueryError
	if errors.As(err, &option) || errors.As(err, &filter) || errors.As(err, &query) {
		return usageError{err}
	}
	return err
}
