package report

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"xcbench/compare"
	"xcbench/internal/stats"
)

// someComparisons have every kind of cell.
func someComparisons() []compare.Table {
	measured := func(center, lo, hi float64, n int) compare.Cell {
		return compare.Cell{N: n, Center: center, Lo: lo, Hi: hi}
	}
	against := func(c, base compare.Cell, p, adjusted float64) compare.Cell {
		c.Compared, c.Base, c.BaseN, c.P, c.Adjusted = true, base.Center, base.N, p, adjusted
		c.Low, c.High, c.Differs = 0.9*c.Center/base.Center, 1.1*c.Center/base.Center, adjusted < 0.05
		if c.N == 1 {
			c.Low, c.High = 0, math.Inf(1)
		}
		return c
	}
	exact := func(x float64) compare.Cell { return measured(x, x, x, 2) }
	fast, slow := measured(1.5e-3, 1.4e-3, 1.6e-3, 6), measured(3e-3, 2.9e-3, 3.3e-3, 7)
	one := measured(1e-6, math.Inf(-1), math.Inf(1), 1)
	counted := func(c, base compare.Cell) compare.Cell {
		c.Compared, c.Base, c.BaseN, c.Differs = true, base.Center, base.N, c.Center != base.Center || c.Lo != base.Lo
		return c
	}
	return []compare.Table{
		{Unit: "sec/op", Method: stats.DefaultMethod, Comparisons: 3, Fewest: 1, Most: 7, Config: [][2]string{{"goos", "linux"}, {"cpu", "a <b>"}}, Columns: []string{"old", "new"},
			Rows: []compare.Row{
				{Label: "slower", Cells: []compare.Cell{fast, against(slow, fast, 0.001, 0.004)}},
				{Label: "not after the correction", Cells: []compare.Cell{slow, against(fast, slow, 0.03, 0.12)}},
				{Label: "same", Cells: []compare.Cell{one, against(one, one, 1, 1)}},
				{Label: "stopped", Cells: []compare.Cell{fast, {Status: "timeout"}}},
				{Label: "gone", Cells: []compare.Cell{fast, {}}},
			},
			Geomean: []float64{1e-3, 2e-3}, Common: 3,
			Verdicts: []compare.Verdict{{}, {Ratio: stats.Ratio{Value: 2, Low: 1.5, High: 2.5}, Rows: 3, More: 1, BaseOnly: 2}},
			Warnings: []compare.Warning{{Text: "about all"}, {Text: "about one", Cells: 1, First: "same, old"}, {Text: "about some", Cells: 3, First: "same, old"}}},
		{Unit: "nodes/op", Exact: true, Columns: []string{"old", "new"},
			Rows: []compare.Row{
				{Label: "one more", Cells: []compare.Cell{exact(1000000), counted(exact(1000001), exact(1000000))}},
				{Label: "same", Cells: []compare.Cell{exact(1 << 53), counted(exact(1<<53), exact(1<<53))}},
				{Label: "from 0", Cells: []compare.Cell{exact(0), counted(exact(3), exact(0))}},
				{Label: "varies", Cells: []compare.Cell{exact(5), counted(measured(5, 4, 5, 2), exact(5))}},
			},
			Geomean: []float64{3.5, 4}, Common: 3,
			Verdicts: []compare.Verdict{{}, {Ratio: stats.Ratio{Value: 1.1, Low: 1.1, High: 1.1}, Rows: 3, More: 1}}},
	}
}

// A mean has a mark only if a row has one. It is the last row, even if only a later unit has some row.
func TestMeansAreMarkedAndLast(t *testing.T) {
	all := someComparisons()
	all[0].Verdicts[1].More, all[1].Rows[0].Label = 0, "only nodes"
	table := Comparison(View{}, all...)
	if last := table.Rows[len(table.Rows)-1]; last[0].Value != mean || last[1].Value != "nodes/op" {
		t.Errorf("got %v last, want the mean of nodes", last)
	}
	if got := table.Rows[len(table.Rows)-2][4].Text; got != "2.00× slower (1.50 to 2.50) ~" && got != "2.0× slower (1.5 to 2.5) ~" {
		t.Errorf("got %q, want no mark", got)
	}
}

func TestComparisonTables(t *testing.T) {
	for _, format := range []string{"text", "md", "html"} {
		var text strings.Builder
		for _, differ := range []bool{false, true} {
			for _, c := range someComparisons() {
				if err := Comparison(View{Differ: differ}, c).Write(&text, format); err != nil {
					t.Fatal(err)
				}
			}
		}
		golden(t, "comparison."+format, text.String())
	}
	for _, format := range []string{"csv", "json"} {
		var text strings.Builder
		cells := func(yield func(Table) bool) {
			for _, c := range someComparisons() {
				yield(Cells(c, View{}))
			}
		}
		if err := WriteRows(&text, format, "cmp", cells); err != nil {
			t.Fatal(err)
		}
		golden(t, "comparison."+format, text.String())
		var object any
		if format == "json" && json.Unmarshal([]byte(text.String()), &object) != nil {
			t.Errorf("got %s, want JSON", text.String())
		}
	}
}
