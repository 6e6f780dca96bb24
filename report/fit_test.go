package report

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestTablesFitTheTerminal(t *testing.T) {
	table := Table{
		Title: "a title",
		Columns: []Column{{Name: "instance"}, {Name: "solver"}, {Name: "nodes", Right: true}, {Name: "remark"},
			{Name: "updates", Right: true, Key: "updates/op"}},
		Rows: [][]Cell{
			{Text("polyhex/free1234_hexagon_3x4_4"), Text("bitset"), Int(1), Text("a long remark in many words"), Int(123456)},
			{Text("queens/8"), Text("naive"), Int(22), Text(""), Int(7)},
		},
		Footer: []Cell{Text("geomean"), Text(""), Int(3), Text(""), Int(4)},
	}
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
