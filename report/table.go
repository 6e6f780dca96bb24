package report

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"

	"xcbench/cover"
)

// Formats are the ways to write a table.
var Formats = []string{"text", "md", "csv", "json", "html", "latex"}

// Table is a table of results for people and programs.
type Table struct {
	Title   string
	Lead    []string // sentences between the title and the table; CSV has no place for them
	Columns []Column
	Rows    [][]Cell
	Footer  []Cell   // nil for none
	Notes   []string // remarks below the table; CSV has no place for them
}

// Column is the head of a column.
type Column struct {
	Name  string
	Right bool   // numbers align right
	Key   string // the name for programs, different from those of all other columns; "" if it is Name
}

func (c Column) key() string { return cmp.Or(c.Key, c.Name) }

// Cell is one value: a text for people, and a value for programs. The value is nil if there is
// none.
type Cell struct {
	Text  string
	Value any
}

// Text returns the cell of a text.
func Text(s string) Cell { return Cell{s, s} }

// Counter returns a cell for a number of nodes or updates. It is empty if they are not counted.
func Counter(n int64) Cell {
	if n == cover.Uncounted {
		return Cell{}
	}
	return Int(n)
}

// Int returns the cell of an integer.
func Int(n int64) Cell { return Cell{fmt.Sprint(n), n} }

// Digits returns the cell of a whole number of any size, given in decimal. For programs, a number
// beyond 64 bits is a text: few of them read such a number exactly.
func Digits(text string) Cell {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return Int(n)
	}
	return Text(text)
}

// Real returns the cell of a number with the given number of digits after the point.
func Real(x float64, digits int) Cell {
	return Cell{strconv.FormatFloat(x, 'f', digits, 64), x}
}

// WithTitleColumn returns the table with its title in front of each row.
func (t Table) WithTitleColumn() Table {
	t.Columns = append([]Column{{Name: "table"}}, t.Columns...)
	rows := make([][]Cell, len(t.Rows))
	for k, row := range t.Rows {
		rows[k] = append([]Cell{Text(t.Title)}, row...)
	}
	t.Rows = rows
	if t.Footer != nil {
		t.Footer = append([]Cell{Text("")}, t.Footer...)
	}
	return t
}

// Write writes the table in one of the Formats.
func (t Table) Write(w io.Writer, format string) error {
	switch format {
	case "text":
		return t.render(w, renderer.NewBlueprint(plain), t.Title+"\n")
	case "md":
		return t.render(w, renderer.NewMarkdown(), "### "+markdown(t.Title)+"\n\n")
	case "csv":
		return t.csv(w)
	case "json":
		return t.json(w)
	case "latex":
		return t.latex(w)
	case "html":
		return t.render(w, renderer.NewHTML(), "<h3>"+html.EscapeString(printable(t.Title))+"</h3>\n")
	}
	return fmt.Errorf("unknown table format %q, expected one of %s", format, strings.Join(Formats, ", "))
}

// plain is a table for a terminal: one line under the heads.
var plain = tw.Rendition{
	Borders: tw.BorderNone,
	Symbols: tw.NewSymbols(tw.StyleLight),
	Settings: tw.Settings{
		Separators: tw.Separators{BetweenColumns: tw.Off, BetweenRows: tw.Off},
		Lines:      tw.Lines{ShowHeaderLine: tw.On, ShowFooterLine: tw.On},
	},
}

