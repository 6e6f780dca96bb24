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

// Counters are judged by their totals, then by the way the search ended. A change is explained by
// its first level, if both sides have levels. A counter that one side lacks is no change, and hides
// none.
func TestVerdictOnTheCountersOfASearch(t *testing.T) {
	const old, gone = "solved 4: 1 10 100 50", ": nodes 161>0, updates 1610>0"
	for _, c := range []struct{ old, now, want string }{
		{old, old, "same"},
		{old, "solved 4: 1 10 100 51", "regression: nodes 161>162 @3 50>51, updates 1610>1620 @3 500>510"},
		{old, "solved 4: 1 10 300 262", "regression: nodes 161>573 @2 100>300, updates 1610>5730 @2 1000>3000"},
		{old, "solved 4: 1 10 100 50 7 8", "regression: nodes 161>176 @4 0>7, updates 1610>1760 @4 0>70"},
		{old, "solved 4: 2 11 101 51", "regression: nodes 161>165 @0 1>2, updates 1610>1650 @0 10>20"},
		{old, "solved 4: 1 10 90 40", "improvement: nodes 161>141 @2 100>90, updates 1610>1410 @2 1000>900"},
		{old, "solved 4: 1 10 100", "improvement: nodes 161>111 @3 50>0, updates 1610>1110 @3 500>0"},
		{old, "solved 4: 1 10 90 60", "moved: nodes 161>161 @2 100>90, updates 1610>1610 @2 1000>900"},
		{old, "solved 4: 1 10 100/1001 50/499", "moved: updates 1610>1610 @2 1000>1001"},
		{old, "solved 4 161 1611", "regression: updates 1610>1611"}, {"solved 4 161 1611", old, "improvement: updates 1611>1610"},
		{old, "solved 4 160 1611", "regression: nodes 161>160, updates 1610>1611"},
		{old, "solved 5: 1 10 100 50", "wrong: solutions 4>5"}, {old, "solved 3: 1 10 100 50", "wrong: solutions 4>3"},
		{old, "solved 0: 1 10 100 50", "wrong: solutions 4>0"},
		{old, "wrong 4 162 1610", "wrong (refuted by an oracle of the run): nodes 161>162"},
		{old, "timeout 4 0 0", "missing (timeout)" + gone}, {old, "killed 4 161 1610", "missing (killed)" + gone},
		// Another solver that disagrees is not this one's fault.
		{old, "disagree 4 161 1610", "same"}, {old, "disagree 4 162 1610", "regression: nodes 161>162"},
		{"solved 1180591620717411303424 10 100", "solved 2361183241434822606848 10 100",
			"wrong: solutions 1.1805916207174113e+21>2.3611832414348226e+21"},

		// A budget ends a search after the same work.
		{old, "limit 4 161 1610", "missing (status limit, expected solved: not the same work)" + gone},
		{old, "limit 4 162 1610", "regression (not solved within the budget) stopped: nodes 161>162"},
		{old, "limit 3 200 1610", "regression (not solved within the budget) stopped: solutions 4>3, nodes 161>200"},
		{old, "limit 5 200 1610", "wrong (not solved within the budget) stopped: solutions 4>5, nodes 161>200"},
		{"limit 4 111 1110", "limit 4 111 1110", "same stopped"},
		{"limit 4 111 1110", "limit 3 111 1110", "regression stopped: solutions 4>3"},
		{"limit 4 111 1110", "limit 0 111 1110", "regression stopped: solutions 4>0"},
		{"limit 4 111 1110", "limit 5 111 1110", "moved stopped: solutions 4>5"},
		{"limit 18446744073709551616 9 90", "limit 9223372036854775808 9 90",
			"regression stopped: solutions 1.8446744073709552e+19>9.223372036854776e+18"},
		{"limit 4: 1 10 100", "limit 3: 1 11 99",
			"moved stopped: solutions 4>3, nodes 111>111 @1 10>11, updates 1110>1110 @1 100>110"},
		{"limit 4: 1 10 100", "limit 5: 1 11 99",
			"moved stopped: solutions 4>5, nodes 111>111 @1 10>11, updates 1110>1110 @1 100>110"},
		{"limit 4 111 1110", "limit 3 111 1109", "improvement stopped: solutions 4>3, updates 1110>1109"},
		{"limit 4 111 1110", "limit 3 111 1111", "regression stopped: solutions 4>3, updates 1110>1111"},
		{"limit 4 111 1110", "limit 4 112 1110", "regression stopped: nodes 111>112"},
		{"limit 4 111 1110", "limit 4 110 1110", "improvement stopped: nodes 111>110"},
		{"limit 4 111 1110", "limit 3 110 1110", "improvement stopped: solutions 4>3, nodes 111>110"},
		{"limit 4 111 1110", "solved 5 91 1110", "improvement (solved within the budget) stopped: solutions 4>5, nodes 111>91"},
		{"limit 4 111 1110", "solved 4 111 1110", "improvement (solved within the budget) stopped"},
		{"limit 4 111 1110", "solved 3 91 1110", "wrong (solved within the budget) stopped: solutions 4>3, nodes 111>91"},
		{"limit 4 111 1110", "solved 9 112 1110",
			"missing (status solved, expected limit: not the same work): nodes 111>0, updates 1110>0"},

		{"solved 4 - -", "solved 4 - -", "same"},
		{"solved 4 7 5", "solved 4 - -", "missing (no longer counted) lost: nodes 7>0, updates 5>0"},
		{"solved 4 7 5", "solved 4 7 -", "missing (no longer counted) lost: updates 5>0"},
		{"solved 4 7 5", "solved 4 6 -", "missing (no longer counted) lost: updates 5>0"},
		{"solved 4 7 5", "solved 4 8 -", "regression: nodes 7>8"}, {"solved 4 - 5", "solved 4 8 6", "regression: updates 5>6"},
		{"solved 4 - -", "solved 4 7 5", "new (not counted before): nodes 0>7, updates 0>5"},
		{"solved 4 7 -", "solved 4 6 5", "improvement: nodes 7>6"}, {"solved 4 7 -", "solved 4 8 5", "regression: nodes 7>8"},
		{"solved 4 0 5", "solved 4 3 5", "regression: nodes 0>3"},
		{"solved 4 7 5: 1/0 6/0", "solved 4 7 5: 1/2 6/3", "same"},
		{"solved 4 7 -: 1/0 6/0", "solved 4 7 5: 1/2 6/3", "new (not counted before): updates 0>5"},
		{"solved 4: 1 2", "solved 4 4 40", "regression: nodes 3>4, updates 30>40"},
		{"solved 4 3 30", "solved 4: 1 3", "regression: nodes 3>4, updates 30>40"},
	} {
		got := compare.CheckCounts(counts(t, "a/1 s "+c.old), counts(t, "a/1 s "+c.now))
		same(t, c.old+", then "+c.now, strings.Replace(showFindings(got), " a/1 s", "", 1), c.want)
	}
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

// A search that has no counters, and is not in the baseline, has no finding.
func TestFindingsAreFromWorstToBest(t *testing.T) {
	old := counts(t, "a s solved 4: 1", "b s solved 4: 1", "e s solved 4: 1", "f s solved 4: 1", "g s solved 4: 1 2")
	now := counts(t, "b s solved 4: 2", "c s solved 4: 1", "d s timeout 0: 0", "e s solved 5: 1", "f s solved 4: 1",
		"g s solved 4: 1 1")
	same(t, "findings", showFindings(compare.CheckCounts(old, now)), `wrong e s: solutions 4>5
regression b s: nodes 1>2 @0 1>2, updates 10>20 @0 10>20
missing a s (not in the run): nodes 1>0, updates 10>0
improvement g s: nodes 3>2 @1 2>1, updates 30>20 @1 20>10
new c s: nodes 0>1, updates 0>10
same f s`)
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

// The rows of a solver with the same verdict are one group with their sums: what improved is not
// offset against what regressed. A row that a budget stopped does not hide how much the others
// changed, and a sum has no level.
func TestFindingsOfASolverAreSummedUp(t *testing.T) {
	var old, now []string
	for k := range 9 {
		was, is := "s solved 4: 1 10 100", fmt.Sprint("s solved 4: 1 10 ", 100+k) // a/0 is the same
		switch {
		case k > 6:
			is = "s solved 4: 1 8 100"
		case k > 4:
			was, is = "s limit 4 20000 200000", "s limit 4 20000 200001"
		}
		id := fmt.Sprint("a/", k, " ")
		old, now = append(old, id+was, id+"innocent solved 4: 1"), append(now, id+is, id+"innocent solved 4: 1")
		if k < 6 {
			old, now = append(old, id+"t solved 4: 1 2"), append(now, id+"new solved 4: 1")
		}
		if k > 3 && k < 6 {
			now = append(now, id+"t solved 4: 1 2")
		}
	}
	findings := compare.CheckCounts(counts(t, old...), counts(t, now...))
	got := compare.Summarize(findings)
	changed := slices.DeleteFunc(slices.Clone(got), func(f compare.Finding) bool { return f.Verdict == compare.Same })
	same(t, "summary", showFindings(changed),
		`regression s x6 (sums without 2 rows that a budget stopped): nodes 444>454, updates 4440>4540
missing t x4 (not in the run): nodes 12>0, updates 120>0
improvement a/7 s: nodes 111>109 @1 10>8, updates 1110>1090 @1 100>80
improvement a/8 s: nodes 111>109 @1 10>8, updates 1110>1090 @1 100>80
new new x6: nodes 0>6, updates 0>60`)
	if few := compare.CheckCounts(counts(t, old[:9]...), counts(t, now[:9]...)); slices.ContainsFunc(compare.Summarize(few),
		func(f compare.Finding) bool { return f.Rows > 0 }) {
		t.Error("fewer than 4 rows: got a group")
	}
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
