package format

import (
	"strconv"
	"strings"
)

// angled is the form <items>[secondary items]; options.
func (t setsText) angled() string {
	inner, ok := strings.CutPrefix(strings.Join(t.words(), " "), "<")
	if !ok {
		return ""
	}
	primary, rest, _ := strings.Cut(inner, ">")
	secondary, options, some := strings.Cut(strings.TrimSpace(rest), "]")
	if !some {
		secondary, options = "", rest
	}
	return primary + " | " + strings.TrimPrefix(secondary, "[") + "\n" + strings.ReplaceAll(options, ";", "\n")
}

// xc is the form "p xc PRIMARY SECONDARY", and options that end in 0.
func (t setsText) xc() string {
	words := t.words()
	if words[0] != "p" {
		return ""
	}
	primary, _ := strconv.Atoi(words[2])
	secondary, _ := strconv.Atoi(words[3])
	if primary > maxColumns || secondary > maxColumns {
		return ""
	}
	items := columnNames(primary + secondary)
	options := strings.ReplaceAll(" "+strings.Join(words[4:], "  ")+" ", " 0 ", "\n")
	return strings.Join(items[:primary], " ") + " | " + strings.Join(items[primary:], " ") + "\n" + options
}
