package results

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"xcbench/internal/atomicfile"
	"xcbench/internal/bounded"
	"xcbench/internal/zst"
)

// CompressFrom is the size from which a file of a finished run is compressed, in bytes. Below, a
// plain file is worth more: any program reads it.
const CompressFrom = 64 << 20

// recordFiles are the files that grow during a run, and are compressed after a large one.
var recordFiles = []string{RowsFile, LevelsFile, PackedFile}

// Compress compresses the rows and the profiles of a finished run, each if it has the given size in
// bytes or more; see [CompressFrom]. Nothing can be recorded afterwards, and [Resume] undoes it. A
// kill or a full disk leaves the plain file as it is.
func (d *Dir) Compress(from int64) error {
	err := errors.Join(d.rows.close(), d.levels.close()) // some systems do not remove open files
	d.rows, d.levels = nil, nil
	for _, name := range recordFiles {
		err = errors.Join(err, compress(filepath.Join(d.path, name), from))
	}
	return err
}

func compress(path string, from int64) error {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || info.Size() < from {
		return err
	}
	err = atomicfile.Stream(path+zst.Suffix, 0o666, func(out io.Writer) error {
		w, err := zst.NewWriter(out)
		if err != nil {
			return err
		}
		_, err = io.Copy(w, f)
		return errors.Join(err, w.Close())
	})
	if err != nil {
		return err
	}
	packed, err := os.Stat(path + zst.Suffix)
	if err != nil {
		return err
	}
	if bounded.TooSmall(info.Size(), packed.Size()) { // a reader would take it for a bomb
		return os.Remove(path + zst.Suffix)
	}
	f.Close()
	return os.Remove(path)
}

// expand undoes Compress. A file that is there in both forms was not compressed to its end. Nothing
// is done to a file that is not of a run.
func (d *Dir) expand() error {
	for _, name := range recordFiles {
		path := filepath.Join(d.path, name)
		packed := path + zst.Suffix
		if _, err := os.Stat(packed); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			if err := expand(packed, path, name == RowsFile); err != nil {
				return err
			}
		}
		if err := os.Remove(packed); err != nil {
			return err
		}
	}
	return nil
}

func expand(packed, path string, rows bool) error {
	open := openLevels
	if rows {
		open = openRows
	}
	f, err := open(packed)
	if err != nil {
		return err
	}
	defer f.Close()
	return atomicfile.Stream(path, 0o666, func(out io.Writer) error {
		_, err := io.Copy(out, f)
		return err
	})
}
