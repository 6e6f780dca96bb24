package format

import (
	"bufio"
	"bytes"
	"cmp"
	"io"
	"strconv"
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
	name    string
	r       *bufio.Reader
	read    int                    // lines read so far, blank ones included
	origin  int                    // the number of all lines, if they were made of one; or 0
	looked  bool                   // whether the first bytes have been looked at
	comment func(text string) bool // lines to leave out, or nil
	ahead   []line                 // the lines since the mark, comments too
	at      int                    // of the next line in ahead
	held    bool                   // whether to keep lines that have been passed
	trial   bool                   // whether to keep them from the first line on
	err     error                  // what ended the reading
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
	if s.at < len(s.ahead) || s.err != nil || s.read == 0 {
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
func (s *lines) ready() bool { return s.at < len(s.ahead) || s.r.Buffered() > 0 }

// next returns the next line, or io.EOF after the last one.
func (s *lines) next() (line, error) {
	ln, ok := s.peek(0)
	if !ok {
		return line{}, s.err
	}
	for s.comment != nil && s.comment(s.ahead[s.at].text) {
		s.at++
	}
	if s.at++; s.at == len(s.ahead) && !s.held {
		s.ahead, s.at = s.ahead[:0], 0
	}
	return ln, nil
}

// peek returns the line that is k lines after the next one. If there is none, s.err says why, and
// next will return that error later. A trial, which keeps what it looks at, does not go on behind more than
// mostComments bytes of comments.
func (s *lines) peek(k int) (line, bool) {
	gap, passed := 0, 0
	for i := s.at; ; i++ {
		if i == len(s.ahead) {
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
		ln := s.ahead[i]
		switch {
		case s.comment != nil && s.comment(ln.text):
			gap += ln.gap
			if passed += len(ln.text); s.trial && passed > mostComments {
				return ln, false
			}
		case k == 0:
			ln.gap += gap
			return ln, true
		default:
			k, gap = k-1, 0
		}
	}
}

const mostComments = 64 << 10

// mark forgets the lines that have been passed, and keeps those that will be.
func (s *lines) mark() {
	if s.held = true; !s.trial {
		s.ahead, s.at = append(s.ahead[:0], s.ahead[s.at:]...), 0
	}
}

// restart ends a trial: it goes back to the first line.
func (s *lines) restart() { s.at, s.held, s.trial, s.comment = 0, false, false, nil }

// fail returns a reader that has an error alone: what ended the reading early, or else err.
func (s *lines) fail(err error) Reader {
	if s.err == nil || s.err == io.EOF {
		s.err = err
	}
	s.ahead, s.at = nil, 0
	return &puzzles{lines: s, single: true}
}

// skip goes to the line after the next blank line, or the next line that isPuzzle accepts. It reports
// whether there are more lines.
func (s *lines) skip(isPuzzle func(line) bool) bool {
	for {
		ln, ok := s.peek(0)
		if !ok || ln.gap > 0 || isPuzzle != nil && isPuzzle(ln) {
			return ok
		}
		s.next()
	}
}

func isComment(text string) bool {
	return strings.HasPrefix(strings.TrimLeftFunc(text, unicode.IsSpace), "#")
}

// fetch reads up to the next line that is not blank.
func (s *lines) fetch() (line, error) {
	for gap := 0; ; gap++ {
		text, err := s.fetchRaw()
		if err != nil {
			return line{}, err
		}
		if strings.TrimSpace(text) != "" {
			return line{text: text, number: cmp.Or(s.origin, s.read), gap: gap}, nil
		}
	}
}

// packings are the first bytes of files that are no UTF-8 text.
var packings = []struct{ magic, says string }{
	{"PK\x03\x04", "a zip archive, expected text; 'unzip -p FILE | xcbench solve' reads the file in it"},
	{"\xfd7zXZ\x00", "xz data, expected text or gzip; decompress it first"},
	{"\xff\xfe", "UTF-16 text, expected UTF-8"},
	{"\xfe\xff", "UTF-16 text, expected UTF-8"},
	{"\x28\xb5\x2f\xfd", "zstd data, expected text or gzip; decompress it first"},
}

// checkPacking rejects UTF-16, and a compressed text that [bounded.Unpack] does not decompress.
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

// fetchRaw reads a line of any kind, without its line end, which the last line need not have, and without the byte
// order mark. Programs may write a line end as two carriage returns and a line feed. A carriage return alone
// could join two lines into one, and the second would be a note of the first.
func (s *lines) fetchRaw() (string, error) {
	if !s.looked {
		if err := s.checkPacking(); err != nil {
			return "", err
		}
	}
	text, err := s.r.ReadString('\n')
	long, isLong := err.(*bounded.Error)
	if err != nil && !isLong && (err != io.EOF || text == "") {
		return "", err
	}
	text = strings.TrimRight(strings.TrimSuffix(text, "\n"), "\r")
	if s.read == 0 {
		text = strings.TrimPrefix(text, byteOrderMark)
	}
	ln := line{text: text, number: s.read + 1}
	binary, lone := strings.IndexByte(text, 0) >= 0 || !utf8.ValidString(text), strings.IndexByte(text, '\r')
	switch {
	case binary:
		at := strings.IndexFunc(text, func(c rune) bool { return c == 0 || c == utf8.RuneError })
		return "", s.errorAt(ln, at, "binary data, expected text")
	case isLong:
		return "", s.errorAt(ln, 0, "%s", long.Msg)
	case lone >= 0:
		return "", s.errorAt(ln, lone, "a carriage return within a line, expected lines that end in LF or CRLF")
	}
	s.read++
	return text, nil
}

// byteOrderMark is what some editors put at the beginning of a UTF-8 file.
const byteOrderMark = "\uFEFF"

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
		blank := r != '.' && (r < '0' || '9' < r) && ((r <= ' ' || r >= utf8.RuneSelf) && unicode.IsSpace(r) || others != "" && strings.ContainsRune(others, r))
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

// most32 bounds numbers that are kept in 32 bits, such as the number of options.
const most32 = 1<<31 - 1

// number reads a word as the number of something.
func (s *lines) number(ln line, w word, of string, most int) (int, error) {
	n, err := strconv.ParseUint(w.text, 10, 32)
	if err != nil || n > uint64(most) {
		return 0, s.errorAt(ln, w.offset, "%s as the number of %s, expected a whole number from 0 to %d", quote(w.text), of, most)
	}
	return int(n), nil
}
