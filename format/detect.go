package format

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// recogniser is a way in which problems are written.
type recogniser struct {
	name    string                      // for --from; the first row of a name opens it
	accepts func(*lines, Options) error // reads ahead, and returns nil or the reason to decline
	open    func(*lines, Options) Reader
}

// errOther declines a text that has nothing in common with a format. Every other error is that of a near
// miss: it says what the text looks like, where, and what was expected.
var errOther = errors.New("another format")

// recognisers has the strictest first. The first one that accepts a text reads it. If none does, the
// near miss that got furthest is the error. Almost anything could be the item list of a DLX text, so
// its options must consist of items, and headings are read as such only after it.
var recognisers = []recogniser{
	{"cnf", isCNF, openCNF},
	{"pieces", isPieces, openPieces},
	{"pieces", isBurrTools, openBurrTools},
	{"", isNeighbour, nil},
	{"matrix", isMatrix, openMatrix},
	{"matrix", isMatrixLiteral, openMatrixLiteral},
	{"sudoku", beginsSudoku, openSudoku},
	{"sets", isSets, openSets},
	{"dlx", isDLX, openDLX},
	{"sudoku", headsSudoku, openSudoku},
	{"", resembles, nil},
}

// Names returns the names of all formats.
func Names() []string {
	var names []string
	for _, f := range recognisers {
		if f.name != "" && !slices.Contains(names, f.name) {
			names = append(names, f.name)
		}
	}
	return names
}

// NewReader returns a reader of the text in r, which messages call name. Unless o.From names the
// format, NewReader reads as many lines as it takes to recognise the format, at most those of the first
// sudoku.
func NewReader(name string, r io.Reader, o Options) (Reader, error) {
	s := newLines(name, r)
	if o.From != "" {
		i := slices.IndexFunc(recognisers, func(f recogniser) bool { return f.name == o.From })
		if i < 0 {
			return nil, fmt.Errorf("unknown format %q, expected one of %s", o.From, strings.Join(Names(), ", "))
		}
		return recognisers[i].open(s, o), nil
	}
	if err := hasText(s); err != nil {
		return nil, err
	}
	var near *SyntaxError
	nearest := recogniser{open: openDLX}
	for _, f := range recognisers {
		s.held, s.trial = true, true
		err := f.accepts(s, o)
		s.restart()
		if err == nil {
			return f.open(s, o), nil
		}
		if miss := (*SyntaxError)(nil); errors.As(err, &miss) && (near == nil || miss.Line > near.Line) {
			near, nearest = miss, f
			if f.open == nil {
				break
			}
		}
	}
	switch {
	case s.err != nil && s.err != io.EOF:
		return nil, s.err
	case nearest.open == nil:
		return nil, near
	}
	return nearest.open(s, o), nil // for its error, and the puzzles after it
}

// hasText returns an error about a text without a line that is no comment.
func hasText(s *lines) error {
	s.trial, s.comment = true, isComment
	ln, ok := s.peek(0)
	s.restart()
	switch {
	case ok:
		return nil
	case s.err == io.EOF:
		return s.errorAtEnd("no puzzle found, expected a sudoku, pieces, a matrix, a DLX text or a CNF")
	case s.err != nil:
		return s.err
	}
	return s.errorAt(ln, 0, "more than %d KiB of comments, expected a puzzle; name the format to have it read", mostComments>>10)
}

// beginsSudoku accepts a text that begins with a whole sudoku. It may also be in the comment of a DLX text.
func beginsSudoku(s *lines, o Options) error {
	err := isSudoku(s, o, 0)
	s.at = 0
	if first, _ := s.peek(0); err == nil && isBarred(first.text) && isDLX(s, o) == nil {
		return errOther
	}
	return err
}

// headsSudoku accepts a text that begins with a few headings and a sudoku.
func headsSudoku(s *lines, o Options) error { return isSudoku(s, o, 4) }

func isSudoku(s *lines, o Options, headings int) error {
	r := openSudoku(s, o).(*sudokuReader)
	r.headings = headings
	p, err := r.Read()
	switch {
	case r.read == 0:
		return errOther
	case err != nil:
		return err
	case isListOfItems(p.Answer):
		return errOther
	}
	return nil
}

// isListOfItems says whether a grid is rather a DLX text whose first option is the whole item list.
func isListOfItems(a Answer) bool {
	d, ok := a.(*board)
	if !ok || d.drawing == nil || len(d.drawing.lines) < 2 {
		return false
	}
	first, second := d.drawing.lines[0].line.text, d.drawing.lines[1].line.text
	return first == second && !strings.ContainsAny(first, blanks) && !repeats(strings.Fields(first))
}

// isOption says whether the words can be an option of a problem with the given items.
func isOption(words, items []string) bool {
	return !repeats(words) && !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(items, w) })
}

func repeats(words []string) bool {
	return len(slices.Compact(slices.Sorted(slices.Values(words)))) < len(words)
}
