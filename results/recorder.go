package results

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"xcbench/internal/atomicfile"
)

// Dir is a run directory that a run is filling. A lock keeps other runs away. Each row and each
// profile is appended in one write.
type Dir struct {
	path   string
	unlock func() error
	rows   *tail
	levels *tail
	out    *writer
	lines  []int // of the rows that were there before
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
		if _, err := os.Lstat(filepath.Join(path, name)); err == nil {
			return fmt.Errorf("%s already exists; a run needs a new directory", filepath.Join(path, name))
		}
	}
	return nil
}

// Start opens the files of rows and profiles, and writes their heads.
func (d *Dir) Start(config [][2]string) (err error) {
	if d.levels, err = openTail(filepath.Join(d.path, LevelsFile)); err != nil {
		return err
	}
	if d.rows, err = openTail(filepath.Join(d.path, RowsFile)); err != nil {
		return err
	}
	if d.levels.size == 0 {
		if _, err := d.levels.Write(record(levelsHead)); err != nil {
			return err
		}
	}
	var head bytes.Buffer
	if d.out, err = newWriter(&head, config); err != nil {
		return err
	}
	d.out.w = d.rows
	_, err = d.rows.Write(head.Bytes())
	return err
}

// Save replaces another file of the directory, completely or not at all.
func (d *Dir) Save(name string, content []byte) error {
	return atomicfile.WriteFile(filepath.Join(d.path, name), content, 0o666)
}

// Row records a sample.
func (d *Dir) Row(r Row) error { return d.out.Write(r) }

// Profile records a level profile.
func (d *Dir) Profile(p Profile) error {
	begin := bytes.TrimSuffix(record([]string{p.Family, p.Name, p.Solver}), []byte("\n"))
	var text []byte
	for k, l := range p.Levels {
		text = fmt.Appendf(text, "%s,%d,%d,%d\n", begin, k, l.Nodes, l.Updates)
	}
	_, err := d.levels.Write(text)
	return err
}

func record(fields []string) []byte {
	var text bytes.Buffer
	w := csv.NewWriter(&text)
	w.Write(fields)
	w.Flush()
	return text.Bytes()
}

// Close ends the recording and unlocks the directory.
func (d *Dir) Close() error { return errors.Join(d.rows.close(), d.levels.close(), d.unlock()) }

// tail is the end of a file that grows by whole writes.
type tail struct {
	f    *os.File
	size int64
}

func openTail(path string) (*tail, error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &tail{f, size}, nil
}

// Write appends the text. After an error, as from a full disk, nothing of the text is in the file.
func (t *tail) Write(text []byte) (int, error) {
	if _, err := t.f.WriteAt(text, t.size); err != nil {
		return 0, errors.Join(err, t.f.Truncate(t.size))
	}
	t.size += int64(len(text))
	return len(text), nil
}

func (t *tail) close() error {
	if t == nil {
		return nil
	}
	return t.f.Close()
}
