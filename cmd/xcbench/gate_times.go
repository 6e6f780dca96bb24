package main

import (
	"errors"
	"fmt"
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

// compare compares the times of the selected rows of runs with the times of the baseline. It says in a line how.
func (g *gateTimes) compare(cmd *cobra.Command, runs []string, filter results.Filter) (c compare.TimeCheck, how string, err error) {
	filter.Foreign = true
	old, err := readGroups("baseline", g.baseline, filter)
	if err != nil {
		return c, "", err
	}
	now, err := readGroups("run", runs, filter)
	if err != nil {
		return c, "", err
	}
	t, from, err := g.measure(cmd, old, now)
	if err != nil {
		return c, "", err
	}
	how = "times: a row fails if the U test marks it and it exceeds " + span(t) + ", " + from
	if c, err = compare.CheckTimes(g.unit, old, now, t); c.Drift > 1 {
		how += fmt.Sprintf(", with an allowance of %.1f%% for the drift of the machine", 100*(c.Drift-1))
	}
	return c, how, err
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

// measure returns the threshold, as given or else the noise, and says where it comes from.
func (g *gateTimes) measure(cmd *cobra.Command, old, now *compare.Groups) (t compare.Threshold, from string, err error) {
	for group := range g.given {
		if !slices.Contains(now.Solvers, group) {
			return t, "", cli.Usagef("--threshold: no solver or benchmark %q%s", group, spelling.Hint(group, now.Solvers))
		}
	}
	fixed := cmd.Flags().Changed("time-threshold")
	switch {
	case fixed:
	case len(g.noise) == 0:
		noise := compare.MeasureNoise(g.unit, old, now)
		if t, from = compare.NoiseThreshold(noise), "the noise in the samples of these runs"; noise == nil {
			from = "as the samples are too few to measure noise"
		}
	default:
		runs, err := readGroups("noise", g.noise, results.Filter{Foreign: true})
		if err != nil {
			return t, "", err
		}
		noise, err := measureNoise(g.unit, runs)
		if err != nil {
			return t, "", err
		}
		t, from = compare.NoiseThreshold(noise), "the noise in the samples of "+strings.Join(g.noise, ", ")
	}
	t.Given = map[string]float64{}
	if maps.Copy(t.Given, g.given); fixed {
		t.Given[""] = g.threshold / 100
	}
	if len(t.Given) > 0 {
		from = strings.TrimPrefix(from+", or as given", ", or ")
	}
	return t, from, nil
}

// span returns the least and the greatest threshold, as "1.0% to 2.5%".
func span(t compare.Threshold) string {
	of := map[string]float64{}
	maps.Copy(of, t.Noise)
	maps.Copy(of, t.Given)
	all := slices.Collect(maps.Values(of))
	text := fmt.Sprintf("%.1f%%", 100*slices.Min(all))
	if most := fmt.Sprintf("%.1f%%", 100*slices.Max(all)); most != text {
		text += " to " + most
	}
	return text
}
