package format

import (
	"strconv"
	"strings"
)

// Sets are options that other programs write in other ways than a DLX text. They are read as one:
//
//   - <a b c>[d e]; a b d; c e; with the primary items, the secondary ones and the options, or DIMACS
//     lines after "p xc PRIMARY SECONDARY", both of miniexact.
//   - A: 1 4 7, with a name for each option, also as YAML. The name becomes a secondary item.
//   - "ROWS COLUMNS" and lines with the number of columns and the columns of a row; or set partitioning
//     of the OR-Library, which has a cost before that. Costs are ignored.
//   - Lines of ascending numbers, also below the number of columns.

func isSets(s *lines, _ Options) error {
	s.comment = isComment
	if text, _ := s.sets(); text == "" {
		return errOther
	}
	return nil
}

func openSets(s *lines, _ Options) Reader {
	s.comment = isComment
	text, remark := s.sets()
	if text == "" {
		return s.fail(s.errorAt(line{number: 1}, 0, "expected sets: <items>[secondary items]; options, or 'A: 1 4 7', or rows of ascending numbers"))
	}
	made := newLines(s.name, strings.NewReader(text))
	return &puzzles{lines: made, single: true, next: func(line) (*Puzzle, error) {
		p, err := made.dlx()
		if err == nil && remark != "" {
			p.Warnings = append(p.Warnings, s.name+": "+remark)
		}
		return p, err
	}}
}

// numbersOf returns the numbers of a line, or nil if it has something else.
func numbersOf(text string) []int {
	row := []int{}
	for _, w := range strings.Fields(text) {
		n, err := strconv.Atoi(w)
		if err != nil || n < 0 || n > maxColumns {
			return nil
		}
		row = append(row, n)
	}
	return row
}
