package main

import (
	"strings"

	"github.com/spf13/cobra"

	"xcbench/results"
)

// gateTimes are the flags of gate that are about times.
type gateTimes struct {
	baseline, noise []string
	threshold       float64
	unit            string // a key of results.TimeUnits
}

func (g *gateTimes) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringSliceVar(&g.baseline, "time-baseline", nil, "run directories to compare times with, separated by commas")
	f.StringSliceVar(&g.noise, "noise", nil, "run directories of one program, whose noise is the threshold (default: the runs that are compared)")
	f.StringVar(&g.unit, "time-unit", "wall", "the times to compare: wall (sec/op), or cpu (cpu-sec/op, where it is recorded)")
	f.Float64Var(&g.threshold, "time-threshold", 0, "percent by which a time may differ (default: as the noise, or 5 if the samples are too few to tell)")
}

func (g *gateTimes) check(cmd *cobra.Command) error {
	given := cmd.Flags().Changed("time-threshold")
	switch {
	case results.TimeUnits[g.unit] == "":
		return usagef("unknown time unit %q, expected wall or cpu", g.unit)
	case cmd.Flags().Changed("time-unit") && len(g.baseline) == 0:
		return usagef("--time-unit and no times to compare with, expected --time-baseline")
	case !(g.threshold >= 0):
		return usagef("time threshold %v%%, expected 0 or more", g.threshold)
	case given && len(g.noise) > 0:
		return usagef("--time-threshold and --noise, expected one of them")
	case (given || len(g.noise) > 0) && len(g.baseline) == 0:
		return usagef("a threshold of times and no times to compare with, expected --time-baseline")
	}
	return nil
}

// findings compares the times of some runs with those of the baseline, and says with what
// threshold.
func (g *gateTimes) findings(cmd *cobra.Command, runs []string) ([]results.Finding, string, error) {
	old, err := results.ReadTimed("baseline", g.baseline)
	if err != nil {
		return nil, "", err
	}
	now, err := results.ReadTimed("run", runs)
	if err != nil {
		return nil, "", err
	}
	threshold, err := g.measure(cmd, old, now)
	if err != nil {
		return nil, "", err
	}
	all, err := results.CheckTimes(results.TimeUnits[g.unit], old, now, threshold)
	return all, "time threshold: " + threshold.String(), err
}

func (g *gateTimes) measure(cmd *cobra.Command, old, now results.Timed) (results.Threshold, error) {
	if cmd.Flags().Changed("time-threshold") {
		return results.Threshold{Any: g.threshold / 100, From: "as given"}, nil
	}
	if len(g.noise) == 0 {
		noise := results.MeasureNoise(results.TimeUnits[g.unit], old.Rows, now.Rows)
		if noise == nil {
			return results.Threshold{Any: results.DefaultThreshold, From: "as the samples are too few to measure noise"}, nil
		}
		return results.NoiseThreshold(noise, "the noise in the samples of these runs"), nil
	}
	runs, err := results.ReadTimed("noise", g.noise)
	if err != nil {
		return results.Threshold{}, err
	}
	noise, err := measureNoise(results.TimeUnits[g.unit], runs.Rows)
	return results.NoiseThreshold(noise, "the noise in the samples of "+strings.Join(g.noise, ", ")), err
}
