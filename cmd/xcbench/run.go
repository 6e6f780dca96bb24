package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"xcbench/bench"
	"xcbench/corpus"
	"xcbench/report"
	"xcbench/results"
)

func runCommand() *cobra.Command {
	var (
		s    selection
		plan bench.Plan
		dir  string
		form string
	)
	cmd := &cobra.Command{
		Use:   "run [flags] [INSTANCE | FILE]...",
		Short: "measure solvers on instances",
		Long: `Run checks and then measures every solver on every instance. It fills a new run
directory with results.txt (Go benchmark format, one sample a row, for benchstat
and its like), levels.csv (nodes and updates of every level), and the plots
levels and times (SVG and PNG), and prints tables that compare the solvers.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkFormat(form, report.Formats); err != nil {
				return err
			}
			if err := checkBounds(plan.Bounds); err != nil {
				return err
			}
			if plan.Samples < 1 {
				return usagef("%d samples, expected at least 1", plan.Samples)
			}
			if plan.MinTime < 0 {
				return usagef("samples of at least %v, expected a time of 0 or more", plan.MinTime)
			}
			var err error
			if plan.Variants, err = s.variants(); err != nil {
				return err
			}
			if plan.Instances, err = s.all(cmd.ErrOrStderr(), args); err != nil {
				return err
			}
			if dir == "" {
				dir = filepath.Join("runs", time.Now().Format("20060102-150405"))
			}
			out, err := results.Create(dir, environment(cmd, args))
			if err != nil {
				return err
			}
			show := newProgress(cmd.ErrOrStderr())
			err = plan.Run(cmd.Context(), out, show.step)
			show.clear()
			err = errors.Join(err, out.Close())
			var wrong *bench.ErrWrong
			if errors.As(err, &wrong) {
				for _, fault := range wrong.Faults {
					fmt.Fprintln(cmd.ErrOrStderr(), "wrong:", fault)
				}
				err = wrongError{wrong}
			}
			if errors.Is(err, context.Canceled) {
				err = fmt.Errorf("interrupted; the samples taken so far are in %s", dir)
			}
			if err != nil {
				return err
			}
			if err := publish(cmd, plan, dir, form); err != nil {
				return err
			}
			return s.verdict()
		},
	}
	s.flags(cmd, corpus.Smoke)
	f := cmd.Flags()
	f.IntVar(&plan.Samples, "samples", 6, "samples of each solver on each instance")
	f.DurationVar(&plan.MinTime, "min-time", 20*time.Millisecond, "a sample repeats the search until it took this long")
	f.StringVar(&dir, "dir", "", "the run directory to make (default runs/DATE-TIME)")
	boundFlags(cmd, &plan.Bounds, 5*time.Second)
	tableFlag(cmd, &form)
	return cmd
}

// environment is the configuration recorded in a run's results.
func environment(cmd *cobra.Command, args []string) [][2]string {
	var flags []string
	cmd.Flags().Visit(func(f *pflag.Flag) { flags = append(flags, "--"+f.Name+"="+f.Value.String()) })
	return [][2]string{
		{"goos", runtime.GOOS},
		{"goarch", runtime.GOARCH},
		{"go", runtime.Version()},
		{"cpu", cpuModel()},
		{"command", strings.Join(append(append([]string{"xcbench run"}, flags...), args...), " ")},
	}
}

// publish makes tables and plots of what was recorded.
func publish(cmd *cobra.Command, plan bench.Plan, dir, form string) error {
	rows, profiles, err := results.ReadDir(dir)
	if err != nil {
		return err
	}
	if err := report.PlotLevels(profiles, filepath.Join(dir, "levels")); err != nil {
		return err
	}
	if err := report.PlotTimes(rows, plan.Variants, filepath.Join(dir, "times")); err != nil {
		return err
	}
	if err := writeTables(cmd.OutOrStdout(), form, append(report.Comparisons(rows, plan.Variants), report.Spreads(rows)...)); err != nil {
		return err
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "\nrecorded in %s: %s, %s, levels.svg, times.svg (and .png)\n", dir, results.RowsFile, results.LevelsFile)
	return nil
}
