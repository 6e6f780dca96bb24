package cover_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"xcbench/cover"
	"xcbench/internal/textbook"
)

// restricted returns a restriction of a random problem, the same problem made by a Builder, and the
// indices of its options in the base.
func restricted(t *testing.T, seed uint64) (r, rest *cover.Problem, kept []int) {
	t.Helper()
	p, rng := textbook.Random(seed), rand.New(rand.NewPCG(seed, 5))
	var taken, without []int32
	var chosen []int // as taken
	times := make([]int, p.Items())
	for o := range p.Options() {
		switch items := p.Option(o); rng.IntN(9) {
		case 0:
			if slices.ContainsFunc(items, func(i int32) bool { return int(i) >= p.Primary() && times[i] > 0 }) {
				continue // two taken options must not share a secondary item
			}
			for _, i := range items {
				times[i]++
			}
			taken, chosen = append(taken, int32(o)), append(chosen, o)
		case 1:
			without = append(without, int32(o))
		}
	}
	var b cover.Builder
	for i, n := range times {
		switch {
		case n == 1:
		case i < p.Primary():
			b.Primary(p.Name(i))
		default:
			b.Secondary(p.Name(i))
		}
	}
	for _, o := range textbook.NewNode(p, chosen).Options {
		if !slices.Contains(without, int32(o)) {
			var names []string
			for k := range p.Option(o) {
				names = append(names, p.Entry(o, k))
			}
			b.Option(names...)
			kept = append(kept, o)
		}
	}
	return p.Restrict(taken, without), built(t, &b), kept
}

func TestARestrictionEqualsTheRestMadeByABuilder(t *testing.T) {
	clashes := 0
	var room cover.Room
	for seed := range uint64(1000) {
		r, rest, kept := restricted(t, seed)
		base, taken, without := r.Base()
		if len(kept) > 0 && !slices.Equal(base.Restrict(taken, without).Option(0), rest.Option(0)) {
			t.Errorf("seed %d: got another first option of a restriction that was asked nothing else", seed)
		}
		for where, got := range map[string]*cover.Problem{"": r, "in a room": base.RestrictIn(&room, taken, without)} {
			if described(got) != described(rest) {
				t.Fatalf("seed %d %s: got %s, want %s", seed, where, described(got), described(rest))
			}
		}
		for o := range base.Options() {
			place, found := slices.BinarySearch(kept, o)
			if got, ok := r.FromBase(o); ok != found || found && (got != place || r.ToBase(place) != o) {
				t.Errorf("seed %d: option %d of the base: got %d, %v, want %d, %v", seed, o, got, ok, place, found)
			}
			if got, ok := base.FromBase(o); got != o || !ok {
				t.Errorf("seed %d: option %d of a problem is %d, %v of its base, which is the problem itself", seed, o, got, ok)
			}
		}
		if len(taken) > 1 && !base.Agree(int(taken[0]), int(taken[1])) {
			clashes++
		}
		if testing.AllocsPerRun(1, func() { base.RestrictIn(&room, taken[:0], without) }) > 0 && base.Items() == base.Primary() {
			t.Errorf("seed %d: a restriction in a room takes memory, want none", seed)
		}
	}
	if clashes < 50 {
		t.Errorf("taken options shared items %d times, want 50", clashes)
	}
}

func TestTakenOptionsMustNotShareASecondaryItem(t *testing.T) {
	for want, p := range map[string]*cover.Problem{
		"cover: taken options share the secondary item x":   problemOf(t, "a b", "x", "a x", "b x"),
		"cover: a problem with colours has no restrictions": problemOf(t, "a b", "x", "a x:c", "b"),
	} {
		func() {
			defer func() {
				if got := recover(); got != want {
					t.Errorf("got %v, want %v", got, want)
				}
			}()
			p.Restrict([]int32{0, 1}, nil)
		}()
	}
}

// Indices that the restriction does not have become an index that the base does not have.
func TestTheVisitorOfARestrictionSeesOptionsOfTheBase(t *testing.T) {
	p := problemOf(t, "a b c", "", "a", "b", "c", "b c", "c")
	for want, p := range map[string]*cover.Problem{
		"[1 4] [-1 3 -1 -1]": p.Restrict([]int32{0}, []int32{2}), // leaves options 1, 3 and 4 of the base
		"[0 2] [-1 1 3 5]":   p,
	} {
		got := ""
		var m cover.Meter
		m.Start(t.Context(), p, cover.Limits{}, func(options []int) bool { got += fmt.Sprint(options, " "); return len(got) < 9 }, 0)
		if first, more := m.Solution([]int{0, 2}), m.Solution([]int{-1, 1, 3, 5}); !first || more || got != want+" " {
			t.Errorf("got %s, more %v and %v, want %s and a stop at the second", got, first, more, want)
		}
	}
}
