package cover_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"xcbench/cover"
)

// choose returns random options that share no item, as many as possible. They may be a solution.
func choose(p *cover.Problem, rng *rand.Rand) (options []int) {
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
	faults := []func(options []int, n int, rng *rand.Rand) []int{
		func(options []int, _ int, _ *rand.Rand) []int { return options },
		func(options []int, _ int, _ *rand.Rand) []int { return options[1:] },
		func(options []int, n int, rng *rand.Rand) []int { return append(options[1:], rng.IntN(n)) },
		func(options []int, n int, rng *rand.Rand) []int { return append(options, rng.IntN(n)) },
		func(options []int, _ int, _ *rand.Rand) []int { return append(options, options[0]) },
	}
	right, wrong := 0, 0
	last := new(cover.Checker)
	for seed := range uint64(2000) {
		rng := rand.New(rand.NewPCG(seed, 9))
		r, rest, kept := restricted(t, rng)
		alone := cover.NewChecker(rest)
		last.Reset(r)
		for k, fault := range faults {
			options := choose(rest, rng)
			if len(options) == 0 {
				continue
			}
			options = fault(options, rest.Options(), rng)
			var inBase []int
			for _, o := range options {
				inBase = append(inBase, kept[o])
			}
			got, want := last.Check(inBase), alone.Check(options)
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Fatalf("seed %d, fault %d: got %v, want %v", seed, k, got, want)
			}
			if want == nil {
				right++
			} else {
				wrong++
			}
		}
	}
	if right < 250 || wrong < 2500 {
		t.Errorf("got %d solutions and %d faults, want 250 and 2500", right, wrong)
	}
}

func TestCheckNamesTheFirstFault(t *testing.T) {
	p := problemOf(t, "a b", "x", "a x", "b x", "b", "a b")
	q := problemOf(t, "a b c", "", "a", "b", "c", "a b", "b c", "b c")
	r := q.Restrict([]int32{0}, []int32{5})
	twice := q.Restrict([]int32{0, 3}, nil) // covers a twice, and b once
	colours := problemOf(t, "a b c", "x", "a x:r", "a x", "x:r b", "x:s b", "c x:r", "c x")
	shared := problemOf(t, "a b", "x y", "a x", "b y", "b").Restrict([]int32{0}, nil)
	for _, c := range []struct {
		p       *cover.Problem
		options []int
		want    string
	}{
		{p, []int{0, 2}, "<nil>"},
		{p, []int{2, 0}, "<nil>"},
		{p, []int{0}, `primary item "b" is not covered`},
		{p, []int{0, 3}, `item "a" is covered twice: by options 1 and 4`},
		{p, []int{0, 1}, `item "x" is covered twice: by options 1 and 2`},
		{p, []int{3, 3}, "option 4 occurs twice"},
		{p, []int{4}, "option index 4 does not exist: there are 4 options"},
		{p, []int{-1}, "option index -1 does not exist: there are 4 options"},
		{r, []int{1, 2}, "<nil>"},
		{r, []int{4}, "<nil>"},
		{r, []int{5}, "option 6 of the base is not an option of the restriction"},
		{r, []int{0, 4}, "option 1 of the base is not an option of the restriction"},
		{r, []int{1, 6}, "option index 6 does not exist: there are 6 options"},
		{twice, []int{4}, "option 5 of the base is not an option of the restriction"},
		{q.Restrict([]int32{0, 1, 2}, nil), nil, "<nil>"},
		{shared, nil, `primary item "b" is not covered`}, // a taken secondary item stands for no primary one
		{colours, []int{0, 2, 4}, "<nil>"},
		{colours, []int{0, 3, 4}, `item "x" is covered twice and not in one colour: by options 1 and 4`},
		{colours, []int{1, 2, 4}, `item "x" is covered twice and not in one colour: by options 2 and 3`},
		{colours, []int{0, 2, 5}, `item "x" is covered twice and not in one colour: by options 3 and 6`},
	} {
		if got := fmt.Sprint(cover.Check(c.p, c.options)); got != c.want {
			t.Errorf("Check(%s, %v): got %s, want %s", described(c.p), c.options, got, c.want)
		}
	}
}

func TestCheckingManyRestrictionsAllocatesNothing(t *testing.T) {
	p := problemOf(t, "a b", "", "a", "b")
	problems := []*cover.Problem{p.Restrict([]int32{0}, nil), p.Restrict([]int32{1}, nil)}
	c, k := cover.NewChecker(p), 0
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
