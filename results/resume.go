package results

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Resume opens the directory of an interrupted run, cuts off what is torn, and
// returns what is left, the profiles without their levels. [Dir.Start] goes on from
// there. A run can be killed at any byte: the files may be missing, or end in the
// middle of a line. A file that is none of a run is an error: it is not to be cut.
func Resume(path string) (*Dir, []Row, []Profile, error) {
	if _, err := os.Stat(filepath.Join(path, RunFile)); err != nil {
		return nil, nil, nil, fmt.Errorf("%s has no run to resume: %w", path, err)
	}
	d, err := lock(path)
	if err != nil {
		return nil, nil, nil, err
	}
	rows, profiles, err := d.mend()
	if err != nil {
		return nil, nil, nil, errors.Join(err, d.Close())
	}
	return d, rows, profiles, nil
}

func (d *Dir) mend() ([]Row, []Profile, error) {
	rows, err := readRows(filepath.Join(d.path, RowsFile))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	}
	if err := cut(filepath.Join(d.path, RowsFile), func(size int64) int64 {
		if len(rows) == 0 {
			return 0 // the head is written anew
		}
		return size
	}); err != nil {
		return nil, nil, err
	}
	var profiles []Profile
	begin := int64(0) // of the last one
	path := filepath.Join(d.path, LevelsFile)
	err = eachProfile(path, func(p Profile, at int64) bool {
		begin, p.Levels = at, nil
		profiles = append(profiles, p)
		return true
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	}
	kept := withoutTorn(profiles, rows)
	return rows, kept, cut(path, func(size int64) int64 {
		if len(kept) < len(profiles) {
			return begin
		}
		return size
	})
}

// cut cuts off the torn line at the end of a file, and what else keep says of the
// size that is left then. There may be no file.
func cut(path string, keep func(size int64) int64) error {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	size, err := wholeSize(f)
	if err != nil {
		return err
	}
	return os.Truncate(path, keep(size))
}
