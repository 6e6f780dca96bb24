package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"xcbench/report"
	"xcbench/results"
)

func noiseCommand() *cobra.Command {
	var form string
	cmd := &cobra.Command{
		Use:   "noise [flags] (RUN | FILE | -)...",
		Short: "the floor under any threshold of times: a run against itself",
		Long: `Noise sets every other sample of each solver on each instance against the ones
between, as if they were of two runs, and tells how far the medians lie apart:
the same program, on the same machine, at the same time. 95 of 100 differences are
not above the floor, which is what --time-threshold of gate should be at least. It
takes 8 samples or more; 'xcbench run --samples 20' has enough for a good figure.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("no results named, expected run directories, files or -")
			}
			if err := checkFormat(form, report.Formats); err != nil {
				return err
			}
			rows, _, err := readRows(args, cmd.InOrStdin())
			if err != nil {
				return err
			}
			noise := results.MeasureNoise(rows)
			if noise == nil {
				return fmt.Errorf("too few samples: noise takes 8 or more of a solver on an instance")
			}
			return report.Noise(noise).Write(cmd.OutOrStdout(), form)
		},
	}
	tableFlag(cmd, &form)
	return cmd
}
