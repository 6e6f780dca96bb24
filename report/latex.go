package report

import (
	"strings"
	"sync"

	"xcbench/internal/lazy"
)

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
