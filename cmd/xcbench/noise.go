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
		Short: "the floor under any threshold of times: a program against itself",
		Long: `Noise sets a program against itself: every other sample of each solver on each
instance against the ones between, as if they were of two runs. It tells how far
the medians lie apart. 95 of 100 differences are not above the floor: a gate
on times has to let them pass, and 'xcbench gate --time-baseline' does. First
measure, then look:

  xcbench run --tier smoke --samples 20 --dir runs/noise
  xcbench noise runs/noise

It takes 8 samples or more. Of several runs of the program, every other run is set
against the ones between, so that what changes from run to run counts too.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("no results named, expected run directories, files or -")
			}
			if err := checkFormat(form, report.Formats); err != nil {
				return err
			}
			var runs [][]results.Row
			for _, arg := range args {
				rows, _, err := readRows([]string{arg}, cmd.InOrStdin())
				if err != nil {
					return err
				}
				runs = append(runs, rows)
			}
			noise, err := measureNoise(results.Seconds, runs)
			if err != nil {
				return err
			}
			return report.Noise(noise).Write(cmd.OutOrStdout(), form)
		},
	}
	tableFlag(cmd, &form)
	return cmd
}

// measureNoise measures the noise of runs of one program.
func measureNoise(unit string, runs [][]results.Row) ([]results.Noise, error) {
	noise := results.MeasureNoise(unit, runs)
	if noise == nil {
		return nil, fmt.Errorf("too few samples: noise takes 8 or more of a solver on an instance")
	}
	return noise, nil
}
