package format

import (
	"cmp"
	"slices"
	"strings"
)

// named is the form of lines with a name, a colon and items.
func (t setsText) named() string {
	var items, names []string
	var options strings.Builder
	for _, line := range t.all {
		name, set, ok := strings.Cut(line, ":")
		words := strings.FieldsFunc(set, func(c rune) bool { return strings.ContainsRune(" ,[]\t", c) })
		if !ok || len(words) == 0 || strings.ContainsAny(set, ":|") {
			return ""
		}
		items, names = append(items, words...), append(names, name)
		options.WriteString("\n" + name + " " + strings.Join(words, " "))
	}
	slices.SortFunc(items, func(a, b string) int { return cmp.Or(len(a)-len(b), strings.Compare(a, b)) })
	return strings.Join(slices.Compact(items), " ") + " | " + strings.Join(names, " ") + options.String()
}
