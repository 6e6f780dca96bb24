package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"xcbench/bench"
	"xcbench/corpus"
	"xcbench/report"
	"xcbench/results"
	"xcbench/solvers"
)

// ab has the flags of the command.
type ab struct {
	selection
	bench.AB
	margin, searchMargin float64 // in percent
	unit                 string  // a key of results.TimeUnits, or steadiest
	form                 string
	github               bool
}

const steadiest = "steadiest"

func abCommand() *cobra.Command {
	var a ab
	cmd := &cobra.Command{
		Use:   "ab [flags] OLD NEW",
		Short: "Find what became slower between two programs or solvers",
		Long: `Ab compares two builds of xcbench, or two solvers, on this machine. OLD and NEW
are paths of programs, or names of solvers. It measures both sides in turns, in
worker processes. First it measures every search in a few rounds. Then it
measures what looks different again, until that is decided or --time is spent.

It prints which solvers, families and searches became slower or faster, with
their nodes and updates. The exit status is 1 if something became slower, or
failed on the new side only, and 3 if the time did not suffice to decide.`,
		Example: `  xcbench ab ./xcbench-old ./xcbench-new
  xcbench ab dlx_index bitset --filter family:queens`,
		Args: arguments(2, 2, "the old and the new program or solver"),
		RunE: a.run,
	}
	a.flags(cmd, corpus.Smoke, solvers.Panel(), "compare `SOLVERS`, separated by commas, or all")
	f := cmd.Flags()
	f.DurationVar(&a.Time, "time", 3*time.Minute, "stop measuring after `TIME`")
	f.Float64Var(&a.margin, "margin", 2, "tolerate `P` percent of a solver or family")
	f.Float64Var(&a.searchMargin, "search-margin", 5, "tolerate `P` percent of a single search")
	f.IntVar(&a.Samples, "samples", 4, "take `N` samples of each search and side in a round")
	f.DurationVar(&a.MinTime, "min-time", 500*time.Microsecond, "repeat the search in a sample for `TIME`")
	wordFlag(cmd, &a.unit, "time-unit", "compare times in this unit: steadiest, wall, cpu or instructions",
		[]string{steadiest, "wall", "cpu", "instructions"}, "unknown time unit %q, expected steadiest, wall, cpu or instructions")
	boundFlags(cmd, &a.Bounds, 10*time.Second)
	f.Lookup("nodes").DefValue, a.Bounds.Nodes = "20000", 20000
	tableFlag(cmd, &a.form)
	return cmd
}

func (a *ab) run(cmd *cobra.Command, args []string) error {
	var err error
	for k, arg := range args {
		if a.Sides[k], err = sideOf(arg); err != nil {
			return err
		}
	}
	if a.Variants, err = a.variants(); err != nil {
		return err
	}
	if a.Instances, err = a.all(cmd.ErrOrStderr(), nil); err != nil {
		return err
	}
	a.Margin, a.SearchMargin, a.Seed = a.margin/100, a.searchMargin/100, a.seed
	if a.unit != steadiest {
		a.Unit = map[string]string{"wall": results.Seconds, "cpu": results.CPUSeconds, "instructions": results.Instructions}[a.unit]
	}
	show := newProgress(cmd.ErrOrStderr())
	result, err := a.Run(cmd.Context(), show.step)
	show.clear()
	if err != nil {
		return err
	}
	return report.AB(result).Write(cmd.OutOrStdout(), a.form)
}

// sideOf returns the program or the solver that an argument names.
func sideOf(arg string) (bench.Side, error) {
	if v, ok := solvers.Find(arg); ok {
		worker, err := workerProcess()
		return bench.Side{Name: arg, Command: worker, Solver: &v}, err
	}
	if !strings.ContainsRune(arg, filepath.Separator) {
		arg = "./" + arg
	}
	path, err := exec.LookPath(arg)
	if errors.Is(err, os.ErrNotExist) {
		return bench.Side{}, fmt.Errorf("%s: no such program or solver", arg)
	}
	return bench.Side{Name: arg, Command: []string{path, workerName}}, err
}
