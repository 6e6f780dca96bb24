package corpus

import (
	"fmt"
	"testing"
)

func TestSetPartitionsAreBellNumbers(t *testing.T) {
	for k, want := range []int64{1, 2, 5, 15, 52, 203, 877, 4140, 21147, 115975} {
		if got := solved(t, &bell, fmt.Sprint(k+1)).Solutions; got != want {
			t.Errorf("bell/%d: got %d solutions, want %d", k+1, got, want)
		}
	}
}

func TestBlocksAreMultinomials(t *testing.T) {
	counts(t, []knownCount{
		{&blocks, "1_k1", 1, false}, {&blocks, "5_k1", 1, false}, {&blocks, "2_k5", 0, false},
		{&blocks, "4_k2", 3, false}, {&blocks, "10_k2", 945, false}, {&blocks, "12_k2", 10395, false}, // A001147
		{&blocks, "6_k3", 10, false}, {&blocks, "9_k3", 280, false}, {&blocks, "12_k3", 15400, false}, // A025035
		{&blocks, "8_k4", 35, false}, {&blocks, "12_k4", 5775, false}, // A025036
		{&blocks, "10_k5", 126, false}, {&blocks, "12_k6", 462, false}, // A025037, A025038
		{&blocks, "11_k3", 0, false}, {&blocks, "11_k2", 0, false},
	})
}

func TestBlocksWithTooManyOptionsAreRejected(t *testing.T) {
	v, err := blocks.parse("60_k20")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := blocks.instance(v).Puzzle(); err == nil {
		t.Error("blocks/60_k20: got a problem, want an error")
	}
}

func TestPictureOfAPartitionShowsItsBlocks(t *testing.T) {
	// The subsets {e0, e2} and {e1} are options 5 and 2 in binary.
	if got, want := draw(t, memberOf(t, &bell, "3"), []int{4, 1}).Text(), "a b a\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
