package compare

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/results/compare"
)

// Values of tables are the costs of a search that has tables.
func TestTablesAreCosts(t *testing.T) {
	if got := TableCosts(cover.Tables{}); got != nil {
		t.Errorf("no tables: got %v", got)
	}
	var tables cover.Tables
	want := map[string]float64{}
	for k, u := range Units {
		if u.table != nil {
			*u.table(&tables) = int64(k + 1)
			want[u.Name] = float64(k + 1)
		}
	}
	if got := TableCosts(tables); len(want) == 0 || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if v, ok := (Costs{{CPUSeconds, 3}}).Of(Instructions); v != 0 || ok {
		t.Errorf("got %v, %v for a cost that was not measured", v, ok)
	}
}

// A place for the most important units has no others, even if every row has them.
func TestUnitsAreShownWhereTheyAreImportant(t *testing.T) {
	all := map[string]float64{}
	for _, u := range Units {
		all[u.Name] = 1
	}
	rows := []Row{uncountedRow, {Costs: CostsOf(all)}}
	if got := UnitsShown(0, RowsOf(rows)); len(got) != len(Units) {
		t.Errorf("got %d units where all are shown, want %d", len(got), len(Units))
	}
	if got := UnitsShown(0, RowsOf(rows[:1])); len(got) == 0 || slices.ContainsFunc(got, func(u Unit) bool { return !u.Always }) {
		t.Errorf("got %d units of a row without costs, want those of every row", len(got))
	}
	if got, want := UnitsShown(0, nil), UnitsShown(0, RowsOf(rows[:1])); len(got) != len(want) {
		t.Errorf("got %d units without rows, want %d, as of a row without costs", len(got), len(want))
	}
	last := len(Units) + 1
	for at := range Prominence(10) {
		shown := UnitsShown(at, RowsOf(rows))
		if slices.ContainsFunc(shown, func(u Unit) bool { return u.Shown < at }) || len(shown) > last {
			t.Errorf("place %d: got %d units, want only those that are shown there", at, len(shown))
		}
		last = len(shown)
	}
}

// Thresholds are named in a fixed order.
func TestThresholdsAreNamedInOrder(t *testing.T) {
	own := map[string]float64{"d": 0.04, "a": 0.01, "c": 0.03, "b": 0.02}
	for range 20 {
		if got, want := (Threshold{Own: own, From: "measured"}).String(), "a 1.0%; b 2.0%; c 3.0%; d 4.0%, measured"; got != want {
			t.Fatalf("got %s, want %s", got, want)
		}
	}
	if got := NoiseThreshold(nil, "measured"); got.of("any") != DefaultThreshold {
		t.Errorf("got the threshold %v without any noise, want the default", got.of("any"))
	}
}

func compared(n int) (row compare.Row) {
	base, other := compare.Cell{}, compare.Cell{}
	base.N, other.N, other.BaseN, other.Compared = n, n, n, n > 0
	row.Cells = []compare.Cell{base, other}
	return row
}

// A table is undecided if it has rows to compare, and none of them has samples enough.
func TestATableIsUndecidedIfNoRowHasSamplesEnough(t *testing.T) {
	for what, c := range map[string]struct {
		sizes []int
		few   bool
	}{
		"nothing": {nil, false}, "nothing compared": {[]int{0, 0}, false}, "one row of three": {[]int{3}, true},
		"one row of nine": {[]int{9}, false}, "a row of nine among small ones": {[]int{3, 9, 3}, false},
		"a row of nine that is the first": {[]int{9, 3}, false}, "small ones": {[]int{2, 3}, true},
	} {
		var table compare.Table
		for _, n := range c.sizes {
			table.Rows = append(table.Rows, compared(n))
		}
		n := fewSamples(table)
		if (n > 0) != c.few || c.few && n < 4 {
			t.Errorf("%s: got %d samples needed, want some: %v", what, n, c.few)
		}
	}
	notCompared := compared(9)
	notCompared.Cells[1].Compared = false
	if n := fewSamples(compare.Table{Rows: []compare.Row{notCompared, compared(3)}}); n == 0 {
		t.Error("got enough samples, want those of a row that is not compared to count for nothing")
	}
	if f := undecidedRows(compare.Table{Rows: []compare.Row{compared(3)}}); !f.Time || f.Verdict != Undecided || f.Rows != 1 {
		t.Errorf("got %+v, want a finding on times", f)
	}
}

