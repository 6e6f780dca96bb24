package corpus

import (
	"context"
	"testing"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/format"
	"xcbench/format/picture"
)

// problemOf returns the problem of an instance, catalogued or not.
func problemOf(t testing.TB, id string) *cover.Problem {
	t.Helper()
	in, err := Find(id)
	if err != nil {
		t.Fatal(err)
	}
	return built(t, in).Problem()
}

// built returns the puzzle of an instance.
func built(t testing.TB, in Instance) *format.Puzzle {
	t.Helper()
	puzzle, err := in.Puzzle()
	if err != nil {
		t.Fatal(err)
	}
	return puzzle
}

// solutions counts the solutions of a problem.
func solutions(t testing.TB, p *cover.Problem) int64 {
	t.Helper()
	stats, err := cover.Solve(context.Background(), dlx.Index(cover.MRV), p, cover.Limits{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return stats.Solutions
}

// draw returns the picture of a solution.
func draw(t testing.TB, puzzle *format.Puzzle, options []int) picture.Picture {
	t.Helper()
	p, ok := puzzle.Draw(options)
	if !ok {
		t.Fatal("got no picture, want one")
	}
	return p
}
