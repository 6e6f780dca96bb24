package results

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchproc"

	"xcbench/results/compare"
)

// Run is what was read of one run, or of one file of rows.
type Run struct {
	Label    string          // as given before a "=", else the path
	Dir      string          // the run directory; "" if the input is a file
	Commit   string          // of the program that measured, as recorded; "" if it is not
	Date     time.Time       // when it began; zero if that is not recorded
	Config   [][2]string     // the configuration lines at the head of the rows, as "cpu" and its value
	Limit    float64         // seconds after which searches were stopped; 0 if it is not known
	Classes  compare.Classes // of its solvers, as far as they are recorded
	Rows     []Row
	Profiles []Profile // of the searches that rows are of; none if the input is a file
}

// ReadRuns reads run directories, files of rows, and standard input for "-"; each
// may have a label, as in old=runs/1. The filter is in benchproc's language, as "/solver:bitset";
// an empty one takes all rows. An input without any rows is an error, and a filter that no row passes too.
func ReadRuns(args []string, stdin io.Reader, filter string) ([]Run, error) {
	if filter == "" {
		filter = "*"
	}
	keep, err := benchproc.NewFilter(filter)
	if err != nil {
		return nil, &FilterError{filter, err}
	}
	inputs, err := compare.Inputs(args)
	if err != nil {
		return nil, err
	}
	var runs []Run
	rows := 0
	for _, in := range inputs {
		r, err := readRun(in, stdin, keep)
		if err != nil {
			return nil, err
		}
		rows += len(r.Rows)
		runs = append(runs, r)
	}
	if rows == 0 {
		return nil, &FilterError{filter, ErrNoRow}
	}
	return runs, nil
}

// FilterError is a filter that is wrong, or that nothing passes.
type FilterError struct {
	filter string
	err    error
}

// ErrNoRow is why a filter is wrong that no row passes.
var ErrNoRow = errors.New("no row passes it")

// Unwrap returns what is wrong with the filter.
func (e *FilterError) Unwrap() error { return e.err }

func (e *FilterError) Error() string { return fmt.Sprintf("filter %q: %v", e.filter, e.err) }

func readRun(in compare.Input, stdin io.Reader, keep *benchproc.Filter) (Run, error) {
	run := Run{Label: in.Label}
	text, err := in.ReadAll(stdin)
	if err != nil {
		return run, err
	}
	all, err := Read(bytes.NewReader(text), in.Path())
	if err != nil {
		return run, err
	}
	if len(all) == 0 {
		return run, fmt.Errorf("%s: no results, expected rows of xcbench run", in.Path())
	}
	run.Limit = TimeLimit(text, all)
	kept := map[Search]bool{}
	head := benchfmt.NewReader(bytes.NewReader(text), in.Path())
	var classes compare.ClassReader
	for k := 0; head.Scan(); {
		r, ok := head.Result().(*benchfmt.Result)
		if !ok {
			continue
		}
		if _, _, err := classes.Take(r); err != nil {
			return run, err
		}
		run.Commit = r.GetConfig("commit")
		if k == 0 {
			run.Config = configuration(r)
		}
		if match, _ := keep.Match(r); match.Any() {
			row := all[k]
			run.Rows = append(run.Rows, row)
			kept[row.Key()] = true
		}
		k++
	}
	run.Classes = classes.Classes
	if !in.IsRun() {
		return run, nil
	}
	dir := filepath.Dir(in.Path())
	run.Dir, run.Date = dir, began(dir)
	for p, err := range readProfiles(dir) {
		if errors.Is(err, fs.ErrNotExist) {
			break
		}
		if err != nil {
			return run, err
		}
		if kept[p.Key()] { // and so it is whole
			run.Profiles = append(run.Profiles, p)
		}
	}
	return run, nil
}

// configuration returns the configuration that holds for the first row, but for its status, which is its own.
func configuration(r *benchfmt.Result) (all [][2]string) {
	for _, c := range r.Config {
		if c.File && c.Key != "status" {
			all = append(all, [2]string{c.Key, string(c.Value)})
		}
	}
	return all
}

// began returns when a run was begun, by its record, or no time.
func began(dir string) time.Time {
	var record struct{ Sessions []struct{ Start time.Time } }
	text, err := os.ReadFile(filepath.Join(dir, RunFile))
	if err != nil || json.Unmarshal(text, &record) != nil || len(record.Sessions) == 0 {
		return time.Time{}
	}
	return record.Sessions[0].Start
}

// AllClasses returns the classes of the solvers of all runs.
func AllClasses(runs []Run) compare.Classes {
	all := compare.Classes{}
	for _, r := range runs {
		for solver, c := range r.Classes {
			all.Add(solver, c)
		}
	}
	return all
}

// AllRows returns the rows of all runs together, as of the shards of one.
func AllRows(runs []Run) (rows []Row, limit float64) {
	for _, r := range runs {
		rows, limit = append(rows, r.Rows...), max(limit, r.Limit)
	}
	return rows, limit
}
