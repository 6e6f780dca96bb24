package solvers_test

import (
	"testing"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/internal/corpustest"
	"xcbench/solvers"
)

// Every known count of the catalogue is counted again, within a budget of updates.
func TestTheCatalogueIsRecounted(t *testing.T) {
	tier, updates, least := corpus.Smoke, int64(1<<20), 20
	if long {
		tier, updates, least = corpus.Full, 1<<26, 300
	}
	counted := 0
	for _, in := range corpus.All() {
		if tier == corpus.Smoke && in.Tier != tier || in.Solutions.N == corpus.Unknown {
			continue
		}
		stats, err := cover.Solve(t.Context(), find("count"), corpustest.Problem(in.ID()), cover.Limits{Memory: 1 << 30, Updates: updates}, nil)
		if err != nil {
			t.Errorf("%s: %v", in.ID(), err)
		}
		if stats.Status != cover.Solved {
			continue
		}
		counted++
		if !in.Solutions.Allows(stats.Solutions, stats.Big) {
			t.Errorf("%s: got %s solutions, want %s", in.ID(), stats.CountText(), in.Solutions)
		}
	}
	if counted < least {
		t.Errorf("got %d counts, want %d or more", counted, least)
	}
}

// A problem may have colours.
func TestADiagramHasAllSolutions(t *testing.T) {
	for _, v := range solvers.BuiltIn() {
		if !v.HasDiagram() {
			continue
		}
		d, _, err := v.Diagram(t.Context(), corpustest.Problem("words/2x3_w20_a4_s1"), cover.Limits{})
		if err != nil || d.Count().String() != "98" {
			t.Errorf("%s: got %v, %v, want 98 solutions", v.Name, d, err)
		}
	}
}
