package report

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// word draws a text of any width: what tables have, and what they should not.
func word(r *rand.Rand) string {
	some := []string{"", "-92.4% (-93.0 to -91.8) *", "1.025 ± 2%", "3.5 ± ∞", "timeout", "漢字", "é", "e\u0301", "a|b", "-1", "👩‍👩‍👧"}
	if r.IntN(2) == 0 {
		return some[r.IntN(len(some))]
	}
	letters := []rune("abcxyzABC0189/_=.-+%()[]{}<>\"'\\|#  éµ±∞─漢¡…\u00a0\u200b")
	var text strings.Builder
	for range r.IntN(12) {
		text.WriteRune(letters[r.IntN(len(letters))])
	}
	if r.IntN(20) == 0 {
		text.WriteString([]string{"\n", "\t", " ", "\x1b[31m", "\xff", "\x7f"}[r.IntN(6)])
	}
	return text.String()
}

// plain is what tablewriter makes of a table for a terminal: one line under the heads.
var plain = tw.Rendition{
	Borders: tw.BorderNone,
	Symbols: tw.NewSymbols(tw.StyleLight),
	Settings: tw.Settings{
		Separators: tw.Separators{BetweenColumns: tw.Off, BetweenRows: tw.Off},
		Lines:      tw.Lines{ShowHeaderLine: tw.On, ShowFooterLine: tw.On},
	},
}

// comparable reports whether the text of a table is the same as tablewriter's, which trims cells
// and lets control characters through.
func comparable(t Table) bool {
	cells := slices.Concat(slices.Concat(t.Rows...), t.Footer)
	for _, c := range t.Columns {
		cells = append(cells, Text(c.Name))
	}
	return !slices.ContainsFunc(cells, func(c Cell) bool {
		return strings.Trim(c.Text, " ") != c.Text || printable(c.Text) != c.Text
	})
}

// theirs returns what a renderer of tablewriter makes of the columns, the rows and the footer.
func theirs(t *testing.T, table Table, r tw.Renderer) string {
	t.Helper()
	_, markdown := r.(*renderer.Markdown)
	line := func(cells []Cell) (all []string) {
		for _, c := range cells {
			if markdown {
				c.Text = strings.ReplaceAll(c.Text, "|", `\|`)
			}
			all = append(all, c.Text)
		}
		return all
	}
	var head []Cell
	var align []tw.Align
	for _, c := range table.Columns {
		head, align = append(head, Text(c.Name)), append(align, tw.AlignLeft)
		if c.Right {
			align[len(align)-1] = tw.AlignRight
		}
	}
	cell := tw.CellConfig{
		Alignment:  tw.CellAlignment{PerColumn: align},
		Formatting: tw.CellFormatting{AutoFormat: tw.Off, AutoWrap: tw.WrapNone},
	}
	var text, trimmed strings.Builder
	out := tablewriter.NewTable(&text, tablewriter.WithRenderer(r),
		tablewriter.WithConfig(tablewriter.Config{Header: cell, Row: cell, Footer: cell}))
	out.Header(line(head))
	rows := table.Rows
	if markdown && table.Footer != nil {
		rows = append(slices.Clip(rows), table.Footer)
	} else if table.Footer != nil {
		out.Footer(line(table.Footer))
	}
	for _, row := range rows {
		if err := out.Append(line(row)); err != nil {
			t.Fatal(err)
		}
	}
	if err := out.Render(); err != nil {
		t.Fatal(err)
	}
	for l := range strings.Lines(text.String()) {
		trimmed.WriteString(strings.TrimRight(l, " \n") + "\n")
	}
	return trimmed.String()
}

func TestTablesHaveTheBytesOfTablewriter(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	compared := 0
	for n := range 3000 {
		table := Table{}
		columns := 1 + r.IntN(5)
		for range columns {
			table.Columns = append(table.Columns, Column{Name: word(r), Right: r.IntN(2) == 0})
		}
		row := func() (cells []Cell) {
			for range columns {
				cells = append(cells, Text(word(r)))
			}
			return cells
		}
		for range r.IntN(5) {
			table.Rows = append(table.Rows, row())
		}
		if len(table.Rows) > 0 && r.IntN(2) == 0 {
			table.Footer = row()
		}
		if !comparable(table) {
			continue
		}
		compared++
		renderers := map[string]tw.Renderer{"text": renderer.NewBlueprint(plain)}
		if n%4 == 0 { // these take longer
			renderers["md"], renderers["html"] = renderer.NewMarkdown(), renderer.NewHTML()
		}
		for format, renderer := range renderers {
			var ours strings.Builder
			if err := table.Write(&ours, format); err != nil {
				t.Fatal(err)
			}
			if want := theirs(t, table, renderer); ours.String() != want {
				t.Fatalf("%s: got\n%q, want\n%q", format, ours.String(), want)
			}
		}
	}
	if compared < 500 {
		t.Errorf("got %d tables to compare, want 500", compared)
	}
}

func TestTitleLeadAndNotesStandAroundATable(t *testing.T) {
	table := Table{Title: "A & B", Lead: []string{"a | b < c."}, Columns: []Column{{Name: "n"}}, Notes: []string{"one|two", "three"}}
	for format, want := range map[string]string{
		"text": "A & B\na | b < c.\n n\none|two\nthree\n",
		"md":   "### A & B\n\na \\| b < c.\n\n| n |\n|:--|\n\none\\|two\n\nthree\n",
		"html": "<h3>A &amp; B</h3>\n<p>a | b &lt; c.</p>\n<table>\n<thead>\n" +
			"  <tr><th style=\"text-align: left;\">n</th></tr>\n</thead>\n</table>\n<p>one|two</p>\n<p>three</p>\n",
	} {
		var text strings.Builder
		if err := table.Write(&text, format); err != nil || text.String() != want {
			t.Errorf("%s: got error %v and\n%q, want\n%q", format, err, text.String(), want)
		}
	}
}

func TestTextHasOneLineForEachRowWhateverItsCellsHold(t *testing.T) {
	table := Table{Title: "A title", Columns: []Column{{Name: "name"}, {Name: "value", Right: true}},
		Rows: [][]Cell{{Text("a\nb"), Text("1")}, {Text("\x1b[31mred\t"), Text("22")}, {Text("\xff"), Text("333")}}}
	var text strings.Builder
	if err := table.writeText(&text); err != nil {
		t.Fatal(err)
	}
	want := "A title\n name       value\n──────────────────\n a\uFFFDb            1\n \uFFFD[31mred\uFFFD     22\n \uFFFD            333\n"
	if text.String() != want {
		t.Errorf("got\n%q, want\n%q", text.String(), want)
	}
	for format, want := range map[string]int{"md": 4 + len(table.Rows), "html": 8 + len(table.Rows)} {
		text.Reset()
		if err := table.Write(&text, format); err != nil {
			t.Fatal(err)
		}
		if got := strings.Count(text.String(), "\n"); got != want {
			t.Errorf("%s: got %d lines, want %d:\n%s", format, got, want, text.String())
		}
	}
}
