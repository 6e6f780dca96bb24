package format

import (
	"bufio"
	"bytes"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"xcbench/internal/bounded"
)

// line is a line of text that is not blank.
type line struct {
	text   string // without the line end
	number int    // from 1
	gap    int    // the number of blank lines before it
}

// lines reads text line by line, without blank lines. It never reads more than asked for, so that a
// puzzle from a pipe is available as soon as its last line is.
type lines struct {
	name   string
	r      *bufio.Reader
	read   int  // lines read so far, blank ones included
	looked bool // whether the first bytes have been looked at
	hash   bool // also leave out lines that begin with '#'
	single bool // the puzzles are single lines
	ahead  []line
	keep   bool   // to keep the lines that next returns
	taken  []line // the lines kept: those after the first line of a puzzle
	err    error  // what ended the reading
}

func newLines(name string, r io.Reader) *lines {
	size := 64 << 10
	if text, ok := r.(interface{ Len() int }); ok { // a text in memory, such as a strings.Reader
		size = min(size, text.Len()+1)
	}
	return &lines{name: name, r: bufio.NewReaderSize(bounded.Lines(name, bounded.Unpack(name, r), bounded.MaxLine), size)}
}

// glance returns the next line as it stands in the buffer, with its line end, without consuming it.
// The bytes are valid until the next call. It returns nil where next is needed: for lines of more
// than most bytes, for lines that have been peeked at, and at the beginning and the end of the
// file.
func (s *lines) glance(most int) []byte {
	if len(s.ahead) > 0 || s.err != nil || s.read == 0 {
		return nil
	}
	for {
		part, _ := s.r.Peek(min(s.r.Buffered(), most))
		if end := bytes.IndexByte(part, '\n'); end >= 0 {
			return part[:end+1]
		}
		if len(part) == most {
			return nil
		}
		if _, err := s.r.Peek(len(part) + 1); err != nil {
			return nil
		}
	}
}

// pass consumes the line that glance returned, and returns its number.
func (s *lines) pass(raw []byte) int {
	s.r.Discard(len(raw))
	s.read++
	return s.read
}

// ready reports whether there is a next line that need not be waited for.
func (s *lines) ready() bool { return len(s.ahead) > 0 || s.r.Buffered() > 0 }

// next returns the next line, or io.EOF after the last one.
func (s *lines) next() (line, error) {
	if len(s.ahead) == 0 && s.err == nil {
		ln, err := s.fetch()
		if s.err = err; err == nil && s.keep {
			s.taken = append(s.taken, ln)
		}
		return ln, err
	}
	if _, ok := s.peek(0); !ok {
		return line{}, s.err
	}
	ln := s.ahead[0]
	s.ahead = s.ahead[1:]
	if s.keep {
		s.taken = append(s.taken, ln)
	}
	return ln, nil
}

// peek returns the line that is k lines after the next one. If there is none, s.err says why, and
// next will return that error later.
func (s *lines) peek(k int) (line, bool) {
	for len(s.ahead) <= k {
		if s.err != nil {
			return line{}, false
		}
		ln, err := s.fetch()
		if err != nil {
			s.err = err
			return line{}, false
		}
		s.ahead = append(s.ahead, ln)
	}
	return s.ahead[k], true
}

// resume goes to the next puzzle after one with a fault. If puzzles are single lines, that is the next
// line, and lines that were read as rows of a grid are read again. Otherwise, it is the line after the
// next blank line, or the next line that is a puzzle by itself as isPuzzle says. It reports whether
// there are more lines.
func (s *lines) resume(isPuzzle func(line) bool) bool {
	if s.single {
		s.ahead = slices.Concat(s.taken, s.ahead)
	}
	for {
		ln, ok := s.peek(0)
		if !ok || s.single || ln.gap > 0 {
			return ok
		}
		s.next()
		if isPuzzle != nil && isPuzzle(ln) {
			s.unread(ln)
			return true
		}
	}
}

// unread makes ln the next line again.
func (s *lines) unread(ln line) { s.ahead = slices.Insert(s.ahead, 0, ln) }

// skipComments leaves out lines that begin with '#' from now on, including lines that have been
// peeked at.
func (s *lines) skipComments() {
	s.hash = true
	kept := s.ahead[:0]
	for _, ln := range s.ahead {
		if !isComment(ln.text) {
			kept = append(kept, ln)
		}
	}
	s.ahead = kept
}

func isComment(text string) bool {
	return strings.HasPrefix(strings.TrimLeftFunc(text, unicode.IsSpace), "#")
}

