package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"xcbench/bench"
	"xcbench/corpus"
	"xcbench/report"
)

func verifyCommand() *cobra.Command {
	var (
		s      selection
		bounds bench.Bounds
		form   string
		shrink string
	)
	cmd := &cobra.Command{
		Use:   "verify [flags] [INSTANCE | FILE]...",
		Short: "check every solver on every instance",
		Long: `Verify runs every solver on every instance and checks: every solution against the
problem, by code that no solver shares; the number of solutions against the
known one; the solutions, and the nodes and updates of each level, of the solvers
against each other; a second run of each against the first; and, on small
problems, the number of solutions against that of a SAT solver. A solver that
panics, or does not stop after its time, is caught too.

With --shrink DIR, the problem of each fault is made as small as it can be
without losing the fault, and written to DIR as DLX text with comments that say
what is wrong and which command shows it. Nothing is written if all is well.

The exit status is 1 if an answer is wrong, or a solver crashed or did not stop.
With --timeout 0 there is no time after which it would be said not to stop.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkFormat(form, report.Formats); err != nil {
				return err
			}
			if err := checkBounds(bounds); err != nil {
				return err
			}
			variants, err := s.variants()
			if err != nil {
				return err
			}
			instances, err := s.all(cmd.ErrOrStderr(), args)
			if err != nil {
				return err
			}
			t := report.Table{Title: "Verified", Columns: []report.Column{{Name: "instance"}, {Name: "solver"}, {Name: "status"},
				{Name: "solutions", Right: true}, {Name: "nodes", Right: true}, {Name: "updates", Right: true}, {Name: "remark"}}}
			show := newProgress(cmd.ErrOrStderr())
			defer show.clear()
			wrong, checked := 0, 0
			var written []string
			for k, in := range instances {
				if len(variants) == 0 {
					break
				}
				show.step(k, len(instances), "verifying "+in.ID())
				r, err := bench.Verify(cmd.Context(), in, variants, bounds)
				if err != nil {
					return err
				}
				wrong += len(r.Wrong())
				if stopping := r.Stopping(variants); len(stopping) < len(variants) {
					show.clear()
					fmt.Fprintf(cmd.ErrOrStderr(), "xcbench: %s: a solver does not stop and is left out from here on, see the table\n", in.ID())
					variants = stopping
				}
				if shrink != "" {
					paths, err := saveWitnesses(cmd.Context(), r, bounds, shrink)
					if err != nil {
						return err
					}
					written = append(written, paths...)
				}
				for _, o := range r.Outcomes {
					checked++
					t.Rows = append(t.Rows, []report.Cell{report.Text(in.ID()), report.Text(o.Variant.Name), report.Text(string(o.Stats.Status)),
						report.Int(o.Stats.Solutions), report.Int(o.Stats.Nodes), report.Int(o.Stats.Updates), report.Text(o.Fault)})
				}
			}
			show.clear()
			if err := t.Write(cmd.OutOrStdout(), form); err != nil {
				return err
			}
			for _, line := range written {
				fmt.Fprintln(cmd.ErrOrStderr(), line)
			}
			if wrong > 0 {
				return wrongError{fmt.Errorf("%d of %d answers are wrong", wrong, checked)}
			}
			return s.verdict()
		},
	}
	s.flags(cmd, corpus.Smoke)
	boundFlags(cmd, &bounds, time.Second)
	tableFlag(cmd, &form)
	cmd.Flags().StringVar(&shrink, "shrink", "", "write a smallest problem for each fault to this directory")
	return cmd
}

// saveWitnesses writes a file for each fault of a report, and returns what to tell
// the user of it, a line a file.
func saveWitnesses(ctx context.Context, r bench.Report, b bench.Bounds, dir string) ([]string, error) {
	var lines []string
	worker, err := workerProcess()
	if err != nil {
		return nil, err
	}
	for _, o := range r.Wrong() {
		w, err := r.Reproduce(ctx, o, b, worker)
		if err != nil {
			return nil, err
		}
		path, err := w.Save(dir)
		if err != nil { // the fault found is worth more than the file
			lines = append(lines, "xcbench: "+oneLine(err))
			continue
		}
		lines = append(lines, fmt.Sprintf("%s: %s: %s; to see it: %s", path, w.Solver, w.Fault, w.Replay(path)))
	}
	return lines, nil
}
