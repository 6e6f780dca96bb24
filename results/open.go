package results

import (
	"bytes"
	"errors"
	"io"
	"os"

	"xcbench/internal/bounded"
)

// Lines is an open file of results.
type Lines struct {
	io.Reader
	io.Closer
	Path string // of the file that is open
	file *os.File
	torn bool // the last line has no end, and is left out
}

// Start returns the first n bytes of the file, or all of it if it is shorter. A torn line is included.
func (l Lines) Start(n int) ([]byte, error) {
	text := make([]byte, n)
	n, err := l.file.ReadAt(text, 0)
	if err == io.EOF {
		err = nil
	}
	return text[:n], err
}

// Open opens the input. A run directory yields complete lines only. The last row of a run may be
// torn in the middle of a number, if the run is in progress or was interrupted, and a torn number
// is another number.
func (in Input) Open(stdin io.Reader) (Lines, error) {
	if in.path == "-" {
		return Lines{Reader: bounded.New("stdin", stdin, MaxRow), Closer: io.NopCloser(nil)}, nil
	}
	if in.run {
		return OpenWhole(in.path)
	}
	f, err := os.Open(in.path)
	if err != nil {
		return Lines{}, err
	}
	return Lines{Reader: bounded.New(in.path, f, MaxRow), Closer: f, Path: in.path}, nil
}

// OpenWhole opens a regular file of lines and yields its complete lines.
func OpenWhole(path string) (Lines, error) {
	f, err := os.Open(path)
	if err != nil {
		return Lines{}, err
	}
	whole, size, err := WholeLines(f)
	if err != nil {
		return Lines{}, errors.Join(err, f.Close())
	}
	text := bounded.New(path, io.NewSectionReader(f, 0, whole), MaxRow)
	return Lines{text, f, path, f, whole < size}, nil
}

// WholeLines returns the size of a regular file, and its size without a torn line at its end.
func WholeLines(f *os.File) (whole, size int64, err error) {
	if info, err := f.Stat(); err != nil {
		return 0, 0, err
	} else if !info.Mode().IsRegular() {
		return 0, 0, &bounded.Error{Name: f.Name(), Line: 1, Msg: "a pipe or device, expected a regular file"}
	}
	size, err = f.Seek(0, io.SeekEnd)
	block := make([]byte, 64<<10)
	for whole = size; whole > 0 && err == nil; {
		n := min(whole, int64(len(block)))
		_, err = f.ReadAt(block[:n], whole-n)
		if last := bytes.LastIndexByte(block[:n], '\n'); last >= 0 {
			return whole - n + int64(last) + 1, size, err
		}
		whole -= n
	}
	return whole, size, err
}
