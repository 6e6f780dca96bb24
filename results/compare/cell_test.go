package compare

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"xcbench/cover"
	"xcbench/internal/stats"
)

func TestChangeIsRelativeToTheBase(t *testing.T) {
	for _, c := range []struct {
		compared     bool
		base, center float64
		want         float64
		ok           bool
	}{
		{true, 4, 5, 25, true}, {true, 4, 3, -25, true}, {true, 4, 0, -100, true}, {true, 4, 4, 0, true},
		{true, 0, 0, 0, true}, {true, 0, 1, 0, false}, {false, 4, 5, 0, false}, {false, 4, 4, 0, false},
	} {
		cell := Cell{Compared: c.compared, Base: c.base, Center: c.center}
		if got, ok := cell.Change(); got != c.want || ok != c.ok {
			t.Errorf("%v from %v, compared %v: got %v%%, %v, want %v%%, %v", c.center, c.base, c.compared, got, ok, c.want, c.ok)
		}
	}
}

func TestRowChangedIfACellDiffersOrLacksItsValue(t *testing.T) {
	same, differs, none := Cell{N: 1}, Cell{N: 1, Differs: true}, Cell{Status: cover.Timeout}
	for _, c := range []struct {
		cells []Cell
		want  bool
	}{
		{[]Cell{same}, false}, {[]Cell{same, same, same}, false}, {[]Cell{same, differs}, true},
		{[]Cell{same, same, differs}, true}, {[]Cell{same, none}, true}, {[]Cell{none, same}, true},
		{[]Cell{none, none}, false}, {[]Cell{none, same, none}, true},
	} {
		if got := (Row{Cells: c.cells}).Changed(); got != c.want {
			t.Errorf("%+v: got changed %v, want %v", c.cells, got, c.want)
		}
	}
	if !none.Has() || none.Measured() || !same.Has() || (Cell{}).Has() {
		t.Error("a cell has samples if it has a value or a status")
	}
}

func TestVerdictIsDecidedIf1IsOutsideItsInterval(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		want      bool
	}{{0.5, 0.9, true}, {1.1, 3, true}, {0.9, 1.1, false}, {1, 1, false}, {1, 2, false}, {0.5, 1, false}, {0, math.Inf(1), false}} {
		if got := (Verdict{Ratio: stats.Ratio{Value: 1, Low: c.low, High: c.high}}).Decided(); got != c.want {
			t.Errorf("%v to %v: got decided %v, want %v", c.low, c.high, got, c.want)
		}
	}
}

// cells makes the rows of a table with two columns from the centers of their cells. A center of -1
// stands for no value.
func cells(differs bool, centers ...[2]float64) (rows []Row) {
	for _, pair := range centers {
		var row Row
		for _, center := range pair {
			c := Cell{N: 1, Center: center, Compared: true, Differs: differs}
			if center < 0 {
				c = Cell{Status: cover.Timeout}
			}
			row.Cells = append(row.Cells, c)
		}
		rows = append(rows, row)
	}
	return rows
}

// judge makes the verdicts of a table of which there are only the rows, and corrects its p-values. The
// pairs are by column, without the base, and by row.
func (t *Table) judge(m stats.Method, pairs [][]stats.Pair) {
	s := newSums(&builder{Collection: &Collection{method: Method{Method: m, Paired: true}}, exact: t.Exact, starts: make([]int32, len(t.Rows)+1)},
		len(t.Rows[0].Cells))
	s.samples = func(row, column int) stats.Pair {
		if column > len(pairs) || pairs[column-1][row].Base == nil {
			return stats.Pair{Base: []float64{0}, Other: []float64{0}}
		}
		return pairs[column-1][row]
	}
	for n, row := range t.Rows {
		one := Row{Cells: slices.Clone(row.Cells)}
		for k, own := range pairs {
			if own[n].Base != nil {
				one.Cells[0].N, one.Cells[k+1].N = len(own[n].Base), len(own[n].Other)
			}
		}
		s.add(n, &one)
	}
	t.Verdicts, t.Warnings = nil, nil
	s.finish(t)
	for _, row := range t.Rows {
		for k := range row.Cells {
			if !t.Exact {
				s.verdicts.apply(&row.Cells[k])
			}
		}
	}
}

