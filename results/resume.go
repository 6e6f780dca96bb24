package results

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"

	"xcbench/cover"
)

// Resume opens the directory of an interrupted run, cuts off a torn row and a torn profile, and
// returns the remaining rows and profiles, the profiles without levels. [Dir.Start] continues the
// recording. A run can be killed at any byte, so files may be missing or end in the middle of a
// line. A file that is not of a run is an error, and nothing is cut off it.
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
	rows, lines, err := readRows(filepath.Join(d.path, RowsFile))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	}
	d.lines = lines
	most := int64(math.MaxInt64)
	if len(rows) == 0 {
		most = 0 // Start writes the head again
	}
	if err := cut(filepath.Join(d.path, RowsFile), most); err != nil {
		return nil, nil, err
	}
	var profiles []Profile
	var begin int64 // of the last profile
	err = eachProfile(d.path, func(p Profile, at int64) bool {
		begin, p.Levels = at, nil
		profiles = append(profiles, p)
		return true
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	}
	kept := withoutTorn(profiles, rows)
	most = math.MaxInt64
	if len(kept) < len(profiles) {
		most = begin
	}
	return rows, kept, cut(filepath.Join(d.path, LevelsFile), most)
}

// Place returns the file and the line of a row that [Resume] returned, as "run/results.txt:7".
func (d *Dir) Place(row int) string {
	return fmt.Sprintf("%s:%d", filepath.Join(d.path, RowsFile), d.lines[row])
}

// Drop removes the rows with a status. The searches of these rows can then be recorded again.
func (d *Dir) Drop(status cover.Status) error {
	path := filepath.Join(d.path, RowsFile)
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	lines := bytes.SplitAfter(text, []byte("\n"))
	for e, err := range rowsOf(bytes.NewReader(text), path) {
		if err != nil {
			return err
		}
		if _, line := e.Pos(); e.Row.Status == status {
			lines[line-1] = nil
		}
	}
	return d.Save(RowsFile, bytes.Join(lines, nil))
}

// cut cuts off a torn line at the end of a file, and everything beyond the given size. The file may
// be missing.
func cut(path string, most int64) error {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	whole, _, err := wholeLines(f)
	if err != nil {
		return err
	}
	return os.Truncate(path, min(whole, most))
}
