package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"xcbench/bench"
	"xcbench/cover"
	"xcbench/internal/cli"
	"xcbench/solvers"
)

// solving has the flags of one solve command, and its state.
type solving struct {
	input      input
	variant    solvers.Variant
	countsOnly bool // the capability of variant
	bounds     bench.Bounds
	count      bool
	all        bool
	show       int
	draw       bool
	screen     screen
	form       string
	unique     bool

	recorded             string // the one of recordings that is given, or ""
	proof, tree, animate string // files; "" for none
	explain              bool
	sample               int
	seed                 uint64

	notes io.Writer
	crew  *stream

	failed int // the highest exit status of arguments and puzzles that could not be answered
}

const solveHelp = `Solve prints one solution of each puzzle. The simple cases:

  xcbench solve queens/8                 an instance of the corpus
  xcbench solve puzzles.txt              every puzzle of a file
  xcbench solve < puzzles.txt            the same, from standard input
  xcbench solve --count queens/8         the number of solutions
  xcbench solve --all queens/8           all solutions
  xcbench solve --unique puzzles.txt     one, several or none for each puzzle
  xcbench solve --draw queens/8          a drawing of a solution

A solution is in the format of the puzzle: a sudoku is a grid, a matrix the
numbers of the chosen rows, a problem in Knuth's DLX text the chosen options.
The puzzles are solved on all cores, and the answers keep their order. Exit
status 1 means that a puzzle has no solution, 3 that a search was stopped before
it found one. A file that cannot be read, or a puzzle that the solver refuses,
is reported; the others are answered. Of several exit statuses the highest
counts. A puzzle that cannot be read ends its file, unless --keep-going is set.

Every solution is checked before it is printed. With --count, only the solutions
shown are checked; 'xcbench verify' checks all. --count shows the grid of a
sudoku that has one solution. A count such as 2+ means that --limit or a bound
ended the search. With --unique, exit status 1 means that some puzzle has not
exactly one solution.

--format json prints one object per puzzle; --show adds solutions to it, as
option numbers and as text. 'xcbench corpus show --svg' draws into a file.

The default solver, auto, picks a solver by the shape of each problem: dlx_index
for at most 32 options, lanes_weighted for sudokus and problems like them, and
bitset for most others. If one solution is wanted, learn takes turns with it.
JSON output names the solver.

A sudoku becomes an exact cover problem without the items that its givens cover.
With --givens single the items stay, and the cell of a given has one option.

With --tree, solve records the search tree of one puzzle in a file, for 'xcbench
plot tree' and 'xcbench plot heatmap'. With --count or --all it is the whole
tree; otherwise it ends at the first solution.

With --proof, the solver learn writes the clauses that it learns from one puzzle
into a file. If there is no solution, or with --count or --all no other one, the
file is a proof in the format DRUP. 'xcbench verify' checks such proofs.

Solvers whose names begin with count find the number of solutions without
visiting each solution. They are far faster where parts of a puzzle repeat:
xcbench solve --count --solver count domino/16x16. They can keep the solutions
in a diagram. --sample draws random solutions from it. --all lists them without
dead ends, in the order of the items. --sample uses count unless --solver names
another.`

func solveCommand() *cobra.Command {
	var s solving
	cmd := &cobra.Command{
		Use:     "solve [flags] [INSTANCE | FILE | SUDOKU | -]...",
		Short:   "Solve an instance, a sudoku, or the puzzles of a file",
		Long:    solveHelp,
		Example: "  xcbench solve --count queens/8",
		RunE:    s.run,
	}
	s.flags(cmd)
	return cmd
}

