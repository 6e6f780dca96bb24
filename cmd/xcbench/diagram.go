package main

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"xcbench/cover"
	"xcbench/internal/cli"
	"xcbench/solvers"
	"xcbench/solvers/learn"
)

// checkDiagram rejects solvers without a diagram or tables. The solver of --sample is count unless one is named.
func (s *solving) checkDiagram(cmd *cobra.Command) error {
	if s.sample > 0 {
		if s.prefer(cmd, "count"); !s.variant.HasDiagram() {
			return cli.Usagef("--sample needs a diagram, and %s keeps none; expected one of %s", s.variant.Name,
				solversThat(solvers.Variant.HasDiagram))
		}
		if !cmd.Flags().Changed("show") {
			s.show = s.sample
		}
	}
	remembers := func(v solvers.Variant) bool { return v.Capabilities().CountsOnly || v.Rule == learn.Learn }
	if s.bounds.Memory > 0 && !remembers(s.variant) {
		return cli.Usagef("--memory bounds tables that count and learned clauses, and %s has none; expected one of %s",
			s.variant.Name, solversThat(remembers))
	}
	return nil
}

// solversThat lists the solvers that can do what a flag needs.
func solversThat(can func(solvers.Variant) bool) string {
	all := slices.DeleteFunc(solvers.BuiltIn(), func(v solvers.Variant) bool { return !can(v) })
	return strings.Join(cli.NamesOf(all, cli.SolverName), ", ")
}

// drawn reports whether the answer comes from a diagram.
func (s *solving) drawn() bool {
	return s.sample > 0 || !s.count && s.variant.Capabilities().CountsOnly && s.variant.HasDiagram()
}

// fromDiagram shows the solutions of a diagram, up to the limit. JSON has only the first ones.
func (a *answer) fromDiagram(ctx context.Context) (cover.Stats, error) {
	d, stats, err := a.variant.Diagram(ctx, a.problem, a.bounds.Limits)
	if d == nil {
		return stats, err
	}
	a.diagram, a.order = d, d.Order()
	solutions, shown := d.Solutions(), int64(0)
	if a.sample > 0 {
		solutions = d.Samples(a.sample, a.seed)
	}
	for options := range solutions {
		if ctx.Err() != nil && stats.Status == cover.Solved {
			stats.Status = cover.Timeout
			break
		}
		if shown++; !a.visit(options) || shown == a.bounds.Solutions || a.form == "json" && len(a.kept) >= a.show {
			break
		}
	}
	return stats, err
}
