package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"xcbench/internal/spelling"
	"xcbench/report"
	"xcbench/results"
)

func rankCommand() *cobra.Command {
	var (
		form, unsolved string
		limit          time.Duration
		names          []string
	)
	cmd := &cobra.Command{
		Use:   "rank [flags] (RUN | FILE | -)...",
		Short: "rank solvers by what they solved and how fast",
		Long: `Rank tells of each solver how many instances it solved; PAR-2, which is its mean
time with twice the limit for what it did not solve; the geometric mean of its
times to the best; and its marginal contribution, which is how much worse PAR-2
of the virtual best solver would be without it. Several inputs are taken
together, as the shards of one run.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			rule := results.Unsolved(unsolved)
			switch {
			case len(args) == 0:
				return usagef("no results named, expected run directories, files or -")
			case !slices.Contains(results.UnsolvedRules, rule):
				return usagef("unknown rule %q for the unsolved%s", unsolved, spelling.Hint(unsolved, ruleNames()))
			case limit < 0:
				return usagef("limit %v, expected more than 0", limit)
			}
			if err := checkFormat(form, report.Formats); err != nil {
				return err
			}
			rows, recorded, err := readRows(args, cmd.InOrStdin())
			if err != nil {
				return err
			}
			if rows, err = ofSolvers(rows, names); err != nil {
				return err
			}
			if limit > 0 {
				recorded = limit.Seconds()
			}
			unfinished := slices.ContainsFunc(rows, func(r results.Row) bool { return !r.Measured() })
			if recorded == 0 && unfinished && rule != results.Intersection {
				return usagef("the results do not say at what time searches were stopped, expected --limit")
			}
			return writeTables(cmd.OutOrStdout(), form, []report.Table{report.Ranking(results.Rank(rows, rule, recorded), rule)})
		},
	}
	f := cmd.Flags()
	f.StringVar(&unsolved, "unsolved", string(results.PAR2), "what an unsolved instance counts: par2 (twice the limit), limit, or intersection (only what all solved counts)")
	f.DurationVar(&limit, "limit", 0, "the time limit (default: as recorded)")
	f.StringSliceVar(&names, "solver", nil, "solvers, separated by commas (default all)")
	tableFlag(cmd, &form)
	return cmd
}

func ruleNames() []string {
	var names []string
	for _, r := range results.UnsolvedRules {
		names = append(names, string(r))
	}
	return names
}

// readRows returns the rows of all inputs, and the greatest of their time limits in seconds.
func readRows(args []string, stdin io.Reader) (rows []results.Row, limit float64, err error) {
	for _, arg := range args {
		path, run := arg, false
		if info, err := os.Stat(arg); err == nil && info.IsDir() {
			path, run = filepath.Join(arg, results.RowsFile), true
		}
		var text []byte
		if arg == "-" {
			text, err = io.ReadAll(stdin)
		} else {
			text, err = os.ReadFile(path)
		}
		if err != nil {
			return nil, 0, err
		}
		if run { // it may be at work, or have been killed
			text = text[:bytes.LastIndexByte(text, '\n')+1]
		}
		more, err := results.Read(bytes.NewReader(text), path)
		if err != nil {
			return nil, 0, err
		}
		if len(more) == 0 {
			return nil, 0, fmt.Errorf("%s: no results, expected rows of xcbench run", path)
		}
		rows, limit = append(rows, more...), max(limit, results.TimeLimit(text, more))
	}
	return rows, limit, nil
}

// ofSolvers returns the rows of the named solvers, of all if none is named.
func ofSolvers(rows []results.Row, names []string) ([]results.Row, error) {
	if len(names) == 0 {
		return rows, nil
	}
	var known []string
	for _, r := range rows {
		if !slices.Contains(known, r.Solver) {
			known = append(known, r.Solver)
		}
	}
	for _, name := range names {
		if !slices.Contains(known, name) {
			return nil, usagef("no result of solver %q%s", name, spelling.Hint(name, known))
		}
	}
	return slices.DeleteFunc(rows, func(r results.Row) bool { return !slices.Contains(names, r.Solver) }), nil
}
