package cover_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"xcbench/cover"
)

// restricted returns a restriction of a random problem, the same problem made by a Builder, and the
// indices of its options in the base.
func restricted(t *testing.T, rng *rand.Rand) (r, rest *cover.Problem, kept []int) {
	t.Helper()
	var b cover.Builder
	primary, secondary := 1+rng.IntN(8), rng.IntN(3)
	for i := range primary {
		b.Primary(fmt.Sprint("p", i))
	}
	for i := range secondary {
		b.Secondary(fmt.Sprint("s", i))
	}
	for range 1 + rng.IntN(18) {
		items := append(rng.Perm(primary)[:1+rng.IntN(min(3, primary))], primary)
		b.OptionOf(items[:len(items)-1+min(rng.IntN(2), secondary)]...)
	}
	p := built(t, &b)
	var taken, without []int32
	times := make([]int, p.Items())
	for o := range p.Options() {
		switch items := p.Option(o); rng.IntN(9) {
		case 0:
			if slices.ContainsFunc(items, func(i int32) bool { return int(i) >= primary && times[i] > 0 }) {
				continue // two taken options must not share a secondary item
			}
			for _, i := range items {
				times[i]++
			}
			taken = append(taken, int32(o))
		case 1:
			without = append(without, int32(o))
		}
	}
	for i, n := range times {
		switch {
		case n == 1:
		case i < primary:
			b.Primary(p.Name(i))
		default:
			b.Secondary(p.Name(i))
		}
	}
	for o := range p.Options() {
		var names []string
		out := slices.Contains(without, int32(o))
		for _, i := range p.Option(o) {
			names = append(names, p.Name(int(i)))
			out = out || times[i] > 0
		}
		if !out {
			b.Option(names...)
			kept = append(kept, o)
		}
	}
	r = p.Restrict(taken, without)
	if base, gotTaken, gotWithout := r.Base(); base != p || !reflect.DeepEqual(gotTaken, taken) || !reflect.DeepEqual(gotWithout, without) {
		t.Errorf("got base %p, %v, %v, want %p, %v, %v", base, gotTaken, gotWithout, p, taken, without)
	}
	return r, built(t, &b), kept
}

func TestARestrictionEqualsTheRestMadeByABuilder(t *testing.T) {
	clashes := 0
	var room cover.Room
	for seed := range uint64(500) {
		r, rest, kept := restricted(t, rand.New(rand.NewPCG(seed, 5)))
		want := described(rest)
		base, taken, without := r.Base()
		for where, got := range map[string]*cover.Problem{"": r, "in a room": base.RestrictIn(&room, taken, without)} {
			if described(got) != want {
				t.Fatalf("seed %d %s: got %s, want %s", seed, where, described(got), want)
			}
		}
		for o := range base.Options() {
			place, found := slices.BinarySearch(kept, o)
			if got, ok := r.FromBase(o); ok != found || found && (got != place || r.ToBase(place) != o) {
				t.Errorf("seed %d: option %d of the base: got %d, %v, want %d, %v", seed, o, got, ok, place, found)
			}
		}
		if own, _, _ := rest.Base(); own != rest {
			t.Error("a problem that is not restricted is not its own base")
		}
		covered := map[int32]bool{}
		for _, o := range taken {
			for _, i := range base.Option(int(o)) {
				if covered[i] {
					clashes++
				}
				covered[i] = true
			}
		}
	}
	if clashes < 50 {
		t.Errorf("taken options shared %d items, want 50", clashes)
	}
}

func TestARestrictionInARoomTakesNoAllocation(t *testing.T) {
	base := problemOf(t, "a b", "", "a", "b", "a b")
	var room cover.Room
	taken := []int32{0}
	if got := testing.AllocsPerRun(100, func() { base.RestrictIn(&room, taken, nil) }); got != 0 {
		t.Errorf("got %v allocations, want none", got)
	}
}

func TestTakenOptionsMustNotShareASecondaryItem(t *testing.T) {
	defer func() {
		if got, want := recover(), "cover: taken options share the secondary item x"; got != want {
			t.Errorf("got %v, want %v", got, want)
		}
	}()
	problemOf(t, "a b", "x", "a x", "b x").Restrict([]int32{0, 1}, nil)
}

// Indices that the restriction does not have become an index that the base does not have.
func TestTheVisitorOfARestrictionSeesOptionsOfTheBase(t *testing.T) {
	p := problemOf(t, "a b c", "", "a", "b", "c", "b c", "c")
	for want, p := range map[string]*cover.Problem{
		"[[1 4] [-1 3 -1 -1]]": p.Restrict([]int32{0}, []int32{2}), // leaves options 1, 3 and 4 of the base
		"[[0 2] [-1 1 3 5]]":   p,
	} {
		var shown [][]int
		var m cover.Meter
		m.Start(t.Context(), p, cover.Limits{}, func(options []int) bool {
			shown = append(shown, slices.Clone(options))
			return len(shown) < 2
		}, 0)
		if first, more := m.Solution([]int{0, 2}), m.Solution([]int{-1, 1, 3, 5}); !first || more || fmt.Sprint(shown) != want {
			t.Errorf("got %v, more %v and %v, want %s and a stop at the second", shown, first, more, want)
		}
		if m.Start(t.Context(), p, cover.Limits{}, nil, 0); !m.Solution(nil) {
			t.Error("the run stopped without a visitor")
		}
	}
}
