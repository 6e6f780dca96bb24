package main

import (
	"bufio"
	"slices"

	"github.com/spf13/cobra"

	"xcbench/corpus"
	"xcbench/report"
)

func corpusListCommand() *cobra.Command {
	var (
		s    instances
		form string
	)
	cmd := &cobra.Command{
		Use:   "list [flags]",
		Short: "list the instances of the catalogue, or of files",
		Long: `List prints a table of instances. With --format lines there is an id a line, with a
tab and the title behind it, as soon as it is read: a file of a million puzzles
takes no more memory than one of ten.`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkFormat(form, slices.Concat(report.Formats, []string{"lines"})); err != nil {
				return err
			}
			if form == "lines" {
				return streamInstances(cmd, &s)
			}
			t, err := instanceTable(cmd, &s)
			if err != nil {
				return err
			}
			if err := t.Write(cmd.OutOrStdout(), form); err != nil {
				return err
			}
			return s.verdict()
		},
	}
	s.flags(cmd, corpus.Full)
	cmd.Flags().StringVar(&form, "format", "text", "form of the output: text, md, csv, json, html, lines")
	return cmd
}

func noArguments(_ *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usagef("unexpected arguments %q", args)
	}
	return nil
}

// streamInstances writes ids and titles with a tab between them.
func streamInstances(cmd *cobra.Command, s *instances) error {
	each, err := s.each(cmd.ErrOrStderr(), nil)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(cmd.OutOrStdout())
	defer out.Flush() // what came before an error is written too
	var line []byte
	for in, err := range each {
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
		return s.none()
	}
	if err := out.Flush(); err != nil {
		return err
	}
	return s.verdict()
}
