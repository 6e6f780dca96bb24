package compare

import (
	"math"
	"reflect"
	"testing"
	"xcbench/cover"
	"xcbench/results/compare"
)

// rowsOf makes samples of one instance, a second a value.
func rowsOf(inst, solver string, seconds ...float64) []Row {
	var rows []Row
	for _, s := range seconds {
		rows = append(rows, Row{Family: "f", Name: inst, Solver: solver, Status: cover.Solved, Runs: 1,
			Search: s, Nodes: 10})
	}
	return rows
}

func TestTableOfARunHasMediansDifferencesAndStatuses(t *testing.T) {
	rows := rowsOf("1", "a", 1.00, 1.01, 1.02, 1.03, 1.04, 1.05)
	rows = append(rows, rowsOf("1", "b", 2.01, 2.02, 2.03, 2.04, 2.05, 2.06)...) // all greater: p = 2/C(12,6) = 2/924
	rows = append(rows, rowsOf("1", "c", 1.005, 1.015, 1.025, 1.035, 1.045, 1.055)...)
	rows = append(rows, rowsOf("2", "a", 4)...)
	rows = append(rows, rowsOf("2", "b", 9)...)
	rows = append(rows, Row{Family: "f", Name: "2", Solver: "c", Status: cover.Timeout, Runs: 1, Search: 5})
	rows = append(rows, rowsOf("3", "b", 7)...)
	tabulate := func(unit string, solvers ...string) compare.Table {
		return Tabulate(RowsOf(rows), unit, solvers, nil)
	}

	c := tabulate(Seconds, "a", "b", "c")
	var labels []string
	for _, row := range c.Rows {
		labels = append(labels, row.Label)
	}
	if want := []string{"f/1", "f/2", "f/3"}; !reflect.DeepEqual(labels, want) {
		t.Fatalf("got instances %v, want %v", labels, want)
	}
	near := func(name string, got, want float64) {
		if math.Abs(got-want) > 1e-3*math.Abs(want) {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
	a, b, same := c.Rows[0].Cells[0], c.Rows[0].Cells[1], c.Rows[0].Cells[2]
	near("median of a", a.Center, 1.025)
	near("median of b", b.Center, 2.035)
	near("p of b", b.P, 2./924)
	near("p of b after the correction of three comparisons", b.Adjusted, 3*2./924)
	if !b.Differs || same.Differs || a.Compared || a.Status != cover.Solved {
		t.Errorf("got b differs %v, c differs %v, base %+v, want true, false, and no comparison", b.Differs, same.Differs, a)
	}
	if cell := c.Rows[1].Cells[2]; cell.Measured() || cell.Status != cover.Timeout || cell.Compared {
		t.Errorf("got %+v for a timeout, want no value", cell)
	}
	if cell := c.Rows[2].Cells[0]; cell.Has() || c.Rows[2].Cells[1].Compared {
		t.Errorf("got %+v for what never ran, want nothing, and no comparison with it", cell)
	}
	if c.Common != 1 {
		t.Errorf("got a geometric mean over %d instances, want 1: the others are not all measured", c.Common)
	}
	near("mean of b", c.Geomean[1], 2.035)

	c = tabulate(Seconds, "a", "b")
	near("geometric mean of b", c.Geomean[1], math.Sqrt(2.035*9))
	near("ratio of the means", c.Verdicts[1].Value, math.Sqrt(2.035*9/1.025/4))
	if c.Common != 2 {
		t.Errorf("got a geometric mean over %d instances, want 2", c.Common)
	}
	c = tabulate(Nodes, "a", "b")
	if cell := c.Rows[0].Cells[1]; !c.Exact || cell.Center != 10 || cell.Differs {
		t.Errorf("nodes: got %+v, want exactly 10 and no difference", cell)
	}
	if c = tabulate(Updates, "a", "b"); c.Geomean != nil { // all zero
		t.Errorf("got geometric means %v of zeros, want none", c.Geomean)
	}
}

// Updates of different counter classes mean different things.
func TestUpdatesAreComparedWithinACounterClass(t *testing.T) {
	rows := append(rowsOf("1", "a", 1, 1), append(rowsOf("1", "b", 1, 1), rowsOf("1", "c", 1, 1)...)...)
	for k := range rows {
		rows[k].Updates = int64(k/2 + 5)
	}
	classes := compare.Classes{"a": {Counter: "links"}, "b": {Counter: "links"}, "c": {Counter: "options"}}
	for unit, want := range map[string][2]bool{Updates: {true, false}, Nodes: {true, true}} {
		table := Tabulate(RowsOf(rows), unit, []string{"a", "b", "c"}, classes)
		if !table.Solvers {
			t.Errorf("%s: got a table whose columns are no solvers", unit)
		}
		cells := table.Rows[0].Cells
		if got := [2]bool{cells[1].Compared, cells[2].Compared}; got != want {
			t.Errorf("%s: got b and c compared %v, want %v", unit, got, want)
		}
	}
	rows = append(rowsOf("1", "a", 1, 2, 3, 4, 5, 6), rowsOf("1", "b", 2, 3, 4, 5, 6, 7)...)
	plain, paired := Tabulate(RowsOf(rows), Seconds, []string{"a", "b"}, classes), Compare(RowsOf(rows), Seconds, []string{"a", "b"}, classes)
	if !math.IsInf(plain.Verdicts[1].High, 1) || math.IsInf(paired.Verdicts[1].High, 1) {
		t.Errorf("got verdicts %+v and %+v, want an interval of the second one only", plain.Verdicts[1], paired.Verdicts[1])
	}
	if got := WithinCounter(); !reflect.DeepEqual(got, []string{Remembered, Hits, PeakStates, TableBytes, Updates}) {
		t.Errorf("got %q that mean the same only within a class, want the updates and the states in tables", got)
	}
}

// A cost that was not measured is no sample; a search that was stopped is one.
func TestCostsThatWereNotMeasuredAreLeftOut(t *testing.T) {
	rows := rowsOf("1", "a", 1, 2, 3)
	rows[1].Costs = CostsOf(map[string]float64{CPUSeconds: 0.5})
	rows = append(rows, stopped("2", "a", 4))
	got := Tabulate(RowsOf(rows), CPUSeconds, []string{"a"}, nil)
	if len(got.Rows) != 2 || got.Exact {
		t.Fatalf("got %+v, want two rows of measurements", got)
	}
	if c := got.Rows[0].Cells[0]; c.N != 1 || c.Center != 0.5 {
		t.Errorf("got %+v, want the one value that was measured", c)
	}
	if c := got.Rows[1].Cells[0]; c.Measured() || c.Status != cover.Timeout {
		t.Errorf("got %+v, want a timeout", c)
	}
}

func TestATableOfOneRowOrNone(t *testing.T) {
	table := Tabulate(RowsOf(rowsOf("1", "a", 7)), Seconds, []string{"a"}, nil)
	if len(table.Rows) != 1 || table.Rows[0].Cells[0].Center != 7 {
		t.Errorf("got %+v, want one row", table.Rows)
	}
	if table := Tabulate(nil, Seconds, []string{"a"}, nil); len(table.Rows) != 0 {
		t.Errorf("got %+v, want no row", table.Rows)
	}
}