// With a single run on either side nobody knows how much runs differ.
func TestASingleRunOnEitherSideRaisesTheThreshold(t *testing.T) {
	var rows []Row
	for k := range 8 {
		rows = append(rows, solved("1", "s", 1+float64(k)/1000), solved("2", "s", 1+float64(k)/1000))
	}
	one, two := timed(t, "one", rows), timed(t, "two", rows, rows)
	threshold := Threshold{Any: 0.03, From: "measured"}
	for what, c := range map[string]struct {
		base, now Timed
		want      string
	}{
		"both repeated": {two, two, "3.0%"}, "a single baseline": {one, two, "5.0%"}, "a single run": {two, one, "5.0%"}, "both single": {one, one, "5.0%"},
	} {
		check, err := CheckTimes(Seconds, c.base, c.now, threshold)
		if err != nil || !strings.Contains(check.How, "exceeds "+c.want) {
			t.Errorf("%s: got %q, %v, want %s", what, check.How, err, c.want)
		}
	}
}

// The findings on solvers and families come first, and the worst is the first of them.
func TestFindingsOnGroupsAreSorted(t *testing.T) {
	rows := func(factor func(solver string) float64) (all []Row) {
		for _, solver := range []string{"a", "b", "c"} {
			for inst := range 4 {
				for k := range 8 {
					all = append(all, solved(fmt.Sprint(inst), solver, factor(solver)*(1+float64(k)/1000)))
				}
			}
		}
		return all
	}
	before := rows(func(string) float64 { return 1 })
	after := rows(func(solver string) float64 { return map[string]float64{"a": 1, "b": 0.5, "c": 2}[solver] })
	check, err := CheckTimes(Seconds, timed(t, "old", before, before), timed(t, "new", after, after), Threshold{Any: 0.05})
	if err != nil {
		t.Fatal(err)
	}
	var groups []Finding
	for _, f := range check.Findings {
		if f.Rows > 0 {
			groups = append(groups, f)
		}
	}
	if len(groups) < 3 || groups[0].Solver != "c" || groups[0].Verdict != Slower || check.Findings[0].Solver != "c" ||
		!slices.IsSortedFunc(groups, func(a, b Finding) int { return int(a.Verdict) - int(b.Verdict) }) {
		t.Errorf("got %+v, want the slower solver first", groups)
	}
}

// A sample without a value in the unit is left out, and the others count.
func TestASampleWithoutAValueIsLeftOut(t *testing.T) {
	lacking := RowsOf(joined(noisy("1", "s", 1, 1.001, 1.002, 1.003, -1), noisy("2", "s", 1, 1.001, 1.002, 1.003), noisy("3", "t", 1)))
	u := mustUnit(CPUSeconds)
	all := pairsOf(u, pairs(u, lacking, lacking), lacking, lacking)
	for _, p := range all {
		if want := map[string]int{"f/1": 4, "f/2": 4, "f/3": 1}[p.InstanceID]; len(p.Base) != want || len(p.Other) != want {
			t.Errorf("%s: got %d and %d samples, want %d", p.InstanceID, len(p.Base), len(p.Other), want)
		}
	}
	if len(all) != 3 {
		t.Errorf("got %d searches, want 3", len(all))
	}
	// A group of one is a row. The others keep their own samples.
	groups, members := groupsOf(all)
	for k, g := range groups {
		if g.Rows < 2 || len(members[k]) != g.Rows || g.Solver == "t" {
			t.Errorf("got the group %+v with %d members", g.Search, len(members[k]))
		}
	}
	alone := append(all[2:3:3], all[:2]...) // the group of t comes first
	groups, members = groupsOf(alone)
	if len(groups) != 2 || groups[0].Solver != "s" || len(members[0]) != 2 || len(members[1]) != 3 {
		t.Errorf("got the groups %+v, want s and the family", groups)
	}
}
