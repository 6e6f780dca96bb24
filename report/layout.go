package report

import (
	"html"
	"io"
	"slices"
	"strings"
	"text/template"
)

// layout is a way to write a table for people: what it escapes, and the template of a table whose texts are
// escaped.
type layout struct {
	escape func(string) string
	page   string
}

// layouts are by format. In the templates, row puts padded cells between three texts, and dashes has the width
// of a column and one more.
var layouts = map[string]layout{
	"text":  {printable, textPage},
	"md":    {markdown, markdownPage},
	"html":  {func(s string) string { return html.EscapeString(printable(s)) }, htmlPage},
	"latex": {latexText, latexPage},
}

const textPage = `{{with .Title}}{{.}}
{{end}}{{range .Lead}}{{.}}
{{end}}{{if .Columns}}{{row " " "  " "" .Heads}}
{{range $k, $c := .Columns}}{{dashes "─" $k}}─{{end}}
{{range .Rows}}{{row " " "  " "" .}}
{{end}}{{end}}{{range .Notes}}{{.}}
{{end}}`

const markdownPage = `{{with .Title}}### {{.}}
{{end}}{{range .Lead}}{{with .}}
{{.}}
{{end}}{{end}}{{if .Columns}}
{{row "| " " | " " |" .Heads}}
|{{range $k, $c := .Columns}}{{if .Right}}{{dashes "-" $k}}:|{{else}}:{{dashes "-" $k}}|{{end}}{{end}}
{{range .Rows}}{{row "| " " | " " |" .}}
{{end}}{{end}}{{range .Notes}}{{with .}}
{{.}}
{{end}}{{end}}`

const htmlPage = `{{define "align"}} style="text-align: {{if .Right}}right{{else}}left{{end}};"{{end -}}
{{with .Title}}<h3>{{.}}</h3>
{{end}}{{range .Lead}}{{with .}}<p>{{.}}</p>
{{end}}{{end}}{{if .Columns}}<table>
<thead>
  <tr>{{range .Columns}}<th{{template "align" .}}>{{.Name}}</th>{{end}}</tr>
</thead>
<tbody>
{{range .Rows}}  <tr>{{range $k, $c := .}}<td{{template "align" index $.Columns $k}}>{{.Text}}</td>{{end}}</tr>
{{end}}</tbody>
</table>
{{end}}{{range .Notes}}{{with .}}<p>{{.}}</p>
{{end}}{{end}}`

// latexPage is a table for a paper, with the rules of the package booktabs. Its title is the caption, and its
// sentences and notes stand below it.
const latexPage = `{{if .Columns}}\begin{table}
\centering\small
{{with .Title}}\caption{ {{- . -}} }
{{end}}\begin{tabular}{@{}{{range .Columns}}{{if .Right}}r{{else}}l{{end}}{{end}}@{}}
\toprule
{{row "" " & " " \\\\" .Heads}}
\midrule
{{range .Rows}}{{row "" " & " " \\\\" .}}
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
	widths := t.widths()
	row := func(before, between, after string, cells []Cell) string {
		var all []string
		for k, c := range cells {
			pad, text := strings.Repeat(" ", widths[k]-displayWidth(c.Text)), c.Text
			if code := looks[c.Look]; t.Colour && code != "" && text != "" {
				text = code + text + "\x1b[0m"
			}
			if t.Columns[k].Right {
				pad, text = text, pad
			}
			all = append(all, text+pad)
		}
		return strings.TrimRight(before+strings.Join(all, between)+after, " ")
	}
	dashes := func(dash string, k int) string { return strings.Repeat(dash, widths[k]+1) }
	page, err := template.New("").Funcs(template.FuncMap{"row": row, "dashes": dashes}).Parse(l.page)
	if err != nil {
		return err
	}
	var text strings.Builder
	if err := page.Execute(&text, struct {
		Table
		Heads []Cell
	}{t, t.heads()}); err != nil {
		return err
	}
	_, err = io.WriteString(w, strings.TrimPrefix(text.String(), "\n"))
	return err
}

// looks are what a terminal gets in front of a cell.
var looks = map[Look]string{Best: "\x1b[1m", Better: "\x1b[32m", Worse: "\x1b[31m"}

// escaped returns the table with a function applied to all its texts.
func (t Table) escaped(escape func(string) string) Table {
	cell := func(c Cell) Cell { c.Text = escape(c.Text); return c }
	t.Title, t.Lead, t.Notes = escape(t.Title), mapped(t.Lead, escape), mapped(t.Notes, escape)
	t.Columns = mapped(t.Columns, func(c Column) Column { c.Name = escape(c.Name); return c })
	t.Rows = mapped(t.Rows, func(row []Cell) []Cell { return mapped(row, cell) })
	return t
}

func mapped[T any](all []T, f func(T) T) (results []T) {
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
