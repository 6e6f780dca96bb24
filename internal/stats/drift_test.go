package stats_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"xcbench/internal/stats"
)

// A search is a line of samples, with "|" between runs.
func TestDriftIsTheSlowestTimeToTheFastest(t *testing.T) {
	for searches, want := range map[string]string{
		"1 1 1 1 1 1":             "1.050", // a quiet run
		"1 1 1 1 1 1 1 1 1 1 1 2": "2.000", // the last part of a run is slower
		"1 2 1 2 1 2 1 2 1 2 1 2 1 2 1 2 1 2 1 2 1 2 1 2": "1.050", // two samples of each part
		"1 1 1 1 1 1\n5 5 5":                              "1.050", // the usual time is of each search
		"1 1 1 2 2 2\n1 1 1 1 1 1":                        "1.414",
		"1 1 1|1 1 1":                                     "1.000", // quiet runs
		"1 1 1|1.5 1.5 1.5":                               "1.500",
		"1 1 1|1 1 1\n1 1 1 2 2 2":                        "1.000", // a search in one run does not show the pace of runs
		"0 0 1 1 1 2":                                     "2.000",
		"7":                                               "1.050",
		"1 3":                                             "3.000",
		"1 3\n7":                                          "3.000", // a single sample shows no pace
		"1 1 1 2 2 2\n0 0 0 0 0 1\n1 1 1 1 1 0":           "1.633",
	} {
		pace := stats.NewPace()
		for line := range strings.Lines(searches) {
			var values []float64
			var runs []int32
			for run, samples := range strings.Split(line, "|") {
				for _, text := range strings.Fields(samples) {
					x, _ := strconv.ParseFloat(text, 64)
					values, runs = append(values, x), append(runs, int32(run))
				}
			}
			pace.Add(values, runs)
		}
		if got := fmt.Sprintf("%.3f", pace.Drift()); got != want {
			t.Errorf("%q: got a drift of %s, want %s", searches, got, want)
		}
	}
}

func ExampleRatio_Allow() {
	r := stats.Ratio{Value: 2, Low: 1, High: 3}
	fmt.Println(r.Allow(1.25), r.Allow(0))
	// Output: {2 0.8 3.75} {2 1 3}
}