// render writes the table with a renderer of tablewriter.
func (t Table) render(w io.Writer, r tw.Renderer, title string) error {
	_, isMarkdown := r.(*renderer.Markdown)
	escape := printable // the renderer of HTML escapes the rest
	if isMarkdown {
		escape = markdown
	}
	var align []tw.Align
	var head []string
	for _, c := range t.Columns {
		head, align = append(head, escape(c.Name)), append(align, tw.AlignLeft)
		if c.Right {
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
	line := func(cells []Cell) []string {
		var all []string
		for _, c := range cells {
			all = append(all, escape(c.Text))
		}
		return all
	}
	table.Header(head)
	rows := t.Rows
	if isMarkdown && t.Footer != nil { // Markdown has none
		rows = append(slices.Clip(rows), t.Footer)
	} else if t.Footer != nil {
		table.Footer(line(t.Footer))
	}
	for _, row := range rows {
		if err := table.Append(line(row)); err != nil {
			return err
		}
	}
	if len(t.Columns) > 0 {
		if err := table.Render(); err != nil {
			return err
		}
	}
	switch {
	case t.Title == "":
		title = ""
	case isMarkdown && len(t.Columns) == 0: // the notes begin with an empty line
		title = strings.TrimSuffix(title, "\n")
	}
	var out strings.Builder
	out.WriteString(title)
	for _, sentence := range t.Lead {
		switch r.(type) {
		case *renderer.Markdown:
			sentence = escape(sentence) + "\n"
		case *renderer.HTML:
			sentence = "<p>" + html.EscapeString(printable(sentence)) + "</p>"
		}
		out.WriteString(sentence + "\n")
	}
	for l := range strings.Lines(text.String()) {
		out.WriteString(strings.TrimRight(l, " \n") + "\n")
	}
	for _, note := range t.Notes {
		if note == "" && isMarkdown { // every note is a paragraph
			continue
		}
		switch r.(type) {
		case *renderer.Markdown:
			note = "\n" + escape(note)
		case *renderer.HTML:
			note = "<p>" + html.EscapeString(printable(note)) + "</p>"
		}
		out.WriteString(note + "\n")
	}
	_, err := io.WriteString(w, Visible(out.String()))
	return err
}

// markdown escapes what Markdown or HTML would act on: names may come from any file. Characters that
// mean nothing where they are stay, such as marks between blanks and underscores inside words.
func markdown(text string) string {
	text = printable(text)
	at := func(k int) byte {
		if k < 0 || k >= len(text) {
			return ' '
		}
		return text[k]
	}
	letter := func(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
	word := func(c byte) bool { return letter(c) || '0' <= c && c <= '9' || c >= utf8.RuneSelf }
	var b strings.Builder
	for k := range len(text) {
		c, before, after := text[k], at(k-1), at(k+1)
		switch {
		case c == '<' && (letter(after) || after == '/' || after == '!' || after == '?'):
			b.WriteString("&lt;")
			continue
		case c == '&' && (letter(after) || after == '#'):
			b.WriteString("&amp;")
			continue
		case c == '|', c == '\\', c == '`',
			c == '*' && (before != ' ' || after != ' '),
			c == '~' && (before != ' ' || after != ' '),
			c == '_' && !(word(before) && word(after)),
			c == ']' && after == '(':
			b.WriteByte('\\')
		}
		b.WriteByte(c)
	}
	return b.String()
}

func (t Table) csv(w io.Writer) error { return t.WriteCSV(w, true) }

// WriteCSV writes the rows as CSV, below the names of the columns unless head is false: a long table can
// be written in pieces.
func (t Table) WriteCSV(w io.Writer, head bool) error {
	out := csv.NewWriter(w)
	if head {
		var names []string
		for _, c := range t.Columns {
			names = append(names, c.key())
		}
		out.Write(names)
	}
	for _, row := range t.Rows {
		var line []string
		for _, c := range row {
			value := ""
			if c.Value != nil {
				value = fmt.Sprint(c.Value)
			}
			line = append(line, value)
		}
		out.Write(line)
	}
	out.Flush()
	return out.Error()
}

// json writes one object: the title, the rows as objects by column key, and the lead and the notes
// if there are any.
func (t Table) json(w io.Writer) error {
	rows := make([]map[string]any, 0, len(t.Rows))
	for _, row := range t.Rows {
		object := map[string]any{}
		for k, c := range row {
			object[t.Columns[k].key()] = c.Value
		}
		rows = append(rows, object)
	}
	object := map[string]any{"title": t.Title, "rows": rows}
	if t.Lead != nil {
		object["lead"] = t.Lead
	}
	if t.Notes != nil {
		object["notes"] = t.Notes
	}
	return json.NewEncoder(w).Encode(object)
}
