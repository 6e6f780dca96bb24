package report

import (
	"io"
	"strings"
	"sync"

	"xcbench/internal/lazy"
)

// latex writes the table for a paper, with the rules of the package booktabs. Its title is the caption,
// and its sentences and notes stand below it.
func (t Table) latex(w io.Writer) error {
	var b strings.Builder
	if len(t.Columns) > 0 {
		b.WriteString("\\begin{table}\n\\centering\\small\n\\caption{" + latexText(t.Title) + "}\n")
	}
	line := func(cells []Cell) {
		for k, c := range cells {
			if k > 0 {
				b.WriteString(" & ")
			}
			b.WriteString(latexText(c.Text))
		}
		b.WriteString(" \\\\\n")
	}
	if len(t.Columns) > 0 {
		align, head := "", []Cell{}
		for _, c := range t.Columns {
			align += map[bool]string{false: "l", true: "r"}[c.Right]
			head = append(head, Text(c.Name))
		}
		b.WriteString("\\begin{tabular}{@{}" + align + "@{}}\n\\toprule\n")
		line(head)
		b.WriteString("\\midrule\n")
		for _, row := range t.Rows {
			line(row)
		}
		if t.Footer != nil {
			b.WriteString("\\midrule\n")
			line(t.Footer)
		}
		b.WriteString("\\bottomrule\n\\end{tabular}\n")
	}
	for _, sentence := range append(t.Lead[:len(t.Lead):len(t.Lead)], t.Notes...) {
		if sentence != "" {
			b.WriteString("\n{\\smallskip\\footnotesize " + latexText(sentence) + "\\par}\n")
		}
	}
	if len(t.Columns) > 0 {
		b.WriteString("\\end{table}\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
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
