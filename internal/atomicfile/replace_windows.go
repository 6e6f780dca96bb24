package atomicfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
)

// replace fails if somebody has the file open.
func replace(path string, perm os.FileMode, content func(io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)) // and digits, as Sweep expects
	if err != nil {
		return err
	}
	if err = errors.Join(content(f), f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		err = errors.Join(err, os.Remove(f.Name()))
	}
	return err
}
