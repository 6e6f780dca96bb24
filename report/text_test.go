package report

import (
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

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

// byTablewriter writes the columns, rows and footer with a renderer of tablewriter.
func (t Table) byTablewriter(w io.Writer, r tw.Renderer) error {
	_, markdown := r.(*renderer.Markdown)
	line := func(cells []Cell) (all []string) {
		for _, c := range cells {
			text := c.Text
			if markdown {
				text = strings.ReplaceAll(text, "|", `\|`)
			}
			all = append(all, text)
		}
		return all
	}
	var align []tw.Align
	for _, c := range t.Columns {
		if align = append(align, tw.AlignLeft); c.Right {
			align[len(align)-1] = tw.AlignRight
		}
	}
	cell := tw.CellConfig{
		Alignment:  tw.CellAlignment{PerColumn: align},
		Formatting: tw.CellFormatting{AutoFormat: tw.Off, AutoWrap: tw.WrapNone},
	}
	var text strings.Builder
	table := tablewriter.NewTable(&text, tablewriter.WithRenderer(r),
		tablewriter.WithConfig(tablewriter.Config{Header: cell, Row: cell, Footer: cell}))
	table.Header(line(t.heads()))
	rows := t.Rows
	if markdown && t.Footer != nil { // Markdown has none
		rows = append(slices.Clip(rows), t.Footer)
	} else if t.Footer != nil {
		table.Footer(line(t.Footer))
	}
	for _, row := range rows {
		if err := table.Append(line(row)); err != nil {
			return err
		}
	}
	if err := table.Render(); err != nil {
		return err
	}
	for l := range strings.Lines(text.String()) {
		if _, err := io.WriteString(w, strings.TrimRight(l, " \n")+"\n"); err != nil {
			return err
		}
	}
	return nil
}

func TestTablesHaveTheBytesOfTablewriter(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	compared := 0
	for range 3000 {
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
		format := []string{"text", "md", "html"}[compared%3]
		theirs := map[string]tw.Renderer{"text": renderer.NewBlueprint(plain), "md": renderer.NewMarkdown(), "html": renderer.NewHTML()}[format]
		var got, want strings.Builder
		if err := table.Write(&got, format); err != nil {
			t.Fatal(err)
		}
		if err := table.byTablewriter(&want, theirs); err != nil {
			t.Fatal(err)
		}
		if got.String() != want.String() {
			t.Fatalf("%s: got\n%s\nwant\n%s", format, got.String(), want.String())
		}
	}
	if compared < 500 {
		t.Errorf("got %d tables to compare, want 500", compared)
	}
}

func TestTitleLeadAndNotesOfEachFormat(t *testing.T) {
	table := Table{Title: "A <title>", Lead: []string{"x|y <z>"}, Columns: []Column{{Name: "a"}}, Notes: []string{"p|q", "<r>"}}
	for format, want := range map[string]string{
		"text": "A <title>\nx|y <z>\n a\np|q\n<r>\n",
		"md":   "### A <title>\n\nx\\|y <z>\n\n| a |\n|:--|\n\np\\|q\n\n<r>\n",
		"html": "<h3>A &lt;title&gt;</h3>\n<p>x|y &lt;z&gt;</p>\n<table>\n<thead>\n  <tr><th style=\"text-align: left;\">a</th></tr>\n" +
			"</thead>\n</table>\n<p>p|q</p>\n<p>&lt;r&gt;</p>\n",
	} {
		var got strings.Builder
		if err := table.Write(&got, format); err != nil || got.String() != want {
			t.Errorf("%s: got\n%q, %v, want\n%q", format, got.String(), err, want)
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
	for _, format := range []string{"md", "html"} {
		var text strings.Builder
		if err := table.Write(&text, format); err != nil {
			t.Fatal(err)
		}
		if got := text.String(); strings.Contains(got, "\x1b") || !strings.Contains(got, "a b") || !utf8.ValidString(got) {
			t.Errorf("%s: got %q, want no control characters, and a blank for a line break", format, got)
		}
	}
	want := "A title\n name       value\n──────────────────\n a\uFFFDb            1\n \uFFFD[31mred\uFFFD     22\n \uFFFD            333\n"
	if text.String() != want {
		t.Errorf("got\n%q, want\n%q", text.String(), want)
	}
}
