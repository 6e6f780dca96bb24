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
		Footer: []Cell{Text("geomean"), Text(""), Int(3), Text(""), Int(4)},
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

func TestTablesFitTheTerminal(t *testing.T) {
	table := wide()
	for _, c := range []struct {
		width int
		lines []string // of the text
	}{
		{70, nil},
		{60, []string{" polyhex/…n_3x4_4  bitset      1  a long remark i…   123456"}},
		{51, []string{" polyhex/…n_3x4_4  bitset      1  a long remark i…", "1 column not shown, too wide: updates/op"}},
		{10, []string{" polyhex/…n_3x4_4  bitset", "3 columns not shown, too wide: nodes, remark, updates/op"}},
	} {
		var out strings.Builder
		if err := table.Fit(c.width).Write(&out, "text"); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(out.String()) {
			n := utf8.RuneCountInString(strings.TrimRight(line, "\n"))
			if c.width > 40 && n > c.width && !strings.Contains(line, "too wide") {
				t.Errorf("width %d: got %d characters: %s", c.width, n, line)
			}
		}
		for _, want := range c.lines {
			if !strings.Contains(out.String(), want+"\n") && want != "" {
				t.Errorf("width %d: got\n%swant a line %q", c.width, out.String(), want)
			}
		}
	}
	if len(table.Columns) != 5 || table.Rows[0][0].Text != "polyhex/free1234_hexagon_3x4_4" || table.Notes != nil {
		t.Errorf("Fit changed the table: %v", table)
	}
}
