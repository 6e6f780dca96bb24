package infer

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"xcbench/cover"
)

// build returns a problem of so many primary items, followed by secondary ones.
func build(primary, secondary int, options ...[]int) *cover.Problem {
	var b cover.Builder
	for i := range primary {
		b.Primary(fmt.Sprint("p", i))
	}
	for i := range secondary {
		b.Secondary(fmt.Sprint("s", i))
	}
	for _, o := range options {
		b.OptionOf(o...)
	}
	p, err := b.Problem()
	if err != nil {
		panic(err)
	}
	return p
}

// times returns n copies of an option.
func times(n int, option ...int) [][]int { return slices.Repeat([][]int{option}, n) }

// Item 0 is branched on. Each of its first options leaves item 1 without options and each of the
// items 2 to 6 with one. So every such child is a dead end that leaves five items on the stack, which
// holds seven. The last option of item 0 leaves all others as they are.
func TestDeadEndsLeaveNothingOnTheStackOfForcedItems(t *testing.T) {
	const n, more, dead, ones = 4, 5, 7, 8 // dead and ones are the secondary items
	options := append(times(n-1, 0, dead, ones), []int{0})
	options = append(options, times(n, 1, dead)...)
	for i := range more {
		options = append(options, times(n-1, 2+i, ones)...)
		options = append(options, []int{2 + i})
	}
	p := build(2+more, 2, options...)
	x, err := prepare(p, func(*tables) plan { return plan{dense: false} })
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		got := x.Run(context.Background(), cover.Limits{}, nil)
		// Item 1 and one of the others take an option with a secondary item, or none does.
		if got.Solutions == 0 || x.pending != 0 || x.dead {
			t.Errorf("got %d solutions, %d items on the stack, dead %v, want some, 0, false",
				got.Solutions, x.pending, x.dead)
		}
		root := []cover.Level{{Nodes: 1}, {Nodes: n, Updates: n}}
		if !slices.Equal(got.Levels[:2], root) {
			t.Errorf("got levels %+v, want %+v first", got.Levels, root)
		}
	}
}

// Items with one option at the root are on the stack, and an item without options is a dead end.
func TestRootTakesForcedOptions(t *testing.T) {
	for _, c := range []struct {
		name      string
		p         *cover.Problem
		taken     int64
		solutions int64
	}{
		{"all forced", build(3, 0, []int{0}, []int{1}, []int{2}), 3, 1},
		{"one forces the next", build(3, 0, []int{0, 1}, []int{1}, []int{1, 2}, []int{2}), 2, 1},
		{"an item without options", build(2, 0, []int{0}), 0, 0},
		{"two items forced by options that conflict", build(2, 1, []int{0, 2}, []int{1, 2}), 1, 0},
	} {
		for _, dense := range []bool{false, true} {
			x := newSearch(t, c.p, dense, true)
			got := x.Run(context.Background(), cover.Limits{}, nil)
			if got.Nodes != 1 || got.Solutions != c.solutions || got.Updates != c.taken {
				t.Errorf("%s, dense %v: got %+v, want 1 node, %d solutions, %d updates",
					c.name, dense, got, c.solutions, c.taken)
			}
			if x.pending != 0 || x.dead {
				t.Errorf("%s, dense %v: got %d items on the stack, dead %v, want 0, false", c.name, dense, x.pending, x.dead)
			}
		}
	}
}

// All options of item 0 contain the secondary item 2, so an option of item 1 that contains it too is
// removed. That takes a look at all options of item 0.
func TestSearchLooksAheadAtItemsOfUpToMaxLookOptions(t *testing.T) {
	if maxLook != 32 {
		t.Errorf("got maxLook of %d, want 32, which was measured", maxLook)
	}
	for n, want := range map[int]bool{2: true, 31: true, 32: true, 33: false, 64: false} {
		options := append(times(n, 0, 2), times(n+1, 1)...)
		p := build(2, 1, append(options, []int{1, 2})...)
		for _, narrow := range []bool{false, true} {
			x := newSearch(t, p, true, narrow)
			if got := x.lookAhead(&x.given, 0); got != want || x.given.options == p.Options() == want {
				t.Errorf("%d options, narrow %v: got removed %v, %d of %d left, want %v",
					n, narrow, got, x.given.options, p.Options(), want)
			}
		}
	}
}
