package report

import (
	"slices"
	"testing"

	"xcbench/compare"
)

func TestAViewChoosesAndSortsRows(t *testing.T) {
	row := func(label string, base, value float64) compare.Row {
		cell := compare.Cell{N: 6, Center: value, Base: base, Compared: true, Differs: base != value}
		return compare.Row{Label: label, Cells: []compare.Cell{{N: 6, Center: base}, cell}}
	}
	unsolved := compare.Row{Label: "e", Cells: []compare.Cell{{N: 6, Center: 1}, {Status: "timeout"}}}
	c := compare.Table{Columns: []string{"old", "new"},
		Rows: []compare.Row{row("d", 8, 8), row("b", 40, 80), row("a", 6, 2), row("c", 10, 15), unsolved}}
	for _, test := range []struct {
		view  View
		want  string // the labels in order
		notes []string
	}{
		{View{}, "dbace", nil},
		{View{Sort: ByName}, "abcde", nil},
		{View{Sort: BySize}, "bcdae", nil},
		{View{Sort: ByChange}, "eabcd", nil},
		{View{Sort: ByChange, Differ: true}, "eabc", []string{"4 of 5 rows show a difference"}},
		{View{Sort: ByName, MinRatio: 2}, "abe", []string{"3 of 5 rows differ by a ratio of 2 or more"}},
		{View{Sort: ByName, Top: 2}, "ab", []string{"2 of 5 rows shown"}},
	} {
		shown, notes := test.view.of(c)
		got := ""
		for _, row := range shown.Rows {
			got += row.Label
		}
		if got != test.want || !slices.Equal(notes, test.notes) {
			t.Errorf("%+v: got rows %s and notes %q, want %s and %q", test.view, got, notes, test.want, test.notes)
		}
	}
	if got := c.Rows[0].Label; got != "d" {
		t.Errorf("a view changed the table: got %s first, want d", got)
	}
}
