package lanes

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"xcbench/cover"
	"xcbench/internal/corpustest"
	"xcbench/internal/textbook"
)

// narrow makes a problem of few options, so that forced options alone often solve it or leave an
// item without options. Half of the problems have a solution that was hidden in them.
func narrow(rng *rand.Rand) *cover.Problem {
	primary, secondary := 1+rng.IntN(40), rng.IntN(3)
	var b cover.Builder
	for i := range primary + secondary {
		if i < primary {
			b.Primary(fmt.Sprint(i))
		} else {
			b.Secondary(fmt.Sprint(i))
		}
	}
	all := rng.Perm(primary)
	hidden, free := rng.IntN(2) == 0, secondary > 0
	for len(all) > 0 {
		n := min(1+rng.IntN(4), len(all))
		items := slices.Clone(all[:n])
		if free && rng.IntN(4) == 0 { // one option of the hidden solution has the first secondary item
			items, free = append(items, primary), !hidden
		}
		if i := rng.IntN(primary); !hidden && rng.IntN(4) == 0 && !slices.Contains(items, i) {
			items = append(items, i)
		}
		b.OptionOf(items...)
		all = all[n:]
	}
	for range rng.IntN(1 + primary/2) {
		items := rng.Perm(primary + secondary)[:1+rng.IntN(4)%(primary+secondary)]
		if slices.Min(items) < primary {
			b.OptionOf(items...)
		}
	}
	p, err := b.Problem()
	if err != nil {
		panic(err)
	}
	return p
}

func TestForcedOptionsAreTakenAlikeWithAndWithoutTables(t *testing.T) {
	outcomes := map[string]int{}
	for seed := range uint64(4000) {
		p := narrow(rand.New(rand.NewPCG(seed, 9)))
		s, err := cover.Prepare(New(), p)
		if _, ok := err.(*cover.UnsupportedError); ok {
			continue
		}
		if x := s.(*search); x.whole == nil {
			outcomes["search"]++
		} else if o := x.outcome; o != solved && o != dead && (o != 0 || x.tables == nil) {
			t.Fatalf("seed %d: got outcome %d, want solved, dead or tables of the rest", seed, o)
		} else {
			outcomes[fmt.Sprint(x.outcome, p.Items() > p.Primary(), len(x.forced) > 0)]++
		}
		if got, want := look(t, s, p), look(t, prepare(t, plain, p), p); !got.equal(want) {
			t.Fatalf("seed %d: got %+v, want %+v", seed, got, want)
		}
	}
	for _, secondary := range []bool{false, true} {
		for _, outcome := range []int{solved, dead, 0} { // 0 is a search of the rest
			if o := fmt.Sprint(outcome, secondary, true); outcomes[o] < 50 {
				t.Errorf("got outcomes %v, want at least 50 of %s", outcomes, o)
			}
		}
	}
	if outcomes["search"] < 50 {
		t.Errorf("got outcomes %v, want at least 50 searches", outcomes)
	}
}

// The tables take longer than these searches. In the chain, each option that is taken leaves one item
// with a single option.
func TestAProblemThatForcedOptionsSolveHasNoTables(t *testing.T) {
	for name, c := range map[string]struct {
		p         *cover.Problem
		outcome   int
		solutions int64
	}{
		"sudoku":                  {corpustest.Problem("sudoku/wikipedia"), solved, 1},
		"chain":                   {textbook.Problem(3, []int{0, 1}, []int{1, 2}, []int{2}), solved, 1},
		"an item without options": {textbook.Problem(3, []int{0}, []int{0}, []int{2}), dead, 0},
	} {
		s, err := cover.Prepare(New(), c.p)
		if err != nil {
			t.Fatal(err)
		}
		if x := s.(*search); x.tables != nil || x.outcome != c.outcome {
			t.Errorf("%s: got tables %v and outcome %d, want no tables and %d", name, x.tables != nil, x.outcome, c.outcome)
		}
		if got := look(t, s, c.p).stats; got.Solutions != c.solutions || got.Nodes != 1 {
			t.Errorf("%s: got %d solutions in %d nodes, want %d in 1", name, got.Solutions, got.Nodes, c.solutions)
		}
	}
}

// The rows of the rest of a sudoku with many holes take a sixth of the memory.
func TestTablesAreThoseOfTheRest(t *testing.T) {
	p := corpustest.Problem("sudoku_holes/4x4_h130_s1")
	s, err := cover.Prepare(New(), p)
	if err != nil {
		t.Fatal(err)
	}
	all := prepare(t, plain, p).(*search)
	if x := s.(*search); 6*len(x.rows) > len(all.rows) {
		t.Errorf("got rows of %d words, want a sixth of %d at most", len(x.rows), len(all.rows))
	}
	for _, limits := range []cover.Limits{{}, {Solutions: 1}} {
		got, want := s.Run(t.Context(), limits, nil), all.Run(t.Context(), limits, nil)
		if got.Search, want.Search = 0, 0; !reflect.DeepEqual(got, want) {
			t.Errorf("%+v: got %+v without a visitor, want %+v", limits, got, want)
		}
	}
}
