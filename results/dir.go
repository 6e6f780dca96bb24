package results

import (
	"bytes"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"xcbench/cover"
)

// The files of a run directory.
const (
	RowsFile   = "results.txt" // Go benchmark format, one sample a row
	LevelsFile = "levels.csv"  // the level profile of each solver on each instance
	PlanFile   = "plan.csv"    // the steps in order, with the reason for each step that was skipped
	TablesFile = "tables.md"   // the ranking, and the tables of all instances
	RunFile    = "run.json"    // the command, the hash of the plan, and the sessions
	lockFile   = "lock"        // locked while a run is in progress
)

// TimeoutKey is the key of the time limit in the head of a file of results. A limit of 0 is none.
const TimeoutKey = "timeout"

// savedFiles are the files that are replaced as a whole.
var savedFiles = []string{RowsFile, PlanFile, RunFile, TablesFile, LevelsFile, "levels.svg", "cactus.svg"}

var levelsHead = []string{"family", "inst", "solver", "level", "nodes", "updates"}

// Profile is the level profile of one solver on one instance.
type Profile struct {
	Family, Name, Solver string
	Levels               []cover.Level // from the root down
}

// InstanceID returns the name of the profile's instance.
func (p Profile) InstanceID() string { return p.Family + "/" + p.Name }

// ReadDir returns the rows and profiles of a run directory. The run may be in progress, or may have
// been killed: a torn row or profile at the end of its file is left out.
func ReadDir(path string) ([]Row, []Profile, error) {
	rows, _, err := readRows(filepath.Join(path, RowsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, noRun(path)
	}
	if err != nil {
		return nil, nil, err
	}
	var all []Profile
	err = eachProfile(path, func(p Profile, _ int64) bool {
		all = append(all, p)
		return true
	})
	return rows, withoutTorn(all, rows), err
}

// readRows returns the rows of a file and their lines, counted from 1. It leaves out a torn row at the end.
func readRows(path string) (rows []Row, lines []int, err error) {
	f, err := openRows(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	for e, err := range rowsOf(f, path) {
		if err != nil {
			return nil, nil, err
		}
		_, line := e.Pos()
		rows, lines = append(rows, *e.Row), append(lines, line)
	}
	return rows, lines, nil
}

func openRows(path string) (lines, error) {
	return openOurs(path, isRows, "results", unitLines())
}

// isRows reports whether a file with this start is a file of rows: it contains a row, or its first
// line describes a unit. That line may be torn.
func isRows(start []byte) bool {
	if bytes.Contains(start, []byte(rowStart)) {
		return true
	}
	end := bytes.IndexByte(start, '\n') + 1
	return slices.ContainsFunc(Units, func(u Unit) bool {
		return u.line() == string(start[:end]) || strings.HasPrefix(u.line(), string(start))
	})
}
