package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"xcbench/bench"
	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/format"
	"xcbench/internal/atomicfile"
	"xcbench/internal/cli"
	"xcbench/report"
	"xcbench/solvers"
)

const showHelp = `Show prints the known figures of an instance, or of the first puzzle of a file,
with statistics of its problem and a drawing of its first solution. A terminal
gets borders and colours; other outputs get plain characters. With --svg, show
also writes the drawing to a file.

For a family, show prints its parameters, and what items and options are.`

func showCommand() *cobra.Command {
	var (
		in     input
		svg    string
		solver solvers.Variant
		limit  time.Duration
		screen screen
	)
	cmd := &cobra.Command{
		Use:     "show [flags] INSTANCE | FAMILY | FILE | -",
		Short:   "Show an instance or a family, with a drawing of a solution",
		Long:    showHelp,
		Example: "  xcbench corpus show queens/8 --svg queens.svg",
		Args:    cli.Arguments(1, 1, "one: an instance, a family, a file or -"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if f, ok := corpus.FindFamily(args[0]); ok {
				return cli.Print(cmd, familyPage(f))
			}
			screen.examine(cmd.OutOrStdout())
			instance, puzzle, err := in.instance(cmd, args[0])
			if err != nil {
				return err
			}
			if err := cli.Print(cmd, statistics(instance, puzzle)); err != nil {
				return err
			}
			solution, status, err := firstSolution(cmd.Context(), solver, puzzle, limit)
			if err != nil {
				return err
			}
			if form := cli.Format(cmd); form == "text" || form == "md" {
				if err := draw(cmd.OutOrStdout(), puzzle, solution, status, form, screen); err != nil {
					return err
				}
			}
			if svg == "" {
				return nil
			}
			if solution == nil {
				return fmt.Errorf("%s: no solution to draw (%s)", instance.ID(), status)
			}
			drawing, ok := puzzle.Draw(solution)
			if !ok {
				return fmt.Errorf("%s: instances of this kind have no picture; leave out --svg", instance.ID())
			}
			title := instance.ID() + ": " + instance.Title
			return atomicfile.Write(svg, 0o644, func(w io.Writer) error { return drawing.SVG(w, title) })
		},
	}
	in.flags(cmd)
	f := cli.FlagsOf(cmd)
	f.Add(&svg, "svg", "write the drawing to `FILE` as SVG")
	cli.SolverFlag(cmd, &solver, solvers.Default, "find the solution with `SOLVER`")
	limit = 10 * time.Second
	f.Add(&limit, "timeout", "stop the search after `TIME`; 0 for no limit")
	screen.flags(cmd)
	cli.TableFlag(cmd)
	return cmd
}

// instance returns the instance that an argument names, or the first puzzle of a file as an instance.
func (in *input) instance(cmd *cobra.Command, arg string) (corpus.Instance, *format.Puzzle, error) {
	var first numbered
	alone := true // in its file
	for p, err := range in.each(cmd, []string{arg}) {
		if first.puzzle != nil {
			alone = false
			break
		}
		if first = p; err != nil {
			return corpus.Instance{}, nil, err
		}
	}
	if known, err := corpus.Find(arg); err == nil {
		return known, first.puzzle, nil
	}
	return corpus.FileNames{}.FromFile(first.name, first.puzzle, alone), first.puzzle, nil
}

// firstSolution returns the first solution, or nil. The status says whether the problem has no
// solution, or whether the search was stopped before it found one.
func firstSolution(ctx context.Context, v solvers.Variant, puzzle *format.Puzzle, limit time.Duration) ([]int,
	cover.Status, error) {
	ctx, cancel := bench.Bounds{Timeout: limit}.Context(ctx)
	defer cancel()
	var solution []int
	stats, err := cover.Solve(ctx, v, puzzle.Problem(), cover.Limits{Solutions: 1}, func(options []int) bool {
		solution = append([]int{}, options...)
		return true
	})
	if err = cmp.Or(err, stats.Err); err != nil || solution == nil {
		return nil, stats.Status, err
	}
	return solution, stats.Status, cover.Check(puzzle.Problem(), solution)
}

// draw writes the drawing of a solution.
func draw(w io.Writer, puzzle *format.Puzzle, solution []int, status cover.Status, form string, on screen) error {
	text := "no solution\n"
	if status != cover.Solved {
		text = fmt.Sprintf("no solution found (%s)\n", status)
	}
	if solution != nil {
		text = string(puzzle.Answer.Append(nil, solution))
		if drawing, ok := puzzle.Draw(solution); ok {
			text = drawing.Text()
			if form == "text" && (on.terminal || on.color == "always") {
				text = on.draw(drawing)
			}
		}
	}
	if form == "md" {
		text = "```\n" + text + "```\n"
	}
	_, err := fmt.Fprintf(w, "\n%s", text)
	return err
}

// statistics returns what is known about a problem before it is solved.
func statistics(in corpus.Instance, puzzle *format.Puzzle) report.Table {
	p := puzzle.Problem()
	s := cover.ShapeOf(p)
	t := report.Table{Title: in.ID(), Columns: report.Heads("statistic", ">value")}
	if in.Title != "" {
		t.Title += ": " + in.Title
	}
	t.Add("tier", cmp.Or(string(in.Tier), in.Alike))
	t.Add("solutions", count(in.Solutions))
	if in.Basis != "" {
		t.Add("basis", in.Basis)
	}
	if in.Source != "" {
		t.Add("source", in.Source)
	}
	t.Add("primary items", p.Primary())
	t.Add("secondary items", p.Items()-p.Primary())
	t.Add("options", p.Options())
	t.Add("entries", p.Entries())
	t.Add("density", report.Real(s.Density, 4))
	t.Add("items an option, least", s.Length.Min)
	t.Add("items an option, mean", report.Real(s.Length.Mean, 2))
	t.Add("items an option, most", s.Length.Max)
	t.Add("options an item, least", s.Degree.Min)
	t.Add("options an item, mean", report.Real(s.Degree.Mean, 2))
	t.Add("options an item, most", s.Degree.Max)
	t.Add("connected components", s.Components)
	t.Add("hash", corpus.Hash(p))
	return t
}
