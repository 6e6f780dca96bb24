package cover_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"xcbench/cover"
	"xcbench/internal/textbook"
)

// choose returns random options that agree, as many as possible, but often with a fault.
func choose(p *cover.Problem, rng *rand.Rand) (options []int) {
	for _, o := range rng.Perm(p.Options()) {
		if !slices.ContainsFunc(options, func(other int) bool { return !p.Agree(o, other) }) {
			options = append(options, o)
		}
	}
	options = options[min(len(options), rng.IntN(2)):]
	if rng.IntN(3) == 0 && p.Options() > 0 {
		options = append(options, rng.IntN(p.Options()))
	}
	return options
}

// One checker goes from restriction to restriction and looks at their bases. The other ones are
// new, and check the same problems made by a Builder. They give the same answers, to the letter: those
// that are right are found among all sets of options.
func TestSolutionsAreTheSetsThatCoverEachItem(t *testing.T) {
	right, last := 0, new(cover.Checker)
	for seed := range uint64(1000) {
		r, rest, kept := restricted(t, seed)
		coloured, rng := textbook.Coloured(textbook.Random(seed), seed), rand.New(rand.NewPCG(seed, 9))
		for range 3 {
			for _, p := range []*cover.Problem{rest, coloured} {
				options := choose(p, rng)
				err := cover.Check(p, options)
				if want := slices.Contains(textbook.Solutions(p), fmt.Sprint(slices.Sorted(slices.Values(options)))); (err == nil) != want {
					t.Fatalf("seed %d: got %v for %v, want a solution: %v", seed, err, options, want)
				}
				if p == rest {
					var inBase []int
					for _, o := range options {
						inBase = append(inBase, kept[o])
					}
					var got error
					allocs := testing.AllocsPerRun(1, func() { last.Reset(r); got = last.Check(inBase) })
					if fmt.Sprint(got) != fmt.Sprint(err) || err == nil && allocs > 0 {
						t.Fatalf("seed %d: got %v for %v and %v allocations, want %v and none", seed, got, inBase, allocs, err)
					}
				}
				if err == nil {
					right++
				}
			}
		}
	}
	if right < 300 || right > 3000 {
		t.Errorf("got %d solutions of 6000, want 300 and as many faults", right)
	}
}

func TestCheckNamesTheFirstFault(t *testing.T) {
	p := problemOf(t, "a b", "x", "a x", "b x", "b", "a b")
	q := problemOf(t, "a b c", "", "a", "b", "c", "a b", "b c", "b c")
	r := q.Restrict([]int32{0}, []int32{5})
	twice := q.Restrict([]int32{0, 3}, nil) // covers a twice, and b once
	colours := problemOf(t, "a b", "x", "a x:r", "x:s b", "b x")
	for _, c := range []struct {
		p       *cover.Problem
		options []int
		want    string
	}{
		{p, []int{0}, `primary item "b" is not covered`},
		{p, []int{0, 1}, `item "x" is covered twice: by options 1 and 2`},
		{p, []int{3, 3}, "option 4 occurs twice"},
		{p, []int{4}, "option index 4 does not exist: there are 4 options"},
		{p, []int{-1}, "option index -1 does not exist: there are 4 options"},
		{r, []int{5}, "option 6 of the base is not an option of the restriction"},
		{r, []int{0, 4}, "option 1 of the base is not an option of the restriction"},
		{twice, []int{4}, "option 5 of the base is not an option of the restriction"},
		{twice, []int{2}, `primary item "a" is not covered`},
		{colours, []int{0, 1}, `item "x" is covered twice and not in one colour: by options 1 and 2`},
		{colours, []int{0, 2}, `item "x" is covered twice and not in one colour: by options 1 and 3`},
	} {
		if got := fmt.Sprint(cover.Check(c.p, c.options)); got != c.want {
			t.Errorf("Check(%s, %v): got %s, want %s", described(c.p), c.options, got, c.want)
		}
	}
}
