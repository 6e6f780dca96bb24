package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"xcbench/cover"
	"xcbench/internal/atomicfile"
	"xcbench/internal/cli"
	"xcbench/report"
	"xcbench/solvers"
	"xcbench/solvers/learn"
)

// diagramFlags are the flags of solve that need the solutions as a diagram: see [solvers.Diagram].
type diagramFlags struct {
	sample      int
	seed        uint64
	bySize      bool
	frequencies bool
	zdd         string // a file; "" for none
	memory      int64  // in bytes

	asked string // the flag that asks for something else than solutions, or ""
}

func (f *diagramFlags) flags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.IntVar(&f.sample, "sample", 0, "draw `N` random solutions, all equally likely")
	flags.Uint64Var(&f.seed, "seed", 1, "with --sample, seed the draws with `N`")
	flags.BoolVar(&f.bySize, "by-size", false, "count the solutions by their number of options")
	flags.BoolVar(&f.frequencies, "frequencies", false, "count the solutions that have each option")
	flags.StringVar(&f.zdd, "zdd", "", "write all solutions into `FILE` as a decision diagram")
	cli.MemoryFlag(cmd, &f.memory, "bound tables and clauses to `SIZE`, as 512MB")
	cli.AtLeast(cmd, "1", "sample")
	cli.Needs(cmd, "sample", "seed")
	for _, mode := range modes {
		cli.Excludes(cmd, mode, slices.Concat(modes, excluded)...)
	}
}

// modes are the flags that ask for something else than solutions.
var modes = []string{"sample", "by-size", "frequencies", "zdd"}

// excluded are the flags that no mode goes with.
var excluded = []string{"count", "check", "all", "limit", "tree", "explain", "animate"}

// check rejects flags that exclude each other. A mode without --solver uses the solver count.
func (f *diagramFlags) check(cmd *cobra.Command, s *solving) error {
	set := cmd.Flags().Changed
	for _, mode := range slices.Backward(modes) {
		if set(mode) {
			f.asked = mode
		}
	}
	table := f.asked == "by-size" || f.asked == "frequencies"
	switch {
	case (s.form == "md" || s.form == "csv") && !table:
		return cli.Usagef("--format %s needs a table: --by-size or --frequencies", s.form)
	case (table || f.asked == "zdd") && (s.show > 0 || s.draw):
		return cli.Usagef("--%s shows no solutions, expected no --show and no --draw", f.asked)
	}
	if f.asked != "" && !set("solver") {
		s.variant, _ = solvers.Find("count")
	}
	if f.asked != "" && !s.variant.HasDiagram() {
		return cli.Usagef("--%s needs a diagram, and %s keeps none; expected one of %s", f.asked, s.variant.Name,
			solversThat(solvers.Variant.HasDiagram))
	}
	if f.asked == "sample" && !set("show") {
		s.show = f.sample
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

// alone returns the flag that needs a single puzzle, or "".
func (f *diagramFlags) alone() string {
	if f.asked == "" || f.asked == "sample" {
		return ""
	}
	return "--" + f.asked
}

// drawn reports whether the answer comes from a diagram.
func (s *solving) drawn() bool {
	return s.diagram.asked != "" || !s.count && s.variant.Capabilities().CountsOnly && s.variant.HasDiagram()
}

// diagramSize is the size of a diagram in JSON.
type diagramSize struct {
	States      int   `json:"states"`
	Transitions int   `json:"transitions"`
	Bytes       int64 `json:"bytes"`
}

// solveDiagram answers one puzzle by its diagram.
func (s *solving) solveDiagram(ctx, search context.Context, a *answer) error {
	var d *solvers.Diagram
	var bySize []*big.Int
	var stats cover.Stats
	var err error
	if s.diagram.bySize {
		bySize, stats, err = s.variant.BySize(search, a.problem, s.bounds.Limits)
	} else {
		d, stats, err = s.variant.Diagram(search, a.problem, s.bounds.Limits)
	}
	if err != nil {
		return fmt.Errorf("%s: %s: %w", a.name, s.variant.Name, err)
	}
	if s.diagram.bySize && stats.Status == cover.Solved {
		err = s.writeTable(a, report.SolutionsBySize(a.name, bySize))
	}
	if d != nil {
		a.size, a.order = &diagramSize{d.States(), d.Transitions(), d.Bytes()}, d.Order()
		err = s.extract(search, a, d, &stats)
	}
	switch stop := (*solvers.Stop)(nil); {
	case ctx.Err() != nil:
		return fmt.Errorf("%s:%d: interrupted after %d nodes", a.name, a.puzzle.Line, stats.Nodes)
	case errors.As(err, &stop):
		stats = cover.Stats{Status: stop.Status, Nodes: stats.Nodes, Updates: stats.Updates, Levels: stats.Levels}
	case err != nil:
		return err
	}
	a.enter(stats)
	switch table := s.diagram.bySize || s.diagram.frequencies; {
	case table && stats.Status == cover.Solved:
		return nil
	case s.form == "json":
		return a.writeJSON(a.name, stats)
	case s.diagram.zdd != "" && stats.Status == cover.Solved:
		return a.writeCount(stats)
	}
	return a.writeText(stats)
}

// extract answers a puzzle from its diagram.
func (s *solving) extract(ctx context.Context, a *answer, d *solvers.Diagram, stats *cover.Stats) error {
	switch {
	case s.diagram.sample > 0:
		return a.visitAll(ctx, d.Samples(s.diagram.sample, s.diagram.seed), stats)
	case s.diagram.frequencies:
		times, err := d.Frequencies(ctx)
		if err != nil {
			return err
		}
		return s.writeTable(a, report.OptionFrequencies(a.name, a.problem, times, d.Count()))
	case s.diagram.zdd != "":
		z, err := d.ZDD(ctx)
		if err != nil {
			return err
		}
		return atomicfile.Write(s.diagram.zdd, 0o644, func(w io.Writer) error { return z.WriteText(untilDone{ctx, w}) })
	}
	return a.visitAll(ctx, d.Solutions(), stats)
}

// writeTable writes a table as it fits the output.
func (s *solving) writeTable(a *answer, t report.Table) error {
	if s.form == "text" {
		t = t.Fit(s.screen.width)
	}
	return t.Write(a.out, s.form)
}

// visitAll shows solutions, up to the limit. JSON has only the first ones.
func (a *answer) visitAll(ctx context.Context, solutions func(func([]int) bool), stats *cover.Stats) error {
	shown := int64(0)
	for options := range solutions {
		if ctx.Err() != nil && stats.Status == cover.Solved {
			stats.Status = cover.Timeout
			break
		}
		if shown++; !a.visit(options) || shown == a.bounds.Solutions || a.form == "json" && len(a.kept) >= a.show {
			break
		}
	}
	return a.err
}
