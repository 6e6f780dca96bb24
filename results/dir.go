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
)

var levelsHead = []string{"family", "inst", "solver", "level", "nodes", "updates"}

// Profile is the level profile of one solver on one instance.
type Profile struct {
	Family, Instance, Solver string
	Levels                   []cover.Level
}

// ID returns the name of the profile's instance.
func (p Profile) ID() string { return p.Family + "/" + p.Instance }

// Dir is a run directory that is being filled. Everything is written when it
// comes, without a buffer.
type Dir struct {
	Path   string
	rows   *os.File
	levels *os.File
	out    *Writer
	csv    *csv.Writer
}

// Create makes a run directory, which must not have results already.
func Create(path string, config [][2]string) (*Dir, error) {
	if err := os.MkdirAll(path, 0o777); err != nil {
		return nil, err
	}
	d := &Dir{Path: path}
	var err error
	if d.rows, err = create(filepath.Join(path, RowsFile)); err != nil {
		return nil, err
	}
	if d.levels, err = create(filepath.Join(path, LevelsFile)); err != nil {
		return nil, errors.Join(err, d.rows.Close(), os.Remove(d.rows.Name()))
	}
	if d.out, err = NewWriter(d.rows, config); err != nil {
		return nil, err
	}
	d.csv = csv.NewWriter(d.levels)
	d.csv.Write(levelsHead)
	d.csv.Flush()
	return d, d.csv.Error()
}

func create(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, os.ErrExist) {
		return nil, fmt.Errorf("%s is there already; a run needs a new directory", path)
	}
	return f, err
}

// Row records a sample.
func (d *Dir) Row(r Row) error { return d.out.Write(r) }

// Profile records a level profile.
func (d *Dir) Profile(p Profile) error {
	for k, l := range p.Levels {
		d.csv.Write([]string{p.Family, p.Instance, p.Solver, strconv.Itoa(k),
			strconv.FormatInt(l.Nodes, 10), strconv.FormatInt(l.Updates, 10)})
	}
	d.csv.Flush()
	return d.csv.Error()
}

// Close ends the recording.
func (d *Dir) Close() error { return errors.Join(d.rows.Close(), d.levels.Close()) }

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
