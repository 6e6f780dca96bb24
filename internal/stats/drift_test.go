package stats_test

import (
	"fmt"
	"slices"
	"testing"

	"xcbench/internal/stats"
)

// Each search has samples of runs 0, 1 and so on.
func TestDriftIsTheSlowestTimeToTheFastest(t *testing.T) {
	six, twelve := []float64{1, 1, 1, 1, 1, 1}, []float64{4, 8, 4, 8, 4, 8, 4, 8, 4, 8, 4, 8}
	for _, c := range []struct {
		what     string
		searches [][][]float64
		want     string
	}{
		{"a quiet run", [][][]float64{{six}}, "1.050"},
		{"the second half of a run is slower", [][][]float64{{{1, 1, 1, 2, 2, 2}}}, "2.000"},
		{"two samples of each part", [][][]float64{{slices.Concat(twelve, twelve)}}, "1.050"},
		{"the usual is of each search", [][][]float64{{six}, {{5, 5, 5, 5, 5, 5}}}, "1.050"},
		{"two searches", [][][]float64{{{1, 1, 1, 2, 2, 2}}, {six}}, "1.414"},
		{"quiet runs", [][][]float64{{six, six}}, "1.000"},
		{"a slower run", [][][]float64{{six, {1.5, 1.5, 1.5, 1.5, 1.5, 1.5}}}, "1.500"},
		{"a search in several runs, and one in one", [][][]float64{{six, six}, {{1, 1, 1, 2, 2, 2}}}, "1.000"},
		{"times of 0", [][][]float64{{{0, 0, 1, 1, 1, 2}}}, "2.000"},
		{"a single sample", [][][]float64{{{7}}}, "1.050"},
	} {
		pace := stats.NewPace()
		for _, search := range c.searches {
			var values []float64
			var runs []int32
			for run, some := range search {
				values, runs = append(values, some...), append(runs, slices.Repeat([]int32{int32(run)}, len(some))...)
			}
			pace.Add(values, runs)
		}
		if got := fmt.Sprintf("%.3f", pace.Drift()); got != c.want {
			t.Errorf("%s: got a drift of %s, want %s", c.what, got, c.want)
		}
	}
}

func ExampleRatio_Allow() {
	r := stats.Ratio{Value: 2, Low: 1, High: 3}
	fmt.Println(r.Allow(1.25), r.Allow(0))
	// Output: {2 0.8 3.75} {2 1 3}
}
