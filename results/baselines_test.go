package results

import (
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
)

// People edit a baseline by hand: its lines may be in any order, with blank lines between them.
func TestABaselineIsReadInAnyOrder(t *testing.T) {
	counts, err := ReadBaseline(strings.NewReader("b/2 s solved 4 1 10:\n\n# a remark\na/1 t solved 4 1 10:\n \na/1 s solved 4 1 10:\n"), "b")
	var got []string
	for _, c := range counts {
		got = append(got, c.Label())
	}
	if want := []string{"a/1 s", "a/1 t", "b/2 s"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
}

func TestABadNumberOfSolutionsIsQuoted(t *testing.T) {
	for _, number := range []string{"many", "-7", "1.5"} {
		_, err := ReadBaseline(strings.NewReader("a/1 s solved "+number+" 6 60:\n"), "b")
		if want := `b:1: "` + number + `", expected a whole number of 0 or more`; err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// An engine may report its updates in total only. Levels with updates have all of them.
func TestLevelsAgreeWithTheirTotals(t *testing.T) {
	for _, c := range []struct {
		level cover.Level
		ok    bool
	}{{cover.Level{Nodes: 3, Updates: 7}, true}, {cover.Level{Nodes: 3}, true}, {cover.Level{Nodes: 2, Updates: 7}, false},
		{cover.Level{Nodes: 3, Updates: 1}, false}, {cover.Level{Nodes: 3, Updates: 6}, false}} {
		if err := (Count{Levels: []cover.Level{c.level}, Nodes: 3, Updates: 7}).check(); (err == nil) != c.ok {
			t.Errorf("%+v of 3 nodes and 7 updates: got %v", c.level, err)
		}
	}
}
