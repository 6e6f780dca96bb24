package shrink_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"xcbench/bench/shrink"
	"xcbench/corpus"
	"xcbench/cover"
)

// The smallest problem has a primary item, because its file needs one. An option can be chosen
// where no item can go alone, and options go one by one if they do not go together. The result is
// always the same.
func TestEachStepOfShrinkingIsTaken(t *testing.T) {
	problem := func(primary int, options ...[]int) *cover.Problem {
		var b cover.Builder
		for i := range primary {
			b.Primary(fmt.Sprint("p", i))
		}
		b.Secondary("x", "y")
		for _, o := range options {
			b.OptionOf(o...)
		}
		p, err := b.Problem()
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	var b cover.Builder
	b.Primary("p0", "p1", "p2", "p3")
	b.Secondary("x")
	for _, o := range []string{"p0 x:a", "p1 x:a", "p2 x:a", "p2 x:b", "p3 x", "p3 x:b"} {
		b.Option(strings.Fields(o)...)
	}
	coloured, err := b.Problem()
	if err != nil {
		t.Fatal(err)
	}
	var many [][]int
	for i := range 60 {
		many = append(many, []int{i % 12, 12 + i%2})
	}
	// conflict reports whether two options exclude each other by a secondary item.
	conflict := func(p *cover.Problem) bool {
		for a := range p.Options() {
			for c := range a {
				for _, i := range p.Option(a) {
					if int(i) >= p.Primary() && slices.Contains(p.Option(c), i) && p.Option(a)[0] != p.Option(c)[0] {
						return true
					}
				}
			}
		}
		return false
	}
	ctx, cancel := context.WithCancel(t.Context())
	tries := 0
	for what, c := range map[string]struct {
		ctx   context.Context
		p     *cover.Problem
		fails func(*cover.Problem) bool
		want  [3]int // primary items, secondary items and options
	}{
		"always": {t.Context(), problem(4, []int{0, 1}, []int{2}), func(*cover.Problem) bool { return true }, [3]int{1,
			0, 0}},
		"even items": {t.Context(), problem(4, []int{0, 1}), func(p *cover.Problem) bool { return p.Primary()%2 == 0 },
			[3]int{2, 0, 0}},
		"three options": {t.Context(), problem(4, []int{0}, []int{1}, []int{2}, []int{3}),
			func(p *cover.Problem) bool { return p.Primary() == 4 && p.Options() >= 3 }, [3]int{4, 0, 3}},
		"two options in conflict": {t.Context(), problem(12, many...), conflict, [3]int{2, 1, 2}},
		"colours in conflict": {t.Context(), coloured, func(p *cover.Problem) bool {
			for a := range p.Options() {
				for c := range a {
					if !p.Agree(a, c) && p.Option(a)[0] != p.Option(c)[0] {
						return true
					}
				}
			}
			return false
		}, [3]int{2, 1, 2}},
		// To choose option 0 leaves the options that give x the same colour.
		"a colour is chosen": {t.Context(), coloured, func(p *cover.Problem) bool {
			return p.Primary() == 3 && p.Options() >= 2 || p.Primary() == 4 && p.Options() == 6
		}, [3]int{3, 0, 2}},
		"until the context ends": {ctx, problem(12, many...), func(*cover.Problem) bool {
			if tries++; tries == 3 { // two were chosen; the third proves nothing
				cancel()
			}
			return true
		}, [3]int{10, 0, 0}},
	} {
		p := shrink.Problem(c.ctx, c.p, c.fails)
		if got := [3]int{p.Primary(), p.Items() - p.Primary(), p.Options()}; got != c.want {
			t.Errorf("%s: got %v primary and secondary items and options, want %v", what, got, c.want)
		}
		if again := shrink.Problem(c.ctx, c.p, c.fails); c.ctx == t.Context() && corpus.Hash(again) != corpus.Hash(p) {
			t.Errorf("%s: got another problem the second time", what)
		}
	}
	if tries != 3 {
		t.Errorf("got %d tries, want none after the context ended", tries)
	}
}
