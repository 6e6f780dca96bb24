package cells

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"

	"xcbench/cover"
	"xcbench/internal/corpustest"
)

// randomProblem returns a problem with secondary items and a few hundred options at most.
func randomProblem(t *testing.T, seed uint64) *cover.Problem {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 1))
	var b cover.Builder
	primary, secondary := 5+rng.IntN(25), rng.IntN(5)
	for i := range primary {
		b.Primary(string(rune('A' + i)))
	}
	for i := range secondary {
		b.Secondary(string(rune('α' + i)))
	}
	for range 20 + rng.IntN(200) {
		b.OptionOf(rng.Perm(primary + secondary)[:1+rng.IntN(4)]...)
	}
	p, err := b.Problem()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestPackedFramesDoNotChangeTheSearch(t *testing.T) {
	var problems []*cover.Problem
	for _, id := range []string{"queens/8", "langford/7", "sudoku/ai_escargot", "bell/6", "golfers/3x3x3"} {
		problems = append(problems, corpustest.Problem(id))
	}
	seeds := uint64(100)
	if testing.Short() {
		seeds = 10
	}
	for seed := range seeds {
		problems = append(problems, randomProblem(t, seed))
	}
	limits := cover.Limits{Nodes: 20_000}
	for rule := range rules {
		packed := 0
		for k, p := range problems {
			run := func(x *search) (cover.Stats, [][]int) {
				var shown [][]int
				stats := x.Run(context.Background(), limits, func(options []int) bool {
					shown = append(shown, append([]int(nil), options...))
					return len(shown) < 100
				})
				stats.Search = 0
				return stats, shown
			}
			want, wantShown := run(prepare(t, rule, p))
			for _, slots := range []int{2, 4} {
				x := prepare(t, rule, p)
				x.slots = slots
				for range 2 { // the first run may stop while frames are packed
					if got, shown := run(x); !reflect.DeepEqual(got, want) || !reflect.DeepEqual(shown, wantShown) {
						t.Fatalf("%s, problem %d, %d copies: got %+v, want %+v as with copies of all frames",
							rule, k, slots, got, want)
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

func TestCopiesOfFramesTakeABoundedMemory(t *testing.T) {
	const mb = 1 << 20
	for _, c := range []struct{ items, entries, want int }{
		{0, 0, mb}, // no items take no memory, whatever their number
		{1, 0, mb / 8},
		{mb / 8 / 8, 0, 8},
		{mb/8/8 + 1, 0, 4}, // room for 7
		{mb / 8 / 3, 0, 2}, // room for 3
		{mb / 8, 0, 2},     // room for 1, but 2 are needed
		{mb, 0, 2},
		{mb / 8 / 8, mb / 12 * 8, 8}, // one eighth of the nodes takes no more than 1 MB
		{mb / 8 / 8, mb / 12 * 16, 8},
		{mb / 8 / 8, mb/12*16 + 64, 16}, // and now 2 MB
	} {
		if got := slots(c.items, c.entries); got != c.want {
			t.Errorf("%d items, %d entries: got %d copies, want %d", c.items, c.entries, got, c.want)
		}
	}
}
