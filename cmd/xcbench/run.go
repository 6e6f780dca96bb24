package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"xcbench/bench"
	"xcbench/compare"
	"xcbench/corpus"
	"xcbench/internal/atomicfile"
	"xcbench/internal/cli"
	"xcbench/internal/english"
	"xcbench/internal/environment"
	"xcbench/report"
	"xcbench/report/chart"
	"xcbench/results"
	"xcbench/solvers"
)

// runFlags has the flags of run.
type runFlags struct {
	cli.Selection
	plan      bench.Plan
	engines   map[string]results.Engine
	profiles  profileFiles
	inProcess bool
	dir       string
	from      string
	resume    string
	form      string
	tables    bool
	view      report.View
	base      string
}

func runCommand() *cobra.Command {
	var r runFlags
	cmd := &cobra.Command{
		Use:   "run [flags] [INSTANCE | FILE]...",
		Short: "Measure solvers on instances and record the results",
		Long: `Run checks every solver on every instance, then measures it. It prints a
ranking, and how each solver compares with the first one. It records everything
in a new run directory:

  tables.md              what it prints, and tables of all instances
  results.txt            one sample per row, in Go's benchmark format
  levels.csv             nodes and updates of every level
  plan.csv               the order of the samples, and which were skipped
  run.json               the command and the environment
  levels.svg, cactus.svg two plots

Searches run in a worker process: a solver that hangs, uses too much memory,
panics or gives a wrong answer loses only its own rows. Exit status 1 means that
an answer is wrong, that solvers disagree, or that a solver crashed. Exit status
3 means that somebody else killed workers; --resume tries their searches again.

--resume continues an interrupted run, and --repeat repeats one in another
directory. The profiles (--cpuprofile, --memprofile, --trace) need one solver
and one instance.

Without --solver, run takes all solvers except those that branch on the leftmost
item.`,
		Example: "  xcbench run --tier smoke --solver dlx_index,bitset --dir runs/1",
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
	r.Flags(cmd, corpus.Smoke, solvers.Panel(), "select `SOLVERS`, separated by commas, or all")
	f := cmd.Flags()
	f.IntVar(&r.plan.Samples, "samples", 12, "take `N` samples per solver and instance")
	cli.TimeFlag(cmd, &r.plan.MinTime, "min-time", 20*time.Millisecond, "repeat the search in a sample for `TIME`")
	cli.AtLeast(cmd, "1", "samples")
	cli.AtLeast(cmd, "0", "min-time")
	f.StringVar(&r.dir, "dir", "", "make the run directory `DIR` (default runs/DATE-TIME)")
	cli.MemoryFlag(cmd, &r.plan.Isolation.Memory, "bound worker memory to `SIZE`, as 512MB")
	f.BoolVar(&r.inProcess, "in-process", false, "search in this process; a crash ends the run")
	f.StringVar(&r.resume, "resume", "", "continue the interrupted `RUN`")
	f.StringVar(&r.from, "repeat", "", "repeat the `RUN`; flags given here override it")
	f.StringVar(&r.profiles.CPU, "cpuprofile", "", "write a CPU profile to `FILE`")
	f.StringVar(&r.profiles.Memory, "memprofile", "", "write an allocation profile to `FILE`")
	f.StringVar(&r.profiles.Trace, "trace", "", "write an execution trace to `FILE`")
	cli.BoundFlags(cmd, &r.plan.Bounds, 5*time.Second)
	cli.LimitFlag(cmd, &r.plan.Bounds)
	cli.TableFlag(cmd, &r.form)
	f.BoolVar(&r.tables, "tables", false, "print the tables of all instances, not the ranking")
	viewFlags(cmd, &r.view)
	baseFlag(cmd, &r.base)
	return cmd
}

// check rejects flag values that make no sense.
func (r *runFlags) check() error {
	r.inProcess = r.inProcess || r.profiles.wanted()
	memory := r.plan.Isolation.Memory
	switch {
	case memory > 0 && r.inProcess:
		return cli.Usagef("--memory bounds a worker process, expected no --in-process and no profile")
	case memory > 0 && !bench.CanBoundMemory:
		return cli.Usagef("--memory is not supported on this system, leave it out")
	}
	r.plan.Bounds.Memory = memory / 2 // the process has more in memory than tables
	return nil
}

// fill completes the plan with solvers, instances and the worker process.
func (r *runFlags) fill(cmd *cobra.Command, args []string) error {
	var err error
	if r.plan.Variants, err = r.Variants(); err != nil {
		return err
	}
	if r.plan.Instances, err = r.All(cmd, args); err != nil {
		return err
	}
	if r.plan.Variants, r.engines, err = withBuilds(cmd, r.plan.Variants); err != nil {
		return err
	}
	if n, m := len(r.plan.Variants), len(r.plan.Instances); r.profiles.wanted() && n*m != 1 {
		return cli.Usagef("a profile of %s on %s, expected one solver and one instance", english.Count(n, "solver"),
			english.Count(m, "instance"))
	}
	if err := checkSteps(r.plan.Samples, len(r.plan.Variants)*len(r.plan.Instances), r.plan.MinTime); err != nil {
		return err
	}
	if _, err := results.BaseFirst(cli.NamesOf(r.plan.Variants, cli.SolverName), r.base); err != nil {
		return cli.Usage(fmt.Errorf("--base: %w", err))
	}
	sayUnbounded(cmd, r.plan.Variants, r.plan.Bounds)
	r.plan.Seed = r.Seed
	if r.inProcess {
		return nil
	}
	r.plan.Isolation.Grace = time.Second
	r.plan.Isolation.Command, err = cli.WorkerProcess(cmd)
	return err
}

// run carries out the plan and publishes what it recorded.
func (r *runFlags) run(cmd *cobra.Command, args []string) error {
	stderr := cmd.ErrOrStderr()
	show := cli.NewProgress(stderr)
	job := bench.Job{
		Dir: r.dir, Resume: r.resume != "", Command: cli.Command(cmd, args),
		Record:   results.Record{Flags: recordFlags(cmd), Args: args, Engines: r.engines},
		Progress: show.Step,
		Log:      func(line string) { show.Clear(); fmt.Fprintln(stderr, line) },
	}
	busy := environment.Busy(environment.Load(), runtime.NumCPU(), 0)
	err := r.profiles.during(func() error { return r.plan.Execute(cmd.Context(), job) })
	show.Clear()
	found, faulty := errors.AsType[*bench.ErrFaults](err)
	if err == nil || faulty {
		err = r.publish(cmd, args)
	}
	if err == nil && !faulty {
		if why := cmp.Or(busy, r.unsteady()); why != "" {
			fmt.Fprintf(stderr, "warning: the machine is unsteady (%s), so times vary more than they should\n", why)
		}
	}
	if faulty && err == nil {
		for _, line := range found.Faults.Summary(len(r.plan.Instances)) {
			fmt.Fprintln(stderr, line)
		}
		killed := found.Faults.Count(results.Killed)
		if killed > 0 {
			err = fmt.Errorf("%w; 'xcbench run --resume %s' tries the killed searches again", found, r.dir)
		} else {
			err = fmt.Errorf("%w; 'xcbench verify' with the same solvers and limits shows each", found)
		}
		if killed+found.Faults.Count(results.Memout) == len(found.Faults) {
			return err
		}
		return cli.Wrong(err)
	}
	if errors.Is(err, context.Canceled) {
		if _, err := results.ReadRecord(r.dir); err != nil {
			return errors.New("interrupted; nothing is recorded yet")
		}
		return fmt.Errorf("interrupted; the samples so far are in %s; 'xcbench run --resume %s' continues", r.dir, r.dir)
	}
	if resumable(r.dir, err) {
		return fmt.Errorf("%w; 'xcbench run --resume %s' continues from what is recorded", cli.First(err), r.dir)
	}
	if err != nil {
		return err
	}
	return r.Verdict()
}

// unsteady says why times varied during the run, or returns "". The run may be one of the processes that
// make the load.
func (r *runFlags) unsteady() string {
	if busy := environment.Busy(environment.Load(), runtime.NumCPU(), 1); busy != "" {
		return busy
	}
	rows, _, err := results.ReadDir(r.dir)
	if drift := compare.Drift(results.RowsOf(rows)); err == nil && drift > 0 {
		return fmt.Sprintf("its speed changed by %.0f%% during the run", 100*drift)
	}
	return ""
}

// resumable reports whether the run has begun and then could not be written, as on a full disk.
func resumable(dir string, err error) bool {
	failed, ok := errors.AsType[*fs.PathError](err)
	if !ok || failed.Op != "write" || filepath.Dir(failed.Path) != filepath.Clean(dir) {
		return false
	}
	_, err = results.ReadRecord(dir)
	return err == nil
}

// publish writes tables and plots of what the run recorded, and prints the ranking.
func (r *runFlags) publish(cmd *cobra.Command, args []string) error {
	path, err := filepath.Abs(r.dir) // ReadRuns takes "-" for standard input
	if err != nil {
		return err
	}
	runs, err := results.ReadRuns([]string{path}, nil, results.Filter{})
	if err != nil {
		return err
	}
	run := runs[0]
	for p, err := range run.AllProfiles() {
		if err != nil {
			return err
		}
		run.Profiles = append(run.Profiles, p)
	}
	made := chart.MadeBy(cli.Command(cmd, args), runs)
	run.Rows = r.plan.Sort(run.Rows, run.Profiles)
	drawn, err := r.drawPlots(run, made)
	if err != nil {
		return err
	}
	run.Profiles, runs = nil, nil // the tables need the memory
	names := cli.NamesOf(r.plan.Variants, cli.SolverName)
	if names, err = results.BaseFirst(names, r.base); err != nil {
		return err
	}
	tables := []report.Table{report.Summary(report.Contest{Rows: run.Rows, Solvers: names, Classes: run.Classes,
		Unit: results.Seconds, Unsolved: compare.PAR2, Limit: run.Limit})}
	inFile := append(tables, report.Comparisons(run.Rows, names, run.Classes, r.fileView())...)
	if r.fileView().Top != r.view.Top {
		for k := range inFile[1:] {
			inFile[1+k].Notes = append(inFile[1+k].Notes, "'xcbench cmp "+report.Quoted(r.dir)+"' shows all rows")
		}
	}
	err = atomicfile.Write(filepath.Join(r.dir, results.TablesFile), 0o666, func(w io.Writer) error {
		return cli.WriteTables(w, "md", inFile)
	})
	if err != nil {
		return err
	}
	switch {
	case r.form == "text" && !r.tables:
	case r.fileView().Top == r.view.Top:
		tables = inFile[1:]
	default:
		tables = report.Comparisons(run.Rows, names, run.Classes, r.view)
	}
	if err := cli.WriteTables(cmd.OutOrStdout(), r.form, tables); err != nil {
		return err
	}
	stderr := cmd.ErrOrStderr()
	files := fmt.Sprintf("recorded in %s: %s (all tables), %s, %s%s", r.dir,
		results.TablesFile, results.RowsFile, results.LevelsFile, drawn)
	fmt.Fprintf(stderr, "\n%s\n", strings.Join(report.Wrap(files, cli.WidthOf(stderr)), "\n"))
	return nil
}

// drawPlots draws the plots of a run, and returns their names behind commas.
func (r *runFlags) drawPlots(run results.Run, made chart.Made) (drawn string, err error) {
	for _, name := range []string{"levels", "cactus"} {
		figure, err := plotOf(name, chart.Input{Runs: []results.Run{run}})
		if cli.Is[*chart.EmptyError](err) { // nothing was solved
			continue
		}
		if err == nil {
			err = figure.Save(filepath.Join(r.dir, name+".svg"), made)
		}
		if err != nil {
			return "", err
		}
		drawn += ", " + name + ".svg"
	}
	return drawn, nil
}

// A run with more than mostInFile instances has the topInFile largest changes in its file of tables.
const (
	mostInFile = 2000
	topInFile  = 500
)

// fileView returns the view of the tables in the run directory.
func (r *runFlags) fileView() report.View {
	view := r.view
	if view.Top == 0 && len(r.plan.Instances) > mostInFile {
		view.Top = topInFile
	}
	return view
}
