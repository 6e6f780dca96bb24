package main

import (
	"strings"
	"time"

	"github.com/spf13/cobra"

	"xcbench/bench"
	"xcbench/internal/cli"
	"xcbench/internal/english"
	"xcbench/solvers"
)

// sayUnbounded says which solvers only the timeout bounds, although there is a limit of nodes or updates.
func sayUnbounded(cmd *cobra.Command, all []solvers.Variant, b bench.Bounds) {
	var names []string
	for _, v := range all {
		if b.For(v) != b {
			names = append(names, v.Name)
		}
	}
	if len(names) > 0 {
		cmd.PrintErrf("xcbench: %s cannot stop at a number of nodes or updates: only --timeout %v bounds them\n",
			strings.Join(names, ", "), b.Timeout)
	}
}

// stepBytes is how much a sample takes in a plan.
const stepBytes = 28

// checkSteps rejects more samples of each search than a plan may have in all, and says what they
// would cost.
func checkSteps(samples, searches int, minTime time.Duration) error {
	if searches == 0 || samples <= bench.MaxSteps/searches {
		return nil
	}
	all := float64(samples) * float64(searches)
	return cli.Usagef("--samples %d of %s: %s samples need a plan of %s MB and %s s of searching, expected at most %s samples; "+
		"take fewer samples, solvers or instances, or divide the work by xcbench-fleet", samples, english.GroupedCount(searches, "search"), english.Whole(all),
		english.Whole(all*stepBytes/1e6), english.Whole(all*minTime.Seconds()), english.Thousands(bench.MaxSteps))
}
