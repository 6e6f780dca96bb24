package shrink_test

import (
	"context"
	"strings"
	"testing"

	"xcbench/bench/shrink"
	"xcbench/corpus"
	"xcbench/cover"
)

// problemOf builds a problem with some primary items, p0 and so on, and two secondary items, from the entries of
// its options. The options are separated by commas.
func problemOf(t *testing.T, primary int, options string) *cover.Problem {
	var b cover.Builder
	b.Primary(strings.Fields("p0 p1 p2 p3 p4 p5 p6 p7 p8 p9")[:primary]...)
	b.Secondary("x", "y")
	for option := range strings.SplitSeq(options, ",") {
		b.Option(strings.Fields(option)...)
	}
	p, err := b.Problem()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// conflict reports whether a secondary item keeps two options apart.
func conflict(p *cover.Problem) bool {
	for a := range p.Options() {
		for c := range a {
			if !p.Agree(a, c) && p.Option(a)[0] != p.Option(c)[0] {
				return true
			}
		}
	}
	return false
}

// The smallest problem has a primary item, because its file needs one. An option can be chosen
// where no item can go alone, and options go one by one if they do not go together. The result is
// always the same.
func TestEachStepOfShrinkingIsTaken(t *testing.T) {
	const coloured = "p0 x:a, p1 x:a, p2 x:a, p2 x:b, p3 x, p3 x:b"
	many := strings.Repeat("p0 x, p1 y, p2 x, p3 y, p4 x, p5 y, p6 x, p7 y, p8 x, p9 y, ", 6) + "p0 x"
	ctx, cancel := context.WithCancel(t.Context())
	tries := 0
	for what, c := range map[string]struct {
		primary int
		options string
		fails   func(*cover.Problem) bool
		want    [3]int // primary items, secondary items and options
	}{
		"always":                  {4, "p0 p1, p2", func(*cover.Problem) bool { return true }, [3]int{1, 0, 0}},
		"even items":              {4, "p0 p1", func(p *cover.Problem) bool { return p.Primary()%2 == 0 }, [3]int{2, 0, 0}},
		"three options":           {4, "p0, p1, p2, p3", func(p *cover.Problem) bool { return p.Primary() == 4 && p.Options() >= 3 }, [3]int{4, 0, 3}},
		"two options in conflict": {10, many, conflict, [3]int{2, 1, 2}},
		"colours in conflict":     {4, coloured, conflict, [3]int{2, 1, 2}},
		// To choose option 0 leaves the options that give x the same colour.
		"a colour is chosen": {4, coloured, func(p *cover.Problem) bool {
			return p.Primary() == 3 && p.Options() >= 2 || p.Primary() == 4 && p.Options() == 6
		}, [3]int{3, 0, 2}},
		"until the context ends": {10, many, func(*cover.Problem) bool {
			if tries++; tries == 3 { // two were chosen; the third proves nothing
				cancel()
			}
			return true
		}, [3]int{8, 0, 0}},
	} {
		in := t.Context()
		if what == "until the context ends" {
			in = ctx
		}
		whole := problemOf(t, c.primary, c.options)
		p := shrink.Problem(in, whole, c.fails)
		if got := [3]int{p.Primary(), p.Items() - p.Primary(), p.Options()}; got != c.want {
			t.Errorf("%s: got %v primary and secondary items and options, want %v", what, got, c.want)
		}
		if again := shrink.Problem(in, whole, c.fails); in != ctx && corpus.Hash(again) != corpus.Hash(p) {
			t.Errorf("%s: got another problem the second time", what)
		}
	}
	if tries != 3 {
		t.Errorf("got %d tries, want none after the context ended", tries)
	}
}
