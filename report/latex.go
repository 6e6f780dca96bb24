package report

import (
	"strings"
	"sync"

	"xcbench/internal/lazy"
)

// latexLayout writes a table for a paper, with the rules of the package booktabs. Its title is the
// caption, and its sentences and notes stand below it.
var latexLayout = layout{escape: latexText, title: "\\begin{table}\n\\centering\\small\n\\caption{%s}\n",
	note: "\n{\\smallskip\\footnotesize %s\\par}\n", body: latexBody, end: "\\end{table}\n"}

func latexBody(columns []Column, rows [][]string, footer []string) (string, error) {
	align, head := "", []string{}
	for _, c := range columns {
		align += map[bool]string{false: "l", true: "r"}[c.Right]
		head = append(head, c.Name)
	}
	lines := func(rows ...[]string) (all string) {
		for _, cells := range rows {
			all += strings.Join(cells, " & ") + " \\\\\n"
		}
		return all
	}
	text := "\\begin{tabular}{@{}" + align + "@{}}\n\\toprule\n" + lines(head) + "\\midrule\n" + lines(rows...)
	if footer != nil {
		text += "\\midrule\n" + lines(footer)
	}
	return text + "\\bottomrule\n\\end{tabular}\n", nil
}

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
