package compare

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"xcbench/internal/stats"
)

// The interval from the kth smallest to the kth greatest of n values contains the median with the
// probability 1 - 2 P(B < k), where B is binomial with n and 1/2. The extremes of 6 values contain
// it with 1 - 2/64 = 97%. The extremes of 5 values contain it with only 1 - 2/32 = 94%, so the
// interval is open at one end. Of 10 values, the second and the ninth contain it with 1 - 2
// (1+10)/1024 = 98%, and the third and the eighth with 89%.
func TestMediansHaveTheIntervalsOfTheBinomialDistribution(t *testing.T) {
	for _, c := range []struct {
		n              int
		center, lo, hi float64
	}{
		{1, 1, math.Inf(-1), math.Inf(1)},
		{5, 3, math.Inf(-1), 5},
		{6, 3.5, 1, 6},
		{10, 5.5, 2, 9},
	} {
		var values []float64
		for k := c.n; k > 0; k-- {
			values = append(values, float64(k))
		}
		got := mustCompare(t, Defaults(), row("A", "sec/op", values...)).Tables[0].Rows[0].Cells[0]
		if got.N != c.n || got.Center != c.center || got.Lo != c.lo || got.Hi != c.hi {
			t.Errorf("of 1 to %d: got %+v, want %v in %v to %v", c.n, got, c.center, c.lo, c.hi)
		}
	}
}

func TestPValuesAreThoseOfTextbooks(t *testing.T) {
	for _, c := range []struct {
		x, y []float64
		want float64
	}{
		// By hand: of the 20 ways to choose 3 of 6 ranks two have U of 1 or less, on either side.
		{[]float64{1, 2, 4}, []float64{3, 5, 6}, 4. / 20},
		{[]float64{1, 2, 3}, []float64{4, 5, 6}, 2. / 20},
		{[]float64{1, 2, 3, 4, 5, 6}, []float64{7, 8, 9, 10, 11, 12}, 2. / 924},
		// Hollander and Wolfe, Nonparametric Statistical Methods, 1973, page 69: permeability of the
		// human chorioamnion. R's help of wilcox.test has 0.1272 for one side.
		{[]float64{0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46}, []float64{1.15, 0.88, 0.90, 0.74, 1.21}, 2 * 0.1272061},
	} {
		got := mustCompare(t, Defaults(), row("A", "sec/op", c.x...), row("A", "sec/op", c.y...)).Tables[0].Rows[0].Cells[1].P
		if math.Abs(got-c.want) > 1e-6 {
			t.Errorf("%v and %v: got p of %v, want %v", c.x, c.y, got, c.want)
		}
	}
}

// The interval is from the sixth smallest to the sixth greatest of the 36 ratios, which are 2 or 3.
func TestCellsHaveTheIntervalOfTheirRatio(t *testing.T) {
	a, b := row("A", "sec/op", 1, 1, 1, 1, 1, 1), row("A", "sec/op", 2, 2, 2, 3, 3, 3)
	if got := mustCompare(t, Defaults(), a, b).Tables[0].Rows[0].Cells[1]; got.Low != 2 || got.High != 3 {
		t.Errorf("got %v to %v, want 2 to 3", got.Low, got.High)
	}
}

// Half of the confidence makes each interval narrower. The interval of each column is around its own
// ratio.
func TestIntervalsHaveTheConfidenceOfTheOptions(t *testing.T) {
	var files [3]string
	factors := []float64{1, 2, 20}
	for k, factor := range factors {
		for s := range 10 {
			files[k] += row("A", "sec/op", factor*(1+0.01*float64(s*s)))
		}
	}
	wide, opts := mustCompare(t, Defaults(), files[:]...).Tables[0], Defaults()
	opts.Confidence = 0.5
	narrow := mustCompare(t, opts, files[:]...).Tables[0]
	inside := func(low, high, wideLow, wideHigh float64) bool { return wideLow < low && low < high && high < wideHigh }
	for k, c := range narrow.Rows[0].Cells {
		w, v, of := wide.Rows[0].Cells[k], narrow.Verdicts[k], wide.Verdicts[k]
		if !inside(c.Lo, c.Hi, w.Lo, w.Hi) {
			t.Errorf("column %d: got %v to %v, want it inside %v to %v", k, c.Lo, c.Hi, w.Lo, w.Hi)
		}
		if k == 0 {
			continue
		}
		if !inside(c.Low, c.High, w.Low, w.High) || !inside(v.Low, v.High, of.Low, of.High) || v.Low > factors[k] || v.High < factors[k] {
			t.Errorf("column %d: got %+v and %+v, want intervals inside those of %+v and %+v", k, c, v, w, of)
		}
	}
}

