package results

import (
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
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

var levelsHead = []string{"family", "inst", "solver", "level", "nodes", "updates"}

// Profile is the level profile of one solver on one instance.
type Profile struct {
	Family, Instance, Solver string
	Levels                   []cover.Level
}

// ID returns the name of the profile's instance.
func (p Profile) ID() string { return p.Family + "/" + p.Instance }

// ReadDir returns what is recorded in a run directory.
func ReadDir(path string) ([]Row, []Profile, error) {
	f, err := os.Open(filepath.Join(path, RowsFile))
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	rows, err := Read(f, f.Name())
	if err != nil {
		return nil, nil, err
	}
	profiles, err := readLevels(filepath.Join(path, LevelsFile))
	return rows, profiles, err
}

func readLevels(path string) ([]Profile, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	in := csv.NewReader(f)
	in.FieldsPerRecord = len(levelsHead)
	records, err := in.ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(records) == 0 || !slices.Equal(records[0], levelsHead) {
		return nil, fmt.Errorf("%s:1: expected the head %s", path, strings.Join(levelsHead, ","))
	}
	var all []Profile
	for k, r := range records[1:] {
		level, err1 := strconv.Atoi(r[3])
		nodes, err2 := strconv.ParseInt(r[4], 10, 64)
		updates, err3 := strconv.ParseInt(r[5], 10, 64)
		if err := errors.Join(err1, err2, err3); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, k+2, err)
		}
		if level == 0 {
			all = append(all, Profile{Family: r[0], Instance: r[1], Solver: r[2]})
		}
		if len(all) == 0 || level != len(all[len(all)-1].Levels) {
			return nil, fmt.Errorf("%s:%d: level %d out of turn", path, k+2, level)
		}
		last := &all[len(all)-1]
		last.Levels = append(last.Levels, cover.Level{Nodes: nodes, Updates: updates})
	}
	return all, nil
}
