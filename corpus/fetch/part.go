package fetch

import (
	"encoding/json"
	"errors"
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
	err = f.Sync()
	if errClose := f.Close(); err == nil {
		err = errClose
	}
	if err == nil {
		err = os.Rename(p.name, final)
	}
	if err == nil {
		err = p.drop()
	}
	return err
}
