package compare

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
)

// levels makes a profile of nodes, with ten updates a node.
func levels(nodes ...int64) []cover.Level {
	var all []cover.Level
	for _, n := range nodes {
		all = append(all, cover.Level{Nodes: n, Updates: 10 * n})
	}
	return all
}

// count makes the count of a search with such levels.
func count(id, solver string, nodes ...int64) Count {
	c := Count{Search: Search{id, solver}, Status: cover.Solved, Solutions: 4, Levels: levels(nodes...)}
	for _, l := range c.Levels {
		c.Nodes, c.Updates = c.Nodes+l.Nodes, c.Updates+l.Updates
	}
	return c
}

func TestEveryChangeOfACounterIsExplainedByItsFirstLevel(t *testing.T) {
	old := count("a/1", "s", 1, 10, 100, 50)
	with := func(change func(*Count)) Count {
		c := count("a/1", "s", 1, 10, 100, 50)
		change(&c)
		return c
	}
	nodes := func(now float64, level int, old, new int64) []Change { // and ten updates a node
		return []Change{
			{Unit: Nodes, Old: 161, New: now, First: &LevelChange{level, old, new}},
			{Unit: Updates, Old: 1610, New: 10 * now, First: &LevelChange{level, 10 * old, 10 * new}},
		}
	}
	gone := []Change{{Unit: Nodes, Old: 161}, {Unit: Updates, Old: 1610}}
	for _, c := range []struct {
		now     Count
		verdict Verdict
		changes []Change
		note    string
	}{
		{count("a/1", "s", 1, 10, 100, 50), Same, nil, ""},
		{count("a/1", "s", 1, 10, 100, 51), Regressed, nodes(162, 3, 50, 51), ""},
		{count("a/1", "s", 1, 10, 300, 262), Regressed, nodes(573, 2, 100, 300), ""},
		{count("a/1", "s", 1, 10, 100, 50, 7, 8), Regressed, nodes(176, 4, 0, 7), ""},
		{count("a/1", "s", 2, 11, 101, 51), Regressed, nodes(165, 0, 1, 2), ""},
		{count("a/1", "s", 1, 10, 90, 40), Improved, nodes(141, 2, 100, 90), ""},
		{count("a/1", "s", 1, 10, 100), Improved, nodes(111, 3, 50, 0), ""},
		{count("a/1", "s", 1, 10, 90, 60), Moved, nodes(161, 2, 100, 90), ""},
		{with(func(c *Count) { c.Updates, c.Levels = c.Updates+1, nil }), Regressed, []Change{{Unit: Updates, Old: 1610, New: 1611}}, ""},
		{with(func(c *Count) { c.Nodes--; c.Updates++; c.Levels = nil }), Regressed,
			[]Change{{Unit: Nodes, Old: 161, New: 160}, {Unit: Updates, Old: 1610, New: 1611}}, ""},
		{with(func(c *Count) { c.Solutions = 5 }), WrongCount, []Change{{Unit: Solutions, Old: 4, New: 5}}, ""},
		{with(func(c *Count) { c.Status, c.Nodes = Wrong, 162; c.Levels = nil }), WrongCount,
			[]Change{{Unit: Nodes, Old: 161, New: 162}}, "refuted by an oracle of the run"},
		{with(func(c *Count) { c.Status = cover.Timeout }), Missing, gone, "timeout"},
		{with(func(c *Count) { c.Status = cover.Limit }), Missing, gone, "status limit, expected solved: not the same work"},
		{with(func(c *Count) { c.Status, c.Nodes, c.Levels = cover.Limit, 200, nil }), Regressed,
			[]Change{{Unit: Nodes, Old: 161, New: 200}}, "not solved within the budget"},
		{with(func(c *Count) { c.Status, c.Nodes, c.Levels = cover.Limit, 162, nil }), Regressed,
			[]Change{{Unit: Nodes, Old: 161, New: 162}}, "not solved within the budget"},
		{with(func(c *Count) { c.Status, c.Nodes, c.Solutions, c.Levels = cover.Limit, 200, 5, nil }), WrongCount,
			[]Change{{Unit: Solutions, Old: 4, New: 5}, {Unit: Nodes, Old: 161, New: 200}}, "not solved within the budget"},
	} {
		got := CheckCounts([]Count{old}, []Count{c.now})
		want := []Finding{{Search: Search{"a/1", "s"}, Verdict: c.verdict, Changes: c.changes, Note: c.note,
			Stopped: c.now.Status == cover.Limit && c.verdict != Missing}}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
}

// A counter that the run lacks is missing, and one that the baseline lacks is new. Neither is a
// change, and neither hides one.
func TestACounterThatOneSideLacksIsNeitherWorseNorBetter(t *testing.T) {
	const none = cover.Uncounted
	of := func(nodes, updates int64, levels ...cover.Level) Count {
		return Count{Search{"a/1", "s"}, cover.Solved, 4, nil, nodes, updates, levels}
	}
	nodesOnly, both := []cover.Level{{Nodes: 1}, {Nodes: 6}}, []cover.Level{{Nodes: 1, Updates: 2}, {Nodes: 6, Updates: 3}}
	for _, c := range []struct {
		old, now Count
		want     Verdict
		note     string
		changes  []Change
	}{
		{of(none, none), of(none, none), Same, "", nil},
		{of(7, 5), of(none, none), Missing, "no longer counted", []Change{{Unit: Nodes, Old: 7}, {Unit: Updates, Old: 5}}},
		{of(7, 5), of(7, none), Missing, "no longer counted", []Change{{Unit: Updates, Old: 5}}},
		{of(7, 5), of(6, none), Missing, "no longer counted", []Change{{Unit: Updates, Old: 5}}},
		{of(7, 5), of(8, none), Regressed, "", []Change{{Unit: Nodes, Old: 7, New: 8}}},
		{of(none, none), of(7, 5), New, "not counted before", []Change{{Unit: Nodes, New: 7}, {Unit: Updates, New: 5}}},
		{of(7, none), of(6, 5), Improved, "", []Change{{Unit: Nodes, Old: 7, New: 6}}},
		{of(7, none), of(8, 5), Regressed, "", []Change{{Unit: Nodes, Old: 7, New: 8}}},
		{of(none, 5), of(8, 6), Regressed, "", []Change{{Unit: Updates, Old: 5, New: 6}}},
		{of(0, 0), of(none, none), Same, "", nil}, // recorded by a version that wrote 0 in place of nothing
		{of(0, 5), of(3, 5), Regressed, "", []Change{{Unit: Nodes, New: 3}}},
		{of(7, 5, nodesOnly...), of(7, 5, both...), Same, "", nil},
		{of(7, none, nodesOnly...), of(7, 5, both...), New, "not counted before", []Change{{Unit: Updates, New: 5}}},
	} {
		got := CheckCounts([]Count{c.old}, []Count{c.now})
		want := []Finding{{Search: Search{"a/1", "s"}, Verdict: c.want, Changes: c.changes, Note: c.note, Lost: c.want == Missing}}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%+v, then %+v: got %+v, want %+v", c.old, c.now, got, want)
		}
		partial := GateRules{Partial: true}
		if fails := c.want == Missing || c.want == Regressed; partial.Fails(got[0]) != fails {
			t.Errorf("%+v, then %+v: got that it fails: %v, want %v", c.old, c.now, !fails, fails)
		}
		group := Summarize(slices.Repeat(got, groupSize))[0]
		if partial.Fails(group) != partial.Fails(got[0]) {
			t.Errorf("%+v, then %+v: got the group %+v, want that it fails as its rows do", c.old, c.now, group)
		}
	}
}

