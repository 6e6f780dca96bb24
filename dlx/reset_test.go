package dlx

import (
	"context"
	"reflect"
	"testing"

	"xcbench/cover"
	"xcbench/internal/corpustest"
	"xcbench/internal/textbook"
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

func TestASearchOfAnEmptyProblemStaysClean(t *testing.T) {
	p, err := new(cover.Builder).Problem()
	if err != nil {
		t.Fatal(err)
	}
	x, y := prepare(t, p), preparePointer(t, p)
	for _, s := range []cover.Search{x, y} {
		if got := s.Run(t.Context(), cover.Limits{}, nil); got.Solutions != 1 || got.Status != cover.Solved {
			t.Errorf("got %+v, want one solution", got)
		}
	}
	if !x.clean || !y.clean {
		t.Errorf("got clean %v for index and %v for pointer, want both", x.clean, y.clean)
	}
}

func TestASearchRunsAgainAfterAPanicOfItsVisitor(t *testing.T) {
	p := corpustest.Problem("queens/6")
	for name, v := range variants {
		x, err := cover.Prepare(v.solver, p)
		if err != nil {
			t.Fatal(err)
		}
		whole := textbook.RunUntraced(t.Context(), x, cover.Limits{})
		func() {
			defer func() { recover() }()
			x.Run(t.Context(), cover.Limits{}, func([]int) bool { panic("no more") })
			t.Errorf("%s: the visitor was not called", name)
		}()
		if got := textbook.RunUntraced(t.Context(), x, cover.Limits{}); !got.Equal(whole) {
			t.Errorf("%s: got %+v, want %+v", name, got, whole)
		}
	}
}
