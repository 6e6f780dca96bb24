package format

import (
	"slices"
	"testing"

	"xcbench/format/picture"
	"xcbench/internal/textbook"
)

// boardOf returns a puzzle of two items with an option each, whose picture is drawn by a function.
func boardOf(t *testing.T, draw func(options []int) []int) *Puzzle {
	t.Helper()
	return NewDrawing(textbook.Problem(2, textbook.Singles(2, 2)...), func(options []int) picture.Picture {
		var board picture.Picture
		for k, part := range draw(options) {
			board.Cells = append(board.Cells, picture.Cell{Outline: picture.Square(0, k), Part: part})
		}
		return board
	})
}

func TestABoardNeedsPicturesOfSingleOptions(t *testing.T) {
	for _, c := range []struct {
		name string
		draw func(options []int) []int
		want bool
	}{
		{"a cell for each option", func(options []int) []int {
			parts := []int{picture.None, picture.None}
			for _, o := range options {
				parts[o] = o
			}
			return parts
		}, true},
		{"a cell for both together", func(options []int) []int {
			parts := []int{picture.None, picture.None, picture.None}
			for _, o := range options {
				parts[o] = o
			}
			if len(options) == 2 {
				parts[2] = 0
			}
			return parts
		}, false},
		{"an option without a cell", func(options []int) []int {
			if slices.Contains(options, 1) {
				return []int{0}
			}
			return []int{picture.None}
		}, false},
		{"cells only where options are", func(options []int) []int { return make([]int, len(options)) }, false},
	} {
		if _, ok := boardOf(t, c.draw).Board([]int{0, 1}); ok != c.want {
			t.Errorf("%s: got a board %t, want %t", c.name, ok, c.want)
		}
	}
	places, _ := boardOf(t, func(options []int) []int {
		parts := []int{picture.None, picture.None}
		for _, o := range options {
			parts[o] = 5 + o
		}
		return parts
	}).Board(nil)
	if len(places.Of) != 2 || !slices.Equal(places.Of[1].Cells, []int{1}) || !slices.Equal(places.Of[1].Parts, []int{6}) {
		t.Errorf("got the places %+v, want cell 1 in part 6 for option 1", places.Of)
	}
	if _, ok := NewPuzzle(boardOf(t, nil).Problem()).Board([]int{0, 1}); ok {
		t.Error("got a board of a puzzle without a picture")
	}
}
