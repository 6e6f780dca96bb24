package bounded

import (
	"bytes"
	"fmt"
	"io"
)

const (
	mostRatio = 400 // results are compressed to a tenth; the same row again and again to a 300th
	mostSmall = 16 << 20
)

// A Counter counts the bytes of its input.
type Counter struct {
	In   io.Reader
	Size int64
}

// Read implements [io.Reader].
func (c *Counter) Read(p []byte) (int, error) {
	n, err := c.In.Read(p)
	c.Size += int64(n)
	return n, err
}

// Unpacked is a stream that is being decompressed. It fails if the stream is more than 400 times as large
// as its compressed form, and larger than 16 MiB.
type Unpacked struct {
	Name    string // for errors
	What    string // the kind of compression, for errors
	Packed  *Counter
	Decoder io.Reader // reads Packed

	size  int64
	lines int
}

// Read implements [io.Reader].
func (u *Unpacked) Read(p []byte) (int, error) {
	n, err := u.Decoder.Read(p)
	u.size += int64(n)
	u.lines += bytes.Count(p[:n], []byte{'\n'})
	fault := ""
	switch {
	case TooSmall(u.size, u.Packed.Size):
		n = 0
		fault = fmt.Sprintf("more than %d times as large as its compressed form; decompress it first", mostRatio)
	case err != nil && err != io.EOF:
		fault = fmt.Sprintf("cannot be decompressed: %v; expected a file of %s", err, u.What)
	default:
		return n, err
	}
	return n, &Error{Name: u.Name, Line: u.lines + 1, Msg: fault}
}

// TooSmall reports whether a compressed form of so many bytes is too small for a text of the given size,
// so that it is not decompressed further.
func TooSmall(size, packed int64) bool { return size > mostSmall && size/mostRatio > packed }
