package results

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// unwrapped returns the lines of a text as benchfmt reads them. The text may be in UTF-16, as a Windows
// shell writes it, or in the events of go test -json.
func unwrapped(r io.Reader) io.Reader {
	in := bufio.NewReader(r)
	switch mark, _ := in.Peek(2); string(mark) {
	case "\xff\xfe":
		in = bufio.NewReader(&wide{in: in, order: binary.LittleEndian})
	case "\xfe\xff":
		in = bufio.NewReader(&wide{in: in, order: binary.BigEndian})
	}
	if first, _ := in.Peek(1); string(first) == "{" {
		return &events{in: json.NewDecoder(in)}
	}
	return in
}

// wide decodes UTF-16. It leaves out the byte order mark.
type wide struct {
	in    io.Reader
	order binary.ByteOrder
	high  rune // the first half of a pair, or 0
}

func (w *wide) Read(to []byte) (n int, err error) {
	for n+utf8.UTFMax <= len(to) {
		var unit [2]byte
		if _, err := io.ReadFull(w.in, unit[:]); err != nil {
			return n, err
		}
		r := rune(w.order.Uint16(unit[:]))
		switch {
		case r == '\ufeff':
			continue
		case w.high != 0:
			r, w.high = utf16.DecodeRune(w.high, r), 0
		case utf16.IsSurrogate(r):
			w.high = r
			continue
		}
		if n += utf8.EncodeRune(to[n:], r); r == '\n' {
			break
		}
	}
	return n, nil
}

// events reads the output in the events of go test -json.
type events struct {
	in   *json.Decoder
	text string
}

var errHyperfine = errors.New("a JSON file of hyperfine, expected Go's benchmark format")

func (e *events) Read(to []byte) (int, error) {
	for e.text == "" {
		var one struct {
			Output  string
			Results []any
		}
		if err := e.in.Decode(&one); err != nil {
			return 0, err
		}
		if e.text = one.Output; one.Results != nil {
			return 0, errHyperfine
		}
	}
	n := copy(to, e.text)
	e.text = e.text[n:]
	return n, nil
}
