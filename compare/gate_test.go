package compare_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"xcbench/compare"
	"xcbench/cover"
	"xcbench/results"
)

// counts parses lines of a baseline, with any status, as in "a/1 s solved 4: 1 10 100". Totals may
// be left out; a level without updates has ten a node.
func counts(t *testing.T, lines ...string) (all []results.Count) {
	t.Helper()
	for _, line := range lines {
		head, levels, _ := strings.Cut(line, ":")
		fields, nodes, updates := strings.Fields(head), 0, 0
		text := ""
		for _, level := range strings.Fields(levels) {
			n, u := 0, 0
			if k, _ := fmt.Sscanf(level, "%d/%d", &n, &u); k == 1 {
				u = 10 * n
			}
			nodes, updates, text = nodes+n, updates+u, fmt.Sprint(text, " ", n, "/", u)
		}
		if len(fields) == 4 {
			fields = append(fields, fmt.Sprint(nodes), fmt.Sprint(updates))
		}
		status := cover.Status(fields[2])
		if fields[2] = "solved"; status == cover.Limit {
			fields[2] = "limit"
		}
		one, err := results.ReadBaseline(strings.NewReader(strings.Join(fields, " ")+":"+text), line)
		if err != nil {
			t.Fatal(err)
		}
		one[0].Status = status
		all = append(all, one[0])
	}
	return all
}

// showFinding returns a finding as "VERDICT SEARCH (NOTE): UNIT OLD>NEW @LEVEL OLD>NEW, ..." with a
// group's number of rows, and marks if it is on times, if a budget stopped a side and if a counter
// was lost.
func showFinding(f compare.Finding) string {
	text := f.Verdict.String() + " " + strings.TrimSpace(f.Label())
	if f.Rows > 0 {
		text += fmt.Sprint(" x", f.Rows)
	}
	if f.Note != "" {
		text += " (" + f.Note + ")"
	}
	for mark, set := range map[string]bool{" time": f.Time, " stopped": f.Stopped, " lost": f.Lost} {
		if set {
			text += mark
		}
	}
	for k, c := range f.Changes {
		text += fmt.Sprint(map[bool]string{true: ":", false: ","}[k == 0], " ", strings.TrimSuffix(c.Unit, "/op"), " ", c.Old,
			">", c.New)
		if c.First != nil {
			text += fmt.Sprint(" @", c.First.Level, " ", c.First.Old, ">", c.First.New)
		}
		if c.Samples != nil {
			text += fmt.Sprintf(" of %d and %d, p=%.3f", c.Samples.Old, c.Samples.New, c.Samples.P)
		}
	}
	return text
}

func showFindings(all []compare.Finding) string {
	var lines []string
	for _, f := range all {
		lines = append(lines, showFinding(f))
	}
	return strings.Join(lines, "\n")
}

// A solver whose rule or counter class is not the baseline's has counters of something else. A
// class that one side does not know says nothing.
func TestCountersOfAnotherClassDecideNothing(t *testing.T) {
	for _, c := range []struct{ rule, counter, want string }{
		{"mrv", "links", ""}, {"", "", ""}, {"mrv", "", ""},
		{"first", "links", "the rule was mrv and is first"},
		{"mrv", "options", "updates were links and are options"},
		{"first", "options", "the rule was mrv and is first; updates were links and are options"},
	} {
		old, now := counts(t, "a/1 s solved 4: 1 10", "a/2 s solved 4: 1 10"), counts(t, "a/1 s solved 4: 1 10", "a/2 s solved 4: 1 10")
		for k := range old {
			old[k].Rule, old[k].Counter = "mrv", "links"
			now[k].Rule, now[k].Counter = cover.Rule(c.rule), c.counter
		}
		got := compare.OtherWork(old, now)
		if other := compare.OtherWork(now, old); len(other) != len(got) {
			t.Errorf("%s, %s: got %d findings, and %d with the sides changed", c.rule, c.counter, len(got), len(other))
		}
		if c.want == "" && len(got) == 0 {
			continue
		}
		if len(got) != 1 || got[0].Note != c.want || got[0].Rows != 2 || got[0].Verdict != compare.Undecided || got[0].Solver != "s" {
			t.Errorf("%s, %s: got %+v, want %q on 2 rows of s", c.rule, c.counter, got, c.want)
		}
	}
}

// A solver that counts nothing on either side is named, as only its solutions are compared.
func TestSolversOfWhichOnlySolutionsAreComparedAreNamed(t *testing.T) {
	old := counts(t, "a/1 s solved 4 7 5", "a/1 none solved 4 - -", "a/1 zero solved 4 0 0", "a/1 lost solved 4 - 5", "a/1 gone solved 4 - -")
	now := counts(t, "a/1 s solved 4 7 -", "a/1 none solved 4 - -", "a/1 zero solved 4 - -", "a/1 lost solved 4 - -", "a/2 fresh solved 4 7 -")
	same(t, "uncounted", strings.Join(compare.OnlySolutions(old, now), " "), "none zero")
}

