package format

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
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
	d := &dlxReader{lines: s}
	items, _ := d.next()
	option, err := d.next()
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

func openDLX(s *lines, o Options) Reader { return &dlxReader{lines: s, detected: o.From == ""} }

type dlxReader struct {
	lines    *lines
	detected bool // nobody named the format, and any line could be an item list
	done     bool
	entries  []word   // of the option that was read last
	names    []string // their texts
}

// place is where an option begins. It is small, because one is kept for every option.
type place struct{ line, col int32 }

func (d *dlxReader) Read() (*Puzzle, error) {
	if d.done {
		return nil, io.EOF
	}
	d.done = true
	return d.read()
}

// read reads the text, and complains about it as a DLX text.
func (d *dlxReader) read() (*Puzzle, error) {
	ln, err := d.next()
	if err == io.EOF {
		return nil, d.lines.errorAtEnd("no puzzle found, expected a line of item names")
	}
	if err != nil {
		return nil, err
	}
	puzzle := &Puzzle{Line: ln.number}
	var b cover.Builder
	if err := d.items(&b, ln); err != nil {
		return nil, err
	}
	var places []place
	for {
		ln, err := d.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		if err := d.option(&b, ln); err != nil {
			return nil, err
		}
		col := utf8.RuneCountInString(ln.text[:d.entries[0].offset]) + 1
		places = append(places, place{int32(ln.number), int32(col)})
	}
	if d.detected && len(places) == 0 {
		return nil, d.lines.errorAt(ln, 0, "%s and no option after it, expected a sudoku, a matrix, a CNF, "+
			"or a DLX text with options; --from dlx accepts a DLX text without options", quote(ln.text))
	}
	p, err := b.Problem()
	if err != nil {
		return nil, err
	}
	for _, number := range p.Dropped() {
		at := places[number-1]
		puzzle.Warnings = append(puzzle.Warnings, fmt.Sprintf("%s:%d:%d: option %d has no primary item and is dropped",
			d.lines.name, at.line, at.col, number))
	}
	puzzle.problem, puzzle.Answer = p, dlxAnswer{p: p}
	return puzzle, nil
}

// next returns the next line that is not a comment.
func (d *dlxReader) next() (line, error) {
	for {
		ln, err := d.lines.next()
		if err != nil || !strings.HasPrefix(strings.TrimSpace(ln.text), "|") {
			return ln, err
		}
	}
}

// items reads the line of item names.
func (d *dlxReader) items(b *cover.Builder, ln line) error {
	names := words(ln.text, "")
	bar := slices.IndexFunc(names, func(w word) bool { return strings.HasPrefix(w.text, "|") })
	primary := len(names)
	if bar >= 0 {
		primary = bar
		if names[bar].text == "|" {
			names = slices.Delete(names, bar, bar+1)
		} else {
			names[bar] = word{names[bar].text[1:], names[bar].offset + 1}
		}
	}
	for k, w := range names {
		switch {
		case strings.HasPrefix(w.text, "|"):
			return d.lines.errorAt(ln, w.offset, "a second '|', expected one before the first secondary item")
		case k < primary && isMultiplicity(w.text):
			return d.lines.errorAt(ln, w.offset,
				"%s has a multiplicity, expected none: multiplicities are not supported", quote(w.text))
		}
	}
	all := appendTexts(nil, names)
	err := b.Primary(all[:primary]...)
	if err == nil {
		err = b.Secondary(all[primary:]...)
	}
	return d.locate(err, ln, names)
}

// isMultiplicity says whether an item has a multiplicity, as in Knuth's DLX3: the bounds of how
// often it is covered, as in "2|a" or "1:3|a".
func isMultiplicity(name string) bool {
	bounds, _, ok := strings.Cut(name, "|")
	return ok && bounds != "" && strings.Trim(bounds, "0123456789:") == ""
}

// option reads the line of an option.
func (d *dlxReader) option(b *cover.Builder, ln line) error {
	d.entries = appendWords(d.entries[:0], ln.text, "")
	d.names = appendTexts(d.names[:0], d.entries)
	return d.locate(b.Option(d.names...), ln, d.entries)
}

func appendTexts(texts []string, all []word) []string {
	for _, w := range all {
		texts = append(texts, w.text)
	}
	return texts
}

// locate turns an error of the builder about a list of words into an error about the line of these
// words.
func (d *dlxReader) locate(err error, ln line, list []word) error {
	var input *cover.InputError
	if !errors.As(err, &input) {
		return err
	}
	entry := max(input.Entry, 1)
	return d.lines.errorAt(ln, list[entry-1].offset, "%s", input.Reason)
}

// dlxAnswer writes a solution as its options in input order, one a line.
type dlxAnswer struct {
	unsolved
	p *cover.Problem
}

func (a dlxAnswer) Append(dst []byte, options []int) []byte {
	for _, o := range slices.Sorted(slices.Values(options)) {
		dst = appendOption(dst, a.p, o)
	}
	return dst
}

// appendOption appends the line of an option.
func appendOption(dst []byte, p *cover.Problem, option int) []byte {
	colours := p.Colouring(option)
	for k, i := range p.Option(option) {
		if k > 0 {
			dst = append(dst, ' ')
		}
		dst = append(dst, p.Name(int(i))...)
		if colours != nil && colours[k] != 0 {
			dst = append(dst, ':')
			dst = append(dst, p.ColourName(colours[k])...)
		}
	}
	return append(dst, '\n')
}

func (a dlxAnswer) Check([]int) error { return nil }

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
