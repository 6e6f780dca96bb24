package compare

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/results/compare"
)

func TestGateFailsByVerdictAndRules(t *testing.T) {
	const plain, partial, strict = 1, 2, 4 // the rules by which a verdict fails
	for v, want := range map[Verdict]int{
		WrongCount: plain | partial | strict, Regressed: plain | partial | strict, Slower: plain | partial | strict,
		Missing: plain | strict, Moved: strict, Improved: strict, New: strict, Undecided: 0, Faster: 0, Same: 0,
	} {
		f := Finding{Verdict: v}
		for rule, rules := range map[int]GateRules{plain: {}, partial: {Partial: true}, strict: {Strict: true}} {
			if got := rules.Fails(f); got != (want&rule != 0) {
				t.Errorf("%v with %+v: got fails %v", v, rules, got)
			}
			if rules.Update = true; rules.Fails(f) {
				t.Errorf("%v with %+v: got a failure of an update", v, rules)
			}
		}
	}
	var names []string
	for v := WrongCount; v <= Same; v++ {
		names = append(names, v.String())
	}
	if got, want := strings.Join(names, " "), "wrong regression missing slower undecided moved improvement faster new same"; got != want {
		t.Errorf("got the names %s, want %s", got, want)
	}
}

func TestPercentOfAChangeNeedsAnOldValue(t *testing.T) {
	for _, c := range []struct {
		old, new, want float64
		ok             bool
	}{{4, 5, 25, true}, {4, 3, -25, true}, {4, 0, -100, true}, {0, 0, 0, true}, {7, 7, 0, true}, {0, 1, 0, false}} {
		if got, ok := (Change{Old: c.old, New: c.new}).Percent(); got != c.want || ok != c.ok {
			t.Errorf("%v to %v: got %v%%, %v, want %v%%, %v", c.old, c.new, got, ok, c.want, c.ok)
		}
	}
}

