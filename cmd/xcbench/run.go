package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"xcbench/bench"
	"xcbench/corpus"
	"xcbench/internal/english"
	"xcbench/report"
	"xcbench/report/chart"
	"xcbench/results"
)

// runFlags are the flags of run beside those that choose solvers and instances.
type runFlags struct {
	selection
	plan      bench.Plan
	profiles  bench.ProfileFiles
	memory    string
	inProcess bool
	dir       string
	from      string
	resume    string
	form      string
}

func runCommand() *cobra.Command {
	var r runFlags
	cmd := &cobra.Command{
		Use:   "run [flags] [INSTANCE | FILE]...",
		Short: "measure solvers on instances",
		Long: `Run checks and then measures every solver on every instance. It fills a new run
directory with results.txt (Go benchmark format, one sample a row, for benchstat
and its like), levels.csv (nodes and updates of every level), plan.csv, run.json
(the command and the environment), and the plots levels and times (SVG and PNG),
and prints tables that compare the solvers.

Searches run in a process of their own: a solver that hangs, eats memory, panics
or answers wrongly loses its own row and nothing else. A run that was interrupted
goes on with --resume.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			args, err := r.replay(cmd, args)
			if err != nil {
				return err
			}
			if err := r.check(); err != nil {
				return err
			}
			if err := r.fill(cmd, args); err != nil {
				return err
			}
			return r.run(cmd, args)
		},
	}
	r.flags(cmd, corpus.Smoke)
	r.panel(cmd)
	f := cmd.Flags()
	f.IntVar(&r.plan.Samples, "samples", 6, "samples of each solver on each instance")
	f.DurationVar(&r.plan.MinTime, "min-time", 20*time.Millisecond, "a sample repeats the search until it took this long")
	f.StringVar(&r.dir, "dir", "", "the run directory to make (default runs/DATE-TIME)")
	f.StringVar(&r.memory, "memory", "0", `stop a search whose process has more memory resident, as "512MB"; 0 for no bound`)
	f.BoolVar(&r.inProcess, "in-process", false, "search in this process, as profilers like it: a bad solver takes the run along")
	f.StringVar(&r.resume, "resume", "", "go on with the interrupted run of this directory")
	f.StringVar(&r.from, "from", "", "do the run of this directory again; flags given here go before its own")
	f.StringVar(&r.profiles.CPU, "cpuprofile", "", "write a CPU profile of one solver on one instance to this file")
	f.StringVar(&r.profiles.Memory, "memprofile", "", "likewise, of allocations")
	f.StringVar(&r.profiles.Trace, "trace", "", "likewise, an execution trace")
	boundFlags(cmd, &r.plan.Bounds, 5*time.Second)
	tableFlag(cmd, &r.form)
	return cmd
}

// check refuses flags that mean nothing.
func (r *runFlags) check() error {
	if err := checkFormat(r.form, report.Formats); err != nil {
		return err
	}
	if err := checkBounds(r.plan.Bounds); err != nil {
		return err
	}
	r.inProcess = r.inProcess || r.profiles.Wanted()
	memory, err := bench.ParseBytes(r.memory)
	switch {
	case err != nil:
		return usageError{err}
	case memory > 0 && r.inProcess:
		return usagef("--memory bounds a process of its own, expected no --in-process and no profile")
	case memory > 0 && !bench.CanBoundMemory:
		return usagef("--memory is not kept on this system, expected none")
	case r.plan.Samples < 1:
		return usagef("%d samples, expected at least 1", r.plan.Samples)
	case r.plan.MinTime < 0:
		return usagef("samples of at least %v, expected a time of 0 or more", r.plan.MinTime)
	}
	r.plan.Isolation.Memory = memory
	return nil
}

// fill completes the plan.
func (r *runFlags) fill(cmd *cobra.Command, args []string) error {
	var err error
	if r.plan.Variants, err = r.variants(); err != nil {
		return err
	}
	if r.plan.Instances, err = r.all(cmd.ErrOrStderr(), args); err != nil {
		return err
	}
	if n, m := len(r.plan.Variants), len(r.plan.Instances); r.profiles.Wanted() && n*m != 1 {
		return usagef("a profile of %s on %s, expected one of one solver on one instance", english.Count(n, "solver"), english.Count(m, "instance"))
	}
	r.plan.Seed = r.seed
	if r.inProcess {
		return nil
	}
	r.plan.Isolation.Grace = time.Second
	r.plan.Isolation.Command, err = workerProcess()
	return err
}

func (r *runFlags) run(cmd *cobra.Command, args []string) error {
	stderr := cmd.ErrOrStderr()
	show := newProgress(stderr)
	job := bench.Job{
		Dir: r.dir, Resume: r.resume != "", Command: command(cmd, args),
		Record:   bench.Record{Flags: recordFlags(cmd), Args: args},
		Progress: show.step,
		Log:      func(line string) { show.clear(); fmt.Fprintln(stderr, line) },
	}
	stop, err := r.profiles.Start()
	if err != nil {
		return err
	}
	err = r.plan.Execute(cmd.Context(), job)
	show.clear()
	err = errors.Join(err, stop())
	var wrong *bench.ErrWrong
	if errors.As(err, &wrong) {
		for _, fault := range wrong.Faults {
			fmt.Fprintln(stderr, "wrong:", fault)
		}
		return wrongError{wrong}
	}
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("interrupted; the samples taken so far are in %s; 'xcbench run --resume %s' goes on", r.dir, r.dir)
	}
	if err == nil {
		err = publish(cmd, r.plan, r.dir, r.form, args)
	}
	if resumable(r.dir, err) {
		return fmt.Errorf("%w; 'xcbench run --resume %s' goes on from what is recorded", first(err), r.dir)
	}
	if err != nil {
		return err
	}
	return r.verdict()
}

// resumable says whether a run has begun that could not be written on, as when the disk
// is full.
func resumable(dir string, err error) bool {
	var failed *fs.PathError
	if !errors.As(err, &failed) || failed.Op != "write" || filepath.Dir(failed.Path) != filepath.Clean(dir) {
		return false
	}
	_, err = bench.ReadRecord(dir)
	return err == nil
}

// publish makes tables and plots of what was recorded.
func publish(cmd *cobra.Command, plan bench.Plan, dir, form string, args []string) error {
	path, err := filepath.Abs(dir) // "-" would be standard input
	if err != nil {
		return err
	}
	runs, err := results.ReadRuns([]string{path}, nil, "")
	if err != nil {
		return err
	}
	run := runs[0]
	plan.Sort(run.Rows, run.Profiles)
	made := chart.MadeBy(command(cmd, args), runs)
	for _, name := range []string{"levels", "times"} {
		if err := drawRun(run, name, made, dir); err != nil {
			return err
		}
	}
	if err := writeTables(cmd.OutOrStdout(), form, append(report.Comparisons(run.Rows, plan.Variants), report.Spreads(run.Rows)...)); err != nil {
		return err
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "\nrecorded in %s: %s, %s, levels.svg, times.svg (and .png)\n", dir, results.RowsFile, results.LevelsFile)
	return nil
}

// drawRun writes one plot of a run into its directory, as SVG and as PNG.
func drawRun(run results.Run, name string, made chart.Made, dir string) error {
	kind, err := chart.Find(name)
	if err != nil {
		return err
	}
	figure, err := kind.Draw(chart.Input{Runs: []results.Run{run}})
	if err != nil {
		return err
	}
	for _, ext := range []string{".svg", ".png"} {
		if err := figure.Save(filepath.Join(dir, name+ext), made); err != nil {
			return err
		}
	}
	return nil
}
