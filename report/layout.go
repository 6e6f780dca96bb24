package report

import (
	"cmp"
	"io"
	"strings"
	"text/template"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/tw"

	"xcbench/internal/lazy"
)

// The templates escape texts with esc. What a renderer draws is in lines.
const (
	textPage = `{{with .Title}}{{esc .}}
{{end}}{{range .Lead}}{{esc .}}
{{end}}{{lines}}{{range .Notes}}{{esc .}}
{{end}}`

	markdownPage = `{{with .Title}}### {{esc .}}
{{end}}{{range .Lead}}{{with .}}
{{esc .}}
{{end}}{{end}}{{with lines}}
{{.}}{{end}}{{range .Notes}}{{with .}}
{{esc .}}
{{end}}{{end}}`

	htmlPage = `{{with .Title}}<h3>{{esc .}}</h3>
{{end}}{{range .Lead}}{{with .}}<p>{{esc .}}</p>
{{end}}{{end}}{{lines}}{{range .Notes}}{{with .}}<p>{{esc .}}</p>
{{end}}{{end}}`
)

// latexPage is a table for a paper, with the rules of the package booktabs. Its title is the caption, and its
// sentences and notes stand below it.
const latexPage = `{{if .Columns}}\begin{table}
\centering\small
{{with .Title}}\caption{ {{- esc . -}} }
{{end}}\begin{tabular}{@{}{{range .Columns}}{{if .Right}}r{{else}}l{{end}}{{end}}@{}}
\toprule
{{range $k, $c := .Columns}}{{if $k}} & {{end}}{{esc .Name}}{{end}} \\
\midrule
{{range .Rows}}{{range $k, $c := .}}{{if $k}} & {{end}}{{esc .Text}}{{end}} \\
{{end}}\bottomrule
\end{tabular}
{{end}}{{range .Lead}}{{with .}}
{\smallskip\footnotesize {{esc .}}\par}
{{end}}{{end}}{{range .Notes}}{{with .}}
{\smallskip\footnotesize {{esc .}}\par}
{{end}}{{end}}{{if .Columns}}\end{table}
{{end}}`

// write writes what people see of a table: with what escapes its texts, what draws the lines of heads and rows, if the
// template does not, and the template.
func (t Table) write(w io.Writer, escape func(string) string, r tw.Renderer, page string) error {
	t = t.ForPeople()
	lines := func() (string, error) { return t.lines(escape, r) }
	var text strings.Builder
	err := template.Must(template.New("").Funcs(template.FuncMap{"esc": escape, "lines": lines}).Parse(page)).Execute(&text, t)
	if err == nil {
		_, err = io.WriteString(w, strings.TrimPrefix(text.String(), "\n"))
	}
	return err
}

// plain is a table for a terminal: one line under the heads.
var plain = tw.Rendition{
	Borders:  tw.BorderNone,
	Settings: tw.Settings{Separators: tw.Separators{BetweenColumns: tw.Off}},
}

// looks are what a terminal gets in front of a cell.
var looks = map[Look]string{Best: "\x1b[1m", Better: "\x1b[32m", Worse: "\x1b[31m"}

const plainAgain = "\x1b[0m"

// trailing are the blanks at the ends of lines.
var trailing = lazy.Regexp(` *\n`)

// lines returns heads and rows as a renderer draws them.
func (t Table) lines(escape func(string) string, r tw.Renderer) (string, error) {
	align := func(c Column) tw.Align { return choose(c.Right, tw.AlignRight, tw.AlignLeft) }
	look := func(c Cell) string {
		text, code := escape(c.Text), looks[c.Look]
		if t.Colour && code != "" && text != "" {
			return code + text + plainAgain
		}
		return text
	}
	var text strings.Builder
	table := tablewriter.NewTable(&text, tablewriter.WithRenderer(r), tablewriter.WithAlignment(mapped(t.Columns, align)),
		tablewriter.WithHeaderAutoFormat(tw.Off), tablewriter.WithHeaderAutoWrap(tw.WrapNone), tablewriter.WithRowAutoWrap(tw.WrapNone))
	table.Header(mapped(t.Columns, func(c Column) string { return escape(c.Name) }))
	err := cmp.Or(table.Bulk(mapped(t.Rows, func(row []Cell) []string { return mapped(row, look) })), table.Render())
	return t.cut(trailing().ReplaceAllString(text.String(), "\n")), err
}

// choose returns one of two values.
func choose[T any](first bool, x, y T) T {
	if first {
		return x
	}
	return y
}

func mapped[T, U any](all []T, f func(T) U) (results []U) {
	for _, x := range all {
		results = append(results, f(x))
	}
	return results
}
