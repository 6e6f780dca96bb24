package compare_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"xcbench/compare"
	"xcbench/internal/stats"
	"xcbench/results"
)

func timed(runs ...*results.Rows) *compare.Groups { return compare.GroupBy(runs...) }

// given is a threshold that holds for rows and groups alike.
func given(any float64) compare.Threshold {
	return compare.Threshold{Any: any, Given: true, From: "as given"}
}

func checkTimes(t *testing.T, unit string, old, now *compare.Groups, threshold compare.Threshold) compare.TimeCheck {
	t.Helper()
	check, err := compare.CheckTimes(unit, old, now, threshold)
	if err != nil {
		t.Fatal(err)
	}
	return check
}

// split returns the findings on searches, and those on solvers and families.
func split(check compare.TimeCheck) (searches, groups []compare.Finding) {
	for _, f := range check.Findings {
		if f.Rows > 0 {
			groups = append(groups, f)
		} else {
			searches = append(searches, f)
		}
	}
	return searches, groups
}

// A difference as large as the threshold passes, of medians as of a search that was stopped. A
// search that lost its time is no gap. Stopped searches have their longest value, or their time if
// the unit was not measured. Samples without a value are left out, and a solver may have a
// threshold of its own.
func TestVerdictOnTheTimeOfASearch(t *testing.T) {
	const old, slow = "1 s: 2 2 2 2 2 2 2 2", "1 s: 4 4 4 4 4 4 4 4"
	half := given(0.5)
	own := func(any, s float64) compare.Threshold {
		return compare.Threshold{Any: any, Own: map[string]float64{"s": s}}
	}
	cpu := func(lines ...string) []string {
		for k := range lines {
			lines[k] = strings.Replace(lines[k], ":", " cpu-sec/op:", 1)
		}
		return lines
	}
	for _, c := range []struct {
		unit      string
		old, now  []string
		threshold compare.Threshold
		want      string
	}{
		{results.Seconds, []string{old}, []string{old}, half, "same f/1 s time"},
		{results.Seconds, []string{old}, []string{"1 s: 3 3 3 3 3 3 3 3 3"}, half, "same f/1 s time: sec 2>3 of 8 and 9, p=0.000"},
		{results.Seconds, []string{old}, []string{"1 s: 3.1 3.1 3.1 3.1 3.1 3.1 3.1"}, half,
			"slower f/1 s (more than 50.0%) time: sec 2>3.1 of 8 and 7, p=0.000"},
		{results.Seconds, []string{slow}, []string{"1 s: 3 3 3 3 3 3 3 3"}, given(1. / 3),
			"same f/1 s time: sec 4>3 of 8 and 8, p=0.000"},
		{results.Seconds, []string{slow}, []string{old}, half, "faster f/1 s (more than 50.0%) time: sec 4>2 of 8 and 8, p=0.000"},
		{results.Seconds, []string{old}, []string{slow}, own(0.05, 2), "same f/1 s time: sec 2>4 of 8 and 8, p=0.000"},
		{results.Seconds, []string{old}, []string{slow}, own(2, 0.25),
			"slower f/1 s (more than 25.0%) time: sec 2>4 of 8 and 8, p=0.000"},
		{results.Seconds, []string{old}, []string{"1 s timeout: 3"}, half, "same f/1 s (timeout) time: sec 2>3"},
		{results.Seconds, []string{old}, []string{"1 s timeout: 0.5 3.2 0.25"}, half, "slower f/1 s (timeout) time: sec 2>3.2"},
		{results.Seconds, []string{old}, []string{old, "1 s memout: 1"}, half, "slower f/1 s (memout) time: sec 2>1"},
		{results.Seconds, []string{old}, []string{old, "1 s killed: 90"}, half, "missing f/1 s (killed) time: sec 2>0"},
		{results.Seconds, []string{"1 s: 1", "2 s: 1", "3 s: 1.99", "4 s: 1", "5 s: 1", "6 s timeout: 2", "7 s timeout: 2"},
			[]string{"1 s: 1", "2 s timeout: 2", "3 s timeout: 2", "4 s memout: 1", "6 s timeout: 2", "7 s: 1", "8 s: 1"},
			given(0.05),
			"missing f/5 s (not in the run) time: sec 1>0\nslower f/2 s (timeout) time: sec 1>2\nslower f/4 s (memout) time: sec 1>1\n" +
				"same f/1 s time\nsame f/3 s (timeout) time: sec 1.99>2"},
		{results.CPUSeconds, cpu(old), append(cpu("2 s: 1"), "1 s timeout: 4"), half, "slower f/1 s (timeout) time: cpu-sec 2>4"},
		{results.CPUSeconds, cpu(old), cpu("1 s timeout: 3", "2 s: 1"), half, "same f/1 s (timeout) time: cpu-sec 2>3"},
		{results.CPUSeconds, append(cpu(old), slow), append(cpu(slow), old), half,
			"slower f/1 s (more than 50.0%) time: cpu-sec 2>4 of 8 and 8, p=0.000"},
		{results.Seconds, append(cpu(slow), old), append(cpu(old), slow), half, "same f/1 s time"}, // zeros beside each
		{results.Instructions, []string{strings.Replace(old, ":", " instructions/op:", 1)},
			[]string{strings.Replace(slow, ":", " instructions/op:", 1)}, half,
			"slower f/1 s (more than 50.0%) time: instructions 2>4 of 8 and 8, p=0.000"},

		// Times of two machines are not compared with each other. A run without a host may be of
		// any, and what several machines made together is left out.
		{results.Seconds, []string{"1 s @a: 2 2 2 2 2 2 2 2", "1 s @b: 4 4 4 4 4 4 4 4"},
			[]string{"1 s @b: 4 4 4 4 4 4 4 4", "1 s @a: 2 2 2 2 2 2 2 2"}, half,
			"same f/1 s time\nsame f/1 s time"},
		{results.Seconds, []string{"1 s @a: 1", "2 s @a: 1", "3 s @a;b: 1"}, []string{"1 s @a: 1", "2 s @a: 1", "3 s @a: 1"},
			half, "same f/1 s time\nsame f/2 s time"},
		{results.Seconds, []string{"1 s @a: 1", "2 s @b: 1"}, []string{"1 s @a: 1", "2 s @a: 1"}, half,
			"missing f/2 s (not in the run) time: sec 1>0\nsame f/1 s time"},
	} {
		got, _ := split(checkTimes(t, c.unit, timed(rows(c.old...)), timed(rows(c.now...)), c.threshold))
		same(t, fmt.Sprint(c.old, ", then ", c.now), showFindings(got), c.want)
	}
}

