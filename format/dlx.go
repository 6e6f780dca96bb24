package format

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"xcbench/cover"
)

// The DLX text is the format of D. E. Knuth's DLX1 (2017). Lines that begin with '|' are comments.
// The first other line has the names of the items. Secondary items come after a '|', which may
// touch the name that follows. Every further line is an option, in which a secondary item may have a
// colour after a ':', as in DLX2. A file has one problem.

// isDLX accepts a text whose first option consists of items.
func isDLX(s *lines, _ Options) error {
	s.comment = isBarred
	items, _ := s.next()
	option, err := s.next()
	names := strings.Fields(strings.Replace(items.text, "|", " ", 1))
	if err != nil || repeats(names) {
		return errOther
	}
	n := rowLength(items.text)
	if isDrawn(items.text) || n > 0 && strings.ContainsAny(items.text, "._*?") {
		return errOther
	}
	if n > 0 && n == rowLength(option.text) && items.text != option.text && !strings.Contains(items.text, ",") && !isName(items.text) {
		return errOther // the rows of a sudoku that ends too early
	}
	var used []string
	for _, w := range strings.Fields(option.text) {
		name, _, _ := strings.Cut(w, ":")
		used = append(used, name)
	}
	if !isOption(used, names) {
		return errOther
	}
	return nil
}

// isBarred says whether a line is a comment.
func isBarred(text string) bool { return strings.HasPrefix(strings.TrimSpace(text), "|") }

func openDLX(s *lines, o Options) Reader {
	s.comment = isBarred
	return &puzzles{lines: s, expected: "a line of item names", single: true, next: func(first line) (*Puzzle, error) {
		p, err := s.dlx()
		if err == nil && o.From == "" && p.problem.Options()+len(p.Warnings) == 0 { // any line could be an item list
			err = s.errorAt(first, 0, "%s and no option after it, expected a sudoku, a matrix, a CNF, "+
				"or a DLX text with options; --from dlx accepts a DLX text without options", quote(first.text))
		}
		return p, err
	}}
}

// dlx reads the text, and complains about it as a DLX text.
func (s *lines) dlx() (*Puzzle, error) {
	ln, err := s.next()
	if err != nil {
		return nil, err
	}
	puzzle := &Puzzle{Line: ln.number}
	var b cover.Builder
	if err := s.items(&b, ln); err != nil {
		return nil, err
	}
	var places [][2]int32 // the line and the column of each option: small, as there are many
	var entries []word
	var names []string
	for {
		ln, err := s.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		entries = appendWords(entries[:0], ln.text, "")
		names = appendTexts(names[:0], entries)
		if err := s.locate(b.Option(names...), ln, entries); err != nil {
			return nil, err
		}
		places = append(places, [2]int32{int32(ln.number), int32(utf8.RuneCountInString(ln.text[:entries[0].offset]) + 1)})
	}
	p, err := b.Problem()
	if err != nil {
		return nil, err
	}
	for _, number := range p.Dropped() {
		puzzle.Warnings = append(puzzle.Warnings, fmt.Sprintf("%s:%d:%d: option %d has no primary item and is dropped",
			s.name, places[number-1][0], places[number-1][1], number))
	}
	puzzle.problem, puzzle.Answer = p, listAnswer{p: p}
	return puzzle, nil
}

// items reads the line of item names.
func (s *lines) items(b *cover.Builder, ln line) error {
	isBar := func(w word) bool { return strings.HasPrefix(w.text, "|") }
	names := words(ln.text, "")
	primary := len(names)
	if bar := slices.IndexFunc(names, isBar); bar >= 0 {
		primary = bar
		at := names[bar].offset
		names = words(ln.text[:at]+" "+ln.text[at+1:], "")
	}
	for k, w := range names {
		switch {
		case isBar(w):
			return s.errorAt(ln, w.offset, "a second '|', expected one before the first secondary item")
		case k < primary && isMultiplicity(w.text):
			return s.errorAt(ln, w.offset, "%s has a multiplicity, expected none: multiplicities are not supported", quote(w.text))
		}
	}
	all := appendTexts(nil, names)
	err := b.Primary(all[:primary]...)
	if err == nil {
		err = b.Secondary(all[primary:]...)
	}
	return s.locate(err, ln, names)
}

// isMultiplicity says whether an item has a multiplicity, as in Knuth's DLX3: the bounds of how
// often it is covered, as in "2|a" or "1:3|a".
func isMultiplicity(name string) bool {
	bounds, _, ok := strings.Cut(name, "|")
	return ok && bounds != "" && strings.Trim(bounds, "0123456789:") == ""
}

func appendTexts(texts []string, all []word) []string {
	for _, w := range all {
		texts = append(texts, w.text)
	}
	return texts
}

// locate turns an error of the builder about a list of words into an error about the line of these
// words.
func (s *lines) locate(err error, ln line, list []word) error {
	var input *cover.InputError
	if !errors.As(err, &input) {
		return err
	}
	entry := max(input.Entry, 1)
	return s.errorAt(ln, list[entry-1].offset, "%s", input.Reason)
}

// listAnswer writes a solution as its options in input order, one a line, or as their numbers in one line.
type listAnswer struct {
	unsolved
	p       *cover.Problem
	numbers bool
}

func (a listAnswer) Append(dst []byte, options []int) []byte {
	for k, o := range slices.Sorted(slices.Values(options)) {
		switch {
		case !a.numbers:
			dst = appendOption(dst, a.p, o)
			continue
		case k > 0:
			dst = append(dst, ' ')
		}
		dst = strconv.AppendInt(dst, int64(a.p.Number(o)), 10)
	}
	if a.numbers {
		dst = append(dst, '\n')
	}
	return dst
}

func (a listAnswer) Check([]int) error { return nil }

// appendOption appends the line of an option.
func appendOption(dst []byte, p *cover.Problem, option int) []byte {
	for k := range p.Option(option) {
		if k > 0 {
			dst = append(dst, ' ')
		}
		dst = append(dst, p.Entry(option, k)...)
	}
	return append(dst, '\n')
}

// WriteDLX writes p as DLX text. Reading it back gives the same items and options, but dropped
// options leave no gap in the numbers of options. A problem without primary items cannot be
// written: its item list would be a comment.
func WriteDLX(w io.Writer, p *cover.Problem) error {
	if p.Primary() == 0 {
		return errors.New("a problem without primary items cannot be written as DLX text")
	}
	out := bufio.NewWriter(w)
	if strings.HasPrefix(p.Name(0), byteOrderMark) {
		out.WriteString(byteOrderMark) // otherwise a reader would drop the mark that begins the name
	}
	for i := range p.Items() {
		if i > 0 {
			out.WriteByte(' ')
		}
		if i == p.Primary() {
			out.WriteString("| ")
		}
		out.WriteString(p.Name(i))
	}
	out.WriteByte('\n')
	var line []byte
	for o := range p.Options() {
		line = appendOption(line[:0], p, o)
		out.Write(line)
	}
	return out.Flush() // the first error of all the writing
}
