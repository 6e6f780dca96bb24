package corpus

import (
	"context"
	"testing"

	"xcbench/cover"
	"xcbench/solvers/bitset"
)

// The test solves the small members of every family, as many as take some seconds in all. It
// compares the counts with the published numbers.
func TestSmallMembersHaveTheKnownNumbersOfSolutions(t *testing.T) {
	most := int64(60_000) // nodes
	if testing.Short() {
		most = 6_000
	}
	// The smallest members of families that have none as small as that.
	least := map[string]string{"pentomino_hole": "l2_3_3", "tetrastick": "h_reduced", "qcp": "9_h40_s2"}
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
				solver, p := bitset.New(cover.MRV), problemOf(t, in.ID())
				stats, err := cover.Solve(context.Background(), solver, p, cover.Limits{}, nil)
				if err != nil {
					t.Fatal(err)
				}
				if !in.Solutions.Allows(stats.Solutions, stats.Big) {
					t.Errorf("%s: got %d solutions, want %s (%s)", in.ID(), stats.Solutions, in.Solutions, in.Source)
				}
			}
			if counted == 0 && !testing.Short() {
				t.Errorf("got no small member among %d, want one to solve", len(f.Catalogued()))
			}
		})
	}
}
