package fetch

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// part is a file that is not complete yet, NAME.part. NAME.part.json has what is needed to resume
// its download.
type part struct {
	name  string
	limit int64 // the most bytes it may have
}

// origin says where the bytes of a part come from. The rest is only requested for the same version
// at the same address.
type origin struct {
	URL       string `json:"url"`
	Validator string `json:"validator"` // a strong ETag, or the Last-Modified time
}

func (p part) note() string { return p.name + ".json" }

// resumable returns how many bytes of the file at the address are there, and the validator of their
// version. It returns 0 if the download has to start from the beginning.
func (p part) resumable(url string) (int64, string) {
	info, err := os.Lstat(p.name)
	if err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
		return 0, ""
	}
	text, err := os.ReadFile(p.note())
	if err != nil {
		return 0, ""
	}
	var o origin
	if json.Unmarshal(text, &o) != nil || o.URL != url || o.Validator == "" {
		return 0, ""
	}
	return info.Size(), o.Validator
}

// restart empties the part and notes where the new bytes will come from.
func (p part) restart(o origin) (*os.File, error) {
	if err := p.drop(); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(p.name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil || o.Validator == "" {
		return f, err
	}
	text, err := json.Marshal(o)
	if err == nil {
		err = os.WriteFile(p.note(), append(text, '\n'), 0o666)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// reopen opens the part to append to it.
func (p part) reopen() (*os.File, error) { return os.OpenFile(p.name, os.O_WRONLY|os.O_APPEND, 0) }

// drop removes the part and its note, the note first. A part without a note is started anew, but a
// note without its part would vouch for the bytes of another part.
func (p part) drop() error {
	for _, name := range []string{p.note(), p.name} {
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// finish gives the part its final name, once its bytes are on the disk.
func (p part) finish(final string) error {
	f, err := p.reopen()
	if err != nil {
		return err
	}
	if err := cmp.Or(f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Rename(p.name, final); err != nil {
		return err
	}
	return p.drop()
}

// copyLocal fills the part from a local file.
func copyLocal(ctx context.Context, name string, p part, progress func(done, all int64)) error {
	from, size, err := openRegular(name)
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := p.restart(origin{})
	if err != nil {
		return err
	}
	w := &writer{to: to, limit: p.limit, all: size, progress: progress}
	if err := cmp.Or(w.readFrom(from, ctx.Err), to.Close()); err != nil {
		return errors.Join(err, p.drop()) // half a copy is useless: copying again is as quick
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
