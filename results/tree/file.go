package tree

import (
	"os"
	"path/filepath"

	"xcbench/cover"
)

// File is a tree being written to a file. The file is there when it is whole: until then
// it has another name.
type File struct {
	*writer
	path string
	part *os.File
}

// Create begins a file.
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

// Close ends the tree and puts the file in its place, or discards it with an error.
func (f *File) Close(status cover.Status) error {
	defer f.Discard()
	if err := f.writer.Close(status); err != nil {
		return err
	}
	if err := f.part.Chmod(0o644); err != nil {
		return err
	}
	if err := f.part.Sync(); err != nil {
		return err
	}
	if err := f.part.Close(); err != nil {
		return err
	}
	return os.Rename(f.part.Name(), f.path)
}

// Discard leaves nothing behind of a file that was not closed.
func (f *File) Discard() {
	f.part.Close()
	os.Remove(f.part.Name())
}
