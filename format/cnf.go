package format

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"xcbench/internal/english"
	"xcbench/internal/lazy"
)

// A CNF is a formula in conjunctive normal form, in the DIMACS format. It has a line "p cnf
// VARIABLES CLAUSES" and then the clauses. A clause is a list of literals that ends in 0. It may
// take several lines, or only a part of one. A literal is a variable, from 1, or its negative.
// Lines that begin with c are comments. A '%' ends the file early, as in the formulas of SATLIB. A
// file has one formula; cnf_cover.go makes a problem of it.

// isCNF accepts a text whose header follows lines that look like comments.
func isCNF(s *lines, _ Options) error {
	s.comment = commentsCNF().MatchString
	if ln, _ := s.peek(0); !beginsCNF().MatchString(ln.text) {
		return errOther
	}
	return nil
}

var (
	commentsCNF = lazy.Regexp(`^\s*c(\s|$)`)
	beginsCNF   = lazy.Regexp(`^\s*p\s+cnf(\s|$)`)
)

func openCNF(s *lines, _ Options) Reader {
	c := &cnfReader{lines: s}
	return &puzzles{lines: s, expected: cnfHeader, single: true, next: c.read}
}

const cnfHeader = "a line 'p cnf VARIABLES CLAUSES'"

type cnfReader struct {
	*lines
	header  line
	clauses int // as the header announces
	formula formula
	open    []int32 // the clause being read
	begun   int     // the line where that clause begins
	entries int     // of the problem so far
}

// maxEntries bounds the memory that a formula can take. The problem grows with the square of the
// length of a clause.
const maxEntries = 1 << 25

func (c *cnfReader) read(line) (*Puzzle, error) {
	p := &Puzzle{Answer: &c.formula}
	ended := false // by a '%'; faults after it are reported
	ln, err := c.next()
	for ; err == nil; ln, err = c.next() {
		text := strings.TrimSpace(ln.text)
		switch {
		case ended:
		case text[0] == '%':
			ended = true
		case text[0] == 'c':
			if p.Warnings == nil && projects().MatchString(text) {
				p.Warnings = []string{c.errorAt(line{number: ln.number}, 0, "%s is ignored; all models are counted, and each once", quote(text)).Error()}
			}
		case c.header.number == 0:
			p.Line = ln.number
			err = c.readHeader(ln)
		default:
			err = c.readClauses(ln)
		}
		if err != nil {
			return nil, err
		}
	}
	switch done := len(c.formula.clauses); {
	case err != io.EOF:
		return nil, err
	case c.header.number == 0:
		return nil, c.errorAtEnd("no puzzle found, expected %s", cnfHeader)
	case len(c.open) > 0:
		return nil, c.errorAtEnd("file ends in clause %d, which begins in line %d, expected a 0", done+1, c.begun)
	case done < c.clauses:
		return nil, c.errorAtEnd("file ends after clause %d of %d", done, c.clauses)
	}
	return p, nil
}

// projects has the comments that say which variables count.
var projects = lazy.Regexp(`^c(\s+ind\b| p )`)

func (c *cnfReader) readHeader(ln line) (err error) {
	c.header = ln
	fields := words(ln.text, "")
	switch {
	case fields[0].text != "p":
		return c.errorAt(ln, fields[0].offset, "%s, expected %s first", quote(fields[0].text), cnfHeader)
	case len(fields) != 4:
		return c.errorAt(ln, fields[0].offset, "%s, expected four: 'p cnf VARIABLES CLAUSES'", english.Count(len(fields), "word"))
	case fields[1].text != "cnf":
		return c.errorAt(ln, fields[1].offset, "%s, expected cnf", quote(fields[1].text))
	}
	// The bound is the same as for columns of a matrix: even a formula without clauses has an item
	// for every variable.
	if c.formula.variables, err = c.number(ln, fields[2], "variables", maxColumns); err == nil {
		c.clauses, err = c.number(ln, fields[3], "clauses", most32)
	}
	return err
}

// readClauses reads a line of clauses or parts of them.
func (c *cnfReader) readClauses(ln line) error {
	for _, w := range words(ln.text, "") {
		done := len(c.formula.clauses)
		if done == c.clauses {
			return c.errorAt(ln, w.offset, "expected the end of the file after %s, as line %d says",
				english.Count(c.clauses, "clause"), c.header.number)
		}
		literal, err := strconv.ParseInt(w.text, 10, 32)
		if err != nil || strings.HasPrefix(w.text, "+") || literal == 0 && w.text[0] == '-' {
			return c.errorAt(ln, w.offset,
				"%s in clause %d, expected a variable, its negative, or 0", quote(w.text), done+1)
		}
		if literal > int64(c.formula.variables) || -literal > int64(c.formula.variables) {
			return c.errorAt(ln, w.offset, "literal %d in clause %d, expected one of %s, as line %d says",
				literal, done+1, english.Count(c.formula.variables, "variable"), c.header.number)
		}
		if len(c.open) == 0 {
			c.begun = ln.number
		}
		if literal != 0 {
			c.open = append(c.open, int32(literal))
			continue
		}
		c.formula.clauses = append(c.formula.clauses, c.open)
		c.open = nil
		n := len(c.formula.clauses[done])
		if c.entries += 4*n + n*(n-1)/2; c.entries > maxEntries {
			return c.errorAt(ln, w.offset,
				"clause %d makes an exact cover problem of more than %d entries", done+1, maxEntries)
		}
	}
	return nil
}

// Formula returns the formula of a puzzle that was read as a CNF, as DIMACS text, or "".
func (p *Puzzle) Formula() string {
	f, ok := p.Answer.(*formula)
	if !ok {
		return ""
	}
	text := fmt.Appendf(nil, "p cnf %d %d\n", f.variables, len(f.clauses))
	for _, clause := range f.clauses {
		for _, literal := range clause {
			text = append(strconv.AppendInt(text, int64(literal), 10), ' ')
		}
		text = append(text, "0\n"...)
	}
	return string(text)
}

// Append writes a solution as a model: a line "v" with literals that ends in 0.
func (f *formula) Append(dst []byte, options []int) []byte {
	dst = append(dst, 'v')
	for _, literal := range f.model(options) {
		dst = strconv.AppendInt(append(dst, ' '), int64(literal), 10)
	}
	return append(dst, " 0\n"...)
}

func (f *formula) AppendNone(dst []byte) []byte { return append(dst, "s UNSATISFIABLE\n"...) }
