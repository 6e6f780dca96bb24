package format

import (
	"slices"
	"strings"
)

// setsText is a text of sets: its lines, and the numbers of each, or nil where it has something else.
type setsText struct {
	all  []string
	rows [][]int
}

// mostSets bounds the lines of a text of sets, which is kept.
const mostSets = 1 << 20

// setsText reads up to the end of the file, or until the text is seen to be none of sets.
func (s *lines) setsText() (t setsText, err error) {
	for k := range mostSets {
		ln, err := s.next()
		if err != nil {
			return t, err
		}
		t.all, t.rows = append(t.all, ln.text), append(t.rows, numbersOf(ln.text))
		if k == enoughOptions && t.isDLX() || t.rows[0] != nil && t.rows[k] == nil {
			break
		}
	}
	return t, nil
}

// enoughOptions is how many options that consist of items make a DLX text.
const enoughOptions = 1000

// isDLX says whether the rows after the first one are options of its numbers as items.
func (t setsText) isDLX() bool {
	items := map[int]bool{}
	for _, n := range t.rows[0] {
		items[n] = true
	}
	for _, row := range t.rows[1:] {
		if row == nil || slices.ContainsFunc(row, func(n int) bool { return !items[n] }) {
			return false
		}
	}
	return len(t.rows) > 1
}

// words returns all words of the text.
func (t setsText) words() []string { return strings.Fields(strings.Join(t.all, " ")) }
