package cells

import (
	"testing"

	"xcbench/cover"
	"xcbench/internal/corpustest"
	"xcbench/internal/textbook"
)

// A search whose frames are packed is the twin of one with copies of all frames. The first run may
// stop while frames are packed.
func TestPackedFramesDoNotChangeTheSearch(t *testing.T) {
	var problems []*cover.Problem
	for _, id := range []string{"queens/8", "langford/7", "sudoku/ai_escargot", "bell/6", "golfers/3x3x3"} {
		problems = append(problems, corpustest.Problem(id))
	}
	seeds := 100
	if testing.Short() {
		seeds = 10
	}
	for seed := range seeds {
		shape := textbook.Shape{Primary: 5 + seed*7%25, Secondary: seed % 5, Options: 20 + seed*37%200, Longest: 4}
		problems = append(problems, shape.Problem(uint64(seed)))
	}
	limits := cover.Limits{Nodes: 20_000, Solutions: 100}
	for rule := range rules {
		packed := 0
		for k, p := range problems {
			var want textbook.Tree
			for _, slots := range []int{0, 2, 4} { // 0 is for all frames
				s, err := cover.Prepare(New(rule), p)
				if err != nil {
					t.Fatal(err)
				}
				x := s.(*search)
				if slots == 0 {
					want = textbook.RunUntraced(t.Context(), x, limits)
					continue
				}
				x.slots = slots
				for range 2 {
					if got := textbook.RunUntraced(t.Context(), x, limits); !got.Equal(want) {
						t.Fatalf("%s, problem %d, %d copies: got %+v, want %+v", rule, k, slots, got.Stats, want.Stats)
					}
				}
				if x.lost != nil {
					packed++
				}
			}
		}
		if packed < len(problems)/2 {
			t.Errorf("%s: frames were packed in %d of %d searches, want more", rule, packed, 2*len(problems))
		}
	}
}
