package cover

import (
	"fmt"
	"slices"
	"testing"
)

func TestTheVisitorOfARestrictionSeesOptionsOfTheBase(t *testing.T) {
	p := problemOf(t, "a b c", "", "a", "b", "c", "b c", "c")
	r := p.Restrict([]int32{0}, []int32{2}) // leaves options 1, 3 and 4 of the base
	var shown [][]int
	visit := func(options []int) bool {
		shown = append(shown, slices.Clone(options))
		return len(shown) < 2
	}
	for _, c := range []struct {
		p    *Problem
		want string
	}{
		// Indices that the restriction does not have become an index that the base does not have.
		{r, "[[1 4] [-1 3 -1 -1]]"},
		{p, "[[0 2] [-1 1 3 5]]"},
	} {
		shown = nil
		var m Meter
		m.Start(t.Context(), c.p, Limits{}, visit, 0)
		if more := m.Solution([]int{0, 2}); !more {
			t.Error("the run stopped, but the visitor wants more")
		}
		if more := m.Solution([]int{-1, 1, 3, 5}); more {
			t.Error("the run goes on, but the visitor wants no more")
		}
		if got := fmt.Sprint(shown); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
		if m.Start(t.Context(), c.p, Limits{}, nil, 0); !m.Solution(nil) {
			t.Error("the run stopped without a visitor")
		}
	}
}

func TestOptionsOfAProblemThatIsNotRestrictedAreThoseOfItsBase(t *testing.T) {
	p := problemOf(t, "a b", "", "a", "b")
	for o, want := range map[int]bool{-1: false, 0: true, 1: true, 2: false} {
		if got, ok := p.FromBase(o); got != o || ok != want {
			t.Errorf("option %d: got %d, %v, want %d, %v", o, got, ok, o, want)
		}
	}
	if got := p.ToBase(1); got != 1 {
		t.Errorf("got %d, want 1", got)
	}
}
