package learn_test

import (
	"io"
	"os"
	"reflect"
	"slices"
	"testing"

	"xcbench/cover"
	"xcbench/internal/corpustest"
	"xcbench/internal/drup"
	"xcbench/internal/textbook"
	"xcbench/solvers/learn"
)

func prepare(t *testing.T, p *cover.Problem) cover.Search {
	return textbook.Prepared(t, learn.New(), p)
}

// trials returns how many random problems a test tries.
func trials() uint64 {
	if os.Getenv("XCBENCH_LONG") != "" {
		return 20_000
	}
	return 600
}

// mixed returns a problem with secondary items, and 40 options at most. Every third has colours. Many
// searches meet conflicts.
func mixed(seed uint64) *cover.Problem {
	shape := textbook.Shape{Primary: 9 + int(seed%8), Secondary: int(seed % 5), Planted: int(seed / 2 % 2),
		Options: 22 + int(seed%11), Longest: 3 + int(seed%2)}
	if p := shape.Problem(seed); seed%3 > 0 {
		return p
	} else {
		return textbook.Coloured(p, seed)
	}
}

// A search is made twice: what it learned before must not matter.
func TestSolutionsAreThoseOfBruteForce(t *testing.T) {
	outcomes, conflicts := map[int]int{}, int64(0)
	for seed := range trials() {
		p := mixed(seed)
		if seed%2 == 0 {
			p = textbook.Random(seed)
			if seed%3 == 2 {
				p = textbook.Coloured(p, seed)
			}
		}
		s, want := prepare(t, p), textbook.Solutions(p)
		all := textbook.RunUntraced(t.Context(), s, cover.Limits{})
		if !slices.Equal(textbook.Sorted(all.Shown), want) || all.Status != cover.Solved || all.Solutions != int64(len(want)) {
			t.Fatalf("seed %d: got %s, %v, want %v", seed, all.Status, textbook.Sorted(all.Shown), want)
		}
		textbook.CheckAll(t, p, all)
		outcomes[min(len(want), 2)]++
		conflicts += all.Tables.Conflicts
		for _, n := range []int64{1, 1 + int64(len(want))/2} {
			some := textbook.RunUntraced(t.Context(), s, cover.Limits{Solutions: n})
			if want := min(n, int64(len(want))); some.Solutions != want || (some.Status == cover.Limit) != (want == n) ||
				!reflect.DeepEqual(some.Shown, all.Shown[:len(some.Shown)]) {
				t.Fatalf("seed %d, limit %d: got %s, %v, want the first of %v", seed, n, some.Status, some.Shown, all.Shown)
			}
		}
		if again := textbook.RunUntraced(t.Context(), s, cover.Limits{}); !reflect.DeepEqual(again, all) {
			t.Fatalf("seed %d: got %+v again, want %+v", seed, again, all)
		}
	}
	for k := range 3 {
		if got := outcomes[k]; got < int(trials())/30 {
			t.Errorf("got %d problems with %d solutions (2: or more), want more of %d", got, k, trials())
		}
	}
	if conflicts < int64(trials()) {
		t.Errorf("got %d conflicts, want more than %d", conflicts, trials())
	}
}

// counts is what a run counts.
type counts struct{ solutions, nodes, updates, conflicts, learned int64 }

func countsOf(s cover.Stats) counts {
	return counts{s.Solutions, s.Nodes, s.Updates, s.Tables.Conflicts, s.Tables.Remembered}
}

// TestCountersAreTheSameEverywhere holds the counters of some searches. A change of what is learned or
// guessed changes them. Weights end searches that would be longer by far, unless the proof is shown.
func TestCountersAreTheSameEverywhere(t *testing.T) {
	type search struct {
		id           string
		first, proof bool
		want         counts
	}
	searches := []search{
		{"langford/9", false, true, counts{0, 5012, 91423, 4868, 4843}},
		{"langford/9", false, false, counts{0, 420, 7133, 401, 401}},
		{"mutilated/10", false, false, counts{0, 1979, 37746, 1403, 1403}},
		{"triangles/paley29", false, false, counts{0, 891, 16365, 801, 801}},
		{"langford/8", false, false, counts{300, 910, 17080, 601, 442}},
		{"onefactor/flower15", false, false, counts{0, 2026, 87867, 1574, 1567}},
		{"qwh/30_h316_s1", true, false, counts{1, 1678, 211281, 938, 937}},
	}
	if os.Getenv("XCBENCH_LONG") != "" { // activities exceed their bound
		searches = append(searches, search{"langford/10", false, true, counts{0, 29247, 569860, 28474, 28440}})
	}
	for _, c := range searches {
		limits := cover.Limits{}
		if c.first {
			limits.Solutions = 1
		}
		s := prepare(t, corpustest.Problem(c.id))
		if c.proof {
			s.(learn.Prover).Prove(drup.NewWriter(io.Discard).Step)
		}
		if got := countsOf(s.Run(t.Context(), limits, nil)); got != c.want {
			t.Errorf("%s: got %+v, want %+v", c.id, got, c.want)
		}
	}
	sum := counts{}
	for seed := range uint64(500) {
		c := countsOf(prepare(t, mixed(seed)).Run(t.Context(), cover.Limits{}, nil))
		sum = counts{sum.solutions + c.solutions, sum.nodes + c.nodes, sum.updates + c.updates,
			sum.conflicts + c.conflicts, sum.learned + c.learned}
	}
	if want := (counts{49906, 50710, 302412, 1111, 331}); sum != want {
		t.Errorf("500 random problems: got %+v, want %+v", sum, want)
	}
}
