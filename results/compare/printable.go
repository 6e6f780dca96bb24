package compare

import (
	"fmt"
	"unicode"
	"unicode/utf8"

	"golang.org/x/perf/benchfmt"

	"xcbench/internal/bounded"
)

// Printable checks that the text of results can be printed. A control character in a name could
// move the cursor of a terminal or change its settings. One that changes the direction of writing
// could make a name look like another. The zero value is ready for one file.
type Printable struct {
	line int // of the last result
}

// Check returns an error about the first name, unit or configuration line of a result that has a
// control character or is not UTF-8. It drops such a configuration line, so that the error comes
// once.
func (p *Printable) Check(r *benchfmt.Result) error {
	_, line := r.Pos()
	settingsMayDiffer := line != p.line+1 // only lines between two results change the configuration
	p.line = line
	if !printable(r.Name) {
		return unprintableError(r, "the name %.60q", r.Name)
	}
	for _, v := range r.Values {
		if !printable([]byte(v.Unit)) {
			return unprintableError(r, "the unit %.60q", v.Unit)
		}
	}
	if !settingsMayDiffer {
		return nil
	}
	for _, c := range r.Config {
		if c.File && !(printable([]byte(c.Key)) && printable(c.Value)) {
			err := unprintableError(r, "the line %.60q above", c.Key+": "+string(c.Value))
			r.SetConfig(c.Key, "")
			p.line = 0 // there may be more such lines
			return err
		}
	}
	return nil
}

func unprintableError(r *benchfmt.Result, format string, text any) error {
	file, line := r.Pos()
	return &bounded.Error{Name: file, Line: line,
		Msg: fmt.Sprintf(format, text) + " has a control character or is not UTF-8, expected printable text"}
}

func printable(text []byte) bool {
	for k, b := range text {
		switch {
		case b >= utf8.RuneSelf:
			return printableRunes(text[k:])
		case b < ' ' && b != '\t' || b == 0x7F:
			return false
		}
	}
	return true
}

func printableRunes(text []byte) bool {
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		if r == utf8.RuneError && size == 1 || unicode.In(r, unicode.Cc, unicode.Bidi_Control) && r != '\t' {
			return false
		}
		text = text[size:]
	}
	return true
}
