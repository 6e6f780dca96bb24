package main

import (
	"bufio"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"xcbench/corpus"
	"xcbench/internal/cli"
	"xcbench/report"
)

func corpusListCommand() *cobra.Command {
	var (
		s    cli.Instances
		form string
	)
	forms := append(slices.Clone(report.Formats), "lines")
	cmd := &cobra.Command{
		Use:   "list [flags]",
		Short: "List the instances of the catalogue, or of files",
		Long: `List prints a table of instances: id, tier, size, number of solutions, title and
source. With --format lines it prints each id as soon as it is read, followed by
a tab and the title. So a file of a million puzzles needs no more memory than a
file of ten.`,
		Example: "  xcbench corpus list --filter family:queens",
		Args:    cli.Arguments(0, 0, "none"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if form == "lines" {
				return streamInstances(cmd, &s)
			}
			t, err := instanceTable(cmd, &s)
			if err != nil {
				return err
			}
			if err := cli.WriteTable(cmd.OutOrStdout(), form, t); err != nil {
				return err
			}
			return s.Verdict()
		},
	}
	s.Flags(cmd, corpus.Full)
	cli.FormatFlag(cmd, &form, "format", strings.Join(forms, ", "), forms)
	return cmd
}

// streamInstances writes a line for each instance: id, tab, title.
func streamInstances(cmd *cobra.Command, s *cli.Instances) error {
	out := bufio.NewWriter(cmd.OutOrStdout())
	defer out.Flush() // an error keeps the lines before it
	var line []byte
	for in, err := range s.Each(cmd, nil) {
		if err != nil {
			return err
		}
		line = append(append(append(line[:0], in.Family...), '/'), in.Name...)
		if in.Title != "" {
			line = append(append(line, '\t'), in.Title...)
		}
		if _, err := out.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	if line == nil {
		return s.None()
	}
	if err := out.Flush(); err != nil {
		return err
	}
	return s.Verdict()
}
