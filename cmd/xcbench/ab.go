package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"xcbench/bench"
	"xcbench/compare"
	"xcbench/compare/ab"
	"xcbench/corpus"
	"xcbench/internal/cli"
	"xcbench/internal/spelling"
	"xcbench/report"
	"xcbench/results"
	"xcbench/solvers"
	"xcbench/solvers/engines"
)

// abFlags are the flags of the command.
type abFlags struct {
	cli.Selection
	measuring            bench.AB
	plan                 ab.Plan
	margin, searchMargin float64 // in percent
	github               bool
}

func abCommand() *cobra.Command {
	var a abFlags
	cmd := &cobra.Command{
		Use:   "ab [flags] OLD NEW",
		Short: "Compare two programs or solvers, measured in turns",
		Long: `Ab compares two builds of xcbench, or two solvers, on this machine. OLD and NEW
are paths of programs, or names of solvers. It measures both sides in turns, in
worker processes. First it measures every search in a few rounds. Then it
measures what looks different again, until that is decided or --time is spent.

It prints which solvers, families and searches became slower or faster, with
their nodes and updates. The exit status is 1 if something became slower, or
failed on the new side only, and 3 if something is undecided.`,
		Example: `  xcbench ab ./xcbench-old ./xcbench-new
  xcbench ab dlx_index bitset --filter family:queens`,
		Args: cli.Arguments(2, 2, "the old and the new program or solver"),
		RunE: a.run,
	}
	a.Flags(cmd, corpus.Smoke, solvers.Panel(), "compare `SOLVERS`, separated by commas, or all")
	f := cli.FlagsOf(cmd)
	m := &a.measuring
	m.Samples, m.MinTime, m.Bounds, a.plan.Time = 3, 500*time.Microsecond, bench.Bounds{Timeout: 10 * time.Second}, 3*time.Minute
	m.Bounds.Nodes, a.margin, a.searchMargin = 20_000, 2, 5
	f.Add(&a.plan.Time, "time", "stop measuring after `TIME`", "least 0")
	f.Add(&a.margin, "margin", "tolerate `P` percent of a solver or family", "least 0")
	f.Add(&a.searchMargin, "search-margin", "tolerate `P` percent of a single search", "least 0")
	f.Add(&m.Samples, "samples", "take `N` samples of each side in a round", "least 1")
	f.Add(&m.MinTime, "min-time", "repeat a search for `TIME` in a sample", "least 0")
	// The steadiest unit is chosen from the measurements.
	f.Add(cli.OneOf(&a.plan.Unit, []string{"steadiest", "time", "cpu", "instructions"}, "", results.Seconds, results.CPUSeconds,
		results.Instructions), "time-unit", "use time, cpu or instructions")
	cli.BoundFlags(cmd, &m.Bounds)
	f.Add(&a.github, "github", "print annotations for GitHub to stderr")
	cli.TableFlag(cmd)
	return cmd
}

func (a *abFlags) run(cmd *cobra.Command, args []string) error {
	m, stderr := &a.measuring, cmd.ErrOrStderr()
	var err error
	for k, arg := range args {
		if m.Sides[k], err = sideOf(cmd, arg); err != nil {
			return err
		}
	}
	if (m.Sides[0].Solver == nil) != (m.Sides[1].Solver == nil) {
		kind := map[bool]string{true: "a program", false: "a solver"}
		return cli.Usagef("%s is %s and %s is %s, expected two solvers or two programs", args[0],
			kind[m.Sides[0].Solver == nil], args[1], kind[m.Sides[1].Solver == nil])
	}
	if m.Variants, err = a.Variants(); err != nil {
		return err
	}
	if m.Instances, err = a.All(cmd, nil); err != nil {
		return err
	}
	sided := m.Variants
	if m.Sides[0].Solver != nil {
		sided = []solvers.Variant{*m.Sides[0].Solver, *m.Sides[1].Solver}
	}
	sayUnbounded(cmd, sided, m.Bounds)
	pairs := len(m.Instances) // of which both sides are sampled
	if m.Sides[0].Solver == nil {
		pairs *= len(sided)
	}
	if err := checkSteps(m.Samples, 2*pairs, m.MinTime); err != nil {
		return err
	}
	m.Seed = a.Seed
	a.plan.Margin, a.plan.SearchMargin = a.margin/100, a.searchMargin/100
	show := cli.NewProgress(stderr)
	result, err := m.Compare(cmd.Context(), a.plan, show.Step)
	show.Clear()
	switch {
	case errors.Is(err, context.Canceled):
		return errors.New("interrupted; nothing is decided")
	case err != nil:
		return err
	}
	if err := cli.Print(cmd, report.AB(result)); err != nil {
		return err
	}
	if a.github {
		cmd.PrintErr(report.ABAnnotation(result))
	}
	switch result.Verdict() {
	case compare.Slower:
		return cli.Wrong(errors.New("ab: " + report.ABVerdict(result)))
	case compare.Undecided:
		return errors.New("ab: " + report.ABVerdict(result))
	}
	return a.Verdict()
}

// sideOf returns the solver or the program that an argument names.
func sideOf(cmd *cobra.Command, arg string) (bench.Side, error) {
	if v, ok := cli.Known(cmd).Find(arg); ok {
		if err := engines.Missing(v); err != nil {
			return bench.Side{}, err
		}
		worker, err := cli.WorkerProcess(cmd)
		return bench.Side{Command: worker, Solver: &v}, err
	}
	path, err := filepath.Abs(arg)
	if err != nil {
		return bench.Side{}, err
	}
	if _, err := os.Stat(path); err != nil {
		return bench.Side{}, cli.Usagef("%s: no such solver or program%s", arg,
			spelling.Near(arg, cli.NamesOf(cli.Known(cmd).Listed(), cli.SolverName)))
	}
	return bench.Side{Command: []string{path, cli.WorkerName}}, nil
}
