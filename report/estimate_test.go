package report_test

import (
	"strings"
	"testing"

	"xcbench/report"
	"xcbench/solvers/estimate"
)

func TestAnEstimateIsRoundedUnlessItIsExact(t *testing.T) {
	rough := estimate.Quantity{Value: 123456, Low: 100444, High: 150555, Skew: 2 * estimate.Heavy}
	exact := estimate.Quantity{Value: 1234567, Low: 1234567, High: 1234567}
	level := estimate.Level{Nodes: rough, Updates: exact, Probes: 7}
	var out strings.Builder
	for _, table := range report.Estimate("queens/8", "naive", estimate.Estimate{Probes: 10, Width: 2, Total: level,
		Levels: []estimate.Level{level}}) {
		if err := table.Write(&out, "csv"); err != nil {
			t.Fatal(err)
		}
		if err := table.Write(&out, "text"); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{
		"quantity,estimate,low,high\nnodes,123456,100444,150555\nupdates,1234567,1234567,1234567\n",
		" nodes        123,000    100,000    151,000\n updates    1,234,567  1,234,567  1,234,567\n",
		"The tail is heavy",
		"\n0,123456,100444,150555,1234567,1234567,1234567,7\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("got\n%s\nwant a text with\n%s", out.String(), want)
		}
	}
}
