package report

import (
	"fmt"
	"html"
	"io"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"

	"xcbench/internal/lazy"
)

// layout is a way to write a table for people.
type layout struct {
	escape            func(string) string
	cell              func(Cell) string
	title, lead, note string // formats of sentences; nothing is written of an empty sentence, but in text
	body              func(head []Column, rows [][]string, footer []string) (string, error)
	end               string
}

// layoutOf returns the layout of a format for people.
func layoutOf(format string, colour bool) (layout, bool) {
	l := layout{escape: printable}
	switch format {
	case "text":
		l.title, l.lead, l.note, l.body = "%s\n", "%s\n", "%s\n", drawn(renderer.NewBlueprint(plain))
		if colour {
			l.cell = coloured
		}
	case "md":
		l = layout{escape: markdown, title: "### %s\n", lead: "\n%s\n", note: "\n%s\n", body: markdownBody}
	case "html":
		l = layout{escape: func(s string) string { return html.EscapeString(printable(s)) }, title: "<h3>%s</h3>\n",
			lead: "<p>%s</p>\n", note: "<p>%s</p>\n", body: drawn(renderer.NewHTML(renderer.HTMLConfig{}))}
	case "latex":
		l = latexLayout
	default:
		return l, false
	}
	if l.cell == nil {
		l.cell = func(c Cell) string { return l.escape(c.Text) }
	}
	return l, true
}

// write writes a table.
func (l layout) write(w io.Writer, t Table) error {
	var b strings.Builder
	say := func(format string, sentences ...string) {
		for _, s := range sentences {
			if s != "" || format == "%s\n" {
				fmt.Fprintf(&b, format, l.escape(s))
			}
		}
	}
	if t.Title != "" && (len(t.Columns) > 0 || l.end == "") {
		say(l.title, t.Title)
	}
	if l.lead != "" {
		say(l.lead, t.Lead...)
	}
	if len(t.Columns) > 0 {
		texts := func(row []Cell) (all []string) {
			for _, c := range row {
				all = append(all, l.cell(c))
			}
			return all
		}
		var rows [][]string
		for _, row := range t.Rows {
			rows = append(rows, texts(row))
		}
		head := make([]Column, len(t.Columns))
		for k, c := range t.Columns {
			head[k] = Column{Name: l.escape(c.Name), Right: c.Right}
		}
		body, err := l.body(head, rows, texts(t.Footer))
		if err != nil {
			return err
		}
		b.WriteString(body)
	}
	if l.lead == "" {
		say(l.note, t.Lead...)
	}
	if say(l.note, t.Notes...); len(t.Columns) > 0 {
		b.WriteString(l.end)
	}
	_, err := io.WriteString(w, strings.TrimPrefix(b.String(), "\n"))
	return err
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

// drawn returns a body that a renderer of tablewriter draws.
func drawn(r tw.Renderer) func([]Column, [][]string, []string) (string, error) {
	return func(columns []Column, rows [][]string, footer []string) (string, error) {
		var align []tw.Align
		var head []string
		for _, c := range columns {
			head, align = append(head, c.Name), append(align, tw.AlignLeft)
			if c.Right {
				align[len(align)-1] = tw.AlignRight
			}
		}
		cell := tw.CellConfig{
			Alignment:  tw.CellAlignment{PerColumn: align},
			Formatting: tw.CellFormatting{AutoFormat: tw.Off, AutoWrap: tw.WrapNone},
		}
		var text, out strings.Builder
		table := tablewriter.NewTable(&text, tablewriter.WithRenderer(r),
			tablewriter.WithConfig(tablewriter.Config{Header: cell, Row: cell, Footer: cell}))
		table.Header(head)
		if footer != nil {
			table.Footer(footer)
		}
		if err := table.Bulk(rows); err != nil {
			return "", err
		}
		if err := table.Render(); err != nil {
			return "", err
		}
		for l := range strings.Lines(text.String()) {
			out.WriteString(strings.TrimRight(l, " \n") + "\n")
		}
		return out.String(), nil
	}
}

// markdownBody draws the footer, which Markdown has not, as the last row.
func markdownBody(columns []Column, rows [][]string, footer []string) (string, error) {
	if footer != nil {
		rows = append(rows, footer)
	}
	text, err := drawn(renderer.NewMarkdown())(columns, rows, nil)
	return "\n" + text, err
}

// coloured writes a cell for a terminal: the best value of a row is bold.
func coloured(c Cell) string {
	text := printable(c.Text)
	code := map[Look]string{Best: "1", Better: "32", Worse: "31"}[c.Look]
	if code == "" || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

var (
	special = lazy.Regexp(`[|\\` + "`" + `*~]|\b_|_\b|\]\(`)
	tags    = lazy.Regexp(`<([a-zA-Z/!?])`)
	refs    = lazy.Regexp(`&([a-zA-Z#])`)
)

// markdown escapes what Markdown or HTML would act on: names may come from any file. Characters that
// mean nothing where they are stay, such as marks between blanks and underscores inside words.
func markdown(text string) string {
	text = refs().ReplaceAllString(" "+printable(text)+" ", "&amp;$1")
	text = special().ReplaceAllString(tags().ReplaceAllString(text, "&lt;$1"), `\$0`)
	text = strings.NewReplacer(` \* `, " * ", ` \~ `, " ~ ").Replace(text)
	return text[1 : len(text)-1]
}