func TestMachinesOfTimesAreNamed(t *testing.T) {
	a, both := timed(rows("1 s @a: 1")), timed(rows("1 s @a: 1", "2 s @b: 1"))
	for _, c := range []struct {
		now  *compare.Groups
		want string
	}{{a, ""}, {both, "a, linux|b, linux"}} {
		same(t, "machines", strings.Join(checkTimes(t, results.Seconds, a, c.now, given(1)).Machines, "|"), c.want)
	}
}

// What has nothing to compare is an error with the labels of the programs. A kernel may count no
// instructions.
func TestTimesWithNothingInCommonAreAnError(t *testing.T) {
	read := func(label string, filter results.Filter, texts ...string) *compare.Groups {
		var paths []string
		for _, in := range files(t, texts...) {
			paths = append(paths, in.Path())
		}
		one, err := compare.ReadGroups(label, paths, filter)
		if err != nil {
			t.Fatal(err)
		}
		return one
	}
	onlyA, err := results.NewFilter("", []string{"a"})
	if err != nil {
		t.Fatal(err)
	}
	a, b, both := solve("a", 1), solve("b", 1), solve("a", 1)+solve("b", 1)
	stopped := "status: timeout\n" + a
	for _, c := range []struct {
		unit     string
		old, now *compare.Groups
		want     string
	}{
		{results.Seconds, read("old", results.Filter{}, a), read("new", results.Filter{}, both), ""},
		{results.Seconds, read("old", results.Filter{}, b, a), read("new", onlyA, both), ""}, // two shards
		{results.Seconds, read("old", results.Filter{}, b), read("new", onlyA, both),
			"old and new have no values in sec/op in common that can be compared: not the same rows, or not the same machine"},
		{results.Seconds, read("old", results.Filter{}, on("a", "x", a)), read("new", results.Filter{}, on("b", "x", a)),
			"old and new have no values in sec/op in common"},
		{results.Seconds, read("old", results.Filter{}, stopped), read("new", results.Filter{}, b),
			"the runs of the old have no values in sec/op"},
		{results.Seconds, read("old", results.Filter{}, b), read("new", results.Filter{}, stopped),
			"the runs of the new have no values in sec/op"},
		{results.CPUSeconds, read("old", results.Filter{}, a), read("new", results.Filter{}, a),
			"the runs of the old have no values in cpu-sec/op: the kernel of the machine gave none"},
		{results.Instructions, read("old", results.Filter{}, a), read("new", results.Filter{}, a),
			"the runs of the old have no values in instructions/op: the kernel of the machine gave none"},
		{results.Allocs, read("old", results.Filter{}, a), read("new", results.Filter{}, a),
			"the runs of the old have no values in allocs/op"},
	} {
		_, err := compare.CheckTimes(c.unit, c.old, c.now, given(1))
		if (err == nil) != (c.want == "") || err != nil && (!strings.HasPrefix(err.Error(), c.want) ||
			strings.Contains(err.Error(), "kernel") != strings.Contains(c.want, "kernel")) {
			t.Errorf("got %v, want %q", err, c.want)
		}
	}
	for path, want := range map[string]string{t.TempDir(): "not a run directory", "nowhere": "nowhere: no such file",
		files(t, "BenchmarkA 1 1 sec/op\n")[0].Path(): "is not a row of xcbench"} {
		if _, err := compare.ReadGroups("a", []string{path}, results.Filter{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", path, err, want)
		}
	}
}

// spread returns eight samples of each instance, that take longer by a factor each.
func spread(solver string, factors ...float64) string {
	text := ""
	for inst, factor := range factors {
		text += fmt.Sprintf("%d %s:", inst+1, solver)
		for k := range 8 {
			text += fmt.Sprint(" ", factor*float64(inst+1)*(1+float64(k*(inst+4)%8)/50))
		}
		text += "\n"
	}
	return text
}

// The means and intervals of the three groups are over their rows, with a confidence of 1 - 0.05/3.
// A pair with a time of 0, and a search that is stopped or missing, are in no group. A group of one
// is a row.
func TestTimesOfGroupsAreMeansOverTheirRows(t *testing.T) {
	before := rows("1 u: 5 5 5", spread("s", 1, 1), spread("t", 2, 2), "3 s: 1 0 1\n4 s: 1 1 1\n5 t: 1\n6 t: 1")
	after := rows("1 u: 5 5 5", spread("s", 1.3, 1.35), spread("t", 1.4, 1.42), "3 s: 1 1 1\n4 s: 1 0 1\n5 t memout: 1")
	sides := map[results.Search]*stats.Pair{}
	for side, all := range []*results.Rows{before, after} {
		for r := range all.All() {
			if r.Name < "3" {
				if sides[r.Key()] == nil {
					sides[r.Key()] = &stats.Pair{}
				}
				to := []*[]float64{&sides[r.Key()].Base, &sides[r.Key()].Other}[side]
				*to = append(*to, r.Search)
			}
		}
	}
	m := stats.DefaultMethod
	m.Confidence = 1 - 0.05/3
	check := checkTimes(t, results.Seconds, timed(before), timed(after), given(0.1))
	_, groups := split(check)
	var verdicts []string
	for _, f := range groups {
		if len(f.Changes) == 0 {
			continue // on all rows
		}
		verdicts = append(verdicts, fmt.Sprintf("%s %s x%d %s", f.Verdict, strings.TrimSpace(f.Label()), f.Rows, f.Note))
		var pairs []stats.Pair
		old := stats.GeoMean{}
		for search, p := range sides {
			if f.Solver == "" || f.Solver == search.Solver {
				pairs = append(pairs, *p)
				old.Add(stats.Median(slices.Clone(p.Base)))
			}
		}
		ratio, c := m.FixedRatio(pairs), f.Changes[0]
		if !near(c.Old, old.Mean()) || !near(c.New, old.Mean()*ratio.Value) || !near(c.Interval.Low, ratio.Low/check.Drift) ||
			!near(c.Interval.High, ratio.High*check.Drift) || c.Unit != results.Seconds {
			t.Errorf("%s: got %+v and %+v, want %v times %+v", f.Label(), c, c.Interval, old.Mean(), ratio)
		}
	}
	same(t, "verdicts", strings.Join(verdicts, "\n"), "slower s x2 more than 10.0%\nfaster t x2 more than 10.0%\nsame f/* x5 ")
	same(t, "how", check.How, "times: a row fails if the U test marks it and it exceeds 10.0%, as given, with an allowance of 7.0% for the drift of the machine; a solver or a family if its whole interval exceeds 10.0%")
}

// Set-up counts in the total time only.
func TestASetUpThatBecameSlowerIsSeenInTheTotalTime(t *testing.T) {
	run := func(setup float64) *results.Rows {
		all := &results.Rows{}
		for n := range 12 {
			all.Add(results.Row{Family: "f", Name: "1", Solver: "s", Status: "solved", Runs: 1,
				Search: 1 + float64(n)/1000, Setup: setup})
		}
		return all
	}
	for unit, want := range map[string]bool{results.Seconds: false, results.TotalSeconds: true} {
		check := checkTimes(t, unit, timed(run(1)), timed(run(2)), compare.Threshold{Any: 0.1, Given: true})
		if failed := len(fails(check)) > 0; failed != want {
			t.Errorf("%s: got failure %v, want %v", unit, failed, want)
		}
	}
}
