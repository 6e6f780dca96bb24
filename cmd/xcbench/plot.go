package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/perf/benchunit"

	"xcbench/internal/atomicfile"
	"xcbench/internal/cli"
	"xcbench/internal/english"
	"xcbench/report/chart"
	"xcbench/results"
)

// plotFlags has the flags of plot.
type plotFlags struct {
	in     chart.Input
	filter string
	out    []string
	csv    string
}

func plotCommand() *cobra.Command {
	var p plotFlags
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
		Short: "Draw results, or one search, as SVG, PNG or PDF",
		Long: `Plot draws the results in run directories, or in files of their rows, or the
tree of one search, in a file of 'xcbench solve --tree'. It writes the plot to a
file.
These are the kinds of plots:

` + kinds.String() + `
These are the units for --unit:

` + units.String() + `
The file name's ending (.svg, .png or .pdf) selects the format. An SVG file
records how the plot was made, and the same input gives the same bytes. A search
that was not solved has no time; the plot's notes say what is left out.`,
		Example: "  xcbench plot cactus runs/1 -o cactus.svg",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) < 2 {
				return cli.Usagef("%s, expected a kind of plot and results", english.Count(len(args), "argument"))
			}
			return p.plot(cmd, args[0], args[1:])
		},
	}
	f := cli.FlagsOf(cmd)
	f.StringArrayVarP(&p.out, "out", "o", nil, "draw into `FILE` (repeatable; default KIND.svg)")
	f.Add(&p.csv, "csv", "write the data of the plot to `FILE` too")
	f.Add(&p.filter, "filter", "use only rows that match `QUERY`, as family:queens")
	f.Add(&p.in.Solvers, "solver", "draw `SOLVERS`, separated by commas (default all)")
	f.Add(&p.in.InstanceID, "instance", "draw the `INSTANCE`, in plots of one instance")
	f.Add(cli.Parsed(&p.in.Unit, "time", unitOf, unitFlags()...), "unit", "draw `UNIT`; see the list above")
	baseFlag(cmd, &p.in.Base)
	f.Add(&p.in.Share, "share", "draw shares of the instances, in a cactus plot")
	f.Add(&p.in.Title, "title", "use `TEXT` as the title; '' draws none")
	f.Add(&p.in.NoNotes, "no-notes", "draw no notes below the title")
	p.in.FontSize, p.in.DPI = 9, 144
	f.Add(&p.in.FontSize, "font-size", "draw text in `POINTS`, all in proportion")
	f.Add(&p.in.DPI, "dpi", "write a PNG with `N` pixels per inch")
	f.Add(cli.Parsed(&p.in.Width, "two", parseWidth, "one", "two"), "width", "one or two columns, or `N`mm or Npt")
	return cmd
}

// parseWidth returns the width of one or two columns of a paper, or a width in millimetres or TeX points, in
// millimetres.
func parseWidth(text string) (float64, error) {
	switch text {
	case "one":
		return chart.OneColumn, nil
	case "two":
		return chart.TwoColumns, nil
	}
	for suffix, mm := range map[string]float64{"mm": 1, "pt": 25.4 / 72.27} {
		if number, ok := strings.CutSuffix(text, suffix); ok {
			if x, err := strconv.ParseFloat(number, 64); err == nil && x > 0 {
				return x * mm, nil
			}
		}
	}
	return 0, errors.New("expected one, two, millimetres or points of TeX, as in --width 84mm or 239pt")
}

// unitOf returns the name of the unit that has a flag. A name in full, as "sec/op", is its own.
func unitOf(flag string) (string, error) {
	for _, u := range results.Units {
		if u.Flag != "" && (u.Flag == flag || u.Name == flag) {
			return u.Name, nil
		}
	}
	return "", cli.Usagef("unknown unit %q, expected one of %s", flag, strings.Join(unitFlags(), ", "))
}

// timeUnitFlag adds the flag for a unit of times, among the given ones. It may also be a unit of another program,
// which has a slash.
func timeUnitFlag(cmd *cobra.Command, unit *string, name, usage string, others bool, units []string, rules ...string) {
	var flags []string
	for _, u := range units {
		flags = append(flags, results.MustUnit(u).Flag)
	}
	parse := func(flag string) (string, error) {
		if k := slices.Index(flags, flag); k >= 0 {
			return units[k], nil
		}
		if _, ours := results.FindUnit(flag); others && !ours && strings.Contains(flag, "/") {
			_, unit := benchunit.Tidy(1, flag)
			return unit, nil
		}
		return "", cli.Usagef("unknown unit %q, expected %s", flag, cli.Choice(flags))
	}
	cli.FlagsOf(cmd).Add(cli.Parsed(unit, flags[0], parse, flags...), name, usage+cli.Choice(flags), rules...)
}

// unitFlags returns the values of --unit.
func unitFlags() []string {
	var flags []string
	for _, u := range results.Units {
		if u.Flag != "" {
			flags = append(flags, u.Flag)
		}
	}
	return flags
}

// plotOf draws a plot of a kind.
func plotOf(kind string, in chart.Input) (*chart.Plot, error) {
	k, err := chart.Find(kind)
	if err != nil {
		return nil, err
	}
	return k.Draw(in)
}

// isPicture rejects a value of a flag that is no name of a picture.
func isPicture(flag, path string) error {
	if !slices.Contains(chart.Formats, filepath.Ext(path)) {
		return cli.Usagef("--%s %s: unknown format, expected a name that ends in %s", flag, path, cli.Choice(chart.Formats))
	}
	return nil
}

// plot makes one plot and writes it to all its files.
func (p *plotFlags) plot(cmd *cobra.Command, name string, args []string) error {
	kind, err := chart.Find(name)
	if _, swapped := chart.Find(args[0]); err != nil && swapped == nil {
		return cli.Usagef("the kind of plot comes first, as in 'xcbench plot %s %s'", args[0], name)
	}
	if err != nil {
		return asUsage(err)
	}
	p.in.Untitled = p.in.Title == "" && cmd.Flags().Changed("title")
	switch { // charts take 0 as their default
	case p.in.DPI == 0:
		return cli.Usagef("--dpi 0, expected 36 to 1200, as in --dpi 300")
	case p.in.FontSize == 0:
		return cli.Usagef("--font-size 0, expected 4 to 18, as in --font-size 12")
	}
	if len(p.out) == 0 {
		p.out = []string{name + ".svg"}
	}
	for _, path := range p.out {
		if err := isPicture("out", path); err != nil {
			return err
		}
	}
	if kind.OfTree {
		err = p.readTree(cmd, kind, args)
	} else {
		var filter results.Filter
		if filter, err = results.NewFilter(p.filter, nil); err == nil {
			p.in.Runs, err = results.ReadRuns(args, cmd.InOrStdin(), filter)
		}
	}
	if err != nil {
		return asUsage(err)
	}
	drawn, err := kind.Draw(p.in)
	if err != nil {
		return asUsage(err)
	}
	made := chart.MadeBy(cli.Command(cmd, append([]string{name}, args...)), p.in.Runs)
	for _, path := range p.out {
		if err := drawn.Save(path, made); err != nil {
			return err
		}
	}
	if !cmd.Flags().Changed("out") { // nobody has named the file
		cmd.PrintErrf("wrote %s\n", p.out[0])
	}
	if p.csv != "" {
		return atomicfile.Write(p.csv, 0o644, drawn.WriteCSV)
	}
	return nil
}
