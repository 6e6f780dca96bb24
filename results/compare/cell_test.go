package compare

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"xcbench/cover"
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
		if got := (Verdict{Ratio: Ratio{1, c.low, c.high}}).Decided(); got != c.want {
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
func (t *Table) judge(m Method, pairs [][]Pair) {
	m.Paired = true
	s := newSums(&builder{Collection: &Collection{method: m}, exact: t.Exact, starts: make([]int32, len(t.Rows)+1)},
		len(t.Rows[0].Cells))
	s.samples = func(row, column int) Pair { return pairs[column-1][row] }
	for n, row := range t.Rows {
		one := computed{Row{Cells: slices.Clone(row.Cells)}, slices.Repeat([]float64{math.NaN()}, len(row.Cells))}
		for k, own := range pairs {
			if own[n].Base != nil {
				one.Cells[0].N, one.Cells[k+1].N = len(own[n].Base), len(own[n].Other)
				one.logs[k+1] = math.Log(Median(own[n].Other) / Median(own[n].Base))
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
		table.judge(DefaultMethod, nil)
		got, mean := table.Verdicts[1], math.Sqrt2 // the fourth root of 1/2 * 1 * 2 * 4
		want := Verdict{Rows: 4, BaseOnly: 2, OtherOnly: 1}
		if differs {
			want.Less, want.More = 1, 2
		}
		if math.Abs(got.Value-mean) > 1e-12 || got.Low != got.Value || got.High != got.Value {
			t.Errorf("got %+v, want the ratio %v without an interval", got.Ratio, mean)
		}
		if got.Ratio = (Ratio{}); got != want {
			t.Errorf("marked %v: got %+v, want %+v", differs, got, want)
		}
	}
}

func TestVerdictWithoutAllSamplesHasARatioWithoutAnInterval(t *testing.T) {
	table := Table{Columns: []string{"a", "b"}, Rows: cells(false, [2]float64{1, 2}, [2]float64{1, 8})}
	some := Pair{[]float64{1, 1, 1}, []float64{2, 2, 2}}
	for _, pairs := range [][][]Pair{nil, {{some, {}}}} {
		table.judge(DefaultMethod, pairs)
		if got, want := table.Verdicts[1].Ratio, (Ratio{4, 0, math.Inf(1)}); math.Abs(got.Value-4) > 1e-12 || got.Low != want.Low || got.High != want.High {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
	table.Rows[1].Cells[1].Compared = false
	table.judge(DefaultMethod, nil)
	if got := table.Verdicts[1]; got.Ratio != (Ratio{}) || got.Rows != 2 {
		t.Errorf("a row without a comparison: got %+v, want no ratio of 2 rows", got)
	}
}

// Five rows are about themselves, and six are a sample of more.
func TestVerdictOverSixRowsIsAboutOtherRows(t *testing.T) {
	for n, want := range map[int]RowFactor{5: FixedRows, 6: RandomRows, 7: RandomRows} {
		var centers [][2]float64
		var pairs []Pair
		for k := range n {
			x := float64(k + 2)
			centers = append(centers, [2]float64{1, x})
			pairs = append(pairs, Pair{[]float64{1, 1, 1}, []float64{x - 0.1, x, x + 0.1}})
		}
		table := Table{Columns: []string{"a", "b"}, Rows: cells(true, centers...)}
		table.judge(DefaultMethod, [][]Pair{pairs})
		if got, want := table.Verdicts[1].Ratio, DefaultMethod.PairedRatio(pairs, want); got != want {
			t.Errorf("%d rows: got %+v, want %+v", n, got, want)
		}
	}
}

func TestCorrectionsHaveNames(t *testing.T) {
	for c, want := range map[Correction]string{BenjaminiHochberg: "Benjamini-Hochberg", Holm: "Holm", NoCorrection: "no correction"} {
		if got := c.String(); got != want {
			t.Errorf("%q: got %q, want %q", string(c), got, want)
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
	m := Method{Alpha: 0.05, Correction: NoCorrection}
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
	bh, holm := Method{Alpha: 0.05, Correction: BenjaminiHochberg}, Method{Alpha: 0.05, Correction: Holm}
	ones := func(n int) []float64 { return slices.Repeat([]float64{1}, n) }
	note := func(fewer, of, take int) string {
		return fmt.Sprintf("too few samples to show differences in fewer than %d of %d comparisons: take %d of each", fewer, of, take)
	}
	for _, c := range []struct {
		m           Method
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
		{Method{Alpha: 0.05, Correction: NoCorrection}, 6, 24, ""},
		{holm, 4, 2, "too few samples to show a difference in any of 2 comparisons after Holm's correction: " +
			"take 5 of each, filter rows, or correct by bh"},
		{Method{Alpha: 2. / 70, Correction: BenjaminiHochberg}, 4, 2, ""},                // one alone is not below alpha
		{Method{Alpha: 2 * 2. / 70, Correction: BenjaminiHochberg}, 4, 2, note(2, 2, 5)}, // equal to alpha
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

func TestMostPValuesAreAtMost1AfterTheCorrection(t *testing.T) {
	for _, c := range []Correction{BenjaminiHochberg, Holm} {
		if got := c.Adjust([]float64{1, 0.9, 1}); slices.Max(got) > 1 {
			t.Errorf("%v: got %v, want at most 1", c, got)
		}
	}
}

// The smallest p-value of 6 and 6 samples is 2/924, of 5 and 5 2/252, and of 1 and 39 2/40.
func TestSamplesThatCanMarkADifference(t *testing.T) {
	for _, c := range []struct {
		base, other, comparisons int
		want                     bool
	}{{6, 6, 23, true}, {6, 6, 24, false}, {5, 5, 6, true}, {5, 5, 7, false}, {1, 39, 1, false}, {1, 40, 1, true}, {40, 1, 1, true}} {
		if got := DefaultMethod.CanMark(c.base, c.other, c.comparisons); got != c.want {
			t.Errorf("%+v: got %v", c, got)
		}
	}
	for comparisons, want := range map[int]int{0: 1, 1: 4, 2: 5, 6: 5, 7: 6, 23: 6, 24: 7, 351: 9} {
		if got := DefaultMethod.SamplesToMark(comparisons); got != want {
			t.Errorf("%d comparisons: got %d samples, want %d", comparisons, got, want)
		}
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

func TestMeanOfNothingIs0(t *testing.T) {
	var m GeoMean
	if got := m.Mean(); got != 0 {
		t.Errorf("got %v, want 0", got)
	}
	for _, x := range []float64{2, 8, 4} {
		m.Add(x)
	}
	if got := m.Mean(); math.Abs(got-4) > 1e-12 {
		t.Errorf("got %v, want 4", got)
	}
}

// The sizes of the samples are those of comparisons of measurements. Counters and cells of another
// machine are not compared.
func TestComparisonsAreOfMeasurementsThatCanBeCompared(t *testing.T) {
	table := &Table{Rows: []Row{{Cells: []Cell{{N: 8, Center: 4}, {N: 9, BaseN: 8, Center: 1, Compared: true, P: 0.5},
		{N: 3, BaseN: 2, Center: 1, Foreign: true}, {N: 7, BaseN: 6, Center: 2, Compared: true, P: 0.5}}}}}
	table.judge(DefaultMethod, nil)
	if table.Comparisons != 2 || table.Fewest != 6 || table.Most != 9 {
		t.Errorf("got %d comparisons of %d to %d samples, want 2 of 6 to 9", table.Comparisons, table.Fewest, table.Most)
	}
	if v := table.Verdicts[2]; v.Less != 0 || v.Rows != 1 {
		t.Errorf("got %+v for a cell that is not compared, want no row marked", v)
	}
	table = &Table{Exact: true, Rows: cells(true, [2]float64{1, 2})}
	table.judge(DefaultMethod, nil)
	if table.Comparisons != 0 || table.Fewest != 0 || table.Most != 0 {
		t.Errorf("got %d comparisons of %d to %d samples of a counter, want none", table.Comparisons, table.Fewest,
			table.Most)
	}
}
