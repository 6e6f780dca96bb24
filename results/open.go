package results

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"math"
	"os"
	"strings"

	"xcbench/internal/bounded"
	"xcbench/internal/zst"
)

// Lines is an open file of results.
type Lines struct {
	io.Reader
	io.Closer
	Path  string // of the file that is open
	start func(n int) ([]byte, error)
	torn  func() bool // the last line has no end, and is left out
}

// Start returns the first n bytes of the text, or all of it if it is shorter. It has to be called
// before anything is read. A torn line is included.
func (l Lines) Start(n int) ([]byte, error) {
	start, err := l.start(n)
	if err == io.EOF {
		err = nil
	}
	return start, err
}

// Found returns the path of a file that may be compressed: path itself or, if there is no such file,
// path with the ending of zstd. A run that is killed while it compresses a file leaves both. The
// plain file counts, because only that one is sure to be complete.
func Found(path string) string {
	if !exists(path) && exists(path+zst.Suffix) {
		return path + zst.Suffix
	}
	return path
}

// Open opens the input. A run directory yields complete lines only. The last row of a run may be
// torn in the middle of a number, if the run is in progress or was interrupted, and a torn number
// is another number.
func (in Input) Open(stdin io.Reader) (Lines, error) {
	whole := func() bool { return false }
	if in.path == "-" {
		return Lines{Reader: bounded.New("stdin", stdin, MaxRow), Closer: io.NopCloser(nil), torn: whole}, nil
	}
	if in.run || strings.HasSuffix(in.path, zst.Suffix) {
		return OpenWhole(in.path)
	}
	f, err := os.Open(in.path)
	if err != nil {
		return Lines{}, err
	}
	return Lines{Reader: bounded.New(in.path, f, MaxRow), Closer: f, Path: in.path, torn: whole}, nil
}

// OpenWhole opens a regular file of lines and yields its complete lines. It opens the compressed
// form if there is no other; see [Found].
func OpenWhole(path string) (Lines, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) && exists(path+zst.Suffix) { // since a moment ago, perhaps
		path += zst.Suffix
		f, err = os.Open(path)
	}
	if err != nil {
		return Lines{}, err
	}
	whole, size, err := WholeLines(f)
	if err == nil && strings.HasSuffix(path, zst.Suffix) {
		l, err := unpack(path, f)
		if err != nil {
			return Lines{}, errors.Join(err, f.Close())
		}
		return l, nil
	}
	if err != nil {
		return Lines{}, errors.Join(err, f.Close())
	}
	return Lines{
		Reader: bounded.New(path, io.NewSectionReader(f, 0, whole), MaxRow), Closer: f, Path: path,
		start: func(n int) ([]byte, error) {
			text := make([]byte, n)
			n, err := f.ReadAt(text, 0)
			return text[:n], err
		},
		torn: func() bool { return whole < size },
	}, nil
}

// unpack returns the complete lines of a compressed file.
func unpack(path string, f *os.File) (Lines, error) {
	r, err := zst.NewReader(path, io.NewSectionReader(f, 0, math.MaxInt64))
	if err != nil {
		return Lines{}, err
	}
	in := bufio.NewReaderSize(bounded.Lines(path, r, MaxRow), 64<<10)
	whole := &wholeLines{in: in}
	return Lines{whole, closers{r, f}, path, in.Peek, func() bool { return whole.torn }}, nil
}

type closers []io.Closer

func (all closers) Close() (err error) {
	for _, c := range all {
		err = errors.Join(err, c.Close())
	}
	return err
}

// wholeLines passes on the complete lines of a stream. It holds back a line until its end comes.
type wholeLines struct {
	in                io.Reader
	text              []byte
	from, whole, read int  // text[from:whole] is complete, and text[whole:read] is not
	torn              bool // the stream has ended in the middle of a line
	err               error
}

// Read implements [io.Reader].
func (w *wholeLines) Read(p []byte) (int, error) {
	for w.from == w.whole {
		if w.err != nil {
			w.torn = w.err == io.EOF && w.whole < w.read
			return 0, w.err
		}
		w.read = copy(w.text, w.text[w.whole:w.read])
		w.from = 0
		if w.read == len(w.text) {
			w.text = append(w.text, make([]byte, max(64<<10, len(w.text)))...)
		}
		var n int
		n, w.err = w.in.Read(w.text[w.read:])
		w.whole = bytes.LastIndexByte(w.text[:w.read+n], '\n') + 1
		w.read += n
	}
	n := copy(p, w.text[w.from:w.whole])
	w.from += n
	return n, nil
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
