package compare

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/perf/benchfmt"

	"xcbench/internal/bounded"
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
				return nil, NoRun(path)
			}
			if err != nil {
				return nil, err
			}
			if info.IsDir() {
				in.path, in.run = Found(filepath.Join(path, rowsFile)), true
				if !exists(in.path) {
					return nil, NoRun(path)
				}
			}
		}
		all = append(all, in)
	}
	return all, nil
}

// NoRun is the error of a path that is no run directory: it does not exist, or it has no rows.
func NoRun(path string) error {
	if !exists(path) {
		return fmt.Errorf("%s: no such file or run directory", path)
	}
	return fmt.Errorf("%s: not a run directory (no %s); 'xcbench run --dir DIR' makes one", path, rowsFile)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// Path returns the path of the file, or "-" for standard input.
func (in Input) Path() string { return in.path }

// IsRun reports whether the file is in a run directory.
func (in Input) IsRun() bool { return in.run }

// MaxRow bounds a line of results, in bytes. The reader of benchfmt fails at 64 KiB, without a
// position.
const MaxRow = 60 << 10

// read yields the results of one input with their solvers and classes, and returns the number of
// results. It passes lines that it cannot read to fault, and what else people should know to warn: a
// run in progress may be torn at any time, so a torn end is no fault.
func (in Input) read(reader *benchfmt.Reader, stdin io.Reader, fault, warn func(string),
	yield func(r *benchfmt.Result, solver []byte, class Class) error) (int, error) {
	source, err := in.Open(stdin)
	if err != nil {
		return 0, err
	}
	defer source.Close()
	reader.Reset(source, in.path, ".file", in.Label)
	n := 0
	var classes ClassReader
	var text Printable
	for reader.Scan() {
		switch rec := reader.Result().(type) {
		case *benchfmt.SyntaxError:
			fault(rec.Error())
		case *benchfmt.Result:
			if err := text.Check(rec); err != nil {
				fault(err.Error())
				continue
			}
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
	if source.torn() {
		warn(in.path + ": the last line is torn, as in a run in progress or an interrupted one")
	}
	return n, ReadError(reader)
}

// ReadError returns the error that ended the reading, or nil at the end of the input.
func ReadError(reader *benchfmt.Reader) error {
	if long, ok := errors.AsType[*bounded.Error](reader.Err()); ok {
		return long // it has a position; that of benchfmt is another
	}
	return reader.Err()
}