// fetch reads up to the next line that is not left out.
func (s *lines) fetch() (line, error) {
	for gap := 0; ; {
		text, err := s.fetchRaw()
		if err != nil {
			return line{}, err
		}
		blank := strings.TrimSpace(text) == ""
		if !blank && !(s.hash && isComment(text)) {
			return line{text: text, number: s.read, gap: gap}, nil
		}
		if blank {
			gap++
		}
	}
}

// packings are the first bytes of compressed files that are not read.
var packings = []struct{ magic, says string }{
	{"PK\x03\x04", "a zip archive, expected text; 'unzip -p FILE | xcbench solve' reads the file in it"},
	{"\xfd7zXZ\x00", "xz data, expected text or gzip; decompress it first"},
	{"\x28\xb5\x2f\xfd", "zstd data, expected text or gzip; decompress it first"},
}

// checkPacking rejects a compressed text that [bounded.Unpack] does not decompress.
func (s *lines) checkPacking() error {
	s.looked = true
	head, _ := s.r.Peek(6)
	for _, p := range packings {
		if strings.HasPrefix(string(head), p.magic) {
			return s.errorAt(line{number: 1}, 0, "%s", p.says)
		}
	}
	return nil
}

// fetchRaw reads a line of any kind. The last line need not have a line end.
func (s *lines) fetchRaw() (string, error) {
	if !s.looked {
		if err := s.checkPacking(); err != nil {
			return "", err
		}
	}
	var long []byte // a line that does not fit the buffer
	for {
		part, err := s.r.ReadSlice('\n')
		if long, ok := err.(*bounded.Error); ok {
			return "", s.errorAt(line{number: s.read + 1}, 0, "%s", long.Msg)
		}
		if err != nil && err != bufio.ErrBufferFull && err != io.EOF {
			return "", err
		}
		if err == io.EOF && len(part)+len(long) == 0 {
			return "", io.EOF
		}
		here := line{number: s.read + 1}
		if here.number == 1 && long == nil && hasUTF16Mark(part) {
			return "", s.errorAt(here, 0, "UTF-16 text, expected UTF-8")
		}
		// Neither check waits for the line to end: binary data may have no line ends.
		if bytes.IndexByte(part, 0) >= 0 {
			return "", s.binary(string(append(long, part...)))
		}
		if err == bufio.ErrBufferFull {
			long = append(long, part...)
			continue
		}
		if long == nil {
			return s.finish(string(part))
		}
		return s.finish(string(append(long, part...)))
	}
}

// finish strips the line end and the byte order mark, and checks the text. Programs may write a line
// end as two carriage returns and a line feed. A carriage return alone could join two lines into
// one, and the second would be a note of the first.
func (s *lines) finish(text string) (string, error) {
	text = strings.TrimRight(strings.TrimSuffix(text, "\n"), "\r")
	if s.read == 0 {
		text = strings.TrimPrefix(text, byteOrderMark)
	}
	if !utf8.ValidString(text) {
		return "", s.binary(text)
	}
	if at := strings.IndexByte(text, '\r'); at >= 0 {
		return "", s.errorAt(line{text: text, number: s.read + 1}, at,
			"a carriage return within a line, expected lines that end in LF or CRLF")
	}
	s.read++
	return text, nil
}

// byteOrderMark is what some editors put at the beginning of a UTF-8 file.
const byteOrderMark = "\uFEFF"

func hasUTF16Mark(b []byte) bool {
	return bytes.HasPrefix(b, []byte{0xFF, 0xFE}) || bytes.HasPrefix(b, []byte{0xFE, 0xFF})
}

// binary makes the error about a line that has a NUL or is not UTF-8.
func (s *lines) binary(text string) error {
	good := 0
	for good < len(text) && text[good] != 0 {
		r, size := utf8.DecodeRuneInString(text[good:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		good += size
	}
	return s.errorAt(line{text: text, number: s.read + 1}, good, "binary data, expected text")
}

// word is a piece of a line without blanks.
type word struct {
	text   string
	offset int // of its first byte in the line
}

// words cuts text at blanks and at the characters of others.
func words(text, others string) []word { return appendWords(nil, text, others) }

// appendWords is words for a caller that reads many lines.
func appendWords(all []word, text, others string) []word {
	begin := -1
	for i, r := range text {
		blank := (r <= ' ' || r >= utf8.RuneSelf) && unicode.IsSpace(r) || others != "" && strings.ContainsRune(others, r)
		switch {
		case blank && begin >= 0:
			all = append(all, word{text[begin:i], begin})
			begin = -1
		case !blank && begin < 0:
			begin = i
		}
	}
	if begin >= 0 {
		all = append(all, word{text[begin:], begin})
	}
	return all
}
