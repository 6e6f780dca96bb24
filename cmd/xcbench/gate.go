package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"xcbench/compare"
	"xcbench/internal/atomicfile"
	"xcbench/internal/cli"
	"xcbench/internal/english"
	"xcbench/report"
	"xcbench/results"
)

// gate has the flags of the command.
type gate struct {
	compare.GateRules
	baseline   string
	noCounters bool
	times      gateTimes
	use        rowFlags
	prune      bool
	junit      string
	github     bool
}

func gateCommand() *cobra.Command {
	var g gate
	cmd := &cobra.Command{
		Use:   "gate [flags] RUN...",
		Short: "Compare a run with a baseline; the exit status is the verdict",
		Long: `Gate compares the counters of a run with a baseline, exactly and level by level.
It prints a table of the rows that differ. Exit status 1 means that a row got
worse or is missing. After an intended change, --update rewrites the baseline.
Several runs are taken together, as shards or repetitions of one. The rows of a
solver that get worse are summed up in one line, and so are those that improve;
--format json lists every row.

With --time-baseline, gate also compares times with another run on the same
machine. A search is slower if the difference is significant and exceeds the
threshold. A solver or a family is slower if one of its searches differs, and
the whole confidence interval of its mean over all instances exceeds the
threshold. By default the threshold is the noise that 'xcbench cmp --noise'
measures in the samples of both sides. --noise measures it in other runs;
--time-threshold sets it. Intervals are as much wider as the speed of the
machine drifts, as in cmp: at least 5% if a side has a single run. --time-unit
compares processor times (cpu-sec/op) or instructions (instructions/op) instead
of wall times (sec/op). Files of go test -bench need --no-counters; --time-unit
may name a unit of theirs.

Exit status 3 means that nothing failed, but that the samples of times are too
few to tell, or that a solver has another rule or counter than in the baseline.
The error says what to do.`,
		Example: `  xcbench gate runs/new
  xcbench gate runs/new --time-baseline runs/old
  xcbench gate new1 new2 --time-baseline old1,old2 --no-counters`,
		RunE: g.check,
	}
	f := cli.FlagsOf(cmd)
	g.baseline = "results/baseline.txt"
	f.Add(&g.baseline, "baseline", "compare with `FILE`")
	f.Add(&g.noCounters, "no-counters", "compare times only", "needs time-baseline")
	f.Add(&g.Update, "update", "write the rows of the run into the baseline", "excludes no-counters filter solver")
	f.Add(&g.prune, "prune", "with --update, drop the rows that the run lacks", "needs update", "excludes partial")
	f.Add(&g.Partial, "partial", "let rows of the baseline be missing in the run")
	f.Add(&g.Strict, "strict", "fail on improvements of counters too")
	g.use.flags(cmd)
	g.times.flags(cmd)
	f.Add(&g.junit, "junit", "write JUnit XML to `FILE`")
	f.Add(&g.github, "github", "print annotations for GitHub too")
	cli.TableFlag(cmd)
	return cmd
}

// check compares, updates the baseline if asked to, and reports.
func (g *gate) check(cmd *cobra.Command, args []string) error {
	var findings []compare.Finding
	var old, run []results.Count
	var notes []string
	if len(args) == 0 {
		return cli.Usagef("no run is named, expected run directories")
	}
	filter, err := g.use.selected()
	if err != nil {
		return err
	}
	var warning string
	if !g.noCounters {
		if run, err = countsOf(args); err != nil {
			return err
		}
		if old, err = g.readBaseline(); err != nil {
			return err
		}
		if old, run = filter.Counts(old), filter.Counts(run); len(run) == 0 {
			return cli.Usagef("no row of the run passes the filter %s", filter)
		}
		findings = compare.CheckCounts(old, run)
		if some := onlySolutions(run); len(some) > 0 && !g.Update {
			warning = "only the solutions of " + english.List(some) + " were compared: no nodes or updates are counted"
			notes = append(notes, warning)
		}
	}
	if len(g.times.baseline) > 0 {
		times, how, err := g.times.compare(cmd, args, filter)
		if err != nil {
			return err
		}
		findings, notes = compare.JoinFindings(findings, times.Findings), append(notes, how)
		if note := report.SeveralMachines(times.Machines); note != "" {
			notes = append(notes, note)
		}
	}
	if g.Update { // before the table, which says that the baseline is updated
		if err := g.write(cmd, old, run); err != nil {
			return err
		}
	}
	if err := g.show(cmd, findings, notes, warning); err != nil {
		return err
	}
	return g.verdict(findings)
}

