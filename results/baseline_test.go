package results_test

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/results"
)

// countOf returns the counts of the search of a row, with its levels.
func countOf(r results.Row, levels []cover.Level) results.Count {
	return results.Count{Search: r.Key(), Status: r.Status, Solutions: r.Solutions, Big: r.Big, Nodes: r.Nodes, Updates: r.Updates, Levels: levels}
}

// Counts of a run are written sorted, one search a line, and read back exactly.
func TestABaselineIsReadBackAsWritten(t *testing.T) {
	limit, uncounted := sample("1", "b", cover.Limit), sample("1", "c", cover.Solved)
	uncounted.Nodes, uncounted.Updates = cover.Uncounted, cover.Uncounted
	rows := []results.Row{sample("2", "a", cover.Solved), uncounted, limit, sample("1", "t", cover.Timeout), sample("1", "w", results.Wrong)}
	for k, n := range anyCounts {
		rows = append(rows, counted(fmt.Sprint("s", k), n))
	}
	all, err := results.Counts(rows, []results.Profile{profileOf(rows[0]), profileOf(limit)})
	must(t, err)
	for k := range all { // the classes of b and c are known
		switch all[k].Solver {
		case "b":
			all[k].Rule, all[k].Counter = "mrv", "links"
		case "c":
			all[k].Counter = "options"
		}
	}
	var text bytes.Buffer
	must(t, results.WriteBaseline(&text, all))
	var lines []string
	for line := range strings.Lines(text.String()) {
		if !strings.HasPrefix(line, "#") {
			lines = append(lines, strings.TrimSuffix(line, "\n"))
		}
	}
	want := []string{"f/1 b limit 2 24 14: 1/10 20/0 3/4", "f/1 c solved 2 - -:"}
	for k, n := range anyCounts {
		want = append(want, fmt.Sprintf("f/1 s%d solved %s 24 14:", k, n))
	}
	if want = append(want, "f/2 a solved 2 24 14: 1/10 20/0 3/4"); !slices.Equal(lines, want) {
		t.Errorf("got the lines\n%q\nwant\n%q", lines, want)
	}
	measured := slices.DeleteFunc(all, func(c results.Count) bool { return !c.Measured() })
	if back, err := results.ReadBaseline(&text, "baseline"); err != nil || !reflect.DeepEqual(back, measured) {
		t.Errorf("got %v, %v, want %v", back, err, measured)
	}
	slices.Reverse(lines) // people edit a baseline by hand
	edited := "\n# a remark\n# b: rule=mrv counter=links\n# c: rule= counter=options\n" + strings.Join(lines, "\r\n \n")
	if back, err := results.ReadBaseline(strings.NewReader(edited), "baseline"); err != nil || !reflect.DeepEqual(back, measured) {
		t.Errorf("edited: got %v, %v, want %v", back, err, measured)
	}
}

func TestABadBaselineIsAnErrorThatNamesItsPlace(t *testing.T) {
	const whole = ", expected a whole number of 0 or more"
	for line, want := range map[string]string{
		"a/1 s solved 4 6 60":                        "no line of a baseline, expected 'instance solver status solutions nodes updates: levels'; 'xcbench gate --update' writes one",
		"a/1 s solved 4 6:":                          "no line of a baseline, expected 'instance solver status solutions nodes updates: levels'; 'xcbench gate --update' writes one",
		"a/1 s timeout 4 6 60:":                      `status "timeout", expected solved or limit`,
		"a/1 s solved many 6 60:":                    `"many"` + whole,
		"a/1 s solved -7 6 60:":                      `"-7"` + whole,
		"a/1 s solved 1.5 6 60:":                     `"1.5"` + whole,
		"a/1 s solved 4 -6 60:":                      `"-6"` + whole,
		"a/1 s solved 4 6 9223372036854775808:":      `"9223372036854775808"` + whole,
		"a/1 s solved 4 6 60: 1":                     `level "1", expected nodes/updates`,
		"a/1 s solved 4 6 60: x/1":                   `"x"` + whole,
		"a/1 s solved 4 6 60: 1/":                    `""` + whole,
		"a/1 s solved 4 6 60: 1/10 4/50":             "a/1 s: the levels have 5 nodes and 60 updates, expected 6 and 60",
		"a/1 s solved 4 6 60: 1/10 5/51":             "a/1 s: the levels have 6 nodes and 61 updates, expected 6 and 60",
		"b/1 s solved 4 6 60:\nb/1 s solved 4 6 60:": "b/1 s appears twice, expected it once",
		"x" + strings.Repeat("x", 16<<20):            "a line longer than 16 MiB",
	} {
		_, err := results.ReadBaseline(strings.NewReader("b/1 s solved 4 6 60: 1/0 5/0\n"+line+"\n"), "f")
		wantError(t, line[:min(len(line), 40)], err, "f:2: "+want, want)
	}
	for _, text := range []string{"", "# a remark\n"} {
		_, err := results.ReadBaseline(strings.NewReader(text), "f")
		wantError(t, text, err, "f: no counts, expected a line for each solver and instance", "")
	}
}

