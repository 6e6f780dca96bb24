// Package spelling suggests what a misspelt name was meant to be, for the ends of error messages.
package spelling

import (
	"fmt"
	"slices"
	"strings"
)

// Hint returns the end of a message about an unknown word. If a known word is similar or begins
// with it, the end is "; did you mean WORD?". Otherwise it is ", expected one of ..." with the
// first few known words. It is empty if no word is known.
func Hint(word string, among []string) string {
	if len(among) == 0 {
		return ""
	}
	if near := Near(word, among); near != "" {
		return near
	}
	const some = 8
	if len(among) > some {
		among = append(slices.Clone(among[:some]), "...")
	}
	return ", expected one of " + strings.Join(among, ", ")
}

// Near returns "; did you mean WORD?" if one of the known words is similar or begins with the
// unknown one, otherwise "".
func Near(word string, among []string) string {
	if len(among) == 0 {
		return ""
	}
	best := slices.MinFunc(among, func(a, b string) int { return distance(word, a) - distance(word, b) })
	if k := slices.IndexFunc(among, func(a string) bool { return strings.HasPrefix(a, word) }); k >= 0 {
		best = among[k]
	}
	if distance(word, best) <= max(2, len(word)/3) || strings.HasPrefix(best, word) {
		return fmt.Sprintf("; did you mean %s?", best)
	}
	return ""
}

// distance is Levenshtein's: the least number of letters to insert, delete or change.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
