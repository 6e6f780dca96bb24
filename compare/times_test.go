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
