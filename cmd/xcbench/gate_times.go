package main

import (
	"strings"

	"github.com/spf13/cobra"

	"xcbench/compare"
	"xcbench/internal/cli"
	"xcbench/results"
)

// gateTimes has the flags of gate that concern times.
type gateTimes struct {
	baseline, noise []string
	threshold       float64
	unit            string // one of compare.TimeUnits
}

func (g *gateTimes) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringSliceVar(&g.baseline, "time-baseline", nil, "compare times with `RUNS`, separated by commas")
	f.StringSliceVar(&g.noise, "noise", nil, "take the threshold from the noise of `RUNS`")
	timeUnitFlag(cmd, &g.unit, "time-unit", "", compare.TimeUnits...)
	f.Float64Var(&g.threshold, "time-threshold", 0, "let times differ by `P` percent (default: the noise)")
	cli.Needs(cmd, "time-baseline", "time-unit", "time-threshold", "noise")
	cli.AtLeast(cmd, "0", "time-threshold")
	cli.Excludes(cmd, "time-threshold", "noise")
}

// compare compares the times of the selected rows of runs with the times of the baseline.
func (g *gateTimes) compare(cmd *cobra.Command, runs []string, filter results.Filter) (compare.TimeCheck, error) {
	old, err := readGroups("baseline", g.baseline, filter)
	if err != nil {
		return compare.TimeCheck{}, err
	}
	now, err := readGroups("run", runs, filter)
	if err != nil {
		return compare.TimeCheck{}, err
	}
	threshold, err := g.measure(cmd, old, now)
	if err != nil {
		return compare.TimeCheck{}, err
	}
	return compare.CheckTimes(g.unit, old, now, threshold)
}

// measure returns the threshold: the one given, or the noise.
func (g *gateTimes) measure(cmd *cobra.Command, old, now *compare.Groups) (compare.Threshold, error) {
	if cmd.Flags().Changed("time-threshold") {
		return compare.Threshold{Any: g.threshold / 100, Given: true, From: "as given"}, nil
	}
	if len(g.noise) == 0 {
		return compare.NoiseOf(g.unit, old, now), nil
	}
	runs, err := readGroups("noise", g.noise, results.Filter{})
	if err != nil {
		return compare.Threshold{}, err
	}
	noise, err := measureNoise(g.unit, runs)
	return compare.NoiseThreshold(noise, "the noise in the samples of "+strings.Join(g.noise, ", ")), err
}
