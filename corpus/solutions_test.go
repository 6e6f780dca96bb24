package corpus

import (
	"context"
	"testing"

	"xcbench/cover"
	"xcbench/solvers/bitset"
)

// Of every family the small members are counted, as many as take some seconds in all, and the
// numbers are those that their sources have.
func TestSmallMembersHaveTheKnownNumbersOfSolutions(t *testing.T) {
	most := int64(60_000) // nodes
	if testing.Short() {
		most = 6_000
	}
	least := map[string]string{"pentomino_hole": "l2_3_3", "tetrastick": "h_reduced"} // where that is more
	for _, f := range Families() {
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			counted := 0
			for _, in := range f.Catalogued() {
				small := in.Nodes != Unknown && in.Nodes <= most || in.Name == least[f.Name] && !testing.Short()
				if !small {
					continue
				}
				counted++
				stats, err := cover.Solve(context.Background(), bitset.New(cover.MRV), problemOf(t, in.ID()), cover.Limits{}, nil)
				if err != nil {
					t.Fatal(err)
				}
				if !in.Solutions.Allows(stats.Solutions) {
					t.Errorf("%s: got %d solutions, want %s (%s)", in.ID(), stats.Solutions, in.Solutions, in.Source)
				}
			}
			if counted == 0 && !testing.Short() {
				t.Errorf("none of the %d members is small", len(f.Catalogued()))
			}
		})
	}
}
