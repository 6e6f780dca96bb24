// Package zst compresses results with zstd, and reads them up to a bound: a few bytes of zstd can
// stand for terabytes.
//
// Start reading at Reader.
package zst

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"sync"

	"github.com/klauspost/compress/zstd"

	"xcbench/internal/bounded"
)

// Suffix is the end of the name of a compressed file.
const Suffix = ".zst"

const (
	mostWindow = 8 << 20 // bytes that a decoder looks back; the largest of zstd's levels up to 19
	mostRatio  = 400     // results are compressed to a tenth; the same row again and again to a 300th
	mostSmall  = 16 << 20
)

// A Reader decompresses a stream. It fails if the stream is more than 400 times as large as its
// compressed form, and larger than 16 MiB. It takes about 10 MB of memory.
type Reader struct {
	name    string
	packed  *counter
	decoder *zstd.Decoder
	size    int64
	lines   int
}

// NewReader returns a reader of a compressed stream. Errors call it name.
func NewReader(name string, in io.Reader) (*Reader, error) {
	packed := &counter{in: in}
	d, err := zstd.NewReader(packed, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(mostWindow),
		zstd.WithDecoderLowmem(true))
	if err != nil {
		return nil, err
	}
	return &Reader{name: name, packed: packed, decoder: d, lines: 1}, nil
}

// Read implements [io.Reader].
func (r *Reader) Read(p []byte) (int, error) {
	n, err := r.decoder.Read(p)
	r.size += int64(n)
	r.lines += bytes.Count(p[:n], []byte{'\n'})
	if TooSmall(r.size, r.packed.size) {
		return 0, &bounded.Error{Name: r.name, Line: r.lines,
			Msg: fmt.Sprintf("more than %d times as large as its compressed form, expected the results of a run", mostRatio)}
	}
	if err != nil && err != io.EOF {
		err = &bounded.Error{Name: r.name, Line: r.lines, Msg: "cannot be decompressed: " + err.Error() + "; expected a file of zstd"}
	}
	return n, err
}

// Close frees the memory of the reader. It does not close the compressed stream.
func (r *Reader) Close() error {
	r.decoder.Close()
	return nil
}

// TooSmall reports whether a compressed form of so many bytes is too small for results of the given
// size, so that a [Reader] rejects it.
func TooSmall(size, packed int64) bool { return size > mostSmall && size/mostRatio > packed }

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

// NewWriter returns a writer that compresses what is written to it. Close has to follow.
func NewWriter(out io.Writer) (io.WriteCloser, error) {
	return zstd.NewWriter(out, zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true))
}

var encoder = sync.OnceValues(func() (*zstd.Encoder, error) {
	return zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true))
})

// Pack compresses a text.
func Pack(text []byte) ([]byte, error) {
	e, err := encoder()
	if err != nil {
		return nil, err
	}
	return e.EncodeAll(text, nil), nil
}

// Unpack decompresses a text of at most the given number of bytes.
func Unpack(packed []byte, most int) ([]byte, error) {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(uint64(min(most, math.MaxInt32))))
	if err != nil {
		return nil, err
	}
	defer d.Close()
	return d.DecodeAll(packed, nil)
}
