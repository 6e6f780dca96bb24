package compare

import (
	"math/big"
	"reflect"
	"slices"
	"testing"
	"xcbench/cover"
)

// exactly is a count with this number of solutions on a tree of 10 nodes.
func exactly(status cover.Status, solutions *big.Int, nodes int64) Count {
	var s cover.Stats
	s.SetCount(solutions)
	return Count{Search: Search{"a/1", "s"}, Status: status, Solutions: s.Solutions, Big: s.Big, Nodes: nodes, Updates: 10 * nodes}
}

func TestChangesOfLargeNumbersOfSolutionsHaveTheirSize(t *testing.T) {
	power := func(n uint) *big.Int { return new(big.Int).Lsh(big.NewInt(1), n) }
	found := CheckCounts([]Count{exactly(cover.Solved, power(70), 10)}, []Count{exactly(cover.Solved, power(71), 10)})
	if len(found) != 1 || len(found[0].Changes) == 0 {
		t.Fatalf("got %+v, want a change", found)
	}
	if c := found[0].Changes[0]; c.Unit != Solutions || c.Old != 1<<70 || c.New != 1<<71 {
		t.Errorf("got %+v, want a change from 2^70 to 2^71", c)
	}
}

// A search that others contradict is judged by its counters alone. A search that is solved with less
// work than its budget allowed is better, if it has as many solutions.
func TestTheWayASearchEndedIsJudged(t *testing.T) {
	three := big.NewInt(3)
	for _, c := range []struct {
		old, now cover.Status
		found    int64
		nodes    int64
		want     Verdict
	}{
		{cover.Solved, Disagree, 3, 10, Same},
		{cover.Solved, Disagree, 3, 11, Regressed},
		{cover.Limit, cover.Solved, 3, 9, Improved},
		{cover.Limit, cover.Solved, 4, 9, Improved},
		{cover.Limit, cover.Solved, 2, 9, WrongCount},
		{cover.Solved, cover.Limit, 3, 11, Regressed},
		{cover.Solved, cover.Limit, 2, 11, Regressed},
		{cover.Solved, cover.Limit, 4, 11, WrongCount},
	} {
		got := CheckCounts([]Count{exactly(c.old, three, 10)}, []Count{exactly(c.now, big.NewInt(c.found), c.nodes)})
		if len(got) != 1 || got[0].Verdict != c.want {
			t.Errorf("%s, now %s with %d of 3 solutions and %d of 10 nodes: got %+v, want %s", c.old, c.now, c.found, c.nodes, got, c.want)
		}
	}
}

// If one side has no levels, nobody knows where a counter changed first.
func TestLevelsThatAreNotKnownExplainNothing(t *testing.T) {
	with, without := count("a/1", "s", 1, 2), count("a/1", "s", 1, 3)
	without.Levels = nil
	for _, sides := range [][2]Count{{with, without}, {without, with}} {
		got := CheckCounts(sides[:1], sides[1:])
		for _, c := range got[0].Changes {
			if c.First != nil {
				t.Errorf("got %+v, want no level", c.First)
			}
		}
		if len(got[0].Changes) != 2 {
			t.Errorf("got %+v, want nodes and updates changed", got)
		}
	}
}

// The notes of a group are in a fixed order. A time is no part of a group of counters, and a group
// of times stays one of any size.
func TestASummaryKeepsWhatIsInNoGroup(t *testing.T) {
	var found []Finding
	for k, note := range []string{"crash", "wrong", "alone", "memout", "wrong"} {
		found = append(found, Finding{Search: Search{string(rune('a'+k)) + "/1", "s"}, Verdict: Regressed, Note: note})
	}
	time := Finding{Search: Search{"a/1", "s"}, Verdict: Slower, Time: true}
	same := Finding{Search: Search{"b/1", "s"}, Verdict: Same}
	one := Finding{Search: Search{InstanceID: "b/*"}, Verdict: Slower, Rows: 1, Time: true}
	for range 20 {
		got := Summarize(append(slices.Clone(found), time, same, one))
		want := []Finding{{Search: Search{"", "s"}, Verdict: Regressed, Rows: 5, Note: "1 alone, 1 crash, 1 memout, 2 wrong"}, one, time, same}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("got %+v, want %+v", got, want)
		}
	}
}
