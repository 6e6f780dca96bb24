package main

import (
	"bytes"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"xcbench/internal/atomicfile"
	"xcbench/internal/cli"
	"xcbench/report/chart"
	"xcbench/report/page"
	"xcbench/results"
)

// reportFlags has the flags of report.
type reportFlags struct {
	out      string
	title    string
	use      rowFlags
	pictures bool
}

func reportCommand() *cobra.Command {
	var r reportFlags
	var tables, check bool
	cmd := &cobra.Command{
		Use: `report [flags] [LABEL=](RUN | FILE | -)...
  xcbench report --splice [--check] FILE.md...`,
		Short: "Make an HTML page of a run, or update the tables in Markdown files",
		Long: `Report writes an HTML page about run directories, or about files of their rows:
the ranking, the failures, the families, plots, and every instance with a
drawing and its level profile. The page is one file and needs no network; the
same input gives the same bytes. Of more than 1000 instances the page has the
worst 500. Several runs are taken together, as the shards of one. If they have
searches in common, each solver has one column per run.

With --splice, report updates the sections of Markdown files. A section

  <!-- xcbench: rank runs/x -->
  <!-- /xcbench -->

gets the output of its command, and the command itself. If a marker is wrong or
a command fails, no file is written. With --check no file is written either;
exit status 1 means that a section is out of date.`,
		Example: `  xcbench report runs/1 -o report.html
  xcbench report --splice --check README.md`,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case tables:
				return spliceFiles(cmd, args, check)
			case !slices.Contains(pageNames, filepath.Ext(r.out)):
				return cli.Usagef("--out %s: unknown format, expected a name that ends in .html", r.out)
			}
			runs, err := r.use.readRuns(cmd, args)
			if err != nil {
				return err
			}
			if err := r.use.inOrder(runs); err != nil {
				return err
			}
			return r.write(cmd, args, runs)
		},
	}
	f := cli.FlagsOf(cmd)
	r.out, r.pictures = "report.html", true
	f.Add(&r.out, "out o", "write the page to `FILE`")
	f.Add(&r.title, "title", "use `TEXT` as the title")
	r.use.flags(cmd)
	baseFlag(cmd, &r.use.base)
	f.Add(&r.pictures, "pictures", "draw a solution of each instance")
	f.Add(&tables, "splice", "update the sections of Markdown files")
	f.Add(&check, "check", "only check whether the sections are current", "needs splice")
	return cmd
}

// pageNames are the ends of the names that a page may have.
var pageNames = []string{".html", ".htm", ""}

// write makes the page and writes it as a whole or not at all.
func (r *reportFlags) write(cmd *cobra.Command, args []string, runs []results.Run) error {
	var text bytes.Buffer
	in := page.Input{Runs: runs, Title: r.title, Made: chart.MadeBy(cli.Command(cmd, args), runs), Pictures: r.pictures}
	if err := page.Write(cmd.Context(), &text, in); err != nil {
		return err
	}
	if err := cmd.Context().Err(); err != nil { // after an interrupt pictures may be missing
		return err
	}
	if err := atomicfile.WriteFile(r.out, text.Bytes(), 0o644); err != nil {
		return err
	}
	if !cmd.Flags().Changed("out") { // nobody has named the file
		cmd.PrintErrf("wrote %s\n", r.out)
	}
	return nil
}
