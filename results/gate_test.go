package results

import (
	"bytes"
	"os"
	"reflect"
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

func TestEveryChangeOfACounterIsExplainedByLevel(t *testing.T) {
	old := count("a/1", "s", 1, 10, 100, 50)
	with := func(change func(*Count)) Count {
		c := count("a/1", "s", 1, 10, 100, 50)
		change(&c)
		return c
	}
	for _, c := range []struct {
		now     Count
		verdict Verdict
		why     string
	}{
		{count("a/1", "s", 1, 10, 100, 50), Same, ""},
		{count("a/1", "s", 1, 10, 100, 51), Regressed, "+1 node, all on level 3; +10 updates, all on level 3"},
		{count("a/1", "s", 1, 10, 300, 262), Regressed, "+412 nodes, all below level 1; +4120 updates, all below level 1"},
		{count("a/1", "s", 1, 10, 100, 50, 7, 8), Regressed, "+15 nodes, all below level 3; +150 updates, all below level 3"},
		{count("a/1", "s", 1, 11, 101, 50), Regressed, "+2 nodes, all on levels 1 to 2; +20 updates, all on levels 1 to 2"},
		{count("a/1", "s", 2, 11, 101, 51), Regressed, "+4 nodes, from the root on; +40 updates, from the root on"},
		{count("a/1", "s", 1, 10, 90, 40), Improved, "-20 nodes, all below level 1; -200 updates, all below level 1"},
		{count("a/1", "s", 1, 10, 100), Improved, "-50 nodes, all on level 3; -500 updates, all on level 3"},
		{count("a/1", "s", 1, 10, 90, 60), Moved, "+0 nodes, all below level 1 (most on level 2: -10); +0 updates, all below level 1 (most on level 2: -100)"},
		{with(func(c *Count) { c.Updates, c.Levels = c.Updates+1, nil }), Regressed, "+1 update"},
		{with(func(c *Count) { c.Nodes--; c.Updates++; c.Levels = nil }), Regressed, "-1 node; +1 update"},
		{with(func(c *Count) { c.Solutions = 5 }), WrongCount, "5 solutions, expected 4"},
		{with(func(c *Count) { c.Status = cover.Timeout }), Missing, "timeout; the baseline has 161 nodes"},
		{with(func(c *Count) { c.Status = cover.Limit }), Missing, "status limit, the baseline has solved: not the same work"},
	} {
		got := CheckCounts([]Count{old}, []Count{c.now})
		if want := []Finding{{Search{"a/1", "s"}, c.verdict, c.why, false}}; !reflect.DeepEqual(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	}
}

func TestMissingAndNewRowsAreTold(t *testing.T) {
	stopped := Count{Search: Search{"d", "s"}, Status: cover.Timeout}
	got := CheckCounts([]Count{count("a", "s", 1), count("b", "s", 1)}, []Count{count("b", "s", 2), count("c", "s", 1), stopped})
	want := []Finding{
		{Search{"b", "s"}, Regressed, "+1 node, all on level 0; +10 updates, all on level 0", false},
		{Search{"a", "s"}, Missing, "not in the run", false},
		{Search{"c", "s"}, New, "1 nodes, 10 updates", false},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	for _, c := range []struct {
		rules GateRules
		want  []bool
	}{{GateRules{}, []bool{true, true, false}}, {GateRules{Partial: true}, []bool{true, false, false}}, {GateRules{Strict: true}, []bool{true, true, true}}} {
		for k, f := range want {
			if c.rules.Fails(f) != c.want[k] {
				t.Errorf("%+v: %v fails: got %v, want %v", c.rules, f, !c.want[k], c.want[k])
			}
		}
	}
}

func TestCountsOfARunAreThoseOfAllSamples(t *testing.T) {
	row := Row{"f", "1", "s", cover.Solved, 1, 1, 1, 4, 11, 110, nil}
	profile := Profile{"f", "1", "s", levels(1, 10)}
	got, err := Counts([]Row{row, row}, []Profile{profile})
	want := count("f/1", "s", 1, 10)
	if err != nil || !reflect.DeepEqual(got, []Count{want}) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
	other := row
	other.Nodes++
	if _, err := Counts([]Row{row, other}, nil); err == nil || err.Error() != "the samples of f/1 s differ: 4 solutions, 11 nodes, 110 updates and 4, 12, 110" {
		t.Errorf("got %v, want the samples that differ", err)
	}
	if _, err := Counts([]Row{other}, []Profile{profile}); err == nil || err.Error() != "f/1 s: the levels have 11 nodes and 110 updates, expected 12 and 110" {
		t.Errorf("got %v, want what the levels lack", err)
	}
	stopped := row
	stopped.Status = cover.Timeout
	if got, err := Counts([]Row{row, stopped}, []Profile{profile}); err != nil || got[0].Measured() || got[0].Nodes != 0 {
		t.Errorf("stopped once: got %v, %v, want no counts", got, err)
	}
}

func TestBaselineIsSortedAndReadBackAsWritten(t *testing.T) {
	counts := []Count{count("b/2", "s", 1, 2), count("a/1", "t", 1), {Search: Search{"x", "s"}, Status: cover.Timeout}, count("a/1", "s", 1, 5)}
	counts[0].Levels = nil
	var text bytes.Buffer
	if err := WriteBaseline(&text, counts); err != nil {
		t.Fatal(err)
	}
	want := baselineHead + "a/1 s solved 4 6 60: 1/10 5/50\na/1 t solved 4 1 10: 1/10\nb/2 s solved 4 3 30:\n"
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

func FuzzReadBaseline(f *testing.F) {
	f.Add("a/1 s solved 4 6 60: 1/10 5/50\n# x\nb s limit 0 0 0:\n")
	f.Fuzz(func(t *testing.T, text string) {
		counts, err := ReadBaseline(strings.NewReader(text), "fuzz")
		if err != nil {
			return
		}
		var again bytes.Buffer
		if err := WriteBaseline(&again, counts); err != nil {
			t.Fatal(err)
		}
		back, err := ReadBaseline(&again, "again")
		if err != nil || !reflect.DeepEqual(back, counts) {
			t.Errorf("got %v, %v, want %v", back, err, counts)
		}
	})
}
