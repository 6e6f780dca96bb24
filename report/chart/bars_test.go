package chart

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"xcbench/compare"
	"xcbench/internal/rowstest"
	"xcbench/results"
)

// The bars of all instances and of each family have the ratio and the interval that cmp shows of the
// same rows: 5 instances of pentomino are about themselves, and 6 of the others about more.
func TestBarsHaveTheIntervalsOfCmp(t *testing.T) {
	run := uneven()
	rowstest.EditAll(&run, func(_ int, r *results.Row) {
		if r.InstanceID() == "pentomino/4" {
			r.Status = "timeout"
		}
	})
	solvers := []string{"bitset", "naive", "dlx_index"}
	for _, unit := range []string{results.Seconds, results.Nodes} {
		f := figureOf(t, "bars", Input{Runs: []results.Run{run}, Solvers: solvers, Unit: unit})
		for _, group := range []string{"all", "queens", "langford", "pentomino"} {
			rows := &results.Rows{}
			for row := range run.Rows.All() {
				if group == "all" || row.Family == group {
					rows.Add(row)
				}
			}
			for k, v := range compare.Judge(rows, unit, solvers, run.Classes).Verdicts[1:] {
				want := []string{group, solvers[k+1], fmt.Sprint(v.Rows), fmt.Sprint(v.Value), fmt.Sprint(v.Low), fmt.Sprint(v.High)}
				if unit == results.Nodes {
					want = append(want[:4], "", "")
				} else if v.Low == 0 || v.Low == v.High {
					t.Fatalf("%s, %s: got %+v, want an interval to compare with", group, solvers[k+1], v)
				}
				if !slices.ContainsFunc(f.rows, func(got []string) bool { return slices.Equal(got, want) }) {
					t.Errorf("got the bars %q, want among them %q", f.rows, want)
				}
			}
		}
	}
}

// Without samples for an interval, a bar has its ratio only. A note counts the instances that one of
// the solvers did not solve.
func TestBarsOfSingleSamplesOfAFewInstancesHaveNoInterval(t *testing.T) {
	run := results.Run{Rows: results.RowsOf(append(timed("bitset", 1, 1, 1, 1), timed("naive", 1, 10, 100, 5)...))}
	rowstest.Edit(&run, 7, func(r *results.Row) { r.Status = "timeout" })
	f := figureOf(t, "bars", Input{Runs: []results.Run{run}, Base: "bitset"})
	if len(f.rows) != 1 {
		t.Fatalf("got %d bars, want 1: a single family has no other group", len(f.rows))
	}
	bar := f.rows[0]
	if ratio, err := strconv.ParseFloat(bar[3], 64); err != nil || math.Abs(ratio-10) > 1e-9 ||
		bar[2] != "3" || bar[4] != "" || bar[5] != "" {
		t.Errorf("got the bar %q, want the ratio 10 of 3 instances, without an interval", bar)
	}
	if !strings.Contains(strings.Join(f.notes, " "), "naive 1") {
		t.Errorf("got the notes %q, want one that an instance is left out", f.notes)
	}
}

// As in cmp, updates are compared within a counter class only.
func TestBarsOfAnotherCounterClassAreLeftOut(t *testing.T) {
	f := figureOf(t, "bars", Input{Runs: []results.Run{study()}, Solvers: []string{"dlx_index", "dlx_index_first", "bitset"},
		Unit: results.Updates})
	for _, bar := range f.rows {
		if bar[1] != "dlx_index_first" {
			t.Errorf("got the bar %q, want none of another class than the base", bar)
		}
	}
	if want := "Left out, of 18: bitset 18."; len(f.rows) == 0 || !slices.ContainsFunc(f.notes, func(n string) bool { return strings.HasSuffix(n, want) }) {
		t.Errorf("got %d bars and the notes %q, want bars and %q", len(f.rows), f.notes, want)
	}
}

func TestBarsMergeSmallFamilies(t *testing.T) {
	var families []familyGroup
	for k := range 20 {
		families = append(families, familyGroup{fmt.Sprintf("f%02d", k), 1, []string{fmt.Sprint(k)}})
	}
	var names []string
	for _, g := range largestFamilies(families, 5) {
		names = append(names, fmt.Sprintf("%s %d", g.name, len(g.families)))
	}
	if got, want := strings.Join(names, ", "), "all 20, f00 1, f01 1, f02 1, other, 17 families 17"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