// onlySolutions returns the solvers of a run that count neither nodes nor updates: only their numbers of
// solutions are compared.
func onlySolutions(run []results.Count) []string {
	counts := map[string]bool{}
	for _, c := range run {
		if c.Measured() {
			counts[c.Solver] = counts[c.Solver] || max(c.Nodes, c.Updates) > 0
		}
	}
	maps.DeleteFunc(counts, func(_ string, counts bool) bool { return counts })
	return slices.Sorted(maps.Keys(counts))
}

// verdict returns an error with the worst finding if any finding fails the gate, or if the times or
// counters of another rule decide nothing.
func (g *gate) verdict(findings []compare.Finding) error {
	if all := compare.Summarize(findings); slices.ContainsFunc(all, g.Fails) {
		first, failed := report.Sentence(all[slices.IndexFunc(all, g.Fails)]), 0
		for _, f := range findings {
			if g.Fails(f) {
				failed++
			}
		}
		if failed > 1 {
			first = fmt.Sprintf("%d findings; the first: %s", failed, first)
		}
		return cli.Wrong(fmt.Errorf("gate: failed: %s", first))
	}
	for _, f := range findings {
		switch {
		case f.Verdict != compare.Undecided || g.Update:
		case f.Time:
			return errors.New("gate: the times decide nothing; take more samples of each side, as with 'xcbench run --samples 20', " +
				"several runs of each side, or 'xcbench ab', which measures in turns")
		default:
			return fmt.Errorf("gate: %s; so the counters do not compare: restore the engines file, or make a baseline "+
				"of this run with --update", report.Sentence(f))
		}
	}
	return nil
}

// countsOf returns the counts of run directories, taken together.
func countsOf(dirs []string) ([]results.Count, error) {
	for _, dir := range dirs {
		if info, err := os.Stat(dir); err == nil && !info.IsDir() {
			return nil, cli.Usagef("%s: a file, expected a run directory", dir)
		}
	}
	runs, err := results.ReadRuns(dirs, nil, results.Filter{})
	if err != nil && !errors.Is(err, results.ErrNoRow) {
		return nil, asUsage(err)
	}
	for k, r := range runs {
		if r.Rows.Len() == 0 {
			return nil, fmt.Errorf("%s: no results, expected rows of 'xcbench run'; resume the run or make a new one", dirs[k])
		}
	}
	counts, err := results.CountsOf(runs...)
	if cli.Is[results.CountError](err) {
		err = cli.Wrong(err)
	}
	return counts, err
}

// readBaseline reads the baseline. An update may make a new one.
func (g *gate) readBaseline() ([]results.Count, error) {
	f, err := os.Open(g.baseline)
	switch {
	case errors.Is(err, fs.ErrNotExist) && g.Update:
		return nil, nil
	case errors.Is(err, fs.ErrNotExist):
		return nil, cli.Usagef("%s: no such baseline; 'xcbench gate --update --baseline %[1]s RUN' makes one", g.baseline)
	case err != nil:
		return nil, err
	}
	defer f.Close()
	return results.ReadBaseline(f, g.baseline)
}

// show prints the table of findings and writes the other forms that flags ask for.
func (g *gate) show(cmd *cobra.Command, findings []compare.Finding, notes []string, warning string) error {
	t := report.Gate(findings, g.GateRules)
	t.Notes = append(t.Notes, notes...)
	err := cli.Print(cmd, t)
	if err == nil && g.github {
		_, err = io.WriteString(cmd.OutOrStdout(), report.Annotations(findings, g.GateRules, warning))
	}
	if err == nil && g.junit != "" {
		err = atomicfile.Write(g.junit, 0o666, func(w io.Writer) error { return report.JUnit(w, findings, g.GateRules) })
	}
	return err
}
