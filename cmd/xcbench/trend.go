package main

import (
	"github.com/spf13/cobra"

	"xcbench/compare"
	"xcbench/internal/cli"
	"xcbench/report"
)

func trendCommand() *cobra.Command {
	var (
		form, unit string
		use        rowFlags
	)
	cmd := &cobra.Command{
		Use:   "trend [flags] [LABEL=](RUN | FILE)...",
		Short: "Show in which of many runs something changed",
		Long: `Trend reads the runs of many commits, the oldest first, and shows in which of
them a solver, a family or a search changed. The rules are those of gate:
counters exactly and level by level, times if the change is certain and exceeds
the noise. Each run is compared with the latest run in which something changed,
so a change is shown once, and small slowdowns are found when they add up.`,
		Example: "  xcbench trend runs/monday runs/tuesday runs/wednesday",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) < 2 {
				return cli.Usagef("fewer than two runs are named, expected run directories, the oldest first")
			}
			runs, err := use.readRuns(cmd, args)
			if err != nil {
				return err
			}
			steps, err := compare.History(runs, unit)
			if err != nil {
				return err
			}
			return cli.WriteTable(cmd.OutOrStdout(), form, report.History(steps, form != "csv" && form != "json"))
		},
	}
	timeUnitFlag(cmd, &unit, "unit", "use ", compare.TimeUnits...)
	use.flags(cmd)
	cli.TableFlag(cmd, &form)
	return cmd
}
