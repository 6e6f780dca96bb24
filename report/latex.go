package report

import (
	"strings"
	"sync"

	"xcbench/internal/lazy"
)

// latexPage writes a table for a paper, with the rules of the package booktabs. Its title is the
// caption, and its sentences and notes stand below it.
const latexPage = `{{if .Columns}}\begin{table}
\centering\small
{{with .Title}}\caption{ {{- . -}} }
{{end}}\begin{tabular}{@{}{{range .Columns}}{{if .Right}}r{{else}}l{{end}}{{end}}@{}}
\toprule
{{range $k, $c := .Columns}}{{if $k}} & {{end}}{{.Name}}{{end}} \\
\midrule
{{range .Rows}}{{join . " & "}} \\
{{end}}{{with .Footer}}\midrule
{{join . " & "}} \\
{{end}}\bottomrule
\end{tabular}
{{end}}{{range .Lead}}{{with .}}
{\smallskip\footnotesize {{.}}\par}
{{end}}{{end}}{{range .Notes}}{{with .}}
{\smallskip\footnotesize {{.}}\par}
{{end}}{{end}}{{if .Columns}}\end{table}
{{end}}`

// inLatex has what stands for characters that LaTeX would act on, or that its fonts lack in text.
var inLatex = sync.OnceValue(func() *strings.Replacer {
	return strings.NewReplacer(
		`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "#", `\#`, "%", `\%`, "_", `\_`,
		"^", `\textasciicircum{}`, "~", `$\sim$`, "<", `$<$`, ">", `$>$`, "|", `$|$`, `"`, `''`,
		"×", `$\times$`, "±", `$\pm$`, "µ", `$\mu$`, "∞", `$\infty$`, "†", `$\dagger$`, "…", `\ldots{}`, "–", "--",
	)
})

// minus is a sign before a number, and no hyphen.
var minus = lazy.Regexp(`(^|[ (])-(\d)`)

func latexText(text string) string {
	return minus().ReplaceAllString(inLatex().Replace(printable(text)), "$1$$-$$$2")
}
