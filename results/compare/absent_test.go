package compare

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/internal/stats"
)

// tabulated makes a table of two columns from samples in memory.
func tabulated(m Method, samples ...Sample) Table {
	return Tabulate(m, Unit{Name: "sec/op"}, []string{"a", "b"}, slices.Values(samples))
}

func TestCellIsNotComparedWithTheBaseOfAnotherRow(t *testing.T) {
	table := tabulated(DefaultMethod, Sample{Row: "1", Column: "a", Value: 1}, Sample{Row: "1", Column: "b", Value: 2},
		Sample{Row: "2", Column: "b", Value: 3})
	first, second := table.Rows[0].Cells[1], table.Rows[1].Cells[1]
	if !first.Compared || first.Base != 1 || second.Compared || second.N != 1 {
		t.Errorf("got %+v and %+v, want only the first row compared", first, second)
	}
}

func TestCellIsNotComparedWithAStoppedSearch(t *testing.T) {
	table := tabulated(DefaultMethod, Sample{Row: "1", Column: "a", Status: cover.Timeout, Value: 60},
		Sample{Row: "1", Column: "b", Status: cover.Solved, Value: 3})
	if got := table.Rows[0].Cells; got[0].Measured() || got[1].Compared || got[1].N != 1 {
		t.Errorf("got %+v, want a value of b that is not compared", got)
	}
}

func TestCellKeepsTheLastOfItsWorstStatuses(t *testing.T) {
	var samples []Sample
	for _, status := range []cover.Status{cover.Solved, cover.Timeout, cover.Solved, "killed", cover.Limit} {
		samples = append(samples, Sample{Row: "1", Column: "a", Status: status})
	}
	if got := tabulated(DefaultMethod, samples...).Rows[0].Cells[0].Status; got != "killed" {
		t.Errorf("got %q, want killed", got)
	}
}

// A benchmark of another program has no solver, and a run may have no classes.
func TestResultWithoutASolverIsNotThatOfASolver(t *testing.T) {
	m := DefaultMethod
	m.WithinCounter = []string{"sec/op"}
	table := tabulated(m, Sample{Row: "1", Column: "a", Value: 1},
		Sample{Row: "1", Column: "b", Value: 1, Solver: "naive"})
	if got := table.Rows[0].Cells[1]; got.Compared {
		t.Errorf("got %+v, want no comparison", got)
	}
}

// The numbers are one byte for counter classes and two for solvers. The last one stands for several.
func TestEachNumberButTheLastIsOfOneSolver(t *testing.T) {
	s := newStore()
	numberOfRow := func(n int) group {
		id, _ := s.find(place{row: int32(n)}, fmt.Appendf(nil, "s%d", n), fmt.Appendf(nil, "c%d", n), Machine{})
		return *s.at(id)
	}
	counters, solvers := map[uint8]int{}, map[uint16]int{}
	for n := range severalSolvers + 2 {
		g := numberOfRow(n)
		if g.counter < severalCounters {
			counters[g.counter]++
		}
		if g.solver < severalSolvers {
			solvers[g.solver]++
		}
	}
	if len(counters) != severalCounters-1 || len(solvers) != severalSolvers-1 {
		t.Errorf("got %d numbers of classes and %d of solvers, want %d and %d",
			len(counters), len(solvers), severalCounters-1, severalSolvers-1)
	}
	for n, times := range counters {
		if times != 1 {
			t.Errorf("class number %d: got %d classes, want 1", n, times)
		}
	}
	for n, times := range solvers {
		if times != 1 {
			t.Errorf("solver number %d: got %d solvers, want 1", n, times)
		}
	}
}

// The first row has a count of nodes in the second file only.
func TestColumnsOfATableAreInTheOrderOfTheFiles(t *testing.T) {
	a := exact + row("A", "sec/op", 1) + row("B", "nodes/op", 1)
	b := exact + row("A", "nodes/op", 1) + row("B", "nodes/op", 1)
	for _, table := range mustCompare(t, Defaults(), a, b).Tables {
		want := []string{"0", "1"}
		if table.Unit == "sec/op" {
			want = []string{"0"}
		}
		if !slices.Equal(table.Columns, want) {
			t.Errorf("%s: got the columns %q, want %q", table.Unit, table.Columns, want)
		}
		if table.Unit == "nodes/op" && (table.Rows[0].Cells[0].Has() || !table.Rows[0].Cells[1].Has()) {
			t.Errorf("got %+v, want a value of the second file only", table.Rows[0])
		}
	}
}

