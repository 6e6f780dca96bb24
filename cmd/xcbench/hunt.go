package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/spf13/cobra"

	"xcbench/bench"
	"xcbench/corpus/hunt"
	"xcbench/internal/cli"
	"xcbench/solvers"
)

// hunting is the state of one hunt command.
type hunting struct {
	options hunt.Options
	steps   int
	time    time.Duration
	out     string
	resume  bool
	workers int
}

// checkpoint is the time after which a hunt is saved again.
const checkpoint = 10 * time.Second

func huntCommand() *cobra.Command {
	var (
		h               hunting
		against, favour solvers.Variant
	)
	cmd := &cobra.Command{
		Use:   "hunt [flags] --out FILE",
		Short: "Search for sudokus that are hard for a solver",
		Long: `Hunt searches for sudokus that cost a solver many nodes or updates, in total or
in comparison with another solver. It writes the hardest ones to a file, one per
line, the hardest first. The score of a puzzle is the geometric mean over random
symmetric copies of it. 'xcbench solve --rate' gives any sudoku its score.

A step is one move in each climb. The same options and number of steps give the
same file on every machine, with any number of workers. Hunt saves the file
every 10 seconds; --resume continues an interrupted hunt.`,
		Example: "  xcbench corpus hunt --solver bitset --steps 1000 --out hard.txt",
		Args:    cli.Arguments(0, 0, "none"),
		PreRunE: func(cmd *cobra.Command, _ []string) error {
			given := cmd.Flags().Changed
			if given("solver") && given("against") {
				return cli.Usagef("--against and --solver exclude each other")
			}
			if given("against") != given("favour") {
				return cli.Usagef("--against and --favour need each other, expected both or neither")
			}
			if given("against") {
				h.options.Solver, h.options.Favour = against, &favour
			}
			return h.check()
		},
		RunE: h.run,
	}
	f, usual := cmd.Flags(), hunt.Usual()
	cli.SolverFlag(cmd, &h.options.Solver, "solver", usual.Solver.Name, "find puzzles hard for `SOLVER`")
	cli.SolverFlag(cmd, &against, "against", "", "find puzzles hard for `SOLVER` but not for --favour")
	cli.SolverFlag(cmd, &favour, "favour", "", "with --against, find puzzles easy for `SOLVER`")
	f.StringVar((*string)(&h.options.Measure), "measure", string(usual.Measure), "count nodes or updates")
	f.IntVar(&h.options.Copies, "copies", usual.Copies, "score a puzzle by `N` symmetric copies")
	f.Uint64Var(&h.options.Seed, "seed", usual.Seed, "seed all random choices with `N`")
	f.IntVar(&h.options.Count, "count", usual.Count, "keep `N` puzzles")
	f.IntVar(&h.options.Climbs, "climbs", usual.Climbs, "run `N` climbs, which share the puzzles")
	f.IntVar(&h.steps, "steps", 0, "stop after `N` steps in total; 0 for no limit")
	cli.TimeFlag(cmd, &h.time, "time", 0, "stop after `TIME`; 0 for no limit")
	f.StringVar(&h.out, "out", "", "write the puzzles to `FILE`")
	f.BoolVar(&h.resume, "resume", false, "continue the hunt in the file of --out")
	f.IntVar(&h.workers, "workers", 1, "make `N` moves at the same time")
	return cmd
}

func (h *hunting) check() error {
	switch err := h.options.Check(); {
	case err != nil:
		return cli.Usage(err)
	case h.out == "":
		return cli.Usagef("no file for the puzzles, expected --out FILE")
	case h.steps < 0 || h.time < 0:
		return cli.Usagef("--steps %d, --time %v: one is negative, expected 0 (no limit) or more", h.steps, h.time)
	case h.steps == 0 && h.time == 0:
		return cli.Usagef("the hunt would never end, expected --steps or --time")
	case h.workers < 1:
		return cli.Usagef("--workers %d, expected at least 1", h.workers)
	}
	return nil
}

// begin returns a new hunt, or the one to resume.
func (h *hunting) begin() (*hunt.Hunt, error) {
	if h.resume {
		game, err := hunt.Load(h.out, h.options)
		if err == nil && h.steps > 0 && game.Steps() > h.steps {
			err = fmt.Errorf("%s:1: the hunt has %d steps already, more than --steps %d", h.out, game.Steps(), h.steps)
		}
		return game, err
	}
	switch _, err := os.Stat(h.out); {
	case err == nil:
		return nil, fmt.Errorf("%s exists already; continue its hunt with --resume, or name another file", h.out)
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	return hunt.New(h.options)
}

func (h *hunting) run(cmd *cobra.Command, _ []string) error {
	game, err := h.begin()
	if err != nil {
		return err
	}
	if err := game.Save(h.out); err != nil { // a file that cannot be written fails now, not after an hour
		return err
	}
	ctx, cancel := bench.Bounds{Timeout: h.time}.Context(cmd.Context())
	defer cancel()
	began, saved := time.Now(), time.Now()
	show := cli.NewProgress(cmd.ErrOrStderr())
	for h.steps == 0 || game.Steps() < h.steps {
		show.Step(game.Steps(), max(h.steps, game.Steps()+1), "hunting"+scores(game))
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
	show.Clear()
	if err != nil && ctx.Err() == nil {
		return err
	}
	if err := game.Save(h.out); err != nil {
		return err
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "%s: %d steps, %d puzzles%s, %v\n",
		h.out, game.Steps(), len(game.Puzzles()), scores(game), time.Since(began).Round(100*time.Millisecond))
	if cmd.Context().Err() != nil {
		return fmt.Errorf("interrupted; continue with the same command and --resume")
	}
	return nil
}

// scores returns the best and the median score as text.
func scores(game *hunt.Hunt) string {
	all := game.Puzzles()
	if len(all) == 0 {
		return ""
	}
	return fmt.Sprintf(", best %v, median %v", all[0].Score, all[len(all)/2].Score)
}
