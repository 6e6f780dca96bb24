package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"xcbench/corpus/hunt"
	"xcbench/cover"
	"xcbench/internal/cli"
)

// judgeFlags are the flags of solve that ask about a puzzle rather than for its solution.
type judgeFlags struct {
	unique bool
	rate   bool
	rating hunt.Options
}

func (f *judgeFlags) flags(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.unique, "unique", false, "say whether there are one, several or no solutions")
	cmd.Flags().BoolVar(&f.rate, "rate", false, "print the score of a sudoku in a hunt")
}

// check rejects flags that do not go with these, and sets the flags that they stand for.
func (f *judgeFlags) check(cmd *cobra.Command, s *solving) error {
	flag := "unique"
	switch {
	case f.rate:
		flag = "rate"
	case !f.unique:
		return nil
	}
	given := cmd.Flags().Changed
	others := []string{"count", "check", "all", "limit", "show", "tree", "draw", "explain", "animate", "sample", "by-size",
		"frequencies", "zdd"}
	if f.rate {
		others = append(others, "unique", "nodes", "updates", "givens")
	}
	for _, other := range others {
		if given(other) {
			return cli.Usagef("--%s excludes --%s", flag, other)
		}
	}
	if f.unique {
		s.count, s.bounds.Solutions = true, 2
	}
	if f.rating = hunt.Usual(); given("solver") {
		f.rating.Solver = s.variant
	}
	return nil
}

// judgement says how many solutions there are: one, several or none. It is "" if the search stopped before
// that was known.
func judgement(stats cover.Stats) string {
	switch {
	case stats.Solutions > 1:
		return "several"
	case stats.Status != cover.Solved:
		return ""
	case stats.Solutions == 1:
		return "one"
	}
	return "none"
}

// rateOne prints the score of a sudoku, or that there is not exactly one solution.
func (s *solving) rateOne(ctx context.Context, a *answer) error {
	g, ok := a.puzzle.Sudoku()
	if !ok {
		return fmt.Errorf("%s:%d: --rate: no sudoku, expected one", a.name, a.puzzle.Line)
	}
	score, solutions, err := s.rating.Rate(ctx, g)
	if errors.Is(err, context.DeadlineExceeded) {
		err = errors.New("stopped by --timeout")
	}
	if err != nil {
		return fmt.Errorf("%s:%d: --rate: %w", a.name, a.puzzle.Line, err)
	}
	stats := cover.Stats{Status: cover.Solved, Solutions: int64(solutions)}
	a.enter(stats)
	text, number := judgement(stats), json.Number("")
	if solutions == 1 {
		text, number = score.String(), json.Number(score.String())
	}
	if s.form != "json" {
		return a.print([]byte(text + "\n"))
	}
	return a.encode(struct {
		Instance string      `json:"instance"`
		Line     int         `json:"line"`
		Note     string      `json:"note,omitempty"`
		Solver   string      `json:"solver"`
		Measure  string      `json:"measure"`
		Copies   int         `json:"copies"`
		Unique   string      `json:"unique"`
		Score    json.Number `json:"score,omitempty"`
	}{a.name, a.puzzle.Line, a.puzzle.Note, s.rating.Solver.Name, string(s.rating.Measure), s.rating.Copies, judgement(stats),
		number})
}

// meaning says what the scores are.
func (f *judgeFlags) meaning() string {
	return fmt.Sprintf("score: %s of %s, the geometric mean over %d symmetric copies of the puzzle; xcbench's own, "+
		"no measure of how hard it is for people", f.rating.Measure, f.rating.Solver.Name, f.rating.Copies)
}
