package format

import (
	"io"
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

type setsReader struct {
	*dlxReader
	remark string
}

func openSets(s *lines, _ Options) Reader {
	s.comment = isComment
	text, remark := s.sets()
	if text == "" && (s.err == nil || s.err == io.EOF) {
		s.err = s.errorAt(line{number: 1}, 0, "expected sets: <items>[secondary items]; options, or 'A: 1 4 7', or rows of ascending numbers")
	}
	if text == "" {
		return &unread{s.err}
	}
	return &setsReader{&dlxReader{lines: newLines(s.name, strings.NewReader(text))}, remark}
}

// unread is the reader of a file that cannot be read.
type unread struct{ err error }

func (u *unread) Read() (*Puzzle, error) {
	err := u.err
	u.err = io.EOF
	return nil, err
}

func (r *setsReader) Read() (*Puzzle, error) {
	p, err := r.dlxReader.Read()
	if err == nil && r.remark != "" {
		p.Warnings = append(p.Warnings, r.lines.name+": "+r.remark)
	}
	return p, err
}
