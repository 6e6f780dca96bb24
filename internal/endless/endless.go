// Package endless has inputs without an end, for tests only.
package endless

import (
	"io"
	"strings"
)

// chunk is how long a text is at least when it is copied, in bytes. Copies of single bytes take long.
const chunk = 1 << 12

// Repeat returns a reader that repeats a text without end.
func Repeat(text string) io.Reader {
	return &reader{text: strings.Repeat(text, 1+chunk/len(text))}
}

type reader struct {
	text string
	at   int
}

func (r *reader) Read(p []byte) (int, error) {
	for n := 0; n < len(p); {
		k := copy(p[n:], r.text[r.at:])
		n, r.at = n+k, (r.at+k)%len(r.text)
	}
	return len(p), nil
}
