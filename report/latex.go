package report

import (
	"strings"
	"sync"

	"xcbench/internal/lazy"
)

// latex has what stands for characters that LaTeX would act on, or that its fonts lack in text.
var latex = sync.OnceValue(func() *strings.Replacer {
	return strings.NewReplacer(
		`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "#", `\#`, "%", `\%`, "_", `\_`,
		"^", `\textasciicircum{}`, "~", `$\sim$`, "<", `$<$`, ">", `$>$`, "|", `$|$`, `"`, `''`,
		"×", `$\times$`, "±", `$\pm$`, "µ", `$\mu$`, "∞", `$\infty$`, "†", `$\dagger$`, "…", `\ldots{}`, "–", "--",
	)
})

// minus is a sign before a number, and no hyphen.
var minus = lazy.Regexp(`(^|[ (])-(\d)`)

// inLatex escapes what LaTeX would act on.
func inLatex(text string) string {
	return minus().ReplaceAllString(latex().Replace(printable(text)), "$1$$-$$$2")
}
