package results

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// unwrapped returns the lines of a text as benchfmt reads them. The text may be in UTF-16, as a Windows
// shell writes it, or in the events of go test -json.
func unwrapped(r io.Reader) io.Reader {
	in := bufio.NewReader(r)
	if mark, _ := in.Peek(2); string(mark) == "\xff\xfe" || string(mark) == "\xfe\xff" {
		in = bufio.NewReader(transform.NewReader(in, unicode.BOMOverride(transform.Nop)))
	}
	if first, _ := in.Peek(1); string(first) == "{" {
		return &events{in: json.NewDecoder(in)}
	}
	return in
}

// events reads the output in the events of go test -json.
type events struct {
	in   *json.Decoder
	text string
}

var errJSON = errors.New("JSON of hyperfine, or cut off, expected Go's benchmark format")

func (e *events) Read(to []byte) (int, error) {
	for e.text == "" {
		var one struct{ Output, Results string } // the results of hyperfine are a list, so they are an error
		if err := e.in.Decode(&one); err == io.EOF {
			return 0, err
		} else if err != nil {
			return 0, errJSON
		}
		e.text = one.Output
	}
	n := copy(to, e.text)
	e.text = e.text[n:]
	return n, nil
}
