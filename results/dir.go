package results

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
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
	Family, Instance, Solver string
	Levels                   []cover.Level
}

// ID returns the name of the profile's instance.
func (p Profile) ID() string { return p.Family + "/" + p.Instance }

// ReadDir returns what is recorded in a run directory. The run may be at work, or have
// been killed: a row or a profile that is torn at the end of its file is left out.
func ReadDir(path string) ([]Row, []Profile, error) {
	for _, name := range []string{RowsFile, LevelsFile} {
		if _, err := os.Stat(filepath.Join(path, name)); err != nil {
			return nil, nil, err
		}
	}
	_, rows, err := readRows(filepath.Join(path, RowsFile))
	if err != nil {
		return nil, nil, err
	}
	_, profiles, err := readProfiles(filepath.Join(path, LevelsFile), rows)
	return rows, profiles, err
}

// readLevels reads a file of levels, called name in errors.
func readLevels(r io.Reader, name string) ([]Profile, error) {
	in := csv.NewReader(r)
	in.FieldsPerRecord = len(levelsHead)
	var all []Profile
	seen := map[string]bool{}
	for n := 1; ; n++ {
		fields, err := in.Read()
		if err == io.EOF {
			return all, nil
		}
		if err == nil && n > 1 { // the first line is the head
			all, err = addLevel(all, seen, fields)
		}
		if syntax := (*csv.ParseError)(nil); errors.As(err, &syntax) {
			n, err = syntax.Line, fmt.Errorf("%w, expected %s", syntax.Err, strings.Join(levelsHead, ","))
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		}
	}
}

// addLevel adds a line of levels to the profiles, of which each comes once, from
// level 0 on.
func addLevel(all []Profile, seen map[string]bool, fields []string) ([]Profile, error) {
	var numbers [3]int64
	for k, text := range fields[3:] {
		var err error
		if numbers[k], err = parseCounter(text); err != nil {
			return nil, fmt.Errorf("%s %w", levelsHead[3+k], err)
		}
	}
	p := Profile{Family: fields[0], Instance: fields[1], Solver: fields[2]}
	level, place := int(numbers[0]), p.ID()+" "+p.Solver
	if level == 0 {
		if seen[place] {
			return nil, fmt.Errorf("%s again, expected it once", place)
		}
		seen[place] = true
		all = append(all, p)
	}
	last := len(all) - 1
	if last < 0 || all[last].ID()+" "+all[last].Solver != place || level != len(all[last].Levels) {
		return nil, fmt.Errorf("level %d of %s out of turn", level, place)
	}
	all[last].Levels = append(all[last].Levels, cover.Level{Nodes: numbers[1], Updates: numbers[2]})
	return all, nil
}
