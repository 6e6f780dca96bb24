package results

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"xcbench/cover"
)

// The files of a run directory.
const (
	RowsFile   = "results.txt" // Go benchmark format, one sample a row
	LevelsFile = "levels.csv"  // the level profile of each solver on each instance
	PlanFile   = "plan.csv"    // the steps, in order, and why any of them was skipped
	RunFile    = "run.json"    // the command, the plan's hash, and the sessions that worked on it
	lockFile   = "lock"        // locked while a run is at work
)

// savedFiles are those that are written as a whole.
var savedFiles = []string{PlanFile, RunFile, "levels.svg", "levels.png", "times.svg", "times.png"}

var levelsHead = []string{"family", "inst", "solver", "level", "nodes", "updates"}

// Profile is the level profile of one solver on one instance.
type Profile struct {
	Family, Name, Solver string
	Levels               []cover.Level
}

// InstanceID returns the name of the profile's instance.
func (p Profile) InstanceID() string { return p.Family + "/" + p.Name }

// ReadDir returns what is recorded in a run directory. The run may be at work, or have
// been killed: a row or a profile that is torn at the end of its file is left out. Of a
// long run the profiles are most of it; whoever does not need them all takes [readRows] and [readProfiles].
func ReadDir(path string) ([]Row, []Profile, error) {
	rows, err := readRows(filepath.Join(path, RowsFile))
	if err != nil {
		return nil, nil, err
	}
	var all []Profile
	for p, err := range readProfiles(path) {
		if err != nil {
			return nil, nil, err
		}
		all = append(all, p)
	}
	return rows, withoutTorn(all, rows), nil
}

// readRows returns the rows of a file, but for a torn one at the end.
func readRows(path string) ([]Row, error) {
	f, err := openWhole(path, isRows, "results", unitLines())
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Read(f.lines, path)
}

// isRows says whether a file that starts like this is one of rows: it has a row, or its first line
// describes a unit. That line may be torn.
func isRows(start []byte) bool {
	if bytes.Contains(start, []byte(rowStart)) {
		return true
	}
	end := bytes.IndexByte(start, '\n') + 1
	return slices.ContainsFunc(Units, func(u Unit) bool {
		return end > 0 && u.line() == string(start[:end]) || end == 0 && strings.HasPrefix(u.line(), string(start))
	})
}

// wholeFile is a file of lines without a last one that is torn: the run may be in
// the middle of writing it, or have been killed there.
type wholeFile struct {
	*os.File
	lines *io.SectionReader
}

// startLength is how much of a file is looked at to tell what it is.
const startLength = 64 << 10

// openWhole opens a file of lines if it begins as one of ours; an empty one does.
func openWhole(path string, ours func(start []byte) bool, what, head string) (wholeFile, error) {
	f, err := os.Open(path)
	if err != nil {
		return wholeFile{}, err
	}
	start := make([]byte, startLength)
	n, err := io.ReadFull(f, start)
	switch {
	case err != nil && err != io.EOF && err != io.ErrUnexpectedEOF:
	case !ours(start[:n]):
		first, _, _ := strings.Cut(head, "\n")
		err = fmt.Errorf("%s:1: no file of %s, expected the line %s", path, what, first)
	default:
		var size int64
		if size, err = wholeSize(f); err == nil {
			return wholeFile{f, io.NewSectionReader(f, 0, size)}, nil
		}
	}
	return wholeFile{}, errors.Join(err, f.Close())
}

// wholeSize returns the size of a file without a torn line at its end.
func wholeSize(f *os.File) (int64, error) {
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return 0, err
	}
	block := make([]byte, startLength)
	for size > 0 {
		n := min(size, int64(len(block)))
		if _, err := f.ReadAt(block[:n], size-n); err != nil {
			return 0, err
		}
		if last := bytes.LastIndexByte(block[:n], '\n'); last >= 0 {
			return size - n + int64(last) + 1, nil
		}
		size -= n
	}
	return 0, nil
}
