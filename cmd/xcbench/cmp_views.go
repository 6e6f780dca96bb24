package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"xcbench/compare"
	"xcbench/internal/cli"
	"xcbench/report"
	"xcbench/results"
)

// compareNoise prints how much the times of each program differ from each other.
func compareNoise(cmd *cobra.Command, args []string, use rowFlags) error {
	runs, err := use.readRuns(cmd, args)
	if err != nil {
		return err
	}
	noise, err := measureNoise(results.Seconds, compare.GroupBy(nil, runs...))
	if err != nil {
		return err
	}
	return cli.Print(cmd, report.Noise(noise))
}

// readGroups reads the searches of the runs of one program. A filter may choose none of them.
func readGroups(label string, args []string, filter results.Filter) (*compare.Groups, error) {
	runs, err := results.ReadRuns(args, nil, filter)
	if err != nil && !errors.Is(err, results.ErrNoRow) {
		return nil, asUsage(err)
	}
	g := compare.GroupBy(nil, runs...)
	g.Label = label
	return g, nil
}

// measureNoise measures the noise of one program, and fails if it has too few samples.
func measureNoise(unit string, program *compare.Groups) ([]compare.Noise, error) {
	noise := compare.MeasureNoise(unit, program)
	if noise == nil {
		return nil, errors.New("too few samples to measure noise, expected 8 or more of a solver on an instance; " +
			"take more with 'xcbench run --samples 20'")
	}
	return noise, nil
}

// compareTrend prints in which of many runs something changed. It compares times in one unit.
func compareTrend(cmd *cobra.Command, args, units []string, use rowFlags) error {
	if len(args) < 2 {
		return cli.Usagef("fewer than two runs are named, expected run directories, the oldest first")
	}
	unit := results.Seconds
	if len(units) > 0 {
		var err error
		if unit, err = unitOf(units[0]); err != nil || len(units) > 1 || !slices.Contains(compare.TimeUnits, unit) {
			return cli.Usagef("--unit %v, expected one unit of times with --trend: time, total, cpu or instructions", units)
		}
	}
	runs, err := use.readRuns(cmd, args)
	if err != nil {
		return err
	}
	steps, err := compare.History(runs, unit)
	if err != nil {
		return err
	}
	return cli.Print(cmd, report.History(steps))
}

// became returns a command whose place another one took.
func became(name, now string) func() *cobra.Command {
	return func() *cobra.Command {
		return &cobra.Command{
			Use: name[strings.LastIndexByte(name, ' ')+1:], Hidden: true, DisableFlagParsing: true, Short: "Became 'xcbench " + now + "'",
			RunE: func(*cobra.Command, []string) error {
				return cli.Usage(fmt.Errorf("%s is now 'xcbench %s', with the same arguments", name, now))
			},
		}
	}
}
