package main

import (
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
	)
	cmd := &cobra.Command{
		Use:   "verify [flags] [INSTANCE | FILE]...",
		Short: "check every solver on every instance",
		Long: `Verify runs every solver on every instance and checks: every solution against the
problem, by code that no solver shares; the number of solutions against the
known one; the solutions, and the nodes of each level, of the solvers against
each other. The exit status is 1 if an answer is wrong.`,
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
			for k, in := range instances {
				show.step(k, len(instances), "verifying "+in.ID())
				r, err := bench.Verify(cmd.Context(), in, variants, bounds)
				if err != nil {
					return err
				}
				wrong += len(r.Wrong())
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
			if wrong > 0 {
				return wrongError{fmt.Errorf("%d of %d answers are wrong", wrong, checked)}
			}
			return s.verdict()
		},
	}
	s.flags(cmd, corpus.Smoke)
	boundFlags(cmd, &bounds, time.Second)
	tableFlag(cmd, &form)
	return cmd
}
