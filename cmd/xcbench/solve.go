package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"xcbench/bench"
	"xcbench/cover"
	"xcbench/format"
	"xcbench/results/tree"
	"xcbench/solvers"
)

// solving has the flags of one solve command, and its state.
type solving struct {
	input   input
	variant solvers.Variant
	bounds  bench.Bounds
	count   bool
	all     bool
	show    int
	tree    string // the file for the search tree; "" for none
	draw    bool
	screen  screen
	form    string

	json  *json.Encoder // nil for text
	out   *bufferedOutput
	notes io.Writer

	last    cover.Search // of the previous puzzle, or nil
	answer  answer       // to the current puzzle
	puzzles int          // answered so far
	none    int          // of them without a solution
	open    int          // of them stopped before a solution was found
	failed  int          // the highest exit status of arguments and puzzles that could not be answered
}

func solveCommand() *cobra.Command {
	var s solving
	cmd := &cobra.Command{
		Use:   "solve [flags] [INSTANCE | FILE | -]...",
		Short: "Solve an instance, or the puzzles of a file",
		Long: `Solve prints one solution of each puzzle in the format of the puzzle: a sudoku
as a grid, a matrix as the numbers of the chosen rows, a problem in Knuth's DLX
text as the chosen options. Every solution is checked before it is printed. Exit
status 1 means that a puzzle has no solution, and 3 that a search was stopped
before it found one. A file that cannot be read, or a puzzle that the solver
refuses, is reported; the others are answered. Of several exit statuses the
highest counts.

With --count, solve prints the number of solutions. If there is only one, it
prints the grid of a sudoku too. With --format json it prints one object per
puzzle; --show adds solutions to it, as option numbers and as text. With --draw
it prints a drawing of each solution: a board with its pieces or boxes, or a
graph with the chosen edges. 'xcbench corpus show --svg' draws into a file.

A sudoku becomes an exact cover problem without the items that its givens cover.
With --givens single the items stay, and the cell of a given has one option.

With --tree, solve records the search tree of one puzzle in a file, for 'xcbench
plot tree' and 'xcbench plot heatmap'. With --count or --all it is the whole
tree; otherwise it ends at the first solution.`,
		Example: "  xcbench solve --count queens/8",
		PreRunE: s.check,
		RunE:    s.run,
	}
	s.input.flags(cmd)
	f := cmd.Flags()
	solverFlag(cmd, &s.variant, "solver", solvers.Default, "use `SOLVER`")
	f.BoolVar(&s.count, "count", false, "count the solutions")
	f.BoolVar(&s.all, "all", false, "find all solutions, not only one")
	f.Int64Var(&s.bounds.Solutions, "limit", 0, "stop at `N` solutions; 0 for no limit")
	f.IntVar(&s.show, "show", 0, "with --format json, show up to `N` solutions")
	formatFlag(cmd, &s.form, "format", "print text or json", []string{"text", "json"})
	f.StringVar(&s.tree, "tree", "", "record the search tree in `FILE`")
	f.BoolVar(&s.draw, "draw", false, "draw the solutions")
	s.screen.flags(cmd)
	boundFlags(cmd, &s.bounds, 0)
	return cmd
}

// check checks the flags and prepares the output.
func (s *solving) check(cmd *cobra.Command, _ []string) error {
	switch {
	case s.all && (s.count || s.bounds.Solutions != 0):
		return usagef("--all excludes --count and --limit")
	case s.draw && s.form == "json":
		return usagef("--draw excludes --format json")
	case s.show < 0:
		return usagef("--show %d, expected 0 or more", s.show)
	}
	if err := checkBounds(s.bounds); err != nil {
		return err
	}
	if !s.all && !s.count && s.bounds.Solutions == 0 {
		s.bounds.Solutions = 1
	}
	s.screen.examine(cmd.OutOrStdout())
	s.out, s.notes = newBufferedOutput(cmd.OutOrStdout()), cmd.ErrOrStderr()
	if s.form == "json" {
		s.json = json.NewEncoder(s.out)
	}
	s.input.before = s.out.Flush
	return nil
}

// run answers the puzzles of the arguments.
func (s *solving) run(cmd *cobra.Command, args []string) error {
	answer := func(name string, puzzle *format.Puzzle) error { return s.solve(cmd.Context(), name, puzzle) }
	var err error
	if s.tree == "" {
		s.input.passes = func(err error) bool { return s.passes(cmd.Context(), err) }
		err = s.input.each(cmd, args, func(name string, puzzle *format.Puzzle) error {
			if err := answer(name, puzzle); err != nil && !s.input.passes(err) {
				return err
			}
			return nil
		})
	} else {
		err = s.input.only(cmd, args, "--tree", answer)
	}
	// An error of Flush concerns answers from before any other error.
	return cmp.Or(s.out.Flush(), err, s.verdict())
}

// passes prints an error about one file or puzzle, and returns whether the rest can be answered. It
// cannot after an interrupt, a wrong solution, or a failure to write.
func (s *solving) passes(ctx context.Context, err error) bool {
	if ctx.Err() != nil || is[wrongError](err) || s.out.Flush() != nil {
		return false
	}
	fmt.Fprintln(s.notes, "xcbench:", oneLine(err))
	s.failed = max(s.failed, statusOf(err))
	return true
}

// solve answers one puzzle.
func (s *solving) solve(ctx context.Context, name string, puzzle *format.Puzzle) error {
	a := &s.answer
	a.begin(s, name, puzzle)
	search, cancel := s.bounds.Context(ctx)
	defer cancel()
	var record *tree.File
	if s.tree != "" {
		var err error
		head := tree.Head{InstanceID: name, Solver: s.variant.Name, Rule: s.variant.Rule}
		if record, err = tree.Create(s.tree, head); err != nil {
			return err
		}
		defer record.Discard()
		search, cancel = record.Record(search)
		defer cancel()
	}
	var stats cover.Stats
	var err error
	stats, s.last, err = cover.SolveNext(search, s.variant, s.last, puzzle.Problem(), s.bounds.Limits, a.visit)
	switch {
	case a.err != nil:
		return a.err
	case err != nil:
		return fmt.Errorf("%s: %s: %w", name, s.variant.Name, err)
	case ctx.Err() != nil:
		return fmt.Errorf("%s:%d: interrupted after %d nodes", name, puzzle.Line, stats.Nodes)
	}
	if record != nil {
		if err := record.Close(stats.Status); err != nil {
			return err
		}
	}
	if stats.Solutions == 0 && stats.Status == cover.Solved {
		s.none++
	} else if stats.Solutions == 0 {
		s.open++
	}
	defer func() { s.puzzles++ }()
	if s.json != nil {
		return a.writeJSON(name, stats)
	}
	return a.writeText(stats)
}

// verdict returns the error for all answers together.
func (s *solving) verdict() error {
	switch {
	case s.open > 0:
		return fmt.Errorf("%d of %d searches stopped at a limit before they found a solution", s.open, s.puzzles)
	case s.failed > 0:
		return exitStatus(s.failed)
	case s.none > 0:
		return exitStatus(exitWrong)
	}
	return nil
}
