package corpus

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"xcbench/cover"
	"xcbench/solvers/bitset"
)

// The pictures of most families show the places of single options. Others number the parts of a
// solution in their order, give nothing a colour too, or do not exist.
func TestOptionsHaveTheirPlacesOnTheBoard(t *testing.T) {
	var without []string
	for _, f := range Families() {
		in := f.Catalogued()[0]
		puzzle, err := in.Puzzle()
		if err != nil {
			t.Fatal(err)
		}
		var solution []int
		_, err = cover.Solve(context.Background(), bitset.New(cover.MRV), puzzle.Problem(),
			cover.Limits{Solutions: 1, Nodes: 1e6}, func(options []int) bool {
				solution = slices.Clone(options)
				return true
			})
		if err != nil {
			t.Fatal(err)
		}
		if solution == nil {
			continue
		}
		if _, ok := puzzle.Board(solution); !ok {
			without = append(without, f.Name)
		}
	}
	if want := []string{"sts", "kirkman", "golfers", "threedm", "numbertriples", "threepartition", "colouring",
		"random", "density", "words"}; !slices.Equal(without, want) {
		t.Errorf("got no board for %q, want one for all families but %q", without, want)
	}
}

// Each domino is on the two squares that its items name.
func TestAnOptionIsOnTheCellsThatItCovers(t *testing.T) {
	in, err := Find("domino/4x6")
	if err != nil {
		t.Fatal(err)
	}
	puzzle, err := in.Puzzle()
	if err != nil {
		t.Fatal(err)
	}
	p := puzzle.Problem()
	var solution []int
	cover.Solve(context.Background(), bitset.New(cover.MRV), p, cover.Limits{Solutions: 1}, func(options []int) bool {
		solution = slices.Clone(options)
		return true
	})
	board, ok := puzzle.Board(solution)
	if !ok {
		t.Fatal("got no board")
	}
	for o, places := range board.Of {
		for k, i := range p.Option(o) {
			corner := board.Cells[places.Cells[k]].Outline[0]
			if got := fmt.Sprintf("%.0f%.0f", corner.Y, corner.X); got != p.Name(int(i)) {
				t.Errorf("option %d: got the cell %s, want %s", o, got, p.Name(int(i)))
			}
		}
	}
}
