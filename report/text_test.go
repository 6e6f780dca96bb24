package report

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

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

func TestTextHasTheBytesOfTablewriter(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	compared := 0
	for range 3000 {
		table := Table{}
		title := ""
		if r.IntN(2) == 0 {
			table.Title, title = "A title", "A title\n"
			table.Notes = []string{"a note"}
		}
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
		var ours, theirs strings.Builder
		if err := table.writeText(&ours); err != nil {
			t.Fatal(err)
		}
		if err := table.render(&theirs, renderer.NewBlueprint(plain), title); err != nil {
			t.Fatal(err)
		}
		if ours.String() != theirs.String() {
			t.Fatalf("got\n%q, want\n%q", ours.String(), theirs.String())
		}
	}
	if compared < 500 {
		t.Errorf("got %d tables to compare, want 500", compared)
	}
}

func TestTextHasOneLineForEachRowWhateverItsCellsHold(t *testing.T) {
	table := Table{Title: "A title", Columns: []Column{{Name: "name"}, {Name: "value", Right: true}},
		Rows: [][]Cell{{Text("a\nb"), Text("1")}, {Text("\x1b[31mred\t"), Text("22")}, {Text("\xff"), Text("333")},
			{Text("a\u202eb"), Text("4")}}}
	var text strings.Builder
	if err := table.writeText(&text); err != nil {
		t.Fatal(err)
	}
	want := "A title\n name       value\n──────────────────\n a\uFFFDb            1\n \uFFFD[31mred\uFFFD     22\n \uFFFD            333\n a\uFFFDb            4\n"
	if text.String() != want {
		t.Errorf("got\n%q, want\n%q", text.String(), want)
	}
	for _, format := range []string{"md", "html"} {
		text.Reset()
		if err := table.Write(&text, format); err != nil || strings.ContainsAny(text.String(), "\u202e\x1b") {
			t.Errorf("%s: got\n%q, %v, want no character that acts on the text around it", format, text.String(), err)
		}
	}
}
