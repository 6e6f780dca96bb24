package report

import (
	"strings"

	"xcbench/internal/lazy"
)

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
