package main

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"xcbench/compare"
	"xcbench/internal/cli"
	"xcbench/internal/spelling"
	"xcbench/results"
)

// gateTimes has the flags of gate that concern times.
type gateTimes struct {
	baseline, noise []string
	threshold       float64
	given           map[string]float64 // thresholds by solver
	unit            string             // one of compare.TimeUnits, or another program's
}

func (g *gateTimes) flags(cmd *cobra.Command) {
	f := cli.FlagsOf(cmd)
	f.Add(&g.baseline, "time-baseline", "compare times with `RUNS`, separated by commas")
	f.Add(&g.noise, "noise", "take the threshold from the noise of `RUNS`", "needs time-baseline")
	timeUnitFlag(cmd, &g.unit, "time-unit", "", true, compare.TimeUnits, "needs time-baseline")
	f.Add(cli.Parsed(&g.given, "", thresholds), "threshold", "let times of `GROUPS` be R times as long: naive=1.2", "needs time-baseline")
	f.Add(&g.threshold, "time-threshold", "let times differ by `P` percent (default: the noise)", "needs time-baseline", "least 0", "excludes noise")
}

// compare compares the times of the selected rows of runs with the times of the baseline.
func (g *gateTimes) compare(cmd *cobra.Command, runs []string, filter results.Filter) (compare.TimeCheck, error) {
	filter.Foreign = true
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

// thresholds returns the thresholds of a list such as "naive=1.2,bitset=1.1".
func thresholds(list string) (map[string]float64, error) {
	all := map[string]float64{}
	for text := range strings.SplitSeq(list, ",") {
		group, ratio, _ := strings.Cut(text, "=")
		r, err := strconv.ParseFloat(ratio, 64)
		if err != nil || !(r >= 1) {
			return nil, errors.New("expected GROUP=R with a ratio of 1 or more, as naive=1.2")
		}
		all[group] = r - 1
	}
	return all, nil
}

// measure returns the threshold: as given, or else the noise.
func (g *gateTimes) measure(cmd *cobra.Command, old, now *compare.Groups) (t compare.Threshold, err error) {
	for group := range g.given {
		if !slices.Contains(now.Solvers, group) {
			return t, cli.Usagef("--threshold: no solver or benchmark %q%s", group, spelling.Hint(group, now.Solvers))
		}
	}
	given := map[string]float64{}
	maps.Copy(given, g.given)
	switch {
	case cmd.Flags().Changed("time-threshold"):
		given[""], t.Of = g.threshold/100, map[string]float64{}
	case len(g.noise) == 0:
		t = compare.NoiseOf(g.unit, old, now)
	default:
		var runs *compare.Groups
		if runs, err = readGroups("noise", g.noise, results.Filter{Foreign: true}); err != nil {
			return t, err
		}
		var noise []compare.Noise
		noise, err = measureNoise(g.unit, runs)
		t = compare.NoiseThreshold(noise, "the noise in the samples of "+strings.Join(g.noise, ", "))
	}
	return t.With(given), err
}
