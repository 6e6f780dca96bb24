package results

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
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
				return nil, noRun(path)
			}
			if err != nil {
				return nil, err
			}
			if info.IsDir() {
				in.path, in.run = filepath.Join(path, RowsFile), true
				if !exists(in.path) {
					return nil, noRun(path)
				}
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
