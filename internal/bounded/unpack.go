package bounded

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
)

const (
	mostRatio = 400 // results are compressed to a tenth; the same row again and again to a 300th
	mostSmall = 16 << 20
)

// gzipStart are the first bytes of a file of gzip.
const gzipStart = "\x1f\x8b"

// Unpack returns the text of an input, which is decompressed if it begins as gzip does. It reads
// nothing before the first Read. A text fails if it is more than 400 times as large as its
// compressed form, and larger than 16 MiB. Errors call the input name.
func Unpack(name string, in io.Reader) io.Reader {
	return &unpacked{name: name, in: bufio.NewReaderSize(in, 16)} // enough to look at the first bytes
}

type unpacked struct {
	name   string
	in     *bufio.Reader
	text   io.Reader // nil before the first Read
	packed *counter  // nil if the input is the text
	size   int64     // of the text so far
	lines  int
}

// counter counts the bytes of its input.
type counter struct {
	in   io.Reader
	size int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.in.Read(p)
	c.size += int64(n)
	return n, err
}

// Read implements [io.Reader].
func (u *unpacked) Read(p []byte) (n int, err error) {
	if u.text == nil {
		u.text = u.in
		if head, _ := u.in.Peek(len(gzipStart)); string(head) == gzipStart {
			u.packed = &counter{in: u.in}
			if u.text, err = gzip.NewReader(u.packed); err != nil {
				u.text = bytes.NewReader(nil)
				return 0, u.fault()
			}
		}
	}
	n, err = u.text.Read(p)
	if u.packed == nil {
		return n, err
	}
	u.size += int64(n)
	u.lines += bytes.Count(p[:n], []byte{'\n'})
	switch {
	case u.size > mostSmall && u.size/mostRatio > u.packed.size:
		return 0, &Error{Name: u.name, Line: u.lines + 1, Msg: fmt.Sprintf(
			"more than %d times as large as its compressed form; decompress it first", mostRatio)}
	case err != nil && err != io.EOF:
		err = u.fault()
	}
	return n, err
}

func (u *unpacked) fault() error {
	return &Error{Name: u.name, Line: u.lines + 1, Msg: "cut off or damaged, expected a file of gzip"}
}