func TestSearchMissingInCountsAndTimesHasOneFinding(t *testing.T) {
	a, b, c := Search{"a", "s"}, Search{"b", "s"}, Search{"c", "s"}
	counts := []Finding{{Search: a, Verdict: Missing}, {Search: b, Verdict: Same}}
	times := []Finding{{Search: c, Verdict: Slower, Time: true}, {Search: a, Verdict: Missing, Time: true}, {Search: b, Verdict: Missing, Time: true}, {Search: a, Verdict: Faster, Time: true}}
	got := JoinFindings(counts, times)
	want := []Finding{counts[0], times[2], times[0], times[3], counts[1]}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// Groups of times stay groups, unless nothing changed. A solver that a budget stopped on all rows has
// the sums of what changed on them.
func TestSummaryHasTheGroupsOfTimesAndOfStoppedRows(t *testing.T) {
	var all []Finding
	for k := range groupSize {
		f := Finding{Search: Search{fmt.Sprint("a/", k), "s"}, Verdict: Regressed, Note: []string{"", "x", "x", "y"}[k],
			Stopped: true, Changes: []Change{{Unit: Updates, Old: 1, New: 2, First: &LevelChange{2, 10, 20}}, {Unit: Nodes, Old: 3, New: 3}}}
		all = append(all, f)
	}
	all[1].Changes[1].New = 5
	wrong := Finding{Search: Search{"a/9", "s"}, Verdict: WrongCount}
	slower := Finding{Search: Search{"", "t"}, Verdict: Slower, Rows: 7, Time: true}
	same := Finding{Search: Search{"", "u"}, Verdict: Same, Rows: 9, Time: true}
	one := Finding{Search: Search{"a/1", "t"}, Verdict: Slower, Time: true}
	got := Summarize(append(all, one, slower, same, wrong))
	want := []Finding{wrong, {Search: Search{"", "s"}, Verdict: Regressed, Rows: 4, Note: "1 y, 2 x", Changes: []Change{
		{Unit: Nodes, Old: 3, New: 5}, {Unit: Updates, Old: 4, New: 8}}}, slower, one}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestUpdateKeepsTheRowsThatTheRunLacks(t *testing.T) {
	a, b, c := count("a", "s", 1), count("b", "s", 1, 2), count("c", "s", 1, 3)
	newA := count("a", "s", 1, 7)
	stopped := Count{Search: b.Search, Status: cover.Timeout}
	for _, x := range []struct {
		name           string
		run            []Count
		partial, prune bool
		want           []Count
		others         int
		err            string
	}{
		{"all rows", []Count{newA, b, c}, false, false, []Count{newA, b, c}, 0, ""},
		{"some rows", []Count{newA}, false, false, []Count{newA, b, c}, 2, ""},
		{"pruned", []Count{newA}, false, true, []Count{newA}, 2, ""},
		{"stopped", []Count{newA, stopped}, false, false, nil, 0, "b s: timeout; the baseline has 3 nodes; give the run more time, or keep the old counts with --partial"},
		{"stopped, the first row", []Count{stopped, newA}, false, false, nil, 0, "b s: timeout; the baseline has 3 nodes; give the run more time, or keep the old counts with --partial"},
		{"stopped, partial", []Count{newA, stopped}, true, false, []Count{newA, b, c}, 2, ""},
		{"another solver", []Count{count("a", "t", 1)}, false, false, []Count{count("a", "t", 1), a, b, c}, 3, ""},
	} {
		got, others, err := UpdateBaseline([]Count{a, b, c}, x.run, x.partial, x.prune)
		if !reflect.DeepEqual(got, x.want) || others != x.others || (err == nil) != (x.err == "") || err != nil && err.Error() != x.err {
			t.Errorf("%s: got %+v, %d others, %v, want %+v, %d, %s", x.name, got, others, err, x.want, x.others, x.err)
		}
	}
}

// uncountedRow is a row of an engine that counts neither nodes nor updates.
var uncountedRow = Row{Nodes: cover.Uncounted, Updates: cover.Uncounted}

func TestOptionalUnitsAreShownIfARowHasThem(t *testing.T) {
	optional := func(rows []Row) (names []string) {
		for _, u := range UnitsShown(InTables, RowsOf(rows)) {
			if u.Shown < InTables {
				t.Errorf("%s is shown, want it left out", u.Name)
			}
			if !u.Always {
				names = append(names, u.Name)
			}
		}
		return names
	}
	if got := optional([]Row{uncountedRow}); len(got) != 0 {
		t.Errorf("no row has optional units: got %q", got)
	}
	if got := UnitsShown(InTables, nil); len(got) != 1 {
		t.Errorf("no rows: got %+v, want the time, which every row has", got)
	}
	if _, ok := FindUnit("x/op"); ok {
		t.Error("got a unit x/op, want none")
	}
	for _, u := range Units {
		if u.Always || u.Shown < InTables {
			continue
		}
		with := uncountedRow
		u.set(&with, 0)
		if got := optional([]Row{uncountedRow, with}); !slices.Equal(got, []string{u.Name}) {
			t.Errorf("a row has %s: got %q", u.Name, got)
		}
	}
}

// A counter above 2^53 would be rounded, and one above 2^63 would wrap around.
func TestCountersAreWholeNumbers(t *testing.T) {
	nodes, _ := FindUnit(Nodes)
	for v, ok := range map[float64]bool{0: true, 7: true, 1 << 62: true, 1 << 63: false, 0.5: false, 1e30: false} {
		var r Row
		if err := nodes.put(&r, v); (err == nil) != ok || ok && r.Nodes != int64(v) {
			t.Errorf("%v nodes: got %v, %d", v, err, r.Nodes)
		}
	}
	seconds, _ := FindUnit(Seconds)
	for v, want := range map[float64]string{0: " 0", 3: " 3", 0.123456789: " 0.123457", 1 << 52: " 4503599627370496", 1 << 53: " 9.0072e+15", 1e21: " 1e+21"} {
		if got := string(seconds.appendTo(nil, &Row{Search: v})); got != want+" "+Seconds {
			t.Errorf("%v: got %q, want %q", v, got, want)
		}
	}
}

func TestRunsTogetherHaveAllRowsAndTheLongestLimit(t *testing.T) {
	links := compare.Class{Rule: "mrv", Counter: "links"}
	runs := []Run{
		{Rows: RowsOf([]Row{{Solver: "a"}}), Limit: 3, Classes: compare.Classes{"a": links, "b": links}},
		{Rows: RowsOf([]Row{{Solver: "b"}, {Solver: "c"}}), Limit: 7, Classes: compare.Classes{"b": {Rule: "first"}}},
		{Limit: 5},
	}
	rows, limit := AllRows(runs)
	if rows.Len() != 3 || rows.At(2).Solver != "c" || limit != 7 {
		t.Errorf("got %+v, limit %v, want three rows, 7", rows, limit)
	}
	if got, want := AllClasses(runs), (compare.Classes{"a": links, "b": {}}); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v: b has two classes", got, want)
	}
	err := error(&FilterError{"x:y", ErrNoRow})
	if got, want := err.Error(), `filter "x:y": no row passes it`; got != want || !errors.Is(err, ErrNoRow) || errors.Is(err, context.Canceled) {
		t.Errorf("got %s, want %s", got, want)
	}
}
