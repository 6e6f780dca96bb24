// Package bounded reads inputs that may never end, such as a device or a pipe. Its reader fails at
// a line or an input that is longer than any valid one, so that no input takes all the memory.
package bounded

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"os"
)

// MaxLine bounds a line of text, in bytes without the line end.
const MaxLine = 16 << 20

// maxStream bounds an input that is not a regular file, in bytes.
const maxStream = 16 << 20

// Error is a fault in a line of an input: the line or the input is too long, or its reader expected
// something else.
type Error struct {
	Name   string
	Line   int // from 1
	Column int // from 1; 0 if it does not matter
	Msg    string
}

func (e *Error) Error() string {
	if e.Column > 0 {
		return fmt.Sprintf("%s:%d:%d: %s", e.Name, e.Line, e.Column, e.Msg)
	}
	return fmt.Sprintf("%s:%d: %s", e.Name, e.Line, e.Msg)
}

// Reader passes on its input up to a line that is too long, or up to the line end after which the
// input is too long. It stays at its end, and at an error.
type Reader struct {
	name string
	in   io.Reader
	line int   // the most bytes of a line
	size int64 // the most bytes of the input; 0 for any number
	part int64 // the most bytes of the current part of the input; 0 for any number

	number int // of the current line, from 1
	length int // bytes of the current line so far
	last   byte
	read   int64
	begun  int64 // what was read before the current part
	err    error
}

// Lines returns a reader that bounds the lines of an input, but not its size. Errors call the input
// name.
func Lines(name string, in io.Reader, line int) *Reader {
	return &Reader{name: name, in: in, line: line, number: 1}
}

// New returns a reader that decompresses an input, as [Unpack] does, and bounds its lines. It bounds
// its size too, unless it is a regular file or a section of a file, which cannot be endless.
func New(name string, in io.Reader, line int) *Reader {
	return Lines(name, Unpack(name, in), line).sized(in)
}

// Bytes returns a reader that bounds the size of an input without lines, as [New] does.
func Bytes(name string, in io.Reader) *Reader { return Lines(name, in, math.MaxInt).sized(in) }

// sized bounds the size of the input, unless it cannot be endless.
func (r *Reader) sized(in io.Reader) *Reader {
	if !isRegular(in) {
		r.size, r.line = maxStream, min(r.line, maxStream)
	}
	return r
}

// Part begins a part of the input, such as one puzzle of many. A part of more than most bytes is
// too long. Regular files have no such bound.
func (r *Reader) Part(most int64) {
	if r.size > 0 {
		r.begun, r.part = r.read, most
	}
}

func isRegular(in io.Reader) bool {
	f, ok := in.(interface{ Stat() (os.FileInfo, error) })
	if !ok {
		_, section := in.(*io.SectionReader)
		return section
	}
	info, err := f.Stat()
	return err == nil && info.Mode().IsRegular()
}

// ReadFile is [os.ReadFile] for a file that may be endless.
func ReadFile(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(New(path, f, MaxLine))
}

// Read implements [io.Reader].
func (r *Reader) Read(p []byte) (int, error) {
	if r.err != nil {
		return 0, r.err
	}
	n, err := r.in.Read(p)
	good, fault := r.measure(p[:n])
	if r.err = err; fault != "" {
		r.err = &Error{Name: r.name, Line: r.number, Msg: fault}
	}
	return good, r.err
}

// measure counts lines and bytes. It returns how many bytes may be passed on, and what is wrong
// with the input after them.
func (r *Reader) measure(text []byte) (good int, fault string) {
	for good < len(text) {
		line, _, ended := bytes.Cut(text[good:], []byte{'\n'})
		if len(line) > 0 {
			r.last = line[len(line)-1]
		}
		r.length += len(line)
		good += len(line)
		// The carriage return of a line end is no part of the line.
		if over := r.length - r.line; over > 1 || over == 1 && r.last != '\r' {
			return good, "a line longer than " + sizeText(r.line)
		}
		if !ended {
			break
		}
		r.read += int64(r.length) + 1
		r.number, r.length = r.number+1, 0
		good++
		if r.size > 0 && r.read > r.size {
			return good, "more than " + sizeText(maxStream) + " from a pipe or device; save the input to a file first"
		}
		if r.part > 0 && r.read-r.begun > r.part {
			return good, "one puzzle of more than " + sizeText(int(r.part)) +
				" from a pipe or device; save the input to a file first"
		}
	}
	return good, ""
}

// sizeText writes a number of bytes.
func sizeText(n int) string {
	if n >= 1<<20 {
		return fmt.Sprintf("%d MiB", n>>20)
	}
	return fmt.Sprintf("%d KiB", n>>10)
}
