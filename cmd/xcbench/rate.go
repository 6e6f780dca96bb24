package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"

	"xcbench/cover"
	"xcbench/format/sudoku"
	"xcbench/solvers"
)

// The score of a sudoku is the geometric mean of a solver's updates over random symmetric copies. With a
// single order of rows, columns and digits the updates are easily 5 times off. Scores are whole
// thousandths, because logarithms differ in the last digit between processors.
const (
	rateCopies = 8 // a power of 2
	rateSeed   = 1
	rateNodes  = 1 << 20 // a search of more nodes counts with the updates so far
)

// rateOne prints the score of a sudoku, or that there is not exactly one solution.
func (s *solving) rateOne(ctx context.Context, a *answer) error {
	g, ok := a.puzzle.Sudoku()
	if !ok {
		return fmt.Errorf("%s:%d: --rate: no sudoku, expected one", a.name, a.puzzle.Line)
	}
	score, stats, err := s.score(ctx, g)
	if errors.Is(err, context.DeadlineExceeded) {
		err = errors.New("stopped by --timeout")
	}
	if err != nil {
		return fmt.Errorf("%s:%d: --rate: %w", a.name, a.puzzle.Line, err)
	}
	a.enter(stats)
	text := cmp.Or(score, judgement(stats))
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
	}{a.name, a.puzzle.Line, a.puzzle.Note, s.rated.Name, "updates", rateCopies, judgement(stats), json.Number(score)})
}

// meaning says what the scores are.
func (f *judgeFlags) meaning() string {
	return fmt.Sprintf("score: updates of %s, the geometric mean over %d symmetric copies of the puzzle; xcbench's own, "+
		"no measure of how hard it is for people", f.rated.Name, rateCopies)
}

// score returns the score of a sudoku, and the statistics of a search for a second solution. Without
// exactly one solution the score is "".
func (f *judgeFlags) score(ctx context.Context, g sudoku.Grid) (string, cover.Stats, error) {
	if g.Side != 9 || !g.Square() {
		return "", cover.Stats{}, errors.New("expected a sudoku of side 9 with boxes of 3x3 cells and no other rules")
	}
	index, _ := solvers.Find("dlx_index")
	stats, err := cover.Solve(ctx, index, g.Problem(sudoku.Omit), cover.Limits{Solutions: 2}, nil)
	if stats.Status == cover.Timeout {
		return "", stats, ctx.Err()
	}
	if err != nil || stats.Solutions != 1 {
		return "", stats, err
	}
	canonical, product := g.Canonical(), big.NewInt(1)
	for k := range rateCopies {
		source := sha256.Sum256(fmt.Append(nil, "copy", rateSeed, canonical, k))
		one := sudoku.RandomSymmetry(g.Side, rand.New(rand.NewChaCha8(source))).Apply(canonical)
		work, err := cover.Solve(ctx, f.rated, one.Problem(sudoku.Omit), cover.Limits{Nodes: rateNodes}, nil)
		switch err = cmp.Or(err, work.Err); {
		case err != nil:
			return "", stats, err
		case work.Status == cover.Timeout:
			return "", stats, ctx.Err()
		case work.Updates == cover.Uncounted:
			return "", stats, errors.New("the engine counts no updates, expected a solver that does")
		}
		product.Mul(product, big.NewInt(max(1, work.Updates)))
	}
	thousandths := product.Mul(product, new(big.Int).Exp(big.NewInt(1000), big.NewInt(rateCopies), nil))
	for k := rateCopies; k > 1; k /= 2 {
		thousandths.Sqrt(thousandths) // the floors of square roots make the floor of the last root
	}
	return fmt.Sprintf("%d.%03d", thousandths.Int64()/1000, thousandths.Int64()%1000), stats, nil
}
