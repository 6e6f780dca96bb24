package page

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"sync"
	"xcbench/results"
)

// rowCount counts the rows of a growing file. It reads each row once.
type rowCount struct {
	path string
	mu   sync.Mutex
	rows int
	size int64 // bytes counted so far, up to the end of a line

	packed os.FileInfo // of the compressed file whose rows are counted, or nil
}

// count returns the number of complete rows. It is 0 if the file does not exist yet.
func (c *rowCount) count() (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	f, err := os.Open(c.path)
	if errors.Is(err, fs.ErrNotExist) {
		return c.countPacked()
	}
	if err != nil {
		return 0, err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil {
		return 0, err
	} else if info.Size() < c.size || c.packed != nil { // a torn row was removed, or the file was replaced
		c.rows, c.size, c.packed = 0, 0, nil
	}
	rows, size, err := countRows(io.NewSectionReader(f, c.size, 1<<62))
	c.rows, c.size = c.rows+rows, c.size+size
	return c.rows, err
}

// countPacked counts the rows of the compressed file, which is complete.
func (c *rowCount) countPacked() (int, error) {
	info, err := os.Stat(results.Found(c.path))
	if errors.Is(err, fs.ErrNotExist) {
		c.rows, c.size, c.packed = 0, 0, nil
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	if c.packed != nil && info.Size() == c.packed.Size() && info.ModTime().Equal(c.packed.ModTime()) {
		return c.rows, nil
	}
	lines, err := results.OpenWhole(c.path)
	if err != nil {
		return 0, err
	}
	defer lines.Close()
	rows, _, err := countRows(lines)
	if err == nil {
		c.rows, c.size, c.packed = rows, 0, info
	}
	return rows, err
}

// countRows returns the number of rows up to the last line end, and the bytes up to there.
func countRows(text io.Reader) (rows int, size int64, err error) {
	in, begun := bufio.NewReaderSize(text, 64<<10), true
	row, length := false, int64(0) // of the line so far
	for {
		part, err := in.ReadSlice('\n')
		row = row && !begun || begun && bytes.HasPrefix(part, []byte("Benchmark"))
		length += int64(len(part))
		switch begun = err == nil; {
		case err == nil:
			size += length
			length = 0
			if row {
				rows++
			}
		case err == io.EOF:
			return rows, size, nil
		case err != bufio.ErrBufferFull:
			return rows, size, err
		}
	}
}
