package cover

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// columns returns the answers of all accessors of a problem.
func columns(p *Problem) string {
	text := fmt.Sprint(p.Items(), p.Primary(), p.Options(), p.Entries(), p.Degree(), p.MaxDepth(), p.Dropped())
	for i := range p.Items() {
		text += " " + p.Name(i)
	}
	for o := range p.Options() {
		text += fmt.Sprint(" ", p.Number(o), p.Option(o))
	}
	return text
}

func TestARestrictionEqualsTheRestMadeByABuilder(t *testing.T) {
	clashes := 0
	var room Room
	for seed := range uint64(500) {
		rng := rand.New(rand.NewPCG(seed, 5))
		var b Builder
		primary, secondary := 1+rng.IntN(8), rng.IntN(3)
		for i := range primary {
			b.Primary(fmt.Sprint("p", i))
		}
		for i := range secondary {
			b.Secondary(fmt.Sprint("s", i))
		}
		for range 1 + rng.IntN(12) {
			items := append(rng.Perm(primary)[:1+rng.IntN(min(3, primary))], primary)
			b.OptionOf(items[:len(items)-1+min(rng.IntN(2), secondary)]...)
		}
		p, err := b.Problem()
		if err != nil {
			t.Fatal(err)
		}
		var taken, without []int32
		times := make([]int, p.Items())
		for o := range p.Options() {
			items := p.Option(o)
			switch rng.IntN(5) {
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
		if slices.Max(times) > 1 {
			clashes++
		}

		var rest Builder
		for i := range p.Items() {
			switch {
			case times[i] == 1:
			case i < primary:
				rest.Primary(p.Name(i))
			default:
				rest.Secondary(p.Name(i))
			}
		}
		var kept []int
		for o := range p.Options() {
			clashes := slices.ContainsFunc(p.Option(o), func(i int32) bool { return times[i] > 0 })
			if clashes || slices.Contains(without, int32(o)) {
				continue
			}
			var names []string
			for _, i := range p.Option(o) {
				names = append(names, p.Name(int(i)))
			}
			rest.Option(names...)
			kept = append(kept, o)
		}
		q, err := rest.Problem()
		if err != nil {
			t.Fatal(err)
		}

		r := p.Restrict(taken, without)
		if got, want := columns(r), columns(q); got != want {
			t.Fatalf("seed %d: got %s, want %s", seed, got, want)
		}
		if got, want := columns(p.RestrictIn(&room, taken, without)), columns(q); got != want {
			t.Fatalf("seed %d: got %s in a room with another problem, want %s", seed, got, want)
		}
		for o, want := range kept {
			if got := r.ToBase(o); got != want {
				t.Errorf("seed %d: option %d: got %d in the base, want %d", seed, o, got, want)
			}
			if got, ok := r.FromBase(want); got != o || !ok {
				t.Errorf("seed %d: option %d of the base: got %d, %v, want %d", seed, want, got, ok, o)
			}
		}
		for o := range p.Options() {
			if _, ok := r.FromBase(o); ok != slices.Contains(kept, o) {
				t.Errorf("seed %d: option %d of the base: got %v for whether it is left, want %v", seed, o, ok, !ok)
			}
		}
		base, gotTaken, gotWithout := r.Base()
		if base != p || !reflect.DeepEqual(gotTaken, taken) || !reflect.DeepEqual(gotWithout, without) {
			t.Errorf("seed %d: got base %p, %v, %v, want %p, %v, %v",
				seed, base, gotTaken, gotWithout, p, taken, without)
		}
		if base, _, _ := q.Base(); base != q || q.ToBase(0) != 0 {
			t.Error("a problem that is not restricted is not its own base")
		}
	}
	if clashes == 0 {
		t.Error("no taken options shared an item; expected some")
	}
}

func TestARestrictionInARoomTakesNoAllocation(t *testing.T) {
	base := problemOf(t, "a b", "", "a", "b", "a b")
	var room Room
	taken := []int32{0}
	if got := testing.AllocsPerRun(100, func() { base.RestrictIn(&room, taken, nil) }); got != 0 {
		t.Errorf("got %v allocations, want none", got)
	}
}

func TestTakenOptionsMustNotShareASecondaryItem(t *testing.T) {
	var b Builder
	b.Primary("a", "b")
	b.Secondary("x")
	b.Option("a", "x")
	b.Option("b", "x")
	p, err := b.Problem()
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if got, want := recover(), "cover: taken options share the secondary item x"; got != want {
			t.Errorf("got %v, want %v", got, want)
		}
	}()
	p.Restrict([]int32{0, 1}, nil)
}

// A restriction is filled in by whichever method needs it first.
func TestEveryAccessorOfARestrictionMayComeFirst(t *testing.T) {
	base := problemOf(t, "a b c d", "x", "a", "b c", "c x", "d", "b d x")
	for name, c := range map[string]struct {
		get  func(r *Problem) any
		want string
	}{
		"Items":    {func(r *Problem) any { return r.Items() }, "4"},
		"Primary":  {func(r *Problem) any { return r.Primary() }, "3"},
		"Name":     {func(r *Problem) any { return r.Name(1) }, "c"},
		"Options":  {func(r *Problem) any { return r.Options() }, "3"},
		"Option":   {func(r *Problem) any { return r.Option(1) }, "[1 3]"},
		"Entries":  {func(r *Problem) any { return r.Entries() }, "7"},
		"Degree":   {func(r *Problem) any { return r.Degree() }, "2"},
		"MaxDepth": {func(r *Problem) any { return r.MaxDepth() }, "3"},
		"Number":   {func(r *Problem) any { return r.Number(1) }, "2"},
		"ToBase":   {func(r *Problem) any { return r.ToBase(2) }, "4"},
		"FromBase": {func(r *Problem) any { k, ok := r.FromBase(4); return fmt.Sprint(k, ok) }, "2 true"},
		"ShapeOf":  {func(r *Problem) any { return ShapeOf(r).Components }, "1"},
		"Restrict": {func(r *Problem) any { return r.Restrict([]int32{2}, nil).Items() }, "1"},
	} {
		if got := fmt.Sprint(c.get(base.Restrict([]int32{0}, []int32{3}))); got != c.want {
			t.Errorf("%s: got %s, want %s", name, got, c.want)
		}
	}
}

func TestASolutionIsNoDeeperThanItemsAndOptionsAllow(t *testing.T) {
	for _, c := range []struct {
		p    *Problem
		want int
	}{
		{problemOf(t, "a b c", "", "a b c"), 1},
		{problemOf(t, "a", "x y", "a", "a x", "a y"), 1},
		{problemOf(t, "a b", "", "a", "b"), 2},
		{problemOf(t, "", ""), 0},
	} {
		if got := c.p.MaxDepth(); got != c.want {
			t.Errorf("%d options: got %d, want %d", c.p.Options(), got, c.want)
		}
	}
}
