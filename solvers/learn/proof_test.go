package learn_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/format"
	"xcbench/internal/corpustest"
	"xcbench/internal/drup"
	"xcbench/internal/textbook"
	"xcbench/solvers/learn"
)

// prove runs a search of p whose proof is checked: it shows each solution once, and ends with the empty
// clause if the search has ended. prove returns the proof.
func prove(t *testing.T, p *cover.Problem, limits cover.Limits) (proof string, stats cover.Stats) {
	t.Helper()
	var formula, text bytes.Buffer
	if err := format.WriteCNF(&formula, p, format.Pairwise); err != nil {
		t.Fatal(err)
	}
	s, w := prepare(t, p), drup.NewWriter(&text)
	plain := s.Run(t.Context(), limits, nil)
	s.(learn.Prover).Prove(w.Step)
	stats = s.Run(t.Context(), limits, nil)
	w.Flush()
	proof = text.String()
	shown := map[string]bool{}
	err := drup.Check(t.Context(), &formula, &text, 1<<30, func(options []int) error {
		for k := range options {
			options[k]--
		}
		key := fmt.Sprint(options)
		if shown[key] {
			return fmt.Errorf("%v is shown twice", options)
		}
		shown[key] = true
		return cover.Check(p, options)
	})
	if ended := err == nil; ended != (stats.Status == cover.Solved) || !ended && !strings.Contains(err.Error(), "without the empty clause") ||
		countsOf(plain) != countsOf(stats) || stats.Solutions != int64(len(shown)) {
		t.Fatalf("got %v, %+v with a proof of %d solutions, want %+v", err, stats, len(shown), plain)
	}
	s.(learn.Prover).Prove(nil)
	if again := s.Run(t.Context(), limits, nil); countsOf(again) != countsOf(plain) {
		t.Errorf("without a proof again: got %+v, want %+v", again, plain)
	}
	return proof, stats
}

func TestEveryClauseFollowsByUnitPropagation(t *testing.T) {
	added := 0
	for seed := range trials() / 12 {
		for _, p := range []*cover.Problem{textbook.Random(seed), mixed(seed)} {
			proof, stats := prove(t, p, cover.Limits{Solutions: int64(seed % 4)})
			added += strings.Count(proof, "\n") - int(stats.Solutions)
		}
	}
	for _, id := range []string{"onefactor/flower9", "queens/6"} {
		prove(t, corpustest.Problem(id), cover.Limits{})
	}
	if added < int(trials())/2 {
		t.Errorf("got %d clauses in all, want more than %d", added, trials()/2)
	}
}

// With little memory clauses are forgotten early. They are taken back one by one, and the others
// suffice.
func TestClausesAreForgottenWhenMemoryIsScarce(t *testing.T) {
	const memory = 16 << 10
	proof, stats := prove(t, corpustest.Problem("onefactor/flower11"), cover.Limits{Memory: memory})
	if forgotten := strings.Count(proof, "\nd "); stats.Status != cover.Solved || forgotten < 20 || stats.Tables.PeakBytes > memory {
		t.Errorf("got %+v and %d clauses forgotten, want many", stats, forgotten)
	}
}
