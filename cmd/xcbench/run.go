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
	"xcbench/cover"
	"xcbench/internal/atomicfile"
	"xcbench/internal/cli"
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
	inProcess bool
	dir       string
	from      string
	resume    string
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
directory. The formats md, csv and json have the tables of all instances;
'xcbench cmp' selects and sorts their rows.

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
	f := cli.FlagsOf(cmd)
	r.plan.Samples, r.plan.MinTime, r.plan.Bounds.Timeout = 12, 20*time.Millisecond, 5*time.Second
	f.Add(&r.plan.Samples, "samples", "take `N` samples per solver and instance", "least 1")
	f.Add(&r.plan.MinTime, "min-time", "repeat the search in a sample for `TIME`", "least 0")
	f.Add(&r.dir, "dir", "make the run directory `DIR` (default runs/DATE-TIME)")
	cli.MemoryFlag(cmd, &r.plan.Isolation.Memory, "bound worker memory to `SIZE`, as 512MB")
	f.Add(&r.inProcess, "in-process", "search in this process; a crash ends the run")
	f.Add(&r.resume, "resume", "continue the interrupted `RUN`")
	f.Add(&r.from, "repeat", "repeat the `RUN`; flags given here override it")
	cli.BoundFlags(cmd, &r.plan.Bounds)
	cli.LimitFlag(cmd, &r.plan.Bounds)
	cli.TableFlag(cmd)
	baseFlag(cmd, &r.base)
	return cmd
}

// check rejects flag values that make no sense.
func (r *runFlags) check() error {
	memory := r.plan.Isolation.Memory
	switch {
	case memory > 0 && r.inProcess:
		return cli.Usagef("--memory bounds a worker process, expected no --in-process")
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
	err := r.plan.Execute(cmd.Context(), job)
	show.Clear()
	found, faulty := errors.AsType[bench.Faults](err)
	if err == nil || faulty {
		err = r.publish(cmd, args)
	}
	switch {
	case err != nil:
		return r.unpublished(err)
	case faulty:
		return r.faulty(stderr, found)
	}
	// The run may be one of the processes that make the load. Samples of one search are for counters.
	if why := cmp.Or(busy, environment.Busy(environment.Load(), runtime.NumCPU(), 1)); why != "" && r.plan.MinTime > 0 {
		fmt.Fprintf(stderr, "warning: the machine is unsteady (%s), so times vary more than they should\n", why)
	}
	return r.Verdict()
}

// faulty prints a summary of the faults that a run found, and returns its error.
func (r *runFlags) faulty(stderr io.Writer, found bench.Faults) error {
	for _, line := range found.Summary(len(r.plan.Instances)) {
		fmt.Fprintln(stderr, line)
	}
	err := fmt.Errorf("%w; 'xcbench verify' with the same solvers and limits shows each", found)
	killed := found.Count(results.Killed)
	if killed > 0 {
		err = fmt.Errorf("%w; 'xcbench run --resume %s' tries the killed searches again", found, r.dir)
	}
	if killed+found.Count(cover.Memout) == len(found) {
		return err
	}
	return cli.Wrong(err)
}

// unpublished returns the error of a run that ended early, and says how to continue it.
func (r *runFlags) unpublished(err error) error {
	_, unread := results.ReadRecord(r.dir)
	switch failed, ok := errors.AsType[*fs.PathError](err); {
	case errors.Is(err, context.Canceled) && unread != nil:
		return errors.New("interrupted; nothing is recorded yet")
	case errors.Is(err, context.Canceled):
		return fmt.Errorf("interrupted; the samples so far are in %s; 'xcbench run --resume %s' continues", r.dir, r.dir)
	case ok && unread == nil && failed.Op == "write" && filepath.Dir(failed.Path) == filepath.Clean(r.dir): // as on a full disk
		return fmt.Errorf("%w; 'xcbench run --resume %s' continues from what is recorded", cli.First(err), r.dir)
	}
	return err
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
	tables, err := r.tables(run)
	if err != nil {
		return err
	}
	err = atomicfile.Write(filepath.Join(r.dir, results.TablesFile), 0o666, func(w io.Writer) error {
		return cli.WriteTables(w, w, "md", tables)
	})
	if err != nil {
		return err
	}
	shown := tables[:1]
	if cli.Format(cmd) != "text" {
		shown = tables[1:]
	}
	if err := cli.Print(cmd, shown...); err != nil {
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

// tables returns the tables of a run, the ranking first.
func (r *runFlags) tables(run results.Run) ([]report.Table, error) {
	names, err := results.BaseFirst(cli.NamesOf(r.plan.Variants, cli.SolverName), r.base)
	if err != nil {
		return nil, err
	}
	ranking := report.Summary(report.Contest{Rows: run.Rows, Solvers: names, Classes: run.Classes,
		Unit: results.Seconds, Unsolved: compare.PAR2, Limit: run.Limit})
	return append([]report.Table{ranking}, report.Comparisons(run.Rows, names, run.Classes, report.View{})...), nil
}
