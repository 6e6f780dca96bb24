package results

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"xcbench/cover"
	"xcbench/internal/atomicfile"
)

// The files of a run directory.
const (
	RowsFile   = "results.txt" // Go benchmark format, one sample a row
	LevelsFile = "levels.csv"  // the level profile of each solver on each instance
	PlanFile   = "plan.csv"    // the steps in order, with the reason for each step that was skipped
	TablesFile = "tables.md"   // the ranking, and the tables of all instances
	RunFile    = "run.json"    // the command, the hash of the plan, and the sessions
)

// TimeoutKey is the key of the time limit in the head of a file of results. A limit of 0 is none.
const TimeoutKey = "timeout"

// savedFiles are the files that are replaced as a whole.
var savedFiles = []string{RowsFile, PlanFile, RunFile, TablesFile, LevelsFile, "levels.svg", "cactus.svg"}

// Dir is a run directory that a run is filling. A lock keeps other runs away. Each row and each
// profile is appended in one write.
type Dir struct {
	path         string
	unlock       func() error
	rows, levels tail

	status  cover.Status // of the last row, as its file says
	machine *Machine
}

// Begin creates a run directory and locks it. The directory may exist, but must not contain
// results. [Dir.Start] has to follow before anything can be recorded.
func Begin(path string) (*Dir, error) {
	if err := unused(path); err != nil { // before the lock is made in it
		return nil, err
	}
	d, err := lock(path)
	if err != nil {
		return nil, err
	}
	if err := unused(path); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

func unused(path string) error {
	for _, name := range []string{RowsFile, LevelsFile, PlanFile, RunFile} {
		name = filepath.Join(path, name)
		if _, err := os.Lstat(name); err == nil {
			return fmt.Errorf("%s already exists; a run needs a new directory", name)
		}
	}
	return nil
}

// lock creates a directory if necessary, and locks it.
func lock(path string) (*Dir, error) {
	unlock, err := Lock(path)
	if err != nil {
		return nil, err
	}
	d := &Dir{path: path, unlock: unlock}
	if err := atomicfile.Sweep(path, savedFiles...); err != nil { // left by a run that was killed
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

// Lock creates a directory if necessary, and keeps other programs that lock it away. It waits a second
// for another one, because a run that was just killed may take a moment.
func Lock(path string) (unlock func() error, err error) {
	if err := os.MkdirAll(path, 0o777); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	l := flock.New(filepath.Join(path, "lock"))
	if _, err := l.TryLockContext(ctx, 10*time.Millisecond); errors.Is(err, context.DeadlineExceeded) {
		return nil, fmt.Errorf("%s is in use by another run; wait for it, or choose another directory", path)
	} else if err != nil {
		return nil, err
	}
	return l.Unlock, nil
}

// Resume opens the directory of an interrupted run, cuts off a torn row and a torn profile, and
// returns the remaining rows and profiles. [Dir.Start] continues the recording. A run can be killed at
// any byte, so files may be missing or end in the middle of a line. A file that is not of a run is an
// error, and nothing is cut off it.
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

func (d *Dir) mend() (rows []Row, kept []Profile, err error) {
	for _, f := range [][2]string{{RowsFile, Units[0].line()}, {LevelsFile, levelsHead}} {
		if err := checkHead(filepath.Join(d.path, f[0]), f[1]); err != nil {
			return nil, nil, err
		}
	}
	rows, profiles, err := readDir(d.path)
	if err != nil {
		return nil, nil, err
	}
	torn := 0
	kept = withoutTorn(profiles, rows)
	for _, p := range profiles[len(kept):] {
		torn += len(p.lines())
	}
	err = d.cut(LevelsFile, torn)
	if len(rows) == 0 { // Start writes the head again
		err = errors.Join(err, os.RemoveAll(filepath.Join(d.path, RowsFile)))
	}
	return rows, kept, errors.Join(err, d.cut(RowsFile, 0))
}

// cut cuts off a torn line at the end of a file, and so many bytes before it. The file may be missing.
func (d *Dir) cut(name string, more int) error {
	l, err := openWhole(filepath.Join(d.path, name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return errors.Join(l.Close(), os.Truncate(l.name, l.whole-int64(more)))
}

// Place returns the file and the line of a row that [Resume] returned, as "run/results.txt:7".
func (d *Dir) Place(row int) string {
	for e := range entriesOf(d.path) {
		if row--; row < 0 {
			file, line := e.Pos()
			return fmt.Sprintf("%s:%d", file, line)
		}
	}
	return d.path
}

// Drop removes the rows with a status. The searches of these rows can then be recorded again.
func (d *Dir) Drop(status cover.Status) error {
	text, err := os.ReadFile(filepath.Join(d.path, RowsFile))
	if err != nil {
		return err
	}
	lines := bytes.SplitAfter(text, []byte("\n"))
	for e, err := range entriesOf(d.path) {
		if err != nil {
			return err
		}
		if _, line := e.Pos(); e.Row.Status == status {
			lines[line-1] = nil
		}
	}
	return d.Save(RowsFile, bytes.Join(lines, nil))
}

// Start opens the files of rows and profiles, and writes their heads: that of the rows has the units, and the
// configuration as lines "key: value" in the given order.
func (d *Dir) Start(config [][2]string) error {
	head := unitLines()
	for _, c := range config {
		head += c[0] + ": " + c[1] + "\n"
	}
	err := cmp.Or(d.levels.open(d.path, LevelsFile), d.rows.open(d.path, RowsFile))
	if err == nil && d.levels.size == 0 {
		err = d.levels.append([]byte(levelsHead))
	}
	return cmp.Or(err, d.rows.append([]byte(head)))
}

// Save replaces another file of the directory, completely or not at all.
func (d *Dir) Save(name string, content []byte) error {
	return atomicfile.WriteFile(filepath.Join(d.path, name), content, 0o666)
}

// Profile records a level profile.
func (d *Dir) Profile(p Profile) error { return d.levels.append(p.lines()) }

// Close ends the recording and unlocks the directory.
func (d *Dir) Close() error { return errors.Join(d.rows.close(), d.levels.close(), d.unlock()) }

// tail is the end of a file that grows by whole writes.
type tail struct {
	f    *os.File // nil until it is open
	size int64
}

func (t *tail) open(dir, name string) (err error) {
	if t.f, err = os.OpenFile(filepath.Join(dir, name), os.O_WRONLY|os.O_CREATE, 0o666); err == nil {
		t.size, err = t.f.Seek(0, 2)
	}
	return err
}

// append appends the text. After an error, as from a full disk, nothing of the text is in the file.
func (t *tail) append(text []byte) error {
	if _, err := t.f.WriteAt(text, t.size); err != nil {
		return errors.Join(err, t.f.Truncate(t.size))
	}
	t.size += int64(len(text))
	return nil
}

func (t *tail) close() error {
	if t.f == nil {
		return nil
	}
	return t.f.Close()
}