// The smallest p-value of 6 and 6 samples is 2/924. Multiplied by 23 it is below 0.05, and by 24 it
// is not. So a single one of 24 rows cannot be marked, but two of them can.
func TestSixSamplesShowADifferenceInOneOf23RowsAndANoteSaysWhatIsNeededFor24(t *testing.T) {
	const holm, bh = "too few samples to show a difference in any of 24 comparisons after Holm's correction: " +
		"take 7 of each, filter rows, or correct by bh", "too few samples to show differences in fewer than " +
		"2 of 24 comparisons: take 7 of each"
	for _, c := range []struct {
		by            stats.Correction
		rows, changed int
		marked        bool
		note          string
	}{
		{stats.Holm, 23, 1, true, ""}, {stats.Holm, 24, 1, false, holm}, {stats.Holm, 24, 24, false, holm},
		{stats.BenjaminiHochberg, 23, 1, true, ""}, {stats.BenjaminiHochberg, 24, 1, false, bh}, {stats.BenjaminiHochberg, 24, 2, true, bh},
		{stats.NoCorrection, 24, 1, true, ""},
	} {
		var a, b strings.Builder
		for k := range c.rows {
			a.WriteString(row(fmt.Sprintf("A/k=%d", k), "sec/op", 1, 2, 3, 4, 5, 6))
			if k < c.changed {
				b.WriteString(row(fmt.Sprintf("A/k=%d", k), "sec/op", 7, 8, 9, 10, 11, 12))
			} else {
				b.WriteString(row(fmt.Sprintf("A/k=%d", k), "sec/op", 1.5, 2.5, 3.5, 4.5, 5.5, 6.5))
			}
		}
		opts := Defaults()
		opts.Correction = c.by
		table := mustCompare(t, opts, a.String(), b.String()).Tables[0]
		note := ""
		if len(table.Warnings) > 0 {
			note = table.Warnings[0].Text
		}
		if got := table.Rows[0].Cells[1].Differs; got != c.marked || note != c.note {
			t.Errorf("%v, %d of %d rows: got difference %v and %q, want %v and %q",
				c.by, c.changed, c.rows, got, note, c.marked, c.note)
		}
	}
}

// A program against itself, 20 rows of 10 samples.
func TestFewerThanFivePercentOfRunsOfOneProgramHaveADifference(t *testing.T) {
	if testing.Short() {
		t.Skip("uses one goroutine and takes long under the race detector")
	}
	r := rand.New(rand.NewPCG(3, 4))
	run := func() string {
		var text strings.Builder
		for k := range 20 {
			for range 10 {
				text.WriteString(row(fmt.Sprintf("A/k=%d", k), "sec/op", math.Exp(0.1*r.NormFloat64())))
			}
		}
		return text.String()
	}
	runs := 100
	if os.Getenv("XCBENCH_LONG") != "" {
		runs = 200
	}
	alarms, opts := 0, Defaults()
	opts.Paired = false // it takes most of the time
	for range runs {
		for _, row := range mustCompare(t, opts, run(), run()).Tables[0].Rows {
			if row.Cells[1].Differs {
				alarms++
				break
			}
		}
	}
	if alarms >= runs/20 {
		t.Errorf("got a false alarm in %d of %d runs, want fewer than %d", alarms, runs, runs/20)
	}
}

// Values that differ in every cell make one warning.
func TestWarningsOfManyCellsAreOne(t *testing.T) {
	var text strings.Builder
	text.WriteString(exact)
	for k := range 300 {
		text.WriteString(row(fmt.Sprintf("A/k=%d", k), "nodes/op", float64(k), float64(k+1)))
	}
	got := mustCompare(t, Defaults(), text.String()).Tables[0].Warnings
	want := Warning{Text: "exact distribution expected, but values of a cell differ", Cells: 300, First: "A/k=0, 0"}
	if len(got) == 0 || got[len(got)-1] != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestTableOfTooManyCellsIsRefused(t *testing.T) {
	var text strings.Builder
	for k := range 5000 {
		text.WriteString(row(fmt.Sprintf("A/k=%d/c=%d", k, k), "sec/op", 1))
	}
	opts := Defaults()
	opts.Row, opts.Col = "/k", "/c"
	_, err := compareFiles(opts, files(t, text.String()))
	want := "a table of 5000 rows and 5000 columns is too large, expected at most 20000000 cells: choose other keys for rows or columns"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
