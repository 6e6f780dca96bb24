package cover

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// randomRestriction returns a restriction of a random problem, and the same problem made by a
// Builder.
func randomRestriction(t *testing.T, rng *rand.Rand) (r, rest *Problem) {
	t.Helper()
	var b Builder
	primary, secondary := 2+rng.IntN(6), rng.IntN(3)
	for i := range primary {
		b.Primary(fmt.Sprint("p", i))
	}
	for i := range secondary {
		b.Secondary(fmt.Sprint("s", i))
	}
	for range 6 + rng.IntN(14) {
		items := append(rng.Perm(primary)[:1+rng.IntN(2)], primary)
		b.OptionOf(items[:len(items)-1+min(rng.IntN(2), secondary)]...)
	}
	p, err := b.Problem()
	if err != nil {
		t.Fatal(err)
	}
	var taken, without []int32
	for o := range p.Options() {
		switch n := rng.IntN(12); {
		case n == 0 && len(p.Option(o)) == 1: // these contain no secondary item
			taken = append(taken, int32(o))
		case n < 3:
			without = append(without, int32(o))
		}
	}
	r = p.Restrict(taken, without)
	for i := range r.Items() {
		if i < r.Primary() {
			b.Primary(r.Name(i))
		} else {
			b.Secondary(r.Name(i))
		}
	}
	for o := range r.Options() {
		var items []int
		for _, i := range r.Option(o) {
			items = append(items, int(i))
		}
		b.OptionOf(items...)
	}
	if rest, err = b.Problem(); err != nil {
		t.Fatal(err)
	}
	return r, rest
}

// choose returns random options that share no item, as many as possible. They may be a solution.
func choose(p *Problem, rng *rand.Rand) (options []int) {
	covered := make([]bool, p.Items())
	for _, o := range rng.Perm(p.Options()) {
		if !slices.ContainsFunc(p.Option(o), func(i int32) bool { return covered[i] }) {
			options = append(options, o)
			for _, i := range p.Option(o) {
				covered[i] = true
			}
		}
	}
	return options
}

// One checker goes from restriction to restriction and looks at their bases. The other ones are
// new, and check the same problems made by a Builder. They give the same answers, to the letter.
func TestARestrictionIsCheckedOnItsBaseAsOnItsOwn(t *testing.T) {
	mutations := []struct {
		name   string
		mutate func(options []int, n int, rng *rand.Rand) []int
	}{
		{"none", func(options []int, n int, rng *rand.Rand) []int { return options }},
		{"a missing option", func(options []int, n int, rng *rand.Rand) []int {
			k := rng.IntN(len(options))
			return slices.Delete(options, k, k+1)
		}},
		{"a wrong option", func(options []int, n int, rng *rand.Rand) []int {
			options[rng.IntN(len(options))] = rng.IntN(n)
			return options
		}},
		{"an option too many", func(options []int, n int, rng *rand.Rand) []int { return append(options, rng.IntN(n)) }},
		{"an option twice", func(options []int, n int, rng *rand.Rand) []int {
			return append(options, options[rng.IntN(len(options))])
		}},
	}
	said := map[string]int{}
	last := new(Checker)
	for seed := range uint64(4000) {
		rng := rand.New(rand.NewPCG(seed, 9))
		r, rest := randomRestriction(t, rng)
		alone := NewChecker(rest)
		last.Reset(r)
		for _, m := range mutations {
			options := choose(rest, rng)
			if len(options) == 0 {
				continue
			}
			options = m.mutate(options, rest.Options(), rng)
			var told []int
			r.inBase(func(options []int) bool { told = slices.Clone(options); return true })(options)
			got, want := fmt.Sprint(last.Check(told)), fmt.Sprint(alone.Check(options))
			if got != want {
				t.Fatalf("seed %d, %s: got %s, want %s", seed, m.name, got, want)
			}
			switch {
			case want == "<nil>":
				said["right"]++
			case m.name == "an option twice":
				said["twice"]++
			case slices.Contains([]string{"a missing option", "none"}, m.name):
				said["missing"]++
			default:
				said["an item covered twice or not at all"]++
			}
		}
	}
	if len(said) < 4 {
		t.Errorf("got answers %v, want some of each of 4 kinds", said)
	}
}

func TestCheckRefusesOptionsThatTheRestrictionLacks(t *testing.T) {
	var b Builder
	b.Primary("a", "b", "c")
	for _, items := range [][]string{{"a"}, {"b"}, {"c"}, {"a", "b"}, {"b", "c"}, {"b", "c"}} {
		b.Option(items...)
	}
	p, err := b.Problem()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		taken, without []int32
		options        []int
		want           string
	}{
		{[]int32{0}, []int32{5}, []int{1, 2}, "<nil>"},
		{[]int32{0}, []int32{5}, []int{4}, "<nil>"},
		{[]int32{0}, []int32{5}, []int{5}, "option 6 of the base is not an option of the restriction"},
		{[]int32{0}, []int32{5}, []int{0, 4}, "option 1 of the base is not an option of the restriction"},
		{[]int32{0}, []int32{5}, []int{3, 2}, "option 4 of the base is not an option of the restriction"},
		{[]int32{0}, []int32{5}, []int{2}, `primary item "b" is not covered`},
		{[]int32{0}, []int32{5}, []int{1, 4}, `item "b" is covered twice: by options 1 and 3`},
		{[]int32{0}, []int32{5}, []int{1, 6}, "option index 6 does not exist: there are 6 options"},
		{[]int32{0}, []int32{5}, []int{1, -1}, "option index -1 does not exist: there are 6 options"},
		// a is covered twice, b once
		{[]int32{0, 3}, nil, []int{4}, "option 5 of the base is not an option of the restriction"},
		{[]int32{0, 3}, nil, []int{2}, `primary item "a" is not covered`},
		{[]int32{0, 1, 2}, nil, nil, "<nil>"},
	} {
		if got := fmt.Sprint(Check(p.Restrict(c.taken, c.without), c.options)); got != c.want {
			t.Errorf("%v taken, %v ruled out, %v: got %s, want %s", c.taken, c.without, c.options, got, c.want)
		}
	}
}

func TestATakenSecondaryItemStandsForNoPrimaryItem(t *testing.T) {
	r := problemOf(t, "a b", "x y", "a x", "b y", "b").Restrict([]int32{0}, nil)
	if got, want := fmt.Sprint(Check(r, nil)), `primary item "b" is not covered`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if err := Check(r, []int{1}); err != nil {
		t.Error(err)
	}
}

func TestCheckingManyRestrictionsAllocatesNothing(t *testing.T) {
	var b Builder
	b.Primary("a", "b")
	b.Option("a")
	b.Option("b")
	p, err := b.Problem()
	if err != nil {
		t.Fatal(err)
	}
	problems := []*Problem{p.Restrict([]int32{0}, nil), p.Restrict([]int32{1}, nil)}
	c, k := NewChecker(p), 0
	if got := testing.AllocsPerRun(100, func() {
		k = 1 - k
		c.Reset(problems[k])
		if err := c.Check([]int{1 - k}); err != nil {
			t.Fatal(err)
		}
	}); got != 0 {
		t.Errorf("got %v allocations, want 0", got)
	}
}
