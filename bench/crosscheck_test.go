package bench

import (
	"testing"

	"xcbench/cover"
	"xcbench/results"
	"xcbench/solvers"
)

// A crosscheck finds a fault of the same kind only, of searches that ended and were not refuted.
func TestACrosscheckFindsFaultsOfTheSameKind(t *testing.T) {
	of := func(status, ended cover.Status) *Found {
		return &Found{Stats: cover.Stats{Status: status}, Ended: ended, Fault: "fault"}
	}
	solved, limit := of(cover.Solved, cover.Solved), of(cover.Limit, cover.Limit)
	wrong, crash, disagree := of(results.Wrong, cover.Solved), of(results.Crash, ""), of(results.Disagree, cover.Solved)
	for _, c := range []struct {
		what           string
		known          cover.Status // of the suspect
		suspect, other *Found
		found, limited bool // limited: found if the user set limits
	}{
		{"the same", results.Wrong, wrong, solved, true, true},
		{"both doubted", results.Wrong, disagree, solved, true, true},
		{"a crash instead", results.Wrong, crash, solved, false, false},
		{"wrong instead", results.Crash, wrong, solved, false, false},
		{"another end", results.Wrong, solved, solved, false, false},
		{"disagrees before its end", results.Wrong, of(results.Disagree, ""), solved, false, false},
		{"disagrees at a limit", results.Wrong, of(results.Disagree, cover.Limit), solved, false, true},
		{"disagrees at a timeout", results.Wrong, of(results.Disagree, cover.Timeout), solved, false, false},
		{"the other at a limit", results.Wrong, wrong, limit, false, true},
		{"the other disagrees", results.Wrong, wrong, disagree, true, true},
	} {
		for limited, found := range map[bool]bool{false: c.found, true: c.limited} {
			check := crosscheck{suspect: of(c.known, ""), limited: limited}
			if got := check.sameFault([]*Found{c.suspect, c.other}); (got != "") != found {
				t.Errorf("%s, limited %v: got fault %q, want one: %v", c.what, limited, got, found)
			}
		}
	}
}

// The copy of a problem without a search has an item of a new name, whatever the others are called.
func TestASearchThatHasNothingToSearchIsOneNode(t *testing.T) {
	var b cover.Builder
	b.Primary("hopeless", "hopeless_")
	b.Secondary("a")
	b.Option("a", "hopeless")
	b.Option("hopeless_")
	p, err := b.Problem()
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range solvers.All() {
		s, err := cover.Solve(t.Context(), v, withoutSearch(p), cover.Limits{}, nil)
		if err != nil || s.Status != cover.Solved || s.Solutions != 0 || v.Rule == cover.MRV && s.Nodes != 1 {
			t.Errorf("%s: got %+v, %v, want one node without a solution", v.Name, s, err)
		}
	}
}
