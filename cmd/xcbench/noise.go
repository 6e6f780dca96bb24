package main

import (
	"errors"

	"github.com/spf13/cobra"

	"xcbench/compare"
	"xcbench/internal/cli"
	"xcbench/report"
	"xcbench/results"
)

func noiseCommand() *cobra.Command {
	var form string
	var use rowFlags
	cmd := &cobra.Command{
		Use:   "noise [flags] (RUN | FILE | -)...",
		Short: "Measure how much times vary between identical programs",
		Long: `Noise compares a program with itself. It splits the samples of each solver on
each instance into two halves, the odd and the even ones, as if they were two
runs, and prints how much the medians differ. 95 of 100 differences are at most
the noise floor, so a gate on times has to let them pass; 'xcbench gate
--time-baseline' does.

A search needs 8 samples or more. If several runs of the program are given,
every other run is compared with the rest, so that differences between runs
count too.`,
		Example: "  xcbench run --tier smoke --samples 20 --dir runs/noise\n  xcbench noise runs/noise",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cli.Usagef(noResults)
			}
			filter, err := use.selected()
			if err != nil {
				return err
			}
			runs, err := results.ReadRuns(args, cmd.InOrStdin(), filter)
			if err != nil {
				return asUsage(err)
			}
			var rows []*results.Rows
			for _, r := range runs {
				rows = append(rows, r.Rows)
			}
			noise, err := measureNoise(results.Seconds, rows)
			if err != nil {
				return err
			}
			return cli.WriteTable(cmd.OutOrStdout(), form, report.Noise(noise))
		},
	}
	use.flags(cmd)
	cli.TableFlag(cmd, &form)
	return cmd
}

// measureNoise measures the noise of runs of one program, and fails if they have too few samples.
func measureNoise(unit string, runs []*results.Rows) ([]compare.Noise, error) {
	noise := compare.MeasureNoise(unit, runs)
	if noise == nil {
		return nil, errors.New("too few samples to measure noise, expected 8 or more of a solver on an instance; " +
			"take more with 'xcbench run --samples 20'")
	}
	return noise, nil
}
