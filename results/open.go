package results

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"xcbench/internal/bounded"
)

// Input is one file of results.
type Input struct {
	Label string // the value of the key .file
	path  string // "-" for standard input
	run   bool   // the file is in a run directory, so xcbench writes it row by row
}

// Inputs resolves arguments. Each is a file, a run directory, or "-" for standard input, and may
// have a label, as in old=runs/1. An argument without a label is its own label. If it occurs
// several times, "#1" and so on is appended.
func Inputs(args []string) ([]Input, error) {
	var all []Input
	count, nth := map[string]int{}, map[string]int{}
	for _, arg := range args {
		count[arg]++
	}
	for _, arg := range args {
		in := Input{Label: arg, path: arg}
		if label, path, ok := strings.Cut(arg, "="); ok && path != "" && !exists(arg) {
			in = Input{Label: label, path: path}
		} else if count[arg] > 1 {
			in.Label = fmt.Sprintf("%s#%d", arg, nth[arg])
			nth[arg]++
		}
		if in.path != "-" {
			info, err := os.Stat(in.path)
			if err == nil && info.IsDir() {
				dir := in.path
				if in.path, in.run = filepath.Join(dir, RowsFile), true; !exists(in.path) {
					return nil, noRun(dir)
				}
			} else if errors.Is(err, fs.ErrNotExist) {
				return nil, noRun(in.path)
			} else if err != nil {
				return nil, err
			}
		}
		all = append(all, in)
	}
	return all, nil
}

// ErrNotFound is the error of an input that does not exist.
var ErrNotFound = errors.New("no such file or run directory")

// noRun is the error of a path that is no run directory: it does not exist, or it has no rows.
func noRun(path string) error {
	if !exists(path) {
		return fmt.Errorf("%s: %w", path, ErrNotFound)
	}
	return fmt.Errorf("%s: not a run directory (no %s); 'xcbench run --dir DIR' makes one", path, RowsFile)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// Path returns the path of the file, or "-" for standard input.
func (in Input) Path() string { return in.path }

// MaxRow bounds a line of results, in bytes. The reader of benchfmt fails at 64 KiB, without a
// position.
const MaxRow = 60 << 10

// lines is an open file of lines.
type lines struct {
	io.Reader
	io.Closer
	name        string
	whole, size int64 // of a regular file: without a torn line at its end, and with it
}

// open opens the input. A run directory yields complete lines only. The last row of a run may be
// torn in the middle of a number, if the run is in progress or was interrupted, and a torn number
// is another number.
func (in Input) open(stdin io.Reader) (lines, error) {
	switch {
	case in.path == "-":
		return lines{Reader: bounded.New("stdin", stdin, MaxRow), Closer: io.NopCloser(nil)}, nil
	case in.run:
		return openWhole(in.path)
	}
	f, err := os.Open(in.path)
	return lines{Reader: bounded.New(in.path, f, MaxRow), Closer: f}, err
}

// openWhole opens the complete lines of a regular file.
func openWhole(path string) (lines, error) {
	f, err := os.Open(path)
	if err != nil {
		return lines{}, err
	}
	l := lines{Closer: f, name: path}
	if info, e := f.Stat(); e != nil || !info.Mode().IsRegular() {
		err = &bounded.Error{Name: path, Line: 1, Msg: "a pipe or device, expected a regular file"}
	} else {
		l.size = info.Size()
	}
	block := make([]byte, 64<<10)
	for l.whole = l.size; l.whole > 0 && err == nil; {
		n := min(l.whole, int64(len(block)))
		_, err = f.ReadAt(block[:n], l.whole-n)
		last := int64(bytes.LastIndexByte(block[:n], '\n'))
		if l.whole += last + 1 - n; last >= 0 {
			break
		}
	}
	l.Reader = bounded.New(path, io.NewSectionReader(f, 0, l.whole), MaxRow)
	if err != nil {
		err = errors.Join(err, f.Close())
	}
	return l, err
}

// checkHead checks that a file begins with a line, or with the part of it that was written before a kill.
func checkHead(path, head string) error {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	start := make([]byte, len(head))
	n, _ := io.ReadFull(f, start)
	if strings.HasPrefix(head, string(start[:n])) {
		return nil
	}
	return &bounded.Error{Name: path, Line: 1,
		Msg: fmt.Sprintf("not a file of a run, expected the line %s", strings.TrimSpace(head))}
}

// entriesOf yields the rows of a run directory, up to the first error.
func entriesOf(dir string) iter.Seq2[Entry, error] {
	return own(new(Reader).Entries(Input{path: filepath.Join(dir, RowsFile), run: true}, nil))
}

// ReadDir returns the rows and profiles of a run directory. The run may be in progress, or may have
// been killed: a torn row or profile at the end of its file is left out.
func ReadDir(path string) ([]Row, []Profile, error) {
	if !exists(filepath.Join(path, RowsFile)) {
		return nil, nil, noRun(path)
	}
	rows, profiles, err := readDir(path)
	return rows, withoutTorn(profiles, rows), err
}

// readDir returns the rows and profiles of a run directory, without what is torn within a line. Files may
// be missing.
func readDir(path string) (rows []Row, profiles []Profile, err error) {
	err = each(entriesOf(path), func(e Entry) { rows = append(rows, *e.Row) })
	if err == nil {
		err = each(profilesIn(path), func(p Profile) { profiles = append(profiles, p) })
	}
	return rows, profiles, err
}

// each calls take for all of a file, which may be missing, up to the first error.
func each[V any](all iter.Seq2[V, error], take func(V)) error {
	for v, err := range all {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		take(v)
	}
	return nil
}