// Numbers of solutions are exact beyond floating-point numbers and 64-bit integers.
func TestTheGateComparesExactCounts(t *testing.T) {
	all := strings.Fields("0 1 9007199254740992 9007199254740993 9007199254740995 9223372036854775807 9223372036854775808 " +
		"18446744073709551616 18446744073709551617 2444888770250892795802079170816")
	for k, old := range all {
		for j, now := range all {
			want := compare.Same
			if k != j {
				want = compare.WrongCount
			}
			if got := compare.CheckCounts(counts(t, "a/1 s solved "+old), counts(t, "a/1 s solved "+now)); got[0].Verdict != want {
				t.Errorf("%s, then %s: got %v, want %v", old, now, got, want)
			}
		}
	}
}

func TestGateFailsByVerdictAndRules(t *testing.T) {
	const plain, partial, strict = 1, 2, 4 // the rules by which a verdict fails
	for v, want := range []int{compare.WrongCount: 7, compare.Regressed: 7, compare.Slower: 7, compare.Missing: plain | strict,
		compare.Moved: strict, compare.Improved: strict, compare.New: strict, compare.Undecided: 0, compare.Faster: 0,
		compare.Same: 0} {
		for _, f := range []compare.Finding{{Verdict: compare.GateVerdict(v)}, {Verdict: compare.GateVerdict(v), Lost: true}} {
			if f.Lost && f.Verdict == compare.Missing { // the run has the row
				want |= partial
			}
			for rule, rules := range map[int]compare.GateRules{plain: {}, partial: {Partial: true}, strict: {Strict: true}} {
				if got := rules.Fails(f); got != (want&rule != 0) {
					t.Errorf("%+v with %+v: got fails %v", f, rules, got)
				}
				if rules.Update = true; rules.Fails(f) {
					t.Errorf("%+v with %+v: got a failure of an update", f, rules)
				}
			}
		}
	}
}

func TestSearchMissingInCountsAndTimesHasOneFinding(t *testing.T) {
	find := func(id string, v compare.GateVerdict, time bool) compare.Finding {
		return compare.Finding{Search: results.Search{InstanceID: id, Solver: "s"}, Verdict: v, Time: time}
	}
	got := compare.JoinFindings([]compare.Finding{find("a", compare.Missing, false), find("b", compare.Same, false)},
		[]compare.Finding{find("c", compare.Slower, true), find("a", compare.Missing, true), find("b", compare.Missing, true),
			find("a", compare.Faster, true)})
	same(t, "joined", showFindings(got), "missing a s\nmissing b s time\nslower c s time\nfaster a s time\nsame b s")
}

// Groups come before rows with the same verdict, the larger ones first. The notes of a group are in
// a fixed order. Its row may have lost a counter, so it fails as its rows do. Groups of times stay
// groups, unless nothing changed.
func TestSummaryIsInOrderAndKeepsTimes(t *testing.T) {
	var all []compare.Finding
	add := func(v compare.GateVerdict, solvers string, rows int, notes ...string) {
		for _, solver := range strings.Fields(solvers) {
			for k := range rows {
				f := compare.Finding{Search: results.Search{InstanceID: fmt.Sprint("a/", k), Solver: solver}, Verdict: v}
				if len(notes) > 0 {
					f.Note = notes[k]
				}
				all = append(all, f)
			}
		}
	}
	add(compare.New, "s", 5)
	add(compare.Regressed, "f b", 4)
	add(compare.Regressed, "noted", 5, "crash", "wrong", "alone", "memout", "wrong")
	add(compare.Regressed, "few", 3)
	add(compare.Missing, "s", 4)
	all[len(all)-1].Lost = true
	add(compare.Improved, "s", 4)
	add(compare.Regressed, "z", 6)
	for k := range 4 { // a budget stopped all
		all = append(all, compare.Finding{Search: results.Search{InstanceID: fmt.Sprint(k), Solver: "limited"},
			Verdict: compare.Regressed, Stopped: true,
			Changes: []compare.Change{{Unit: results.Updates, Old: 1, New: 2,
				First: &compare.LevelChange{Level: 2, Old: 1, New: 2}}, {Unit: results.Nodes, Old: 3, New: 3 + float64(k/3)}}})
	}
	of := func(id, solver string, v compare.GateVerdict, rows int) {
		all = append(all, compare.Finding{Search: results.Search{InstanceID: id, Solver: solver}, Verdict: v, Rows: rows,
			Time: true})
	}
	for range 4 { // times are not summed up
		of("a/1", "t", compare.Slower, 0)
	}
	of("", "t", compare.Slower, 7)
	of("b/*", "", compare.Slower, 1)
	of("", "u", compare.Same, 9)
	all = append(all, compare.Finding{Search: results.Search{InstanceID: "b/1", Solver: "s"}, Verdict: compare.Same})
	for range 20 {
		got := compare.Summarize(slices.Clone(all))
		same(t, "summary", showFindings(got), `regression z x6
regression noted x5 (1 alone, 1 crash, 1 memout, 2 wrong)
regression b x4
regression f x4
regression limited x4: nodes 3>4, updates 4>8
regression a/0 few
regression a/1 few
regression a/2 few
missing s x4 lost
slower t x7 time
slower b/* x1 time
slower a/1 t time
slower a/1 t time
slower a/1 t time
slower a/1 t time
improvement s x4
new s x5
same b/1 s`)
		if k := slices.IndexFunc(got, func(f compare.Finding) bool { return f.Lost }); !(compare.GateRules{Partial: true}).Fails(got[k]) {
			t.Error("got a group that passes, want it to fail as its rows do")
		}
	}
}
