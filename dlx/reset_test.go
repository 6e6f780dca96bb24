package dlx

import (
	"context"
	"reflect"
	"testing"

	"xcbench/cover"
	"xcbench/internal/corpustest"
)

// Larger and smaller problems take turns, and every reset but the first comes after a stopped
// search.
func TestAResetSearchDoesWhatANewOneDoes(t *testing.T) {
	x := prepare(t, corpustest.Problem("queens/6"))
	for _, id := range []string{
		"sudoku/ai_escargot", "langford/7", "queens/8", "sudoku/inkala_2012", "queens/6", "sudoku/ai_escargot",
	} {
		p := corpustest.Problem(id)
		if err := x.Reset(p); err != nil {
			t.Fatal(err)
		}
		want := prepare(t, p).Run(context.Background(), cover.Limits{Nodes: 5000}, nil)
		got := x.Run(context.Background(), cover.Limits{Nodes: 5000}, nil)
		got.Search, want.Search = 0, 0
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, want %+v", id, got, want)
		}
		x.Run(context.Background(), cover.Limits{Nodes: 20}, nil)
	}
}