func TestGeometricMeanTakesASingleRowOfValuesBelow1(t *testing.T) {
	table := mustCompare(t, Defaults(), row("A", "sec/op", 0.5), row("A", "sec/op", 0.25)).Tables[0]
	if table.Common != 1 || !near(table.Geomean, []float64{0.5, 0.25}) {
		t.Errorf("got %v over %d rows, want 0.5 and 0.25 over 1", table.Geomean, table.Common)
	}
}

func TestVerdictHasAnIntervalOnlyIfItIsWanted(t *testing.T) {
	a, b := row("A", "sec/op", 1, 1.1, 1.2, 1.3, 1.4, 1.5), row("A", "sec/op", 2, 2.1, 2.2, 2.3, 2.4, 2.5)
	for _, paired := range []bool{true, false} {
		opts := Defaults()
		opts.Paired = paired
		got := mustCompare(t, opts, a, b).Tables[0].Verdicts[1]
		if has := got.Low > 0 && !math.IsInf(got.High, 1); has != paired || got.Value < 1.5 {
			t.Errorf("paired %v: got %+v", paired, got)
		}
	}
}

func TestVerdictOverTwoRowsOfTwoSamplesHasNoInterval(t *testing.T) {
	a := row("A", "sec/op", 1, 1) + row("B", "sec/op", 1, 1)
	b := row("A", "sec/op", 2, 2) + row("B", "sec/op", 2, 2)
	got := mustCompare(t, Defaults(), a, b).Tables[0].Verdicts[1].Ratio
	if math.Abs(got.Value-2) > 1e-12 || got.Low != 0 || !math.IsInf(got.High, 1) {
		t.Errorf("got %+v, want the ratio 2 without an interval", got)
	}
}

func TestAnyRowWithoutAComparisonLeavesOutTheRatio(t *testing.T) {
	for k := range 3 {
		row := [2]float64{1, 2}
		table := Table{Columns: []string{"a", "b"}, Rows: cells(false, row, row, row)}
		table.Rows[k].Cells[1].Compared = false
		table.judge(stats.DefaultMethod, nil)
		if got := table.Verdicts[1]; got.Ratio != (stats.Ratio{}) || got.Rows != 3 {
			t.Errorf("row %d is not compared: got %+v, want no ratio of 3 rows", k, got)
		}
	}
}

// The warning names what varies among the first four settings of the samples.
func TestWarningNamesTheKeysThatVary(t *testing.T) {
	settings := func(pairs ...[2]string) string {
		var text strings.Builder
		for _, p := range pairs {
			fmt.Fprintf(&text, "heap: %s\nflags: %s\n%s", p[0], p[1], row("A", "sec/op", 1))
		}
		return text.String()
	}
	for want, pairs := range map[string][][2]string{
		"":           {{"1", "x"}, {"1", "x"}},
		"heap":       {{"1", "x"}, {"2", "x"}, {"3", "x"}, {"4", "x"}, {"5", "y"}},
		"heap,flags": {{"1", "x"}, {"2", "x"}, {"3", "x"}, {"4", "y"}},
		"flags,heap": {{"1", "x"}, {"2", "x"}, {"2", "x"}, {"2", "x"}, {"2", "y"}},
	} {
		got := ""
		for _, w := range mustCompare(t, Defaults(), settings(pairs...)).Tables[0].Warnings {
			if keys, ok := strings.CutPrefix(w.Text, "samples of one cell vary in "); ok {
				got = keys
			}
		}
		a, b := strings.Split(got, ","), strings.Split(want, ",")
		slices.Sort(a)
		slices.Sort(b)
		if !slices.Equal(a, b) {
			t.Errorf("%v: got %q, want %q", pairs, got, want)
		}
	}
}

// sized returns a collection of one table, with a value in the first row and in the first column.
func sized(rows, cols int) *Collection {
	d := &Collection{method: DefaultMethod, units: []Unit{{Name: "sec/op"}}, rows: make([]string, rows+1),
		cols: make([]string, cols)}
	s := newStore()
	add := func(row, col int) {
		id, _ := s.find(place{0, int32(row), int32(col)}, nil, nil, Machine{})
		s.begin(id, id)
		s.add("sec/op", 1)
	}
	for col := range cols {
		add(0, col)
	}
	for row := 1; row < rows; row++ {
		add(row, 0)
	}
	d.fill(&s)
	return d
}

func TestTableOf20MillionCellsIsTheLargest(t *testing.T) {
	if err := sized(4000, 5000).checkSize(); err != nil {
		t.Errorf("20,000,000 cells: got %v", err)
	}
	large := sized(952_381, 21)
	large.rows = large.rows[1:] // all rows have a value
	err := large.checkSize()
	if err == nil || !strings.Contains(err.Error(), "952381 rows and 21 columns is too large") {
		t.Errorf("20,000,001 cells: got %v, want an error", err)
	}
}