func TestVerdictCountsOnlyMarkedRows(t *testing.T) {
	table := Table{Columns: []string{"a", "b"}, Exact: true}
	pairs := [][2]float64{{2, 1}, {2, 2}, {1, 2}, {1, 4}, {0, 1}, {1, 0}, {0, 0}, {-1, 1}, {1, -1}, {1, -1}, {-1, -1}}
	for _, differs := range []bool{true, false} {
		table.Rows = cells(differs, pairs...)
		table.judge(stats.DefaultMethod, nil)
		got, mean := table.Verdicts[1], math.Sqrt2 // the fourth root of 1/2 * 1 * 2 * 4
		want := Verdict{Rows: 4, BaseOnly: 2, OtherOnly: 1}
		if differs {
			want.Less, want.More = 1, 2
		}
		if math.Abs(got.Value-mean) > 1e-12 || got.Low != got.Value || got.High != got.Value {
			t.Errorf("got %+v, want the ratio %v without an interval", got.Ratio, mean)
		}
		if got.Ratio = (stats.Ratio{}); got != want {
			t.Errorf("marked %v: got %+v, want %+v", differs, got, want)
		}
	}
}

func TestVerdictWithoutAllSamplesHasARatioWithoutAnInterval(t *testing.T) {
	table := Table{Columns: []string{"a", "b"}, Rows: cells(false, [2]float64{1, 2}, [2]float64{1, 8})}
	some := stats.Pair{Base: []float64{1, 1, 1}, Other: []float64{2, 2, 2}}
	for _, pairs := range [][][]stats.Pair{nil, {{some, {}}}} {
		table.judge(stats.DefaultMethod, pairs)
		if got, want := table.Verdicts[1].Ratio, (stats.Ratio{Value: 4, Low: 0, High: math.Inf(1)}); math.Abs(got.Value-4) > 1e-12 || got.Low != want.Low || got.High != want.High {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
	table.Rows[1].Cells[1].Compared = false
	table.judge(stats.DefaultMethod, nil)
	if got := table.Verdicts[1]; got.Ratio != (stats.Ratio{}) || got.Rows != 2 {
		t.Errorf("a row without a comparison: got %+v, want no ratio of 2 rows", got)
	}
}

// Five rows are about themselves, and six are a sample of more.
func TestVerdictOverSixRowsIsAboutOtherRows(t *testing.T) {
	for n, want := range map[int]stats.RowFactor{5: stats.FixedRows, 6: stats.RandomRows, 7: stats.RandomRows} {
		var centers [][2]float64
		var pairs []stats.Pair
		for k := range n {
			x := float64(k + 2)
			centers = append(centers, [2]float64{1, x})
			pairs = append(pairs, stats.Pair{Base: []float64{1, 1, 1}, Other: []float64{x - 0.1, x, x + 0.1}})
		}
		table := Table{Columns: []string{"a", "b"}, Rows: cells(true, centers...)}
		table.judge(stats.DefaultMethod, [][]stats.Pair{pairs})
		if got, want := table.Verdicts[1].Ratio, stats.DefaultMethod.PairedRatio(pairs, want); got != want {
			t.Errorf("%d rows: got %+v, want %+v", n, got, want)
		}
	}
}

// compared makes a table of comparisons with these p-values, of n samples each.
func compared(n int, p ...float64) *Table {
	t := &Table{Rows: []Row{{Cells: []Cell{{N: n}}}}}
	for _, p := range p {
		t.Rows[0].Cells = append(t.Rows[0].Cells, Cell{N: n, BaseN: n, Compared: true, P: p})
	}
	return t
}

func TestPValueOfAlphaIsNotSignificant(t *testing.T) {
	m := stats.Method{Alpha: 0.05, Correction: stats.NoCorrection}
	table := compared(12, 0.05, 0.049, 0.051)
	for k := range table.Rows[0].Cells {
		table.Rows[0].Cells[k].Center = float64(1 + k)
	}
	table.judge(m, nil)
	for k, want := range []bool{false, true, false} {
		if got := table.Rows[0].Cells[k+1].Differs; got != want {
			t.Errorf("p of %v: got significant %v, want %v", table.Rows[0].Cells[k+1].P, got, want)
		}
		if v := table.Verdicts[k+1]; (v.More == 1) != want || v.Less != 0 {
			t.Errorf("p of %v: got %d rows marked as more, want %v", table.Rows[0].Cells[k+1].P, v.More, want)
		}
	}
	if table.Comparisons != 3 {
		t.Errorf("got %d comparisons, want 3", table.Comparisons)
	}
}

// The smallest p-value of 3 and 3 samples is 0.1, of 4 and 4 2/70, and of 6 and 6 2/924.
func TestNoteOfTooFewSamplesNeedsTwoComparisonsAndSamplesThatCouldShowOne(t *testing.T) {
	bh, holm := stats.Method{Alpha: 0.05, Correction: stats.BenjaminiHochberg}, stats.Method{Alpha: 0.05, Correction: stats.Holm}
	ones := func(n int) []float64 { return slices.Repeat([]float64{1}, n) }
	note := func(fewer, of, take int) string {
		return fmt.Sprintf("too few samples to show differences in fewer than %d of %d comparisons: take %d of each", fewer, of, take)
	}
	for _, c := range []struct {
		m           stats.Method
		samples     int
		comparisons int
		want        string
	}{
		{bh, 4, 1, ""},
		{bh, 4, 2, note(2, 2, 5)}, // 2 * 2/70 is 0.057
		{bh, 3, 2, ""},            // not even one
		{bh, 6, 23, ""},
		{bh, 6, 24, note(2, 24, 7)},
		{bh, 6, 48, note(3, 48, 7)}, // 48 * 2/924 is 0.104
		{stats.Method{Alpha: 0.05, Correction: stats.NoCorrection}, 6, 24, ""},
		{holm, 4, 2, "too few samples to show a difference in any of 2 comparisons after Holm's correction: " +
			"take 5 of each, filter rows, or correct by bh"},
		{stats.Method{Alpha: 2. / 70, Correction: stats.BenjaminiHochberg}, 4, 2, ""},                // one alone is not below alpha
		{stats.Method{Alpha: 2 * 2. / 70, Correction: stats.BenjaminiHochberg}, 4, 2, note(2, 2, 5)}, // equal to alpha
	} {
		table := compared(c.samples, ones(c.comparisons)...)
		table.judge(c.m, nil)
		got := ""
		for _, w := range table.Warnings {
			got += w.Text
		}
		if got != c.want {
			t.Errorf("%+v, %d samples, %d comparisons: got %q, want %q", c.m, c.samples, c.comparisons, got, c.want)
		}
	}
}

// The smallest p-value of 1 and 2 samples is 2/3, and of 2 and 2 samples 1/3.
func TestTwoSamplesOfEachMaySuffice(t *testing.T) {
	want := "too few samples to show differences in fewer than 2 of 2 comparisons: take 2 of each"
	if got := tooFew(2, map[sizes]bool{{2, 1}: true}, stats.Method{Alpha: 0.7, Correction: stats.BenjaminiHochberg}); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestRowsOfXcbenchHaveShortLabels(t *testing.T) {
	for name, want := range map[string]string{
		"Solve/family=queens/inst=8/solver=naive-1":     "queens/8 naive",
		"Solve/family=queens/inst=8":                    "queens/8",
		"Solve/family=queens/inst=8-1":                  "queens/8",
		"Solve/family=queens/inst=8/solver=naive-2":     "queens/8 naive-2",
		"Solve/family=queens":                           "Solve/family=queens",
		"Solve/family=queens/k=1/inst=8":                "Solve/family=queens/k=1/inst=8",
		"Solve/family=queens/inst=8/k=1/solver=naive-1": "Solve/family=queens/inst=8/k=1/solver=naive-1",
		"Solve/family=queens/inst=8/solver=a/k=1":       "Solve/family=queens/inst=8/solver=a/k=1",
		"Solve/family=queens/inst=8 9/solver=naive-1":   "Solve/family=queens/inst=8 9/solver=naive-1",
		"Sort/n=8-1": "Sort/n=8-1",
	} {
		if got := shortLabel(name); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

// The sizes of the samples are those of comparisons of measurements. Counters and cells of another
// machine are not compared.
func TestComparisonsAreOfMeasurementsThatCanBeCompared(t *testing.T) {
	table := &Table{Rows: []Row{{Cells: []Cell{{N: 8, Center: 4}, {N: 9, BaseN: 8, Center: 1, Compared: true, P: 0.5},
		{N: 3, BaseN: 2, Center: 1, Foreign: true}, {N: 7, BaseN: 6, Center: 2, Compared: true, P: 0.5}}}}}
	table.judge(stats.DefaultMethod, nil)
	if table.Comparisons != 2 || table.Fewest != 6 || table.Most != 9 {
		t.Errorf("got %d comparisons of %d to %d samples, want 2 of 6 to 9", table.Comparisons, table.Fewest, table.Most)
	}
	if v := table.Verdicts[2]; v.Less != 0 || v.Rows != 1 {
		t.Errorf("got %+v for a cell that is not compared, want no row marked", v)
	}
	table = &Table{Exact: true, Rows: cells(true, [2]float64{1, 2})}
	table.judge(stats.DefaultMethod, nil)
	if table.Comparisons != 0 || table.Fewest != 0 || table.Most != 0 {
		t.Errorf("got %d comparisons of %d to %d samples of a counter, want none", table.Comparisons, table.Fewest,
			table.Most)
	}
}
