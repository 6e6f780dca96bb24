package compare_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"xcbench/compare"
	"xcbench/internal/stats"
	"xcbench/results"
)

// judge returns the verdict on solver b in a table of a and b.
func judge(unit string, lines ...string) compare.Verdict {
	same := results.Classes{"a": {Rule: "mrv"}, "b": {Rule: "mrv"}}
	return compare.Compare(rows(lines...), unit, []string{"a", "b"}, same).Verdicts[1]
}

func TestVerdictIsDecidedIf1IsOutsideItsInterval(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		want      bool
	}{{0.5, 0.9, true}, {1.1, 3, true}, {0.9, 1.1, false}, {1, 1, false}, {1, 2, false}, {0.5, 1, false}, {0, math.Inf(1), false}} {
		if got := (compare.Verdict{Ratio: stats.Ratio{Value: 1, Low: c.low, High: c.high}}).Decided(); got != c.want {
			t.Errorf("%v to %v: got decided %v, want %v", c.low, c.high, got, c.want)
		}
	}
}

// Ratios of counters are exact. A zero, or a row that one column has, is in no ratio. The marked
// rows are of measurements that differ for certain: all samples of one side are above those of the
// other.
func TestVerdictCountsMarkedRowsAndLeavesOutThoseWithoutAValue(t *testing.T) {
	known := func(ratio float64) stats.Ratio { return stats.Ratio{Value: ratio, Low: ratio, High: ratio} }
	pair := func(inst int, factor float64) string {
		text := ""
		for side, f := range []float64{1, factor} {
			text += fmt.Sprintf("%d %c:", inst, "ab"[side])
			for k := range 10 {
				text += fmt.Sprint(" ", f*(1+0.001*float64(k*k%11)))
			}
			text += "\n"
		}
		return text
	}
	var times []string
	for inst := range 12 {
		times = append(times, pair(inst, 0.5))
	}
	times = append(times, pair(12, 1.25), pair(13, 1), "14 a: 1", "15 b: 1", "16 a: 1", "16 b timeout: 1", "17 a timeout: 1",
		"17 b timeout: 1")
	for _, c := range []struct {
		unit  string
		lines []string
		want  compare.Verdict
	}{
		{results.Nodes, []string{"1 a nodes/op: 8", "1 b nodes/op: 2"}, compare.Verdict{Ratio: known(0.25), Families: 1, Rows: 1, Less: 1}},
		{results.Nodes, strings.Fields("2:1 2:2 1:2 1:4 0:1 1:0 0:0"),
			compare.Verdict{Ratio: known(math.Sqrt2), Families: 1, Rows: 4, Less: 1, More: 2}},
		{results.Seconds, times, compare.Verdict{Ratio: stats.Ratio{Value: math.Pow(math.Pow(0.5, 12)*1.25, 1./14)}, Families: 1, Rows: 14,
			Less: 12, More: 1, BaseOnly: 2, OtherOnly: 1}},
	} {
		if c.unit == results.Nodes && len(c.lines) > 2 {
			for k, one := range c.lines {
				a, b, _ := strings.Cut(one, ":")
				c.lines[k] = fmt.Sprintf("%d a nodes/op: %s\n%[1]d b nodes/op: %[3]s", k, a, b)
			}
		}
		got := judge(c.unit, c.lines...)
		if c.unit == results.Seconds {
			if !got.Decided() || got.Low > got.Value || got.High < got.Value {
				t.Errorf("got %+v, want the ratio in its interval, without 1", got)
			}
			got.Low, got.High = 0, 0
		}
		for _, x := range []*float64{&got.Value, &got.Low, &got.High, &c.want.Value, &c.want.Low, &c.want.High} {
			*x = math.Round(1e9*(*x)) / 1e9
		}
		if got != c.want {
			t.Errorf("%s: got %+v, want %+v", c.unit, got, c.want)
		}
	}
	if base := compare.Compare(rows(times...), results.Seconds, []string{"a", "b"}, nil).Verdicts[0]; base != (compare.Verdict{}) {
		t.Errorf("got %+v for the base, want none", base)
	}
}

// Five families are about themselves, and six are a sample of more: each has a vote, however many members
// it has. The interval depends on the order of neither rows nor samples.
func TestIntervalOfAVerdictIsOverFamiliesTheirRowsAndTheirSamples(t *testing.T) {
	for n := 2; n < 8; n++ {
		var lines []string
		families := make([][]stats.Pair, n)
		for k := range 2 * n {
			f, x := k%n*(k/n), float64(k+2) // the first family has as many members as all others
			lines = append(lines, fmt.Sprintf("f%d/%d a: 1 1.1 0.9\nf%[1]d/%[2]d b: %v %v %v", f, k, x+0.1, x, x-0.1))
			families[f] = append(families[f], stats.Pair{Base: []float64{0.9, 1, 1.1}, Other: []float64{x - 0.1, x, x + 0.1}})
		}
		want := stats.DefaultMethod.FamilyRatio(families)
		if got := judge(results.Seconds, lines...); got.Ratio != want || got.Low <= 0 || got.High <= got.Low || got.Families != n {
			t.Errorf("%d families: got %+v, want %+v", n, got, want)
		}
		slices.Reverse(lines)
		for k, line := range lines {
			lines[k] = strings.ReplaceAll(line, "1 1.1 0.9", "0.9 1 1.1")
		}
		if got := judge(results.Seconds, lines...); got.Ratio != want {
			t.Errorf("%d families in another order: got %+v, want %+v", n, got, want)
		}
	}
}

// An interval needs three samples above 0 on both sides of every row, or six rows. Without it there
// is a ratio, but not if any row cannot be compared.
func TestVerdictWithoutAllSamplesHasNoInterval(t *testing.T) {
	const a, b = " a: 1 1 1 1 1", " b: 2 2 2 2 2"
	for k := range 3 {
		for what, c := range map[string]struct {
			a, b string
			want float64
		}{
			"few samples of a": {" a: 1 1", b, 2}, "few samples of b": {a, " b: 2 2", 2},
			"the least of a is 0": {" a: 1 0 1 1 1", b, 2}, "the least of b is 0": {a, " b: 2 0 2 2 2", 2},
			"other machines": {" a @m: 1 1 1", " b @n: 2 2 2", 0}, "all": {a, b, 2},
		} {
			var lines []string
			for n := range 3 {
				if n == k {
					lines = append(lines, fmt.Sprint(n, c.a), fmt.Sprint(n, c.b))
				} else {
					lines = append(lines, fmt.Sprint(n, a), fmt.Sprint(n, b))
				}
			}
			got := judge(results.Seconds, lines...)
			if known := got.Low > 0 && got.High < 3; known != (what == "all") || got.Rows != 3 || !near(got.Value, c.want) ||
				what != "all" && c.want > 0 && !math.IsInf(got.High, 1) {
				t.Errorf("%s, row %d: got %+v, want the ratio %v of 3 rows", what, k, got, c.want)
			}
		}
	}
}
