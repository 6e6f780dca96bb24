// Package zst compresses results with zstd, and reads them up to a bound: a few bytes of zstd can
// stand for terabytes.
//
// Start reading at Reader.
package zst

import (
	"io"
	"math"
	"sync"

	"github.com/klauspost/compress/zstd"

	"xcbench/internal/bounded"
)

// Suffix is the end of the name of a compressed file.
const Suffix = ".zst"

const mostWindow = 8 << 20 // bytes that a decoder looks back; the largest of zstd's levels up to 19

// A Reader decompresses a stream within the bounds of [bounded.Unpacked]. It takes about 10 MB of memory.
type Reader struct {
	bounded.Unpacked
	decoder *zstd.Decoder
}

// NewReader returns a reader of a compressed stream. Errors call it name.
func NewReader(name string, in io.Reader) (*Reader, error) {
	packed := &bounded.Counter{In: in}
	d, err := zstd.NewReader(packed, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(mostWindow),
		zstd.WithDecoderLowmem(true))
	if err != nil {
		return nil, err
	}
	return &Reader{bounded.Unpacked{Name: name, What: "zstd", Packed: packed, Decoder: d}, d}, nil
}

// Close frees the memory of the reader. It does not close the compressed stream.
func (r *Reader) Close() error {
	r.decoder.Close()
	return nil
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
