package format

import (
	"io"

	"xcbench/internal/lazy"
)

var beginsSets = lazy.Regexp(`^(<[^<>]*>|p xc \d+ \d+\s*$|[\w.-]+: *\[?[\w., -]+\]?\s*$|\d{1,7}( +\d{1,7})*\s*$)`)

// setsForms return a text of their form as a DLX text, which is "" if it has a fault, and a remark.
var setsForms = []func(setsText) (text, remark string, ok bool){
	setsText.angled, setsText.xc, setsText.named, setsText.counted, setsText.below, setsText.ascending,
}

// sets returns the text as a DLX text, and a remark; or "".
func (s *lines) sets() (text, remark string) {
	if first, _ := s.peek(0); !beginsSets().MatchString(first.text) {
		return "", ""
	}
	t, err := s.setsText()
	if err != io.EOF || t.isDLX() {
		return "", ""
	}
	for _, form := range setsForms {
		if text, remark, ok := form(t); ok {
			return text, remark
		}
	}
	return "", ""
}