// A search that ended at its budget shows a lost solution by another number of solutions on the same
// tree.
func TestSolutionsWithinABudgetAreCompared(t *testing.T) {
	budget := func(status cover.Status, solutions int64, nodes ...int64) Count {
		c := count("a/1", "s", nodes...)
		c.Status, c.Solutions = status, solutions
		return c
	}
	totals := func(solutions, nodes, updates int64) Count { // without levels
		return Count{Search{"a/1", "s"}, cover.Limit, solutions, nil, nodes, updates, nil}
	}
	old := budget(cover.Limit, 4, 1, 10, 100)
	for _, c := range []struct {
		now  Count
		want Verdict
	}{
		{budget(cover.Limit, 4, 1, 10, 100), Same},
		{budget(cover.Limit, 3, 1, 10, 100), Regressed},
		{budget(cover.Limit, 5, 1, 10, 100), Moved},
		{budget(cover.Limit, 3, 1, 11, 99), Moved},
		{totals(3, 111, 1109), Improved},
		{totals(3, 111, 1111), Regressed},
		{totals(4, 112, 1110), Regressed},
		{totals(4, 110, 1110), Improved},
		{totals(3, 110, 1110), Improved},
		{budget(cover.Limit, 5, 1, 11, 99), Moved},
		{budget(cover.Solved, 5, 1, 10, 80), Improved},
		{budget(cover.Solved, 5, 1, 10, 100), Improved},
		{budget(cover.Solved, 5, 1, 10, 101), Missing}, // with a larger budget
		{budget(cover.Solved, 3, 1, 10, 80), WrongCount},
		{budget(cover.Solved, 9, 1, 10, 200), Missing},
	} {
		got := CheckCounts([]Count{old}, []Count{c.now})[0]
		lists := slices.ContainsFunc(got.Changes, func(x Change) bool { return x.Unit == Solutions })
		if got.Verdict != c.want || c.want != Missing && lists != (c.now.Solutions != 4) {
			t.Errorf("%+v: got %+v, want %s and the solutions", c.now, got, c.want)
		}
	}
}

