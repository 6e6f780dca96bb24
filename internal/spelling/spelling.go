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

// Near returns "; did you mean WORD?" if one of the known words is similar, up to a third of the
// letters, or begins with the unknown one. Otherwise it returns "".
func Near(word string, among []string) string {
	near, least := "", (len(word)+2)/3+1
	for _, a := range among {
		far := 0 // what begins with the word is nearest
		if !strings.HasPrefix(a, word) {
			far = max(len(word)-len(a), len(a)-len(word)) // at least
			if far < least {                              // a text of any length is compared with few
				far = distance(word, a)
			}
		}
		if far < least {
			near, least = fmt.Sprintf("; did you mean %s?", a), far
		}
	}
	return near
}

// distance is the least number of letters to insert, delete or change, and of neighbours to swap, no
// letter twice (the optimal string alignment of Damerau and Levenshtein).
func distance(a, b string) int {
	d := make([][]int, len(a)+1) // by the lengths of a beginning of a and one of b
	for i := range d {
		d[i] = make([]int, len(b)+1)
		for j := range d[i] {
			if i == 0 || j == 0 {
				d[i][j] = i + j
				continue
			}
			change := d[i-1][j-1]
			if a[i-1] != b[j-1] {
				change++
			}
			d[i][j] = min(change, d[i-1][j]+1, d[i][j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(a)][len(b)]
}
