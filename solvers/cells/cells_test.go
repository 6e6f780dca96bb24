package cells

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/internal/corpustest"
	"xcbench/internal/textbook"
)

func prepare(t *testing.T, rule cover.Rule, p *cover.Problem) *search {
	s, err := cover.Prepare(New(rule), p)
	if err != nil {
		t.Fatal(err)
	}
	x := s.(*search)
	x.Start(context.Background(), p, cover.Limits{}, nil, 0) // hide may look at the context
	return x
}

// problem reads options of one-letter items, all primary.
func problem(t *testing.T, items string, options ...string) *cover.Problem {
	var b cover.Builder
	for _, name := range items {
		b.Primary(string(name))
	}
	for _, o := range options {
		b.Option(strings.Split(o, "")...)
	}
	p, err := b.Problem()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestTablesAreThoseOfThePicture(t *testing.T) {
	x := prepare(t, cover.MRV, problem(t, "abcdefg", "ce", "adg", "bcf", "adf", "bg", "deg"))
	show := func(numbers []uint32) string { return strings.Trim(fmt.Sprint(numbers), "[]") }
	var locs, ends []uint32
	for _, n := range x.nodes {
		locs = append(locs, n.loc)
	}
	before := show(x.set)
	x.remove(0)
	if got, _ := x.hide(0, 2); got != 4 {
		t.Errorf("hide(a): got %d updates, want 4", got)
	}
	for _, i := range x.items {
		ends = append(ends, i.end)
	}
	for _, c := range []struct{ name, got, want string }{
		{"loc", show(locs), "4 9 0 0 6 13 3 2 5 11 7 1 7 12 11 3 14 15 8 10 15 18"},
		{"base", show(x.base[:7]), "0 2 4 6 9 11 13"},
		{"before", before, "3 11 7 15 0 8 4 12 18 1 19 9 13 5 16 20"},
		{"after", show(x.set), "3 11 7 15 0 8 18 12 4 1 19 9 13 20 16 5"},
		{"end", show(ends), "2 4 6 7 11 12 15"},
	} {
		if c.got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, c.got, c.want)
		}
	}
}

// check fails where a sparse set is not a permutation.
func check(t *testing.T, x *search) {
	for i := range x.items {
		if got := x.order[x.pos[i]]; got != uint32(i) {
			t.Errorf("item %d: got item %d in its place", i, got)
		}
		for r := x.base[i]; r < x.base[i+1]; r++ {
			if n := x.nodes[x.set[r]]; n.item != uint32(i) || n.loc != r {
				t.Errorf("set[%d] of item %d: got a node of item %d at %d", r, i, n.item, n.loc)
			}
		}
	}
}

func TestSetsStayPermutationsWhereverASearchStops(t *testing.T) {
	p := corpustest.Problem("queens/8")
	for rule := range rules {
		x := prepare(t, rule, p)
		set := slices.Clone(x.set)
		for nodes := range int64(100) {
			x.Run(context.Background(), cover.Limits{Nodes: 1 + 5*nodes}, nil)
			check(t, x)
		}
		if slices.Equal(set, x.set) {
			t.Errorf("%s: the sets are as built, want some elements swapped", rule)
		}
	}
}

func TestRestoreUndoesHide(t *testing.T) {
	x := prepare(t, SSXC1, corpustest.Problem("langford/7"))
	items := slices.Clone(x.items)
	x.save(0)
	for c := range x.items {
		if x.hide(int(x.base[c]), int(x.base[c+1])); slices.Equal(items, x.items) {
			t.Errorf("hide(%d) changed nothing", c)
		}
		check(t, x)
		if x.restore(0); !slices.Equal(items, x.items) {
			t.Fatalf("restore did not undo hide(%d)", c)
		}
	}
}

func TestSqueezeStopsBeforeAnActiveItemIsEmpty(t *testing.T) {
	for _, c := range []struct {
		rule    cover.Rule
		options []string
		updates int
		ok      bool
		forced  int
	}{
		{SSXC1, []string{"ab", "ac", "bc", "c"}, 2, true, 0},
		{SSXCC, []string{"ab", "ac", "bc", "c"}, 2, true, 1}, // b keeps one, c two
		{SSXC1, []string{"ab", "ac", "c"}, 0, false, 0},      // b would be empty
		{SSXC1, []string{"abd", "acd", "bd", "c"}, 4, true, 0},
		{SSXCC, []string{"abd", "acd", "bd", "c"}, 4, true, 2}, // b and c keep one, d two
		{SSXCC, []string{"ab", "ac", "b"}, 1, false, 1},        // b keeps one, c would be empty
	} {
		x := prepare(t, c.rule, problem(t, "abcd", append(c.options, "d")...))
		x.remove(0)
		updates, ok := x.squeeze(0, int(x.base[1]))
		if updates != c.updates || ok != c.ok || x.forced != c.forced {
			t.Errorf("%s, %v: got %d updates, %v, %d forced, want %d, %v, %d",
				c.rule, c.options, updates, ok, x.forced, c.updates, c.ok, c.forced)
		}
	}
}

// Every option of item a is given up after hundreds of other options were hidden. So the root is
// the only node, and the search has to look at the context while it works there.
func TestSearchWithASingleNodeEndsWithItsContext(t *testing.T) {
	var options []string
	for range 600 {
		options = append(options, "ac", "bc", "bc")
	}
	p := problem(t, "abc", options...)
	for _, rule := range []cover.Rule{SSXC1, SSXCC} {
		x := prepare(t, rule, p)
		whole := x.Run(context.Background(), cover.Limits{}, nil)
		got := x.Run(textbook.NewClock(5), cover.Limits{}, nil)
		if whole.Nodes != 1 || whole.Status != cover.Solved || whole.Updates < 600*1200 {
			t.Fatalf("%s: got %d nodes, %s, %d updates, want 1, solved, many",
				rule, whole.Nodes, whole.Status, whole.Updates)
		}
		if got.Status != cover.Timeout || got.Updates > whole.Updates/2 {
			t.Errorf("%s: got %s after %d of %d updates, want a timeout before half of them",
				rule, got.Status, got.Updates, whole.Updates)
		}
	}
}
