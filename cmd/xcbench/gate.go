package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"xcbench/internal/atomicfile"
	"xcbench/report"
	"xcbench/results"
)

// gate is what the flags of the command say.
type gate struct {
	results.GateRules
	baseline    string
	noCounters  bool
	times       gateTimes
	prune       bool
	junit, form string
	github      bool
}

func gateCommand() *cobra.Command {
	var g gate
	cmd := &cobra.Command{
		Use:   "gate [flags] RUN...",
		Short: "compare a run with the baseline; the exit status is the verdict",
		Long: `Gate compares the counters of a run with the baseline, exactly and level by level,
and the times with those of another run of the same machine, statistically, if
--time-baseline names one. A time is slower if the difference is significant and
more than the noise: the floor that 'xcbench noise' finds in the samples of both
runs (from 8 samples on), or in a run named by --noise, or --time-threshold. Several
runs are taken together, as shards or repetitions of one.

Exit status 1 says that something got worse or is missing. After an intended
change, --update writes the baseline anew.

  xcbench gate runs/new
  xcbench gate runs/new --time-baseline runs/old
  xcbench gate runs/new-1 runs/new-2 --time-baseline runs/old-1,runs/old-2 --no-counters`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := g.checkFlags(cmd, args); err != nil {
				return err
			}
			return g.check(cmd, args)
		},
	}
	f := cmd.Flags()
	f.StringVar(&g.baseline, "baseline", "results/baseline.txt", "the file of counters to compare with")
	f.BoolVar(&g.noCounters, "no-counters", false, "compare times only")
	f.BoolVar(&g.Update, "update", false, "write the rows of the run into the baseline")
	f.BoolVar(&g.prune, "prune", false, "with --update: drop rows of the baseline that the run does not have")
	f.BoolVar(&g.Partial, "partial", false, "the run need not have all rows of the baseline")
	f.BoolVar(&g.Strict, "strict", false, "fail on any change of a counter, also for the better")
	g.times.flags(cmd)
	f.StringVar(&g.junit, "junit", "", "write JUnit XML to this file")
	f.BoolVar(&g.github, "github", false, "print GitHub annotations too")
	tableFlag(cmd, &g.form)
	return cmd
}

func (g *gate) checkFlags(cmd *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return usagef("no run named, expected run directories")
	case g.noCounters && len(g.times.baseline) == 0:
		return usagef("--no-counters leaves nothing to compare, expected --time-baseline")
	case g.noCounters && g.Update:
		return usagef("--no-counters and --update, expected one of them: the baseline has nothing but counters")
	case g.prune && (!g.Update || g.Partial):
		return usagef("--prune drops what the run does not have, expected it with --update and without --partial")
	}
	if err := checkFormat(g.form, report.Formats); err != nil {
		return err
	}
	return g.times.check(cmd)
}

func (g *gate) check(cmd *cobra.Command, args []string) error {
	var findings []results.Finding
	var old, run []results.Count
	var notes []string
	var err error
	if !g.noCounters {
		if run, err = countsOf(args); err != nil {
			return err
		}
		old, err = readBaseline(g.baseline)
		if err != nil && !(g.Update && errors.Is(err, fs.ErrNotExist)) {
			return err
		}
		findings = results.CheckCounts(old, run)
	}
	if len(g.times.baseline) > 0 {
		times, note, err := g.times.findings(cmd, args)
		if err != nil {
			return err
		}
		findings, notes = results.JoinFindings(findings, times), append(notes, note)
	}
	if g.Update { // first: what is said of it has to be true
		if err := g.write(cmd, old, run); err != nil {
			return err
		}
	}
	if err := g.show(cmd, findings, notes); err != nil {
		return err
	}
	return g.verdict(findings)
}

// verdict is an error, of the worst finding, if any of them closes the gate.
func (g *gate) verdict(findings []results.Finding) error {
	var failed []results.Finding
	for _, f := range findings {
		if g.Fails(f) {
			failed = append(failed, f)
		}
	}
	switch len(failed) {
	case 0:
		return nil
	case 1:
		return wrongError{fmt.Errorf("gate: 1 row failed: %s", report.Sentence(failed[0]))}
	}
	return wrongError{fmt.Errorf("gate: %d rows failed, the first of them: %s", len(failed), report.Sentence(failed[0]))}
}

// countsOf returns the counts of some run directories together.
func countsOf(dirs []string) ([]results.Count, error) {
	var rows []results.Row
	var profiles []results.Profile
	for _, dir := range dirs {
		r, p, err := results.ReadDir(dir)
		if err != nil {
			return nil, err
		}
		if len(r) == 0 {
			return nil, fmt.Errorf("%s: no results", dir)
		}
		rows, profiles = append(rows, r...), append(profiles, p...)
	}
	counts, err := results.Counts(rows, profiles)
	if err != nil {
		return nil, wrongError{fmt.Errorf("%s: %w", strings.Join(dirs, ", "), err)}
	}
	return counts, nil
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

func (g *gate) show(cmd *cobra.Command, findings []results.Finding, notes []string) error {
	t := report.Gate(findings, g.GateRules)
	t.Notes = append(t.Notes, notes...)
	var err error
	if len(t.Rows) == 0 && (g.form == "text" || g.form == "md") {
		_, err = fmt.Fprintln(cmd.OutOrStdout(), strings.Join(append([]string{t.Title}, t.Notes...), "\n"))
	} else {
		err = t.Write(cmd.OutOrStdout(), g.form)
	}
	if err == nil && g.github {
		err = report.Annotations(cmd.OutOrStdout(), findings, g.GateRules)
	}
	if err == nil && g.junit != "" {
		var text bytes.Buffer
		if err = report.JUnit(&text, findings, g.GateRules); err == nil {
			err = atomicfile.WriteFile(g.junit, text.Bytes(), 0o666)
		}
	}
	return err
}
