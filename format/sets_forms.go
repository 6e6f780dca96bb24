package format

import (
	"cmp"
	"io"

	"xcbench/internal/lazy"
)

var beginsSets = lazy.Regexp(`^(<[^<>]*>|p xc \d+ \d+\s*$|[\w.-]+: *\[?[\w., -]+\]?\s*$|\d{1,7}( +\d{1,7})*\s*$)`)

// sets returns the text as a DLX text, and a remark; or "".
func (s *lines) sets() (text, remark string) {
	if first, _ := s.peek(0); !beginsSets().MatchString(first.text) {
		return "", ""
	}
	t, err := s.setsText()
	if err != io.EOF || t.isDLX() {
		return "", ""
	}
	if text = cmp.Or(t.angled(), t.xc(), t.named()); text == "" {
		text, remark = t.numbers()
	}
	return text, remark
}