func (s *solving) flags(cmd *cobra.Command) {
	s.input.flags(cmd)
	f := cli.FlagsOf(cmd)
	cli.SolverFlag(cmd, &s.variant, solvers.Default, "use `SOLVER`")
	f.Add(&s.count, "count", "count the solutions")
	f.Add(&s.all, "all", "find all solutions, not only one", "excludes count limit")
	f.Add(&s.input.keepGoing, "keep-going", "skip puzzles that cannot be read")
	f.Add(&s.bounds.Solutions, "limit", "stop at `N` solutions; 0 for no limit", "least 0")
	f.Add(&s.show, "show", "with --format json, show up to `N` solutions", "least 0")
	cli.WordFlag(cmd, &s.form, "format", "print ", "text", "json")
	f.Add(&s.tree, "tree", "record the search tree in `FILE`")
	f.Add(&s.proof, "proof", "write the proof of solver learn into `FILE`", "excludes tree explain animate sample")
	f.Add(&s.draw, "draw", "draw the solutions")
	s.screen.flags(cmd)
	cli.BoundFlags(cmd, &s.bounds)
	f.Add(&s.sample, "sample", "draw `N` random solutions, all equally likely", "least 1", "excludes count all limit tree explain animate")
	s.seed = 1
	f.Add(&s.seed, "seed", "with --sample, seed the draws with `N`", "needs sample")
	cli.MemoryFlag(cmd, &s.bounds.Memory, "bound tables and clauses to `SIZE`, as 512MB")
	f.Add(&s.explain, "explain", "tell the search step by step", "excludes animate tree format")
	f.Add(&s.animate, "animate", "write the steps as a page with a slider to `FILE` (.html)", "excludes tree format")
	f.Add(&s.unique, "unique", "say whether there are one, several or no solutions",
		"excludes count all limit show tree draw explain animate sample")
}

// check checks the flags and prepares the output.
func (s *solving) check(cmd *cobra.Command) error {
	if s.unique {
		s.count, s.bounds.Solutions = true, 2
	}
	s.recorded = cli.Given(cmd, recordings...)
	if err := cmp.Or(s.checkDiagram(cmd), s.checkRecord(cmd)); err != nil {
		return err
	}
	s.countsOnly = s.variant.Capabilities().CountsOnly
	switch {
	case s.draw && s.form == "json":
		return cli.Usagef("--draw excludes --format json")
	case s.countsOnly && !s.drawn() && (!s.count || s.show > 0 || s.tree != ""):
		return cli.Usagef("%s counts solutions and cannot show them, expected --count without --show and --tree",
			s.variant.Name)
	}
	if !s.all && !s.count && s.sample == 0 && s.bounds.Solutions == 0 {
		s.bounds.Solutions = 1
	}
	s.screen.examine(cmd.OutOrStdout())
	s.notes = cmd.ErrOrStderr()
	return nil
}

// workers returns how many puzzles are answered at a time. A search that is parallel takes all
// cores itself.
func (s *solving) workers() int {
	if s.variant.Parallel || s.drawn() { // a diagram may take all the memory
		return 1
	}
	return runtime.GOMAXPROCS(0)
}

// collectAt is the GOGC of solve. A stream of small puzzles leaves little in memory, so that the default
// of 100 collects every 4 MB: 273 instead of 245 ms for 12,000 sudokus as grids of nine lines.
const collectAt = 200

// run answers the puzzles of the arguments.
func (s *solving) run(cmd *cobra.Command, args []string) error {
	if err := s.check(cmd); err != nil {
		return err
	}
	ctx := cmd.Context()
	if os.Getenv("GOGC") == "" {
		defer debug.SetGCPercent(debug.SetGCPercent(collectAt))
	}
	s.crew = newStream(s.workers(), cmd.OutOrStdout(), func(a *answer, p numbered) error {
		err := s.solve(ctx, a, p)
		p.puzzle.Release()
		if err == nil || s.recorded != "" {
			return err
		}
		if late := a.out.Wait(); late != nil || s.passes(ctx, err) {
			return late
		}
		return err
	})
	var err error
	if s.recorded != "" {
		var p numbered
		if p, err = s.input.only(cmd, args, "--"+s.recorded); err == nil {
			s.crew.add(p)
		}
		return cmp.Or(err, s.crew.settle(), s.verdict())
	}
	s.input.answers = s.crew
	for p, wrong := range s.input.each(cmd, args) {
		if wrong == nil {
			err = s.crew.add(p)
		} else if s.crew.settle() != nil || !s.passes(ctx, wrong) {
			err = wrong
		}
		if err != nil {
			break
		}
	}
	err = cmp.Or(s.crew.settle(), err)
	return cmp.Or(err, s.verdict())
}

