package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
)

// copyLocal fills the part from a local file.
func copyLocal(ctx context.Context, name string, p part, progress func(done, all int64)) error {
	from, err := os.Open(name)
	if err != nil {
		return err
	}
	defer from.Close()
	info, err := from.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a regular file", name)
	}
	to, err := p.restart(origin{})
	if err != nil {
		return err
	}
	w := &writer{to: to, limit: p.limit, all: info.Size(), progress: progress}
	err = w.readFrom(from, ctx.Err)
	if errClose := to.Close(); err == nil {
		err = errClose
	}
	if err != nil { // half a copy is useless: copying again is as quick
		return errors.Join(err, p.drop())
	}
	return nil
}

// writer writes to the part and counts the bytes.
type writer struct {
	to        *os.File
	done, all int64 // all is 0 if not known
	limit     int64
	progress  func(done, all int64)
}

var errTooLong = errors.New("longer")

// writeError is a failure of this machine, which another request would not mend.
type writeError struct{ error }

func (w writeError) Unwrap() error { return w.error }

// readFrom copies until the end or an error. Before each read it calls stop, and ends with the
// error that stop returns.
func (w *writer) readFrom(r io.Reader, stop func() error) error {
	buf := make([]byte, 64<<10)
	for {
		if err := stop(); err != nil {
			return err
		}
		n, err := r.Read(buf)
		if w.done+int64(n) > w.limit {
			return writeError{fmt.Errorf("the file is %w than the limit of %d bytes", errTooLong, w.limit)}
		}
		if _, err := w.to.Write(buf[:n]); err != nil {
			return writeError{err}
		}
		w.done += int64(n)
		w.progress(w.done, w.all)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
