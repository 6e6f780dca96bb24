package compare

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/perf/benchfmt"
)

// rowsFile is the file of a run directory that has its samples.
const rowsFile = "results.txt"

// Input is one file of results.
type Input struct {
	Label string // the value of the key .file
	path  string // "-" for standard input
	run   bool   // of a run directory, and so written row by row by us
}

// Inputs resolves arguments: a file, a run directory, or "-" for standard input;
// each may have a label, as in old=runs/1. Without one the label is the argument
// itself, and "#1" and so on is added to those that are there twice.
func Inputs(args []string) ([]Input, error) {
	var all []Input
	count, nth := map[string]int{}, map[string]int{}
	for _, arg := range args {
		count[arg]++
	}
	for _, arg := range args {
		label, path := arg, arg
		if before, after, ok := strings.Cut(arg, "="); ok && !exists(arg) {
			label, path = before, after
		} else if count[arg] > 1 {
			label = fmt.Sprintf("%s#%d", arg, nth[arg])
			nth[arg]++
		}
		in := Input{Label: label, path: path}
		if path != "-" {
			info, err := os.Stat(path)
			if errors.Is(err, fs.ErrNotExist) {
				return nil, fmt.Errorf("%s: no such file or run directory", path)
			}
			if err != nil {
				return nil, err
			}
			if info.IsDir() {
				in.path, in.run = filepath.Join(path, rowsFile), true
				if !exists(in.path) {
					return nil, fmt.Errorf("%s: not a run directory, expected it to have %s", path, rowsFile)
				}
			}
		}
		all = append(all, in)
	}
	return all, nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// Path returns the file to read; "-" is standard input.
func (in Input) Path() string { return in.path }

// IsRun says whether the file is of a run directory.
func (in Input) IsRun() bool { return in.run }

// ReadAll returns the whole lines of the input: the last row of a run that is at work, or was
// interrupted, may be torn.
func (in Input) ReadAll(stdin io.Reader) ([]byte, error) {
	if in.path == "-" {
		return io.ReadAll(stdin)
	}
	text, err := os.ReadFile(in.path)
	if in.run {
		text = text[:bytes.LastIndexByte(text, '\n')+1]
	}
	return text, err
}

// read yields the results of one input with their solvers and classes, and returns the number
// of them. A line that is not right goes to fault.
func (in Input) read(reader *benchfmt.Reader, stdin io.Reader, fault func(string), yield func(r *benchfmt.Result, solver []byte, class Class) error) (int, error) {
	var source io.Reader = stdin
	if in.path != "-" {
		f, err := os.Open(in.path)
		if err != nil {
			return 0, err
		}
		defer f.Close()
		source = f
	}
	var lines *wholeLines
	if in.run {
		lines = &wholeLines{r: source}
		source = lines
	}
	reader.Reset(source, in.path, ".file", in.Label)
	n := 0
	var classes ClassReader
	for reader.Scan() {
		switch rec := reader.Result().(type) {
		case *benchfmt.SyntaxError:
			fault(rec.Error())
		case *benchfmt.Result:
			n++
			solver, class, err := classes.Take(rec)
			if err != nil {
				fault(err.Error())
			}
			if err := yield(rec, solver, class); err != nil {
				return n, err
			}
		}
	}
	if lines != nil && lines.torn() {
		fault(in.path + ": the last line is torn, as by an interrupted run")
	}
	return n, reader.Err()
}

// wholeLines passes on lines that have an end only. The last row of a run that
// was interrupted may be torn in a number, and would be read as another row.
type wholeLines struct {
	r    io.Reader
	buf  []byte // read, not passed on; the first whole bytes of it are whole lines
	full int
	err  error
}

func (w *wholeLines) Read(p []byte) (int, error) {
	for w.full == 0 {
		if w.err != nil {
			return 0, w.err
		}
		chunk := make([]byte, 64<<10)
		n, err := w.r.Read(chunk)
		w.buf, w.err = append(w.buf, chunk[:n]...), err
		w.full = bytes.LastIndexByte(w.buf, '\n') + 1
	}
	n := copy(p, w.buf[:w.full])
	w.buf, w.full = w.buf[n:], w.full-n
	return n, nil
}

// torn says whether something is left that has no end.
func (w *wholeLines) torn() bool { return w.err == io.EOF && w.full == 0 && len(w.buf) > 0 }
