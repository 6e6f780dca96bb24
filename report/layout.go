package report

import (
	"html"
	"io"
	"slices"
	"strings"
	"text/template"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// layout is a way to write a table for people: what it escapes, what draws the lines of heads and rows, and the
// template of a table whose texts are escaped.
type layout struct {
	escape func(string) string
	lines  func() tw.Renderer // nil if the template writes the lines
	page   string
}

// layouts are by format.
var layouts = map[string]layout{
	"text": {printable, func() tw.Renderer { return renderer.NewBlueprint(plain) }, textPage},
	"md":   {markdown, func() tw.Renderer { return renderer.NewMarkdown() }, markdownPage},
	"html": {func(s string) string { return html.EscapeString(printable(s)) },
		func() tw.Renderer { return renderer.NewHTML(renderer.HTMLConfig{}) }, htmlPage},
	"latex": {latexText, nil, latexPage},
}

const (
	textPage = `{{with .Title}}{{.}}
{{end}}{{range .Lead}}{{.}}
{{end}}{{.Lines}}{{range .Notes}}{{.}}
{{end}}`

	markdownPage = `{{with .Title}}### {{.}}
{{end}}{{range .Lead}}{{with .}}
{{.}}
{{end}}{{end}}{{with .Lines}}
{{.}}{{end}}{{range .Notes}}{{with .}}
{{.}}
{{end}}{{end}}`

	htmlPage = `{{with .Title}}<h3>{{.}}</h3>
{{end}}{{range .Lead}}{{with .}}<p>{{.}}</p>
{{end}}{{end}}{{.Lines}}{{range .Notes}}{{with .}}<p>{{.}}</p>
{{end}}{{end}}`
)

// latexPage is a table for a paper, with the rules of the package booktabs. Its title is the caption, and its
// sentences and notes stand below it.
const latexPage = `{{if .Columns}}\begin{table}
\centering\small
{{with .Title}}\caption{ {{- . -}} }
{{end}}\begin{tabular}{@{}{{range .Columns}}{{if .Right}}r{{else}}l{{end}}{{end}}@{}}
\toprule
{{range $k, $c := .Columns}}{{if $k}} & {{end}}{{.Name}}{{end}} \\
\midrule
{{range .Rows}}{{range $k, $c := .}}{{if $k}} & {{end}}{{.Text}}{{end}} \\
{{end}}\bottomrule
\end{tabular}
{{end}}{{range .Lead}}{{with .}}
{\smallskip\footnotesize {{.}}\par}
{{end}}{{end}}{{range .Notes}}{{with .}}
{\smallskip\footnotesize {{.}}\par}
{{end}}{{end}}{{if .Columns}}\end{table}
{{end}}`

// write writes a table.
func (l layout) write(w io.Writer, t Table) error {
	t = t.escaped(l.escape)
	lines := ""
	if len(t.Columns) > 0 && l.lines != nil {
		var err error
		if lines, err = t.draw(l.lines()); err != nil {
			return err
		}
	}
	page, err := template.New("").Parse(l.page)
	if err != nil {
		return err
	}
	var text strings.Builder
	if err := page.Execute(&text, struct {
		Table
		Lines string
	}{t, lines}); err != nil {
		return err
	}
	_, err = io.WriteString(w, strings.TrimPrefix(text.String(), "\n"))
	return err
}

// plain is a table for a terminal: one line under the heads.
var plain = tw.Rendition{
	Borders: tw.BorderNone,
	Symbols: tw.NewSymbols(tw.StyleLight),
	Settings: tw.Settings{
		Separators: tw.Separators{BetweenColumns: tw.Off, BetweenRows: tw.Off},
		Lines:      tw.Lines{ShowHeaderLine: tw.On},
	},
}

// draw returns heads and rows as a renderer draws them.
func (t Table) draw(r tw.Renderer) (string, error) {
	var head []string
	var align []tw.Align
	for _, c := range t.Columns {
		head, align = append(head, c.Name), append(align, map[bool]tw.Align{false: tw.AlignLeft, true: tw.AlignRight}[c.Right])
	}
	cell := tw.CellConfig{
		Alignment:  tw.CellAlignment{PerColumn: align},
		Formatting: tw.CellFormatting{AutoFormat: tw.Off, AutoWrap: tw.WrapNone},
	}
	var text, out strings.Builder
	table := tablewriter.NewTable(&text, tablewriter.WithRenderer(r), tablewriter.WithConfig(tablewriter.Config{Header: cell, Row: cell}))
	table.Header(head)
	for _, row := range t.Rows {
		if err := table.Append(mapped(row, t.look)); err != nil {
			return "", err
		}
	}
	if err := table.Render(); err != nil {
		return "", err
	}
	for l := range strings.Lines(text.String()) {
		out.WriteString(strings.TrimRight(l, " \n") + "\n")
	}
	return out.String(), nil
}

// looks are what a terminal gets in front of a cell.
var looks = map[Look]string{Best: "\x1b[1m", Better: "\x1b[32m", Worse: "\x1b[31m"}

// look returns the text of a cell, in the colours of a terminal if the table has them.
func (t Table) look(c Cell) string {
	if code := looks[c.Look]; t.Colour && code != "" && c.Text != "" {
		return code + c.Text + "\x1b[0m"
	}
	return c.Text
}

// escaped returns the table with a function applied to all its texts.
func (t Table) escaped(escape func(string) string) Table {
	cell := func(c Cell) Cell { c.Text = escape(c.Text); return c }
	t.Title, t.Lead, t.Notes = escape(t.Title), mapped(t.Lead, escape), mapped(t.Notes, escape)
	t.Columns = mapped(t.Columns, func(c Column) Column { c.Name = escape(c.Name); return c })
	t.Rows = mapped(t.Rows, func(row []Cell) []Cell { return mapped(row, cell) })
	return t
}

func mapped[T, U any](all []T, f func(T) U) (results []U) {
	for _, x := range all {
		results = append(results, f(x))
	}
	return results
}

// heads returns the names of the columns.
func (t Table) heads() (row []Cell) {
	for _, c := range t.Columns {
		row = append(row, Cell{Text: c.Name})
	}
	return row
}

// widths returns the width of each column on a terminal.
func (t Table) widths() []int {
	widths := make([]int, len(t.Columns))
	for _, row := range append(slices.Clip(t.Rows), t.heads()) {
		for k, c := range row {
			widths[k] = max(widths[k], displayWidth(c.Text))
		}
	}
	return widths
}
