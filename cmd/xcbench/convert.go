package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"xcbench/format"
	"xcbench/internal/cli"
)

func convertCommand() *cobra.Command {
	var (
		in input
		to string
		o  format.WriteOptions
	)
	var forms []string
	help := "Convert prints an instance, or the puzzles of a file, in another format:\n\n"
	for _, w := range format.Writers() {
		forms = append(forms, w.Name)
		help += fmt.Sprintf("  %-8s%s\n", w.Name, w.Summary)
	}
	help += `
The formats matrix and sudoku hold all puzzles of the input, the others only the
first one. A puzzle that the format cannot express ends the conversion with exit
status 3. A matrix, for example, cannot have secondary items.

In a formula, --amo selects how to encode "at most one". Pairwise has a clause
for every two options; sequential has more variables and fewer clauses.`
	cmd := &cobra.Command{
		Use:     "convert [flags] [INSTANCE | FILE | -]",
		Short:   "Convert an instance, or the puzzles of a file, to another format",
		Long:    help,
		Example: "  xcbench corpus convert queens/8 --to cnf",
		Args:    cli.Arguments(0, 1, "at most one: an instance, a file or -"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if to != "cnf" && cmd.Flags().Changed("amo") {
				return cli.Usagef("--amo needs --to cnf")
			}
			writer := format.Writers()[slices.Index(forms, to)]
			out := bufio.NewWriterSize(untilDone{cmd.Context(), cmd.OutOrStdout()}, 64<<10)
			for p, err := range in.each(cmd, args) {
				if err == nil {
					if err = writer.Write(out, p.puzzle, o); err != nil {
						err = fmt.Errorf("%s:%d: %w", p.name, p.puzzle.Line, err)
					}
				}
				if err != nil || !writer.Many {
					return cmp.Or(out.Flush(), err)
				}
			}
			return out.Flush()
		},
	}
	in.flags(cmd)
	cli.WordFlag(cmd, &to, "to", "print ", forms...)
	cli.FlagsOf(cmd).Add(cli.OneOf(&o.AMO, []string{"pairwise", "sequential"}, format.Pairwise, format.Sequential), "amo",
		"use pairwise or sequential clauses")
	return cmd
}

// untilDone stops writing after an interrupt, since a large problem has very many clauses.
type untilDone struct {
	ctx context.Context
	w   io.Writer
}

func (u untilDone) Write(p []byte) (int, error) {
	if u.ctx.Err() != nil {
		return 0, errors.New("interrupted")
	}
	return u.w.Write(p)
}