// The rows of a solver with the same verdict are one group with their sums: what improved is not
// offset against what regressed. A row that a budget stopped does not hide how much the others
// changed, and a sum has no level.
func TestFindingsOfASolverAreSummedUp(t *testing.T) {
	var old, now []Count
	for k := range 9 {
		id := fmt.Sprintf("a/%d", k)
		was, is := count(id, "s", 1, 10, 100), count(id, "s", 1, 10, 100+int64(k)) // a/0 is the same
		switch {
		case k > 6: // improved
			is = count(id, "s", 1, 8, 100)
		case k > 4: // stopped at 20,000 nodes
			was, is = count(id, "s", 1, 99, 19900), count(id, "s", 1, 100, 19899)
			was.Status, is.Status, is.Updates = cover.Limit, cover.Limit, is.Updates+1
		}
		old = append(old, was, count(id, "innocent", 1, 10, 100))
		now = append(now, is, count(id, "innocent", 1, 10, 100))
		if k < 6 {
			old, now = append(old, count(id, "t", 1, 2)), append(now, count(id, "new", 1))
		}
		if k > 3 && k < 6 {
			now = append(now, count(id, "t", 1, 2))
		}
	}
	var groups, others []Finding
	for _, f := range Summarize(CheckCounts(old, now)) {
		if f.Rows > 0 {
			groups = append(groups, f)
		} else if f.Verdict != Same {
			others = append(others, f)
		}
	}
	sum := func(old, new float64) []Change {
		return []Change{{Unit: Nodes, Old: old, New: new}, {Unit: Updates, Old: 10 * old, New: 10 * new}}
	}
	want := []Finding{
		{Search: Search{"", "s"}, Verdict: Regressed, Rows: 6, Changes: sum(444, 454), Note: "sums without 2 rows that a budget stopped"},
		{Search: Search{"", "t"}, Verdict: Missing, Rows: 4, Changes: sum(12, 0), Note: "not in the run"},
		{Search: Search{"", "new"}, Verdict: New, Rows: 6, Changes: sum(0, 6)},
	}
	if !reflect.DeepEqual(groups, want) {
		t.Errorf("got %+v, want %+v", groups, want)
	}
	if len(others) != 2 || others[0].Verdict != Improved || others[1].Verdict != Improved {
		t.Errorf("got %+v in no group, want the two improvements", others)
	}
	few := CheckCounts(old[:9], now[:9])
	if got := Summarize(few); len(got) != len(few) || slices.ContainsFunc(got, func(f Finding) bool { return f.Rows > 0 }) {
		t.Errorf("fewer than %d rows: got %+v, want no group", groupSize, got)
	}
}

