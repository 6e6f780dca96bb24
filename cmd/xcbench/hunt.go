package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/spf13/cobra"

	"xcbench/corpus/hunt"
	"xcbench/solvers"
)

// hunting is the work of one hunt command.
type hunting struct {
	options hunt.Options
	steps   int
	time    time.Duration
	out     string
	resume  bool
	workers int
}

// checkpoint is the time between two savings of a hunt.
const checkpoint = 10 * time.Second

func huntCommand() *cobra.Command {
	var (
		h                                hunting
		solver, against, favour, measure string
	)
	cmd := &cobra.Command{
		Use:   "hunt [flags] --out FILE",
		Short: "search for sudokus that are hard for a solver",
		Long: `Hunt searches for sudokus for which a solver makes many nodes or updates, or many in
comparison with another solver, and writes the best to a file, a puzzle a line,
the hardest first. The score of a puzzle is the geometric mean over random
symmetric copies of it.

A step is a move in each of the climbs. The same options and the same number of
steps give the same file, whatever the machine and the number of workers. The file
is written from time to time; a hunt that was interrupted goes on with --resume.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usagef("unexpected arguments %q", args)
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			given := cmd.Flags().Changed
			if given("solver") && given("against") {
				return usagef("--against excludes --solver")
			}
			if given("against") != given("favour") {
				return usagef("--against and --favour go together")
			}
			var err error
			if given("against") {
				solver = against
				var other solvers.Variant
				if other, err = findSolver(favour); err != nil {
					return err
				}
				h.options.Favour = &other
			}
			if h.options.Solver, err = findSolver(solver); err != nil {
				return err
			}
			h.options.Measure = hunt.Measure(measure)
			if err := h.check(); err != nil {
				return err
			}
			return h.run(cmd)
		},
	}
	f := cmd.Flags()
	f.StringVar(&solver, "solver", solvers.Default, "the solver that puzzles are to be hard for (see 'xcbench list solvers')")
	f.StringVar(&against, "against", "", "the solver that puzzles are to be hard for, in comparison with that of --favour")
	f.StringVar(&favour, "favour", "", "the solver that puzzles are to be easy for")
	f.StringVar(&measure, "measure", string(hunt.Updates), "what is counted: nodes, updates")
	f.IntVar(&h.options.Copies, "copies", 8, "symmetric copies of a puzzle, for its score")
	f.Uint64Var(&h.options.Seed, "seed", 1, "seed of everything random")
	f.IntVar(&h.options.Count, "count", 200, "puzzles to keep")
	f.IntVar(&h.options.Climbs, "climbs", 4, "climbs from puzzles of their own, each of which keeps an equal part")
	f.IntVar(&h.steps, "steps", 0, "stop after this many steps in all (0: no bound)")
	f.DurationVar(&h.time, "time", 0, "stop after this much time (0: no bound)")
	f.StringVar(&h.out, "out", "", "the file to write")
	f.BoolVar(&h.resume, "resume", false, "go on with the hunt in the file")
	f.IntVar(&h.workers, "workers", 1, "moves to make at the same time")
	return cmd
}

func (h *hunting) check() error {
	switch err := h.options.Check(); {
	case err != nil:
		return usageError{err}
	case h.out == "":
		return usagef("no file to write, expected --out FILE")
	case h.steps < 0 || h.time < 0:
		return usagef("a negative bound, expected 0 for none")
	case h.steps == 0 && h.time == 0:
		return usagef("a hunt without end, expected --steps or --time")
	case h.workers < 1:
		return usagef("%d workers, expected at least 1", h.workers)
	}
	return nil
}

// begin returns the hunt to go on with, or a new one.
func (h *hunting) begin() (*hunt.Hunt, error) {
	if h.resume {
		game, err := hunt.Load(h.out, h.options)
		if err == nil && h.steps > 0 && game.Steps() > h.steps {
			err = fmt.Errorf("%s:1: a hunt of %d steps, expected at most the %d asked for", h.out, game.Steps(), h.steps)
		}
		return game, err
	}
	switch _, err := os.Stat(h.out); {
	case err == nil:
		return nil, fmt.Errorf("%s is there already; to go on with the hunt in it, use --resume", h.out)
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	return hunt.New(h.options)
}

func (h *hunting) run(cmd *cobra.Command) error {
	game, err := h.begin()
	if err != nil {
		return err
	}
	if err := game.Save(h.out); err != nil { // rather now than after an hour
		return err
	}
	ctx, cancel := cmd.Context(), func() {}
	if h.time > 0 {
		ctx, cancel = context.WithTimeout(ctx, h.time)
	}
	defer cancel()
	began, saved := time.Now(), time.Now()
	show := newProgress(cmd.ErrOrStderr())
	for h.steps == 0 || game.Steps() < h.steps {
		show.step(game.Steps(), max(h.steps, game.Steps()+1), "hunting"+sayBest(game))
		if err = game.Step(ctx, h.workers); err != nil {
			break
		}
		if time.Since(saved) > checkpoint {
			if err = game.Save(h.out); err != nil {
				break
			}
			saved = time.Now()
		}
	}
	show.clear()
	if err != nil && ctx.Err() == nil {
		return err
	}
	if err := game.Save(h.out); err != nil {
		return err
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "%s: %d steps, %d puzzles%s, %v\n",
		h.out, game.Steps(), len(game.Puzzles()), sayBest(game), time.Since(began).Round(100*time.Millisecond))
	if cmd.Context().Err() != nil {
		return fmt.Errorf("interrupted; --resume goes on")
	}
	return nil
}

// sayBest says how good the puzzles are.
func sayBest(game *hunt.Hunt) string {
	all := game.Puzzles()
	if len(all) == 0 {
		return ""
	}
	return fmt.Sprintf(", best %v, median %v", all[0].Score, all[len(all)/2].Score)
}
