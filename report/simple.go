package report

import (
	"bufio"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/olekukonko/tablewriter/pkg/twwidth"
)

// Half a million rows take tablewriter 10 s and 2 GB. Text without line ends, tabs
// and spaces at its ends, which is nearly all there is, needs no more than columns as
// wide as their widest cell, and is written here in the same bytes; a test compares them.

// simple says whether all cells are single words or words with single spaces between.
func (t Table) simple() bool {
	if len(t.Columns) == 0 || len(t.Rows) == 0 {
		return false
	}
	for _, c := range t.Columns {
		if !simpleText(c.Name) {
			return false
		}
	}
	if t.Footer != nil && !t.simpleRow(t.Footer) {
		return false
	}
	for _, row := range t.Rows {
		if !t.simpleRow(row) {
			return false
		}
	}
	return true
}

func (t Table) simpleRow(row []Cell) bool {
	for _, c := range row {
		if !simpleText(c.Text) {
			return false
		}
	}
	return len(row) == len(t.Columns)
}

func simpleText(s string) bool {
	for k := range len(s) {
		if c := s[k]; c < ' ' || c == 0x7f || c == ' ' && (k == 0 || k == len(s)-1) {
			return false
		}
	}
	return utf8.ValidString(s)
}

// ruler measures text in columns of a terminal.
type ruler map[rune]int

func (r ruler) width(s string) int {
	n := 0
	for _, c := range s {
		if c < utf8.RuneSelf {
			n++
			continue
		}
		w, ok := r[c]
		if !ok {
			w = twwidth.Width(string(c))
			r[c] = w
		}
		n += w
	}
	return n
}

func (t Table) simpleText(w io.Writer) error {
	r := ruler{}
	head := make([]Cell, len(t.Columns))
	for k, c := range t.Columns {
		head[k] = Text(c.Name)
	}
	widths := make([]int, len(t.Columns))
	fit := func(row []Cell) {
		for k, c := range row {
			widths[k] = max(widths[k], r.width(c.Text))
		}
	}
	fit(head)
	for _, row := range t.Rows {
		fit(row)
	}
	fit(t.Footer)
	total := 0
	for _, n := range widths {
		total += 1 + n + 1
	}
	rule := strings.Repeat("─", total) + "\n"
	blank := strings.Repeat(" ", total)

	out := bufio.NewWriterSize(w, 1<<16)
	line := func(row []Cell) {
		gap := 0 // blanks before what comes next: those at the end of a line are left out
		for k, c := range row {
			gap++
			fill := widths[k] - r.width(c.Text)
			if t.Columns[k].Right {
				gap, fill = gap+fill, 0
			}
			if c.Text != "" {
				out.WriteString(blank[:gap])
				out.WriteString(c.Text)
				gap = 0
			}
			gap += fill + 1
		}
		out.WriteByte('\n')
	}
	if t.Title != "" {
		out.WriteString(t.Title + "\n")
	}
	line(head)
	out.WriteString(rule)
	for _, row := range t.Rows {
		line(row)
	}
	if t.Footer != nil {
		out.WriteString(rule)
		line(t.Footer)
	}
	for _, note := range t.Notes {
		out.WriteString(note + "\n")
	}
	return out.Flush()
}
