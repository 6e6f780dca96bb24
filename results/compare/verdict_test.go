package compare

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"xcbench/internal/stats"
)

// Twelve rows are twice as fast, one is slower, one has no difference, and of two more only one
// column has a value.
func TestVerdictCountsRowsAndLeavesOutThoseWithoutAValue(t *testing.T) {
	var a, b strings.Builder
	add := func(text *strings.Builder, k int, factor float64) {
		for s := range 10 {
			text.WriteString(row(fmt.Sprintf("A/k=%d", k), "sec/op", factor*(1+0.001*float64(s*s%11))))
		}
	}
	want := 0.0
	for k := range 14 {
		factor := 0.5
		switch k {
		case 12:
			factor = 1.25
		case 13:
			factor = 1
		}
		want += math.Log(factor) / 14
		add(&a, k, 1)
		add(&b, k, factor)
	}
	add(&a, 14, 1)
	add(&b, 15, 1)
	res := mustCompare(t, Defaults(), a.String(), b.String())
	got := res.Tables[0].Verdicts[1]
	if got.Rows != 14 || got.Less != 12 || got.More != 1 || got.BaseOnly != 1 || got.OtherOnly != 1 {
		t.Errorf("got %+v, want 14 rows, 12 less, 1 more, and 1 that only one column has", got)
	}
	if math.Abs(got.Value-math.Exp(want)) > 1e-9 || !got.Decided() || got.Low > got.Value || got.High < got.Value {
		t.Errorf("got %+v, want the ratio %v in its interval, without 1", got, math.Exp(want))
	}
	if first := res.Tables[0].Verdicts[0]; first != (Verdict{}) {
		t.Errorf("got %+v for the base, want none", first)
	}
}

// Both rows are faster for certain, but the one by half and the other by a tenth. As a sample of other
// rows they would decide nothing.
func TestVerdictOverAFewRowsIsAboutTheseRows(t *testing.T) {
	var a, b strings.Builder
	for k, factor := range []float64{0.5, 0.9} {
		for s := range 10 {
			a.WriteString(row(fmt.Sprintf("A/k=%d", k), "sec/op", 1+0.001*float64(s)))
			b.WriteString(row(fmt.Sprintf("A/k=%d", k), "sec/op", factor*(1+0.001*float64(s))))
		}
	}
	if got := mustCompare(t, Defaults(), a.String(), b.String()).Tables[0].Verdicts[1]; !got.Decided() || got.High > 0.7 {
		t.Errorf("got %+v, want an interval of the noise only", got)
	}
}

// Nodes have a ratio without an interval, and updates of other counter classes have none.
func TestExactUnitsHaveARatioAndNoInterval(t *testing.T) {
	got := mustCompare(t, Defaults(), exact+row("A", "nodes/op", 8), exact+row("A", "nodes/op", 2)).Tables[0].Verdicts[1]
	if want := (Verdict{Ratio: stats.Ratio{Value: 0.25, Low: 0.25, High: 0.25}, Rows: 1, Less: 1}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// The rows that cmp shows for two solvers of a run do not depend on the order of the rows.
func TestVerdictsDoNotDependOnTheOrderOfRows(t *testing.T) {
	lines := func(file, from, step int) string {
		var text strings.Builder
		for k := from; k >= 0 && k < 20; k += step {
			for s := range 6 {
				text.WriteString(row(fmt.Sprintf("A/k=%d", k), "sec/op", float64(1+(k*7+s*s*(file+1))%13)))
			}
		}
		return text.String()
	}
	same := func(down bool) string { // rows of the same ratio, which is of other samples
		a, b := row("B/k=1", "sec/op", 1, 2, 3, 4, 5, 6), row("B/k=2", "sec/op", 1, 1, 2, 5, 6, 9)
		if down {
			return b + a
		}
		return a + b
	}
	up := mustCompare(t, Defaults(), lines(0, 0, 1)+same(false), lines(1, 0, 1)+same(false)).Tables[0].Verdicts[1]
	down := mustCompare(t, Defaults(), lines(0, 19, -1)+same(true), lines(1, 19, -1)+same(true)).Tables[0].Verdicts[1]
	if up != down {
		t.Errorf("got %+v and %+v, want the same", up, down)
	}
}

// The interval does not depend on the order of the samples either.
func TestVerdictsDoNotDependOnTheOrderOfSamples(t *testing.T) {
	var texts [2][2]string
	for k := range 8 {
		values := [2][]float64{{1, 2, 3, 4, 5, 6, 7}, {2, 3, 5, 7, 8, 9, 11}}
		for file, some := range values {
			name := fmt.Sprintf("A/k=%d", k)
			texts[0][file] += row(name, "sec/op", some...)
			slices.Reverse(some[k%3:])
			texts[1][file] += row(name, "sec/op", some...)
		}
	}
	a := mustCompare(t, Defaults(), texts[0][:]...).Tables[0].Verdicts[1]
	b := mustCompare(t, Defaults(), texts[1][:]...).Tables[0].Verdicts[1]
	if a != b || a.Low == 0 {
		t.Errorf("got %+v and %+v, want the same", a, b)
	}
}

// One row with few samples takes the interval of fixed rows, wherever it is.
func TestAnyRowOfFewSamplesOnOneSideHasNoInterval(t *testing.T) {
	many := []float64{1, 2, 3, 4, 5, 6, 7, 8}
	for few := range 3 {
		var a, b string
		for k := range 3 {
			name, base := fmt.Sprintf("A/k=%d", k), many
			if k == few {
				base = many[:1]
			}
			a, b = a+row(name, "sec/op", base...), b+row(name, "sec/op", many...)
		}
		if got := mustCompare(t, Defaults(), a, b).Tables[0].Verdicts[1]; got.Low != 0 || !math.IsInf(got.High, 1) {
			t.Errorf("row %d has one sample: got %+v, want no interval", few, got)
		}
	}
}
