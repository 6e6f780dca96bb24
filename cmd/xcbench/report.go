package main

import (
	"bytes"

	"github.com/google/renameio/v2/maybe"
	"github.com/spf13/cobra"

	"xcbench/report/chart"
	"xcbench/report/page"
	"xcbench/results"
)

// reportFlags are the flags of report.
type reportFlags struct {
	out      string
	title    string
	filter   string
	pictures bool
}

func reportCommand() *cobra.Command {
	var r reportFlags
	var tables, check, serve bool
	var addr string
	cmd := &cobra.Command{
		Use:   "report [flags] [LABEL=](RUN | FILE | -)...\n  xcbench report --serve [--addr HOST:PORT] [LABEL=]RUN\n  xcbench report --splice [--check] FILE.md...",
		Short: "make one HTML page of a run, or fill the tables of Markdown files",
		Long: `Report makes one HTML page of run directories, or of files of their rows: the
ranking, what failed, families, plots, and every instance with a drawing and its
level profile. The page is one file, needs no network, and the same input gives the
same bytes. Several runs are taken together, as the shards of one; if they have
searches in common, each solver has a column a run.

Report --serve shows the page in a browser while the run is at work, and the page
renews itself as rows come. It listens on this machine only, but for another
--addr, and ends with Ctrl-C.

Report --splice fills the sections of Markdown files,

  <!-- xcbench: rank runs/x -->
  <!-- /xcbench -->

with what their commands print, and the commands. If a marker is wrong or a
command fails no file is written. With --check none is, and the exit status is 1
if a section is not current.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case serve && (tables || cmd.Flags().Changed("out")):
				return usagef("--serve with --splice or -o, expected one of them")
			case cmd.Flags().Changed("addr") && !serve:
				return usagef("--addr without --serve, expected both")
			case tables:
				return spliceFiles(cmd, args, check)
			case check:
				return usagef("--check without --splice, expected both")
			case serve:
				return r.serve(cmd, args, addr)
			case len(args) == 0:
				return usagef("no results named, expected run directories, files or -")
			}
			runs, err := results.ReadRuns(args, cmd.InOrStdin(), r.filter)
			if err != nil {
				return plotError(err)
			}
			return r.write(cmd, args, runs)
		},
	}
	f := cmd.Flags()
	f.StringVarP(&r.out, "out", "o", "report.html", "the file to write")
	f.StringVar(&r.title, "title", "", "a title in place of the page's own")
	f.StringVar(&r.filter, "filter", "", "take only rows that pass, as in '/family:queens /solver:(bitset OR naive)'")
	f.BoolVar(&r.pictures, "pictures", true, "draw the instances of the corpus; solutions are searched for with a budget of nodes")
	f.BoolVar(&serve, "serve", false, "show the page in a browser, of a run that may be at work")
	f.StringVar(&addr, "addr", "127.0.0.1:8037", "with --serve: where to listen; port 0 takes one that is free")
	f.BoolVar(&tables, "splice", false, "fill the sections of Markdown files")
	f.BoolVar(&check, "check", false, "with --splice: write nothing; the exit status is 1 if a file is not current")
	return cmd
}

// write makes the page and writes it, whole or not at all.
func (r *reportFlags) write(cmd *cobra.Command, args []string, runs []results.Run) error {
	var text bytes.Buffer
	in := page.Input{Runs: runs, Title: r.title, Made: chart.MadeBy(command(cmd, args), runs), Pictures: r.pictures}
	if err := page.Write(cmd.Context(), &text, in); err != nil {
		return err
	}
	if err := cmd.Context().Err(); err != nil { // pictures may be missing
		return err
	}
	return maybe.WriteFile(r.out, text.Bytes(), 0o644)
}
