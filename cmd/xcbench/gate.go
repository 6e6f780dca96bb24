package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"github.com/google/renameio/v2/maybe"
	"github.com/spf13/cobra"

	"xcbench/report"
	"xcbench/results"
)

// gate is what the flags of the command say.
type gate struct {
	results.GateRules
	baseline, timeBaseline string
	timeThreshold          float64
	update, github         bool
	junit, form            string
}

func gateCommand() *cobra.Command {
	var g gate
	cmd := &cobra.Command{
		Use:   "gate [flags] RUN",
		Short: "compare a run with the baseline; the exit status is the verdict",
		Long: `Gate compares the counters of a run with the baseline, exactly and level by level,
and the times with those of another run of the same machine, statistically, if
--time-baseline is given. Exit status 1 says that something got worse or is
missing. After an intended change, --update writes the baseline anew.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usagef("got %s, expected one run directory", plural(len(args), "argument"))
			}
			if err := checkFormat(g.form, report.Formats); err != nil {
				return err
			}
			if !(g.timeThreshold >= 0) {
				return usagef("time threshold %v%%, expected 0 or more", g.timeThreshold)
			}
			rows, profiles, err := results.ReadDir(args[0])
			if err != nil {
				return err
			}
			run, err := results.Counts(rows, profiles)
			if err != nil {
				return wrongError{fmt.Errorf("%s: %w", args[0], err)}
			}
			if len(run) == 0 {
				return fmt.Errorf("%s: no results", args[0])
			}
			return g.check(cmd, args[0], run)
		},
	}
	f := cmd.Flags()
	f.StringVar(&g.baseline, "baseline", "results/baseline.txt", "the file of counters to compare with")
	f.BoolVar(&g.update, "update", false, "write the baseline anew from the run (with --partial, the rows of the run only)")
	f.BoolVar(&g.Partial, "partial", false, "the run need not have all rows of the baseline")
	f.BoolVar(&g.Strict, "strict", false, "fail on any change of a counter, also for the better")
	f.StringVar(&g.timeBaseline, "time-baseline", "", "a run directory to compare times with")
	f.Float64Var(&g.timeThreshold, "time-threshold", 5, "percent by which a time may differ, as measured by noise")
	f.StringVar(&g.junit, "junit", "", "write JUnit XML to this file")
	f.BoolVar(&g.github, "github", false, "print GitHub annotations too")
	tableFlag(cmd, &g.form)
	return cmd
}

func (g *gate) check(cmd *cobra.Command, dir string, run []results.Count) error {
	old, err := readBaseline(g.baseline)
	if err != nil && !(g.update && errors.Is(err, fs.ErrNotExist)) {
		return err
	}
	findings := results.CheckCounts(old, run)
	if g.timeBaseline != "" {
		times, err := results.CheckTimes(g.timeBaseline, dir, g.timeThreshold/100)
		if err != nil {
			return err
		}
		findings = append(findings, times...)
		results.SortFindings(findings)
	}
	if err := g.show(cmd, findings); err != nil {
		return err
	}
	if g.update {
		return g.write(cmd, old, run)
	}
	failed := 0
	for _, f := range findings {
		if g.Fails(f) {
			failed++
		}
	}
	if failed > 0 {
		return wrongError{fmt.Errorf("gate: %s failed", plural(failed, "row"))}
	}
	return nil
}

func readBaseline(path string) ([]results.Count, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w; 'xcbench gate --update RUN' makes a baseline", err)
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return results.ReadBaseline(f, path)
}

func (g *gate) show(cmd *cobra.Command, findings []results.Finding) error {
	t := report.Gate(findings, g.GateRules)
	var err error
	if len(t.Rows) == 0 && (g.form == "text" || g.form == "md") {
		_, err = fmt.Fprintln(cmd.OutOrStdout(), t.Title)
	} else {
		err = t.Write(cmd.OutOrStdout(), g.form)
	}
	if err == nil && g.github {
		err = report.Annotations(cmd.OutOrStdout(), findings, g.GateRules)
	}
	if err == nil && g.junit != "" {
		var text bytes.Buffer
		if err = report.JUnit(&text, findings, g.GateRules); err == nil {
			err = maybe.WriteFile(g.junit, text.Bytes(), 0o666)
		}
	}
	return err
}

// write makes the baseline of the run. What the old one has and the run was to have
// but did not finish is kept with --partial, and else it is an error: no
// count is lost by a slow machine.
func (g *gate) write(cmd *cobra.Command, old, run []results.Count) error {
	kept := slices.Clone(run)
	for _, f := range results.CheckCounts(old, run) {
		k := slices.IndexFunc(run, func(c results.Count) bool { return c.ID == f.ID && c.Solver == f.Solver })
		switch {
		case f.Verdict == results.Missing && g.Partial && (k < 0 || !run[k].Measured()):
			at := slices.IndexFunc(old, func(c results.Count) bool { return c.ID == f.ID && c.Solver == f.Solver })
			kept = append(kept, old[at])
		case f.Verdict == results.Missing && k >= 0 && !run[k].Measured():
			return fmt.Errorf("%s %s: %s; give the run more time, or keep the old counts with --partial", f.ID, f.Solver, f.Why)
		}
	}
	var text bytes.Buffer
	if err := results.WriteBaseline(&text, kept); err != nil {
		return err
	}
	if err := maybe.WriteFile(g.baseline, text.Bytes(), 0o666); err != nil {
		return err
	}
	fmt.Fprintln(cmd.ErrOrStderr(), "wrote", g.baseline)
	return nil
}