func TestMissingAndNewRowsAreTold(t *testing.T) {
	stopped := Count{Search: Search{"d", "s"}, Status: cover.Timeout}
	got := CheckCounts([]Count{count("a", "s", 1), count("b", "s", 1)}, []Count{count("b", "s", 2), count("c", "s", 1), stopped})
	want := []Finding{
		{Search: Search{"b", "s"}, Verdict: Regressed, Changes: []Change{
			{Unit: Nodes, Old: 1, New: 2, First: &LevelChange{0, 1, 2}}, {Unit: Updates, Old: 10, New: 20, First: &LevelChange{0, 10, 20}}}},
		{Search: Search{"a", "s"}, Verdict: Missing, Note: "not in the run", Changes: []Change{{Unit: Nodes, Old: 1}, {Unit: Updates, Old: 10}}},
		{Search: Search{"c", "s"}, Verdict: New, Changes: []Change{{Unit: Nodes, New: 1}, {Unit: Updates, New: 10}}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	for _, c := range []struct {
		rules GateRules
		want  []bool
	}{{GateRules{}, []bool{true, true, false}}, {GateRules{Partial: true}, []bool{true, false, false}}, {GateRules{Strict: true}, []bool{true, true, true}}} {
		for k, f := range want {
			if c.rules.Fails(f) != c.want[k] {
				t.Errorf("%+v: %+v fails: got %v, want %v", c.rules, f, !c.want[k], c.want[k])
			}
		}
	}
}

func TestCountsOfARunAreThoseOfAllSamples(t *testing.T) {
	row := Row{"f", "1", "s", cover.Solved, 1, 1, 1, 4, 11, 110, nil, nil, nil}
	profile := Profile{"f", "1", "s", Pack(levels(1, 10))}
	got, err := Counts([]Row{row, row}, []Profile{profile})
	want := count("f/1", "s", 1, 10)
	if err != nil || !reflect.DeepEqual(got, []Count{want}) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
	for text, change := range map[string]func(*Row){
		"4, 12, 110": func(r *Row) { r.Nodes++ }, "5, 11, 110": func(r *Row) { r.Solutions++ },
		"4, 11, 111": func(r *Row) { r.Updates++ }, "4, 11, 110": func(r *Row) { r.Status = cover.Limit },
	} {
		other := row
		change(&other)
		want := "the samples of f/1 s differ: 4 solutions, 11 nodes, 110 updates and " + text
		if _, err := Counts([]Row{row, other}, nil); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	other := row
	other.Nodes++
	if _, err := Counts([]Row{other}, []Profile{profile}); err == nil || err.Error() != "f/1 s: the levels have 11 nodes and 110 updates, expected 12 and 110" {
		t.Errorf("got %v, want what the levels lack", err)
	}
	before := Row{"f", "0", "s", cover.Solved, 1, 1, 1, 4, 11, 110, nil, nil, nil}
	nobody := Profile{"f", "9", "s", Pack(levels(5))}
	if got, err := Counts([]Row{row, before}, []Profile{nobody, profile}); err != nil || len(got) != 2 ||
		got[0].InstanceID != "f/0" || got[0].Levels != nil || got[1].Levels == nil {
		t.Errorf("got %v, %v, want two sorted counts, the second one with levels", got, err)
	}
	refuted := row
	refuted.Status = Wrong
	want.Status = Wrong
	if got, err := Counts([]Row{refuted}, []Profile{profile}); err != nil || !reflect.DeepEqual(got, []Count{want}) {
		t.Errorf("a wrong answer: got %v, %v, want %v", got, err, want)
	}
	refuted.Nodes++
	want.Nodes, want.Levels = want.Nodes+1, nil
	if got, err := Counts([]Row{row, refuted}, []Profile{profile}); err != nil || !reflect.DeepEqual(got, []Count{want}) {
		t.Errorf("wrong in the second sample: got %v, %v, want %v", got, err, want)
	}
	stopped := row
	stopped.Status = cover.Timeout
	for _, levels := range [][]cover.Level{levels(1, 10), levels(0)} {
		profile.Levels = Pack(levels)
		got, err := Counts([]Row{row, stopped}, []Profile{profile})
		if want := []Count{{Search: row.Key(), Status: cover.Timeout}}; err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("stopped once: got %v, %v, want no counts", got, err)
		}
	}
}

func TestBaselineIsSortedAndReadBackAsWritten(t *testing.T) {
	counts := []Count{count("b/2", "s", 1, 2), count("a/1", "t", 1), {Search: Search{"x", "s"}, Status: cover.Timeout}, count("a/1", "s", 1, 5)}
	counts[0].Levels, counts[0].Solutions = nil, math.MaxInt64
	var text bytes.Buffer
	if err := WriteBaseline(&text, counts); err != nil {
		t.Fatal(err)
	}
	want := baselineHead + "a/1 s solved 4 6 60: 1/10 5/50\na/1 t solved 4 1 10: 1/10\nb/2 s solved 9223372036854775807 3 30:\n"
	if text.String() != want {
		t.Errorf("got\n%s\nwant\n%s", text.String(), want)
	}
	back, err := ReadBaseline(&text, "b")
	if want := []Count{counts[3], counts[1], counts[0]}; err != nil || !reflect.DeepEqual(back, want) {
		t.Errorf("got %v, %v, want %v", back, err, want)
	}
}

func TestBadBaselinesAreRefusedWithTheirPlace(t *testing.T) {
	const good = "a/1 s solved 4 6 60: 1/10 5/50\n"
	for text, want := range map[string]string{
		"":                                "b: no counts, expected a line for each solver and instance",
		"a/1 s solved 4 6\n":              "b:1: expected 'instance solver status solutions nodes updates: levels'",
		"a/1 s solved 4 6 60\n":           "b:1: expected 'instance solver status solutions nodes updates: levels'",
		good + "a/1 s solved 4 6 60: 1\n": `b:2: level "1", expected nodes/updates`,
		good + good:                       "b:2: a/1 s appears twice, expected it once",
		good[:len(good)-2]:                "b:1: a/1 s: the levels have 6 nodes and 15 updates, expected 6 and 60",
		"a/1 s timeout 4 6 60:\n":         `b:1: status "timeout", expected solved or limit`,
		"a/1 s solved 4 -6 60:\n":         `b:1: "-6", expected a whole number of 0 or more`,
		"<<<<<<< HEAD\n":                  "b:1: expected 'instance solver status solutions nodes updates: levels'",
	} {
		if _, err := ReadBaseline(strings.NewReader(text), "b"); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

// The committed baseline is as gate --update writes it, so that its diffs are small.
func TestCommittedBaselineIsCanonical(t *testing.T) {
	text, err := os.ReadFile("baseline.txt")
	if err != nil {
		t.Fatal(err)
	}
	counts, err := ReadBaseline(bytes.NewReader(text), "baseline.txt")
	if err != nil {
		t.Fatal(err)
	}
	var again bytes.Buffer
	if err := WriteBaseline(&again, counts); err != nil || !bytes.Equal(again.Bytes(), text) {
		t.Errorf("baseline.txt is not as 'xcbench gate --update' writes it (%v)", err)
	}
}
