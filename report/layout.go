package report

import (
	"html"
	"io"
	"strings"
	"text/template"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// layout is a way to write a table for people: what it escapes, how it draws the lines, and the template of the
// whole. The template is filled with a sheet.
type layout struct {
	escape func(string) string
	lines  tw.Renderer // nil if the template writes the lines
	page   string
}

// sheet is a table with all texts escaped.
type sheet struct {
	Title       string
	Columns     []Column
	Rows        [][]string
	Footer      []string
	Lead, Notes []string
	Lines       string // heads, rows and footer as the renderer draws them
}

// layoutOf returns the layout of a format for people. Markdown has no footer: it is the last row.
func layoutOf(format string) (l layout, ok bool) {
	switch format {
	case "text":
		l = layout{printable, renderer.NewBlueprint(plain),
			"{{with .Title}}{{.}}\n{{end}}{{range .Lead}}{{.}}\n{{end}}{{.Lines}}{{range .Notes}}{{.}}\n{{end}}"}
	case "md":
		l = layout{markdown, renderer.NewMarkdown(), "{{with .Title}}### {{.}}\n{{end}}{{range .Lead}}{{with .}}\n{{.}}\n{{end}}{{end}}" +
			"{{with .Lines}}\n{{.}}{{end}}{{range .Notes}}{{with .}}\n{{.}}\n{{end}}{{end}}"}
	case "html":
		l = layout{func(s string) string { return html.EscapeString(printable(s)) }, renderer.NewHTML(renderer.HTMLConfig{}),
			"{{with .Title}}<h3>{{.}}</h3>\n{{end}}{{range .Lead}}{{with .}}<p>{{.}}</p>\n{{end}}{{end}}" +
				"{{.Lines}}{{range .Notes}}{{with .}}<p>{{.}}</p>\n{{end}}{{end}}"}
	case "latex":
		l = layout{latexText, nil, latexPage}
	}
	return l, l.page != ""
}

// write writes a table.
func (l layout) write(w io.Writer, t Table) error {
	texts := func(all []string) (escaped []string) {
		for _, s := range all {
			escaped = append(escaped, l.escape(s))
		}
		return escaped
	}
	cells := func(row []Cell) (all []string) {
		for _, c := range row {
			text := l.escape(c.Text)
			if code := looks[c.Look]; t.Colour && code != "" && text != "" {
				text = code + text + "\x1b[0m"
			}
			all = append(all, text)
		}
		return all
	}
	s := sheet{Title: l.escape(t.Title), Lead: texts(t.Lead), Notes: texts(t.Notes), Footer: cells(t.Footer)}
	for _, c := range t.Columns {
		s.Columns = append(s.Columns, Column{Name: l.escape(c.Name), Right: c.Right})
	}
	for _, row := range t.Rows {
		s.Rows = append(s.Rows, cells(row))
	}
	if len(s.Columns) > 0 && l.lines != nil {
		if err := s.draw(l.lines); err != nil {
			return err
		}
	}
	page, err := template.New("").Funcs(template.FuncMap{"join": strings.Join}).Parse(l.page)
	if err != nil {
		return err
	}
	var text strings.Builder
	if err := page.Execute(&text, s); err != nil {
		return err
	}
	_, err = io.WriteString(w, strings.TrimPrefix(text.String(), "\n"))
	return err
}

// looks are what a terminal gets in front of a cell.
var looks = map[Look]string{Best: "\x1b[1m", Better: "\x1b[32m", Worse: "\x1b[31m"}

// plain is a table for a terminal: one line under the heads.
var plain = tw.Rendition{
	Borders: tw.BorderNone,
	Symbols: tw.NewSymbols(tw.StyleLight),
	Settings: tw.Settings{
		Separators: tw.Separators{BetweenColumns: tw.Off, BetweenRows: tw.Off},
		Lines:      tw.Lines{ShowHeaderLine: tw.On, ShowFooterLine: tw.On},
	},
}

// draw sets the lines, as a renderer draws them.
func (s *sheet) draw(r tw.Renderer) error {
	var head []string
	var align []tw.Align
	for _, c := range s.Columns {
		head, align = append(head, c.Name), append(align, map[bool]tw.Align{false: tw.AlignLeft, true: tw.AlignRight}[c.Right])
	}
	cell := tw.CellConfig{
		Alignment:  tw.CellAlignment{PerColumn: align},
		Formatting: tw.CellFormatting{AutoFormat: tw.Off, AutoWrap: tw.WrapNone},
	}
	var text, out strings.Builder
	table := tablewriter.NewTable(&text, tablewriter.WithRenderer(r),
		tablewriter.WithConfig(tablewriter.Config{Header: cell, Row: cell, Footer: cell}))
	table.Header(head)
	rows := s.Rows
	switch _, md := r.(*renderer.Markdown); {
	case s.Footer != nil && md: // which has no footer
		rows = append(rows, s.Footer)
	case s.Footer != nil:
		table.Footer(s.Footer)
	}
	if err := table.Bulk(rows); err != nil {
		return err
	}
	if err := table.Render(); err != nil {
		return err
	}
	for l := range strings.Lines(text.String()) {
		out.WriteString(strings.TrimRight(l, " \n") + "\n")
	}
	s.Lines = out.String()
	return nil
}
