package main

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"xcbench/internal/cli"
	"xcbench/internal/english"
	"xcbench/report"
	"xcbench/report/chart"
	"xcbench/results"
	"xcbench/solvers"
	"xcbench/solvers/estimate"
)

// estimating has the flags of one estimate command.
type estimating struct {
	input   input
	variant solvers.Variant
	options estimate.Options
	plot    string
	beside  []string
}

func estimateCommand() *cobra.Command {
	var e estimating
	cmd := &cobra.Command{
		Use:   "estimate [flags] INSTANCE | FILE | -",
		Short: "Measure a search tree by samples, without a search",
		Long: `Estimate prints how many nodes, updates and solutions a search would have, in
all and by level, with intervals. A probe descends with a sample of each level;
with --per-level 1 it is Knuth's random probing of 1975. The tree is that of the
solver, so any solver will do whose searches can be divided.

The same seed gives the same estimate. Ctrl-C stops the probing and prints what
is known so far. A note says if a few probes make up most of the estimate. The
intervals may be too narrow then; a larger --per-level helps more than
further probes.

With --plot, estimate draws the levels with their intervals as a band. --beside
adds the known levels of the instance from run directories.`,
		Example: "  xcbench estimate queens/14 --within 0.05",
		Args:    cli.Arguments(1, 1, "one instance, file or -"),
		RunE:    e.run,
	}
	e.input.flags(cmd)
	f := cli.FlagsOf(cmd)
	cli.SolverFlag(cmd, &e.variant, "dlx_index", "estimate the tree of `SOLVER`")
	e.options = estimate.Options{Probes: estimate.DefaultProbes, Width: estimate.DefaultWidth, Seed: 1}
	f.Add(&e.options.Probes, "probes", "make `N` probes; with --within, at most", "least 2") // as an interval needs
	f.Add(&e.options.Width, "per-level", "sample up to `N` nodes of each level", "least 1")
	f.Add(&e.options.Seed, "seed", "seed the random choices with `N`")
	f.Add(&e.options.Within, "within", "probe until nodes are known to ± `R`, as 0.05", "least 0")
	f.Add(&e.plot, "plot", "draw the levels in `FILE` (.svg, .png or .pdf)")
	f.Add(&e.beside, "beside", "draw known levels in `RUNS` too", "needs plot")
	cli.TableFlag(cmd)
	return cmd
}

// unlimited is the number of probes with --within and without --probes.
const unlimited = math.MaxInt32

// check rejects flags that make no sense.
func (e *estimating) check(cmd *cobra.Command) error {
	if e.options.Within > 0 && !cmd.Flags().Changed("probes") {
		e.options.Probes = unlimited
	}
	if e.plot == "" {
		return nil
	}
	return isPicture("plot", e.plot)
}

func (e *estimating) run(cmd *cobra.Command, args []string) error {
	if err := e.check(cmd); err != nil {
		return err
	}
	only, err := e.input.only(cmd, args, "estimate")
	if err != nil {
		return err
	}
	name, p := only.name, only.puzzle.Problem()
	v, err := cli.Divisible(e.variant, p)
	if err != nil {
		return err
	}
	got, err := estimate.Run(cmd.Context(), v, p, e.options)
	stopped := errors.Is(err, context.Canceled)
	switch {
	case stopped && got.Probes < 2:
		return fmt.Errorf("interrupted after %s, expected at least 2", english.Count(got.Probes, "probe"))
	case err != nil && !stopped:
		return fmt.Errorf("%s: %s: %w", name, v.Name, err)
	}
	tables := report.Estimate(name, v.Name, got)
	if stopped {
		tables[0].Notes = append(tables[0].Notes, "Interrupted: more probes were asked for.")
	}
	if err := cli.Print(cmd, tables...); err != nil || e.plot == "" {
		return err
	}
	return e.draw(cmd, args, name, v, got)
}

// draw writes the plot of the levels, with the levels of runs beside the band.
func (e *estimating) draw(cmd *cobra.Command, args []string, name string, v solvers.Variant, got estimate.Estimate) error {
	in := chart.Input{InstanceID: name}
	if len(e.beside) > 0 {
		var err error
		if in.Runs, err = results.ReadRuns(e.beside, cmd.InOrStdin(), results.Filter{}); err != nil {
			return asUsage(err)
		}
	}
	in.Band = chart.Band{Name: "estimate of " + v.Name, Levels: got.Levels}
	figure, err := plotOf("levels", in)
	if err != nil {
		return asUsage(err)
	}
	return figure.Save(e.plot, chart.MadeBy(cli.Command(cmd, args), in.Runs))
}