// The samples of a search agree. Counters of a doubted answer explain it, and a time limit has none.
func TestCountsAreThoseOfAllSamples(t *testing.T) {
	solved, wrong, disagree := sample("1", "s", cover.Solved), sample("1", "s", results.Wrong), sample("1", "s", results.Disagree)
	timeout, killed := sample("1", "s", cover.Timeout), sample("1", "s", results.Killed)
	wrong.Nodes, disagree.Nodes = 7, 8
	only := func(status cover.Status) results.Count {
		return results.Count{Search: results.Search{InstanceID: "f/1", Solver: "s"}, Status: status}
	}
	for _, c := range []struct {
		rows   []results.Row
		levels bool // have a profile
		want   results.Count
	}{
		{[]results.Row{solved, solved}, false, countOf(solved, nil)},
		{[]results.Row{solved, solved}, true, countOf(solved, threeLevels)},
		{[]results.Row{solved, killed}, true, countOf(solved, threeLevels)}, // the samples before stand
		{[]results.Row{killed}, false, only(results.Killed)},
		{[]results.Row{killed, solved}, false, only(results.Killed)},
		{[]results.Row{timeout}, true, only(cover.Timeout)},
		{[]results.Row{solved, timeout}, true, only(cover.Timeout)},
		{[]results.Row{wrong, solved}, false, countOf(wrong, nil)},
		{[]results.Row{solved, disagree}, true, countOf(disagree, nil)}, // the profile is of another sample
	} {
		var profiles []results.Profile
		if c.levels {
			profiles = []results.Profile{profileOf(solved), profileOf(sample("1", "another", cover.Solved))}
		}
		if got, err := results.Counts(c.rows, profiles); err != nil || !reflect.DeepEqual(got, []results.Count{c.want}) {
			t.Errorf("%v: got %+v, %v, want %+v", c.rows, got, err, c.want)
		}
	}
	others := []results.Row{sample("1", "s", cover.Limit), solved, solved}
	others[1].Nodes++
	others[2].Updates = cover.Uncounted
	for _, r := range others {
		_, err := results.Counts([]results.Row{solved, r}, nil)
		wantError(t, r, err, "the samples of f/1 s differ: 2 solutions, 24 nodes, 14 updates and ", "")
	}
	for k, n := range anyCounts[1:] {
		_, err := results.Counts([]results.Row{counted("s", n), counted("s", n), counted("s", anyCounts[k])}, nil)
		wantError(t, n, err, "the samples of f/1 s differ: "+n+" solutions, 24 nodes, 14 updates and "+anyCounts[k]+",", "")
	}
}

// Levels sum up to the totals. An engine may report its updates in total only.
func TestLevelsAgreeWithTheirTotals(t *testing.T) {
	for _, c := range []struct {
		nodes, updates int64
		ok             bool
	}{{24, 14, true}, {24, 0, true}, {23, 14, false}, {24, 1, false}, {24, 13, false}} {
		r := sample("1", "s", cover.Solved)
		p := profileOf(r)
		p.Levels = []cover.Level{{Nodes: 1, Updates: 0}, {Nodes: c.nodes - 1, Updates: c.updates}}
		_, err := results.Counts([]results.Row{r}, []results.Profile{p})
		if (err == nil) != c.ok {
			t.Errorf("%+v of 24 nodes and 14 updates: got %v", c, err)
		}
	}
}
