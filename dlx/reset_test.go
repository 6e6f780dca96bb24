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

func TestAResetKeepsTheMemory(t *testing.T) {
	small, large := corpustest.Problem("queens/6"), corpustest.Problem("queens/8")
	x := prepare(t, large)
	for _, p := range []*cover.Problem{large, small, large} {
		if got := testing.AllocsPerRun(1, func() { x.Reset(p) }); got != 0 {
			t.Errorf("a reset to %d options: got %v allocations, want none", p.Options(), got)
		}
	}
}

// A run builds the links again only if the run before left them in disorder.
func TestLinksAreCleanBeforeAndAfterAWholeSearchOnly(t *testing.T) {
	p := corpustest.Problem("queens/6")
	x, y := prepare(t, p), preparePointer(t, p)
	for _, c := range []struct {
		name   string
		search cover.Search
		clean  *bool
	}{{"index", x, &x.clean}, {"pointer", y, &y.clean}} {
		if !*c.clean {
			t.Errorf("%s: a new search is not clean", c.name)
		}
		for _, limits := range []cover.Limits{{}, {Nodes: 20}, {Solutions: 1}, {Updates: 100}, {}} {
			c.search.Run(t.Context(), limits, nil)
			if whole := limits == (cover.Limits{}); *c.clean != whole {
				t.Errorf("%s, limits %+v: got clean %v, want %v", c.name, limits, *c.clean, whole)
			}
		}
	}
}
