package main

import (
	"time"

	"github.com/spf13/cobra"

	"xcbench/report"
	"xcbench/results"
	"xcbench/results/compare"
)

// noResults is the usage error of the commands that read results.
const noResults = "no results are named, expected run directories, files or -"

func rankCommand() *cobra.Command {
	var (
		form  string
		rule  compare.Unsolved
		limit time.Duration
		use   rowFlags
	)
	cmd := &cobra.Command{
		Use:   "rank [flags] (RUN | FILE | -)...",
		Short: "Rank solvers by how many instances they solved, and how fast",
		Long: `Rank prints a table of the solvers with these figures:

  - how many instances the solver solved;
  - how many it does not support: its other figures are over the others;
  - PAR-2: its mean time, where an unsolved instance counts as twice the limit;
  - the geometric mean of the ratios of its times to the best times;
  - its marginal contribution: by how much PAR-2 of the virtual best solver
    would grow without it.

Several inputs are taken together, as the shards of one run. The time limit is
the recorded one; if none is recorded, figures that depend on it are unknown. Of
a run in progress, only the instances that all solvers have finished count.

With --unsolved limit, an unsolved instance counts as the limit. With --unsolved
intersection, only the instances that all solvers solved count.`,
		Example: "  xcbench rank runs/1",
		RunE: func(cmd *cobra.Command, args []string) error {
			if limit < 0 {
				return usagef("--limit %v, expected more than 0", limit)
			}
			if len(args) == 0 {
				return usagef(noResults)
			}
			filter, err := use.selected()
			if err != nil {
				return err
			}
			runs, err := results.ReadRuns(args, cmd.InOrStdin(), filter)
			if err != nil {
				return asUsage(err)
			}
			rows, recorded := results.AllRows(runs)
			if limit > 0 {
				recorded = limit.Seconds()
			}
			unfinished, left := results.Unfinished(runs)
			ranking := compare.Rank(rows.Where(func(r results.Row) bool { return !unfinished[r.InstanceID()] }), rule, recorded)
			ranking.Left = left
			table := report.Ranking(ranking, rule)
			if note := report.SeveralMachines(results.Machines(runs)); note != "" {
				table.Notes = append(table.Notes, note)
			}
			return writeTables(cmd.OutOrStdout(), form, []report.Table{table})
		},
	}
	parsedFlag(cmd, &rule, "unsolved", string(compare.PAR2), "use `RULE`: par2, limit or intersection", parseRule)
	timeFlag(cmd, &limit, "limit", 0, "use `TIME` as the time limit (default: as recorded)")
	use.flags(cmd)
	tableFlag(cmd, &form)
	return cmd
}

func parseRule(text string) (compare.Unsolved, error) {
	return wordOf(text, compare.UnsolvedRules, "unknown rule --unsolved %q%s")
}
