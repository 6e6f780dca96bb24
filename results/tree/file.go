package tree

import (
	"cmp"
	"os"
	"path/filepath"

	"xcbench/cover"
)

// File is a tree being written to a file. The file has a temporary name until it is complete, so no
// reader ever finds half a tree.
type File struct {
	*writer
	path string
	part *os.File
}

// Create begins a file. End it with Close or Discard.
func Create(path string, head Head) (*File, error) {
	part, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return nil, err
	}
	f := &File{path: path, part: part}
	if f.writer, err = newWriter(part, head); err != nil {
		f.Discard()
		return nil, err
	}
	return f, nil
}

// Close ends the tree and moves the file to its path. If that fails, it removes the file and
// returns the error.
func (f *File) Close(status cover.Status) error {
	defer f.Discard()
	err := cmp.Or(f.writer.Close(status), f.part.Chmod(0o644), f.part.Sync(), f.part.Close())
	if err != nil {
		return err
	}
	return os.Rename(f.part.Name(), f.path)
}

// Discard removes a file that was not closed.
func (f *File) Discard() {
	f.part.Close()
	os.Remove(f.part.Name())
}
