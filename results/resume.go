package results

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// Resume opens the directory of an interrupted run, cuts off what is torn, and
// returns what is left. [Dir.Start] goes on from there. A run can be killed
// at any byte: the files may be missing, or end in the middle of a line.
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
	var rows []Row
	path := filepath.Join(d.Path, RowsFile)
	text, err := wholeLines(path)
	if err != nil {
		return nil, nil, err
	}
	if rows, err = Read(bytes.NewReader(text), path); err != nil {
		return nil, nil, err
	}
	if len(rows) == 0 {
		text = nil // the head is written anew
	}
	if err := truncate(path, len(text)); err != nil {
		return nil, nil, err
	}

	path = filepath.Join(d.Path, LevelsFile)
	if text, err = wholeLines(path); err != nil {
		return nil, nil, err
	}
	if err := truncate(path, len(text)); err != nil || len(text) == 0 {
		return rows, nil, err
	}
	profiles, err := readLevels(path)
	if err != nil {
		return nil, nil, err
	}
	whole := len(profiles)
	if whole > 0 && !complete(profiles[whole-1], rows) {
		whole--
		if err := truncate(path, lastProfile(text)); err != nil {
			return nil, nil, err
		}
	}
	return rows, profiles[:whole], nil
}

// complete says whether a profile is known to be whole: it is recorded before its
// first row. One that has no row yet may be torn between two levels.
func complete(p Profile, rows []Row) bool {
	return slices.ContainsFunc(rows, func(r Row) bool {
		return r.Family == p.Family && r.Instance == p.Instance && r.Solver == p.Solver
	})
}

// lastProfile returns where the last profile of a text begins: at its level 0.
func lastProfile(text []byte) int {
	at := len(text)
	for at > 0 {
		at = bytes.LastIndexByte(text[:at-1], '\n') + 1
		if fields := bytes.Split(text[at:], []byte(",")); len(fields) > 3 && string(fields[3]) == "0" {
			break
		}
	}
	return at
}

// wholeLines returns the text of a file without a torn line at its end; nothing if
// there is no file.
func wholeLines(path string) ([]byte, error) {
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	return text[:bytes.LastIndexByte(text, '\n')+1], nil
}

func truncate(path string, size int) error {
	if err := os.Truncate(path, int64(size)); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}
