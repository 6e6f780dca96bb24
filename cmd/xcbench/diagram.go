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

// diagramFlags are the flags of solve that need the solutions as a diagram: see [solvers.Diagram].
type diagramFlags struct {
	sample int
	seed   uint64
	memory int64 // in bytes
}

func (f *diagramFlags) flags(cmd *cobra.Command) {
	flags := cli.FlagsOf(cmd)
	flags.Add(&f.sample, "sample", "draw `N` random solutions, all equally likely", "least 1", "excludes count all limit tree explain animate")
	f.seed = 1
	flags.Add(&f.seed, "seed", "with --sample, seed the draws with `N`", "needs sample")
	cli.MemoryFlag(cmd, &f.memory, "bound tables and clauses to `SIZE`, as 512MB")
}

// check rejects solvers without a diagram or tables. The solver of --sample is count unless one is named.
func (f *diagramFlags) check(cmd *cobra.Command, s *solving) error {
	set := cmd.Flags().Changed
	if f.sample > 0 {
		if !set("solver") {
			s.variant, _ = solvers.Find("count")
		}
		if !s.variant.HasDiagram() {
			return cli.Usagef("--sample needs a diagram, and %s keeps none; expected one of %s", s.variant.Name,
				solversThat(solvers.Variant.HasDiagram))
		}
		if !set("show") {
			s.show = f.sample
		}
	}
	remembers := func(v solvers.Variant) bool { return v.Capabilities().CountsOnly || v.Rule == learn.Learn }
	if s.bounds.Memory = f.memory; f.memory > 0 && !remembers(s.variant) {
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
	return s.diagram.sample > 0 || !s.count && s.variant.Capabilities().CountsOnly && s.variant.HasDiagram()
}

// diagramSize is the size of a diagram in JSON.
type diagramSize struct {
	States      int   `json:"states"`
	Transitions int   `json:"transitions"`
	Bytes       int64 `json:"bytes"`
}

// fromDiagram shows the solutions of a diagram, up to the limit. JSON has only the first ones.
func (a *answer) fromDiagram(ctx context.Context) (cover.Stats, error) {
	d, stats, err := a.variant.Diagram(ctx, a.problem, a.bounds.Limits)
	if d == nil {
		return stats, err
	}
	a.size, a.order = &diagramSize{d.States(), d.Transitions(), d.Bytes()}, d.Order()
	solutions, shown := d.Solutions(), int64(0)
	if a.diagram.sample > 0 {
		solutions = d.Samples(a.diagram.sample, a.diagram.seed)
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
