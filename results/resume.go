package results

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
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
	path := filepath.Join(d.Path, RowsFile)
	text, rows, err := readRows(path)
	if err != nil {
		return nil, nil, err
	}
	if len(rows) == 0 {
		text = nil // the head is written anew
	}
	if err := truncate(path, len(text)); err != nil {
		return nil, nil, err
	}

	path = filepath.Join(d.Path, LevelsFile)
	text, profiles, err := readProfiles(path, rows)
	if err != nil {
		return nil, nil, err
	}
	return rows, profiles, truncate(path, len(text))
}

// readRows returns the whole rows of a file that may be torn, and their text. What
// does not begin as a file of rows is none, and an error: it is not to be cut.
func readRows(path string) ([]byte, []Row, error) {
	text, err := read(path)
	if err != nil {
		return nil, nil, err
	}
	if n := min(len(text), len(unitLines)); string(text[:n]) != unitLines[:n] && !bytes.Contains(text, []byte(rowStart)) {
		return nil, nil, fmt.Errorf("%s:1: no file of results, expected the line %s", path, firstLine(unitLines))
	}
	text = WholeLines(text)
	rows, err := Read(bytes.NewReader(text), path)
	return text, rows, err
}

// readProfiles does the same for a file of levels. Its last profile may be torn
// between two lines, and is left out unless there is a row of it.
func readProfiles(path string, rows []Row) ([]byte, []Profile, error) {
	text, err := read(path)
	if err != nil {
		return nil, nil, err
	}
	head := string(record(levelsHead))
	if n := min(len(text), len(head)); string(text[:n]) != head[:n] {
		return nil, nil, fmt.Errorf("%s:1: no file of levels, expected the head %s", path, firstLine(head))
	}
	if text = WholeLines(text); len(text) == 0 {
		return nil, nil, nil
	}
	profiles, err := readLevels(bytes.NewReader(text), path)
	if n := len(profiles); err == nil && n > 0 && !complete(profiles[n-1], rows) {
		return text[:lastProfile(text)], profiles[:n-1], nil
	}
	return text, profiles, err
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
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

// read returns the text of a file; nothing if there is no file.
func read(path string) ([]byte, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	return text, err
}

// WholeLines cuts off a torn line at the end of a text: a run may be in the middle of
// writing it.
func WholeLines(text []byte) []byte { return text[:bytes.LastIndexByte(text, '\n')+1] }

func truncate(path string, size int) error {
	if err := os.Truncate(path, int64(size)); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}
