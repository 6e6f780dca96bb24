package compare

import (
	"reflect"
	"testing"

	"xcbench/cover"
)

// Whether a search found more or fewer solutions than the baseline, the finding has both numbers.
func TestFewerSolutionsAreReportedAsMoreAre(t *testing.T) {
	for _, ended := range []cover.Status{cover.Solved, cover.Limit} {
		for _, solutions := range []int64{0, 3, 5} {
			old := count("a/1", "s", 1, 10, 100)
			old.Status = ended
			now := old
			now.Solutions = solutions
			want := Finding{Search: Search{"a/1", "s"}, Verdict: WrongCount, Stopped: ended == cover.Limit, Changes: []Change{
				{Unit: Solutions, Old: 4, New: float64(solutions)}}}
			switch {
			case ended == cover.Limit && solutions < 4:
				want.Verdict = Regressed
			case ended == cover.Limit:
				want.Verdict = Moved
			}
			got := CheckCounts([]Count{old}, []Count{now})
			if !reflect.DeepEqual(got, []Finding{want}) {
				t.Errorf("%s with %d instead of 4 solutions: got %+v, want %+v", ended, solutions, got, want)
			}
			if fails := (GateRules{}).Fails(got[0]); fails != (want.Verdict != Moved) {
				t.Errorf("%s with %d instead of 4 solutions: the gate fails: %v", ended, solutions, fails)
			}
		}
	}
}
