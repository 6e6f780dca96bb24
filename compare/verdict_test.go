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

// judge returns the verdict on solver b in a table of a and b.
func judge(unit string, lines ...string) compare.Verdict {
	same := results.Classes{"a": {Rule: "mrv"}, "b": {Rule: "mrv"}}
	return compare.Compare(rows(lines...), unit, []string{"a", "b"}, same).Verdicts[1]
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