// prefer chooses a solver, unless the user named another one.
func (s *solving) prefer(cmd *cobra.Command, name string) {
	if !cmd.Flags().Changed("solver") {
		s.variant, _ = solvers.Find(name)
	}
}

// passes prints an error about one file or puzzle, and returns whether the rest can be answered. It
// cannot after an interrupt, a wrong solution, or a failure to write. The answers before the error
// have been written.
func (s *solving) passes(ctx context.Context, err error) bool {
	if ctx.Err() != nil || cli.StatusOf(err) == cli.ExitWrong {
		return false
	}
	fmt.Fprintln(s.notes, "xcbench:", cli.OneLine(err))
	s.failed = max(s.failed, cli.StatusOf(err))
	return true
}

// solve answers one puzzle.
func (s *solving) solve(ctx context.Context, a *answer, p numbered) error {
	a.begin(s, p)
	name, puzzle := p.name, p.puzzle
	search, cancel := s.bounds.Context(ctx)
	defer cancel()
	variant, limits := s.variant, s.bounds.Limits
	limits.Levels = &a.levels
	copies := puzzle.Copies()
	switch {
	case s.unique:
		limits.Solutions *= copies
	case !s.count && copies > 1:
		limits.Solutions = 0 // visit counts those that it shows
	}
	if s.tree != "" {
		variant = variant.For(a.problem) // the file says which variant searches
	}
	one := func(solver cover.Solver, limits cover.Limits) (stats cover.Stats, err error) {
		if s.drawn() {
			stats, err = a.fromDiagram(search)
		} else {
			stats, a.last, err = cover.SolveNext(search, solver, a.last, a.problem, limits, a.visitor())
		}
		return stats, cmp.Or(err, stats.Err, a.err, ctx.Err())
	}
	stats, err := s.record(a, variant, limits, one)
	if err != nil {
		return a.failure(ctx, variant, stats, err)
	}
	if s.unique {
		stats.Solutions = (stats.Solutions + copies - 1) / copies
	}
	a.enter(stats)
	if s.form == "json" {
		return a.writeJSON(name, stats)
	}
	return a.writeText(stats)
}

// failure returns the error of a search, with the puzzle and the solver.
func (a *answer) failure(ctx context.Context, v solvers.Variant, stats cover.Stats, err error) error {
	switch {
	case a.err != nil:
		return a.err
	case cli.Is[*cover.WrongError](err):
		return cli.Wrong(fmt.Errorf("%s:%d: %s: %w", a.name, a.puzzle.Line, v.Name, err))
	case a.file() != "" && cli.Is[*fs.PathError](err): // of the file
		return err
	case errors.Is(err, ctx.Err()):
		return fmt.Errorf("%s:%d: interrupted%s%s", a.name, a.puzzle.Line, afterNodes(stats), a.soFar(stats))
	}
	return fmt.Errorf("%s: %s: %w", a.name, v.Name, err)
}

// verdict returns the error for all answers together.
func (s *solving) verdict() error {
	puzzles, none, open := 0, 0, 0
	for _, a := range s.crew.running {
		puzzles, none, open = puzzles+a.puzzles, none+a.none, open+a.open
	}
	switch {
	case open > 0:
		what := "they found a solution"
		if s.unique {
			what = "it was known how many solutions there are"
		}
		return fmt.Errorf("%d of %d searches stopped at a limit before %s", open, puzzles, what)
	case s.failed > 0:
		return cli.Failure{Status: s.failed}
	case none > 0:
		return cli.Failure{Status: cli.ExitWrong}
	}
	return nil
}
