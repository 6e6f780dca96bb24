package main

import (
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

// solving is the work of one solve command.
type solving struct {
	variant solvers.Variant
	bounds  bench.Bounds
	count   bool
	json    *json.Encoder // nil for text
	show    int
	tree    string // the file to record the search tree in, or none
	draw    bool
	screen  screen
	out     *held
	notes   io.Writer

	last    cover.Search // of the puzzle before, or nil
	answer  answer       // to the puzzle at hand
	puzzles int          // answered so far
	none    int          // of them without a solution
	open    int          // of them stopped before a solution was found
}

func solveCommand() *cobra.Command {
	var (
		in     input
		s      solving
		solver string
		all    bool
		limit  int64
		form   string
	)
	cmd := &cobra.Command{
		Use:   "solve [flags] [INSTANCE | FILE | -]...",
		Short: "solve the puzzles of a file, of standard input, or an instance",
		Long: `Solve prints one solution of each puzzle, in the way of its format: a sudoku as a
grid like the one given, a matrix as the numbers of the chosen rows, a problem in
Knuth's DLX text as the chosen options. Each solution is checked before it is
shown. The exit status is 1 if a puzzle has no solution, and 3 if a search was
stopped before it found one.

With --draw a solution is a drawing: a board with its pieces or its boxes, a
graph with its chosen edges. 'xcbench corpus show --svg' draws into a file.

With --tree the search tree is recorded in a file, for 'xcbench plot tree' and
'xcbench plot heatmap'. It is all of the tree with --count or --all; otherwise it ends at the
first solution.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkFormat(form, []string{"text", "json"}); err != nil {
				return err
			}
			if s.count && all || all && limit != 0 {
				return usagef("--all excludes --count and --limit")
			}
			if s.draw && form == "json" {
				return usagef("--draw excludes --format json")
			}
			if s.show < 0 {
				return usagef("%d solutions to show, expected at least 0", s.show)
			}
			s.bounds.Solutions = limit
			if err := checkBounds(s.bounds); err != nil {
				return err
			}
			if !all && !s.count && limit == 0 {
				s.bounds.Solutions = 1
			}
			var err error
			if s.variant, err = findSolver(solver); err != nil {
				return err
			}
			if err := s.screen.check(cmd.OutOrStdout()); err != nil {
				return err
			}
			s.out, s.notes = hold(cmd.OutOrStdout()), cmd.ErrOrStderr()
			if form == "json" {
				s.json = json.NewEncoder(s.out)
			}
			in.before = s.out.Flush
			answer := func(name string, puzzle *format.Puzzle) error { return s.solve(cmd.Context(), name, puzzle) }
			if s.tree == "" {
				err = in.each(cmd, args, answer)
			} else {
				err = in.only(cmd, args, "--tree", answer)
			}
			if flushErr := s.out.Flush(); flushErr != nil {
				return flushErr // of answers that come before any other error
			}
			if err != nil {
				return err
			}
			return s.verdict()
		},
	}
	in.flags(cmd)
	f := cmd.Flags()
	f.StringVar(&solver, "solver", solvers.Default, "the solver (see 'xcbench list solvers')")
	f.BoolVar(&s.count, "count", false, "count the solutions; show a sudoku's only if it is the only one")
	f.BoolVar(&all, "all", false, "find all solutions, not just one")
	f.Int64Var(&limit, "limit", 0, "stop at this many solutions")
	f.IntVar(&s.show, "show", 0, "with --format json: how many solutions to show, as option numbers and as text")
	f.StringVar(&form, "format", "text", "form of the output: text, json (one object a puzzle)")
	f.StringVar(&s.tree, "tree", "", "record the search tree of the one puzzle given in this file, such as q8.tree")
	f.BoolVar(&s.draw, "draw", false, "draw the solutions")
	s.screen.flags(cmd)
	boundFlags(cmd, &s.bounds, 0)
	return cmd
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
		if record, err = tree.Create(s.tree, tree.Head{InstanceID: name, Solver: s.variant.Name, Rule: s.variant.Rule}); err != nil {
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

// verdict is the exit status of all answers together.
func (s *solving) verdict() error {
	switch {
	case s.open > 0:
		return fmt.Errorf("%d of %d searches stopped before a solution was found", s.open, s.puzzles)
	case s.none > 0:
		return silent(exitWrong)
	}
	return nil
}
