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

// rowsFile is the file in a run directory that holds the samples.
const rowsFile = "results.txt"

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
					return nil, fmt.Errorf("%s: not a run directory, expected it to contain %s", path, rowsFile)
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

// Path returns the path of the file, or "-" for standard input.
func (in Input) Path() string { return in.path }

// IsRun reports whether the file is in a run directory.
func (in Input) IsRun() bool { return in.run }

// ReadAll returns the complete lines of the input. The last row of a run may be torn, if the run is
// in progress or was interrupted.
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

// read yields the results of one input with their solvers and classes, and returns the number of
// results. It passes lines that it cannot read to fault.
func (in Input) read(reader *benchfmt.Reader, stdin io.Reader, fault func(string),
	yield func(r *benchfmt.Result, solver []byte, class Class) error) (int, error) {
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

// wholeLines passes on only lines that have an end. The last row of an interrupted run may be torn
// in the middle of a number, and a torn number is another number.
type wholeLines struct {
	r    io.Reader
	buf  []byte // read and not yet passed on
	full int    // the length of the complete lines at the start of buf
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

// torn reports whether the input ended in the middle of a line.
func (w *wholeLines) torn() bool { return w.err == io.EOF && w.full == 0 && len(w.buf) > 0 }
