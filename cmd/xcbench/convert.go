package main

import (
	"io"

	"github.com/spf13/cobra"

	"xcbench/format"
)

func convertCommand() *cobra.Command {
	var in input
	cmd := &cobra.Command{
		Use:   "convert [flags] [INSTANCE | FILE | -]",
		Short: "write an instance, or the first puzzle of a file, as Knuth's DLX text",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usagef("%d arguments, expected one at most", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			done := io.EOF
			err := in.each(cmd, args, func(_ string, puzzle *format.Puzzle) error {
				if err := format.WriteDLX(cmd.OutOrStdout(), puzzle.Problem()); err != nil {
					return err
				}
				return done
			})
			if err == done {
				return nil
			}
			return err
		},
	}
	in.flags(cmd)
	return cmd
}
