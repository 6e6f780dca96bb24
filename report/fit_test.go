package report

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// wide returns a table that is wider than most terminals.
func wide() Table {
	return Table{
		Title: "a title",
		Columns: []Column{{Name: "instance"}, {Name: "solver"}, {Name: "nodes", Right: true}, {Name: "remark"},
			{Name: "updates", Right: true, Key: "updates/op"}},
		Rows: [][]Cell{
			{Text("polyhex/free1234_hexagon_3x4_4"), Text("bitset"), Int(1), Text("a long remark in many words"), Int(123456)},
			{Text("queens/8"), Text("naive"), Int(22), Text(""), Int(7)},
		},
	}
}

// widthOf returns the width of the widest line of a table as text, without notes.
func widthOf(t *testing.T, table Table) (most int) {
	t.Helper()
	table.Notes = nil
	var out strings.Builder
	if err := table.Write(&out, "text"); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(out.String()) {
		most = max(most, utf8.RuneCountInString(strings.TrimRight(line, "\n")))
	}
	return most
}

func TestTableOfExactlyTheWidthIsShownWhole(t *testing.T) {
	whole := widthOf(t, wide())
	for width := 45; width <= whole+1; width++ {
		got := wide().Fit(width)
		if n := widthOf(t, got); n > width {
			t.Errorf("width %d: got %d characters", width, n)
		}
		if shown := got.Rows[0][0].Text == wide().Rows[0][0].Text; width >= whole && !shown {
			t.Errorf("width %d of %d: got %q, want the whole name", width, whole, got.Rows[0][0].Text)
		}
		if width >= whole || len(got.Columns) < len(wide().Columns) {
			continue
		}
		name, remark := utf8.RuneCountInString(got.Rows[0][0].Text), utf8.RuneCountInString(got.Rows[0][3].Text)
		if remark > name+1 {
			t.Errorf("width %d: got a remark of %d characters beside a name of %d, want the longest shortened",
				width, remark, name)
		}
	}
}
