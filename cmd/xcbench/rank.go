package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"xcbench/compare"
	"xcbench/internal/cli"
	"xcbench/report"
	"xcbench/results"
)

// noResults is the usage error of the commands that read results.
const noResults = "no results are named, expected run directories, files or -"

const rankHelp = `Rank prints how many instances each solver solved, and the geometric mean of
the ratios of its times to the best times. Solvers that solved as many come in
the order of PAR-2: the mean time, where an unsolved instance counts as twice
the limit. --format csv and json also have PAR-2, how many instances a solver
does not support (its other figures are over the rest), on how many it is the
best, and by how much PAR-2 of the virtual best solver would grow without it.

Several inputs are taken together, as the shards of one run. The time limit is
the recorded one; if none is recorded, figures that depend on it are unknown. Of
a run in progress, only the instances that all solvers have finished count.

The times are those of the search; --unit total ranks by set-up and search
together, and --unit cpu by processor time. The sentences below the table
compare the best solvers with the first one that --solver or the run names, or
that --base names. With --by family, the table has the ratios of search times
and of total times of each family.

With --unsolved limit, an unsolved instance counts as the limit. With --unsolved
intersection, only the instances that all solvers solved count.`

func rankCommand() *cobra.Command {
	var (
		rule  compare.Unsolved
		limit time.Duration
		use   rowFlags
		unit  string
		by    func(report.Contest) report.Table
	)
	cmd := &cobra.Command{
		Use:   "rank [flags] (RUN | FILE | -)...",
		Short: "Rank solvers by how many instances they solved, and how fast",
		Long:  rankHelp,
		Example: `  xcbench rank runs/1
  xcbench rank --by family --unit total --format csv runs/1`,
		RunE: func(cmd *cobra.Command, args []string) error {
			runs, err := use.readRuns(cmd, args)
			if err != nil {
				return err
			}
			rows, recorded := results.AllRows(runs)
			if limit > 0 {
				recorded = limit.Seconds()
			}
			if err := use.inOrder(runs); err != nil {
				return err
			}
			if err := allHave(rows, unit); err != nil {
				return err
			}
			unfinished, left := results.Unfinished(runs)
			contest := report.Contest{
				Rows:    rows.Where(func(r results.Row) bool { return !unfinished[r.InstanceID()] }),
				Solvers: results.SolversOf(runs), Classes: results.AllClasses(runs), Unit: unit, Unsolved: rule, Limit: recorded, Left: left}
			table := by(contest)
			if note := report.SeveralMachines(results.DistinctMachines(rows.Machines())); note != "" {
				table.Notes = append(table.Notes, note)
			}
			return cli.Print(cmd, table)
		},
	}
	timeUnitFlag(cmd, &unit, "unit", "rank by ", false, compare.RankUnits)
	baseFlag(cmd, &use.base)
	f := cli.FlagsOf(cmd)
	f.Add(cli.OneOf(&by, []string{"run", "family"}, report.Summary, report.Families), "by", "rank the whole run, or each family")
	cli.WordFlag(cmd, &rule, "unsolved", "use `RULE`: ", compare.UnsolvedRules...)
	f.Add(&limit, "time-limit", "use `TIME` as the time limit (default: as recorded)", "least 0")
	use.flags(cmd)
	cli.TableFlag(cmd)
	return cmd
}

// allHave returns an error if a search has no value in a unit: the solver cannot be ranked by it.
func allHave(rows *results.Rows, unit string) error {
	u := results.MustUnit(unit)
	for r := range rows.All() {
		if _, ok := u.Of(r); !ok && r.Measured() {
			return fmt.Errorf("%s on %s has no %s; --solver leaves a solver out, and --unit time ranks by search time", r.Solver,
				r.InstanceID(), unit)
		}
	}
	return nil
}
