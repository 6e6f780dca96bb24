package lanes

import (
	"strconv"
	"testing"

	"xcbench/cover"
	"xcbench/internal/textbook"
)

// A search of a problem that forced options solve goes on to one that takes a search.
func TestResetAfterAProblemWithoutTables(t *testing.T) {
	s, err := cover.Prepare(New(), textbook.Problem(1, []int{0}))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []*cover.Problem{textbook.Tiny(), textbook.Problem(1, []int{0})} {
		if err := s.(cover.Resetter).Reset(p); err != nil {
			t.Fatal(err)
		}
		if got, want := look(t, s, p), look(t, prepare(t, plain, p), p); !got.equal(want) {
			t.Errorf("got %+v, want %+v", got.stats, want.stats)
		}
	}
}

// Options are left out of a base of more than 64 items, whatever the other items are.
func TestResetLeavesOptionsOut(t *testing.T) {
	for _, items := range []int{65, 66, 129, 512} {
		var b cover.Builder
		for i := range items {
			b.Primary(strconv.Itoa(i))
		}
		b.Secondary("x", "y")
		for i := range items { // options 2i and 2i+1
			b.OptionOf(i)
			b.OptionOf(i, items)
		}
		b.OptionOf(0, 1) // and claims
		b.OptionOf(0, 1, items+1)
		base, err := b.Problem()
		if err != nil {
			t.Fatal(err)
		}
		s, err := cover.Prepare(New(), base)
		if err != nil {
			t.Fatal(err)
		}
		for last := max(2, items-3); last < items; last++ {
			for _, without := range [][]int32{{int32(2 * last)}, {int32(2*last + 1)}, {int32(2 * items), int32(2*items + 1)}} {
				var taken []int32
				for i := range items {
					if i != last && (i != 1 || len(without) == 1) {
						taken = append(taken, int32(2*i))
					}
				}
				p := base.Restrict(taken, without)
				if err := s.(cover.Resetter).Reset(p); err != nil {
					t.Fatal(err)
				}
				x, err := cover.Prepare(New(), p)
				if err != nil {
					t.Fatal(err)
				}
				if got, want := look(t, s, p).stats, look(t, x, p).stats; got.Solutions != want.Solutions || want.Solutions == 0 {
					t.Errorf("%d items, without %v: got %d solutions, want %d", items, without, got.Solutions, want.Solutions)
				}
			}
		}
	}
}

// A base in which an item has too many options has no tables, but the rest of it may have.
func TestResetToTheRestOfABaseWithTooManyOptions(t *testing.T) {
	const others = maxOptions + 1
	var options [][]int
	for k := range others {
		options = append(options, []int{0, 1 + k}, []int{1 + k})
	}
	s, err := cover.Prepare(New(), textbook.Tiny())
	if err != nil {
		t.Fatal(err)
	}
	p := textbook.Problem(1+others, options...).Restrict(nil, []int32{6})
	for range 2 {
		if err := s.(cover.Resetter).Reset(p); err != nil {
			t.Fatal(err)
		}
		if got := look(t, s, p).stats; got.Solutions != maxOptions {
			t.Errorf("got %d solutions, want %d", got.Solutions, maxOptions)
		}
	}
}
