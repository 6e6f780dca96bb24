package results

import (
	"bytes"
	"fmt"
	"unicode"
	"unicode/utf8"

	"golang.org/x/perf/benchfmt"
)

// printable checks that the text of results can be printed. A control character in a name could
// move the cursor of a terminal or change its settings. One that changes the direction of writing
// could make a name look like another. The zero value is ready for one file.
type printable struct {
	line int // of the last result
}

// check returns an error about the first name, unit or configuration line of a result that has a
// control character or is not UTF-8. It drops such a configuration line, so that the error comes
// once.
func (p *printable) check(r *benchfmt.Result) error {
	_, line := r.Pos()
	settingsMayDiffer := line != p.line+1 // only lines between two results change the configuration
	p.line = line
	if !isPrintable(r.Name) {
		return unprintableError("the name %.60q", r.Name)
	}
	for _, v := range r.Values {
		if !isPrintable([]byte(v.Unit)) {
			return unprintableError("the unit %.60q", v.Unit)
		}
	}
	if !settingsMayDiffer {
		return nil
	}
	for _, c := range r.Config {
		if c.File && !(isPrintable([]byte(c.Key)) && isPrintable(c.Value)) {
			err := unprintableError("the line %.60q above", c.Key+": "+string(c.Value))
			r.SetConfig(c.Key, "")
			p.line = 0 // there may be more such lines
			return err
		}
	}
	return nil
}

func unprintableError(format string, text any) error {
	return fmt.Errorf(format+" has a control character or is not UTF-8, expected printable text", text)
}

func isPrintable(text []byte) bool {
	for k, b := range text {
		switch {
		case b >= utf8.RuneSelf:
			rest := text[k:]
			return utf8.Valid(rest) && !bytes.ContainsFunc(rest, func(r rune) bool { return r != '\t' && isControl(r) })
		case b < ' ' && b != '\t' || b == 0x7F:
			return false
		}
	}
	return true
}

// isControl reports whether a character moves the cursor or changes the direction of writing.
func isControl(r rune) bool { return unicode.In(r, unicode.Cc, unicode.Bidi_Control) }
