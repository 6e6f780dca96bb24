package main

import "github.com/spf13/cobra"

func reportCommand() *cobra.Command {
	var tables, check bool
	cmd := &cobra.Command{
		Use:   "report --splice [--check] FILE.md...",
		Short: "fill the tables of Markdown files",
		Long: `Report --splice fills the sections of Markdown files,

  <!-- xcbench: rank runs/x -->
  <!-- /xcbench -->

with what their commands print, and the commands. If a marker is wrong or a
command fails no file is written. With --check none is, and the exit status is 1
if a section is not current.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !tables {
				return usagef("nothing to do, expected --splice")
			}
			return spliceFiles(cmd, args, check)
		},
	}
	f := cmd.Flags()
	f.BoolVar(&tables, "splice", false, "fill the sections of Markdown files")
	f.BoolVar(&check, "check", false, "with --splice: write nothing; the exit status is 1 if a file is not current")
	return cmd
}
