package results

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"xcbench/internal/bounded"
)

// lines is an open file of lines.
type lines struct {
	io.Reader
	io.Closer
	torn bool // the last line has no end, and is left out
}

// open opens the input. A run directory yields complete lines only. The last row of a run may be
// torn in the middle of a number, if the run is in progress or was interrupted, and a torn number
// is another number.
func (in Input) open(stdin io.Reader) (lines, error) {
	if in.path == "-" {
		return lines{Reader: bounded.New("stdin", stdin, MaxRow), Closer: io.NopCloser(nil)}, nil
	}
	f, err := os.Open(in.path)
	if err != nil {
		return lines{}, err
	}
	if in.run {
		return whole(f)
	}
	return lines{Reader: bounded.New(in.path, f, MaxRow), Closer: f}, nil
}

// openOurs opens a file of lines that begins like one of ours, or is empty. A last line that is torn is left
// out: a run is writing it, or was killed while writing it.
func openOurs(path string, ours func(start []byte) bool, what, head string) (lines, error) {
	f, err := os.Open(path)
	if err != nil {
		return lines{}, err
	}
	l, err := whole(f)
	if err != nil {
		return l, err
	}
	start := make([]byte, 64<<10) // enough to recognise a file
	n, err := f.ReadAt(start, 0)
	switch {
	case err != nil && err != io.EOF:
	case !ours(start[:n]):
		first, _, _ := strings.Cut(head, "\n")
		err = &bounded.Error{Name: path, Line: 1, Msg: fmt.Sprintf("not a file of %s, expected the line %s", what, first)}
	default:
		return l, nil
	}
	return l, errors.Join(err, f.Close())
}

// whole returns the complete lines of a regular file. It closes the file if that fails.
func whole(f *os.File) (lines, error) {
	whole, size, err := wholeLines(f)
	if err != nil {
		return lines{}, errors.Join(err, f.Close())
	}
	return lines{bounded.New(f.Name(), io.NewSectionReader(f, 0, whole), MaxRow), f, whole < size}, nil
}

// wholeLines returns the size of a regular file, and its size without a torn line at its end.
func wholeLines(f *os.File) (whole, size int64, err error) {
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
