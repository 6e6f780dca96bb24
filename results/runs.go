package results

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"time"

	"golang.org/x/perf/benchfmt"

	"xcbench/internal/bounded"
	"xcbench/results/compare"
)

// Run is one run, read from a run directory or from a file of rows.
type Run struct {
	Label    string          // the text before "=" in the argument, or else the path
	Dir      string          // the run directory; "" if the input is a file
	Commit   string          // of the program that measured; "" if not recorded
	Date     time.Time       // when the run began; zero if not recorded
	Config   [][2]string     // the keys and values at the head of the rows, as "cpu" and its value
	Limit    float64         // seconds after which searches were stopped; 0 if unknown
	Classes  compare.Classes // of its solvers; a solver without a recorded class is missing
	Rows     []Row
	Profiles []Profile // of the searches in Rows; nil if the input is a file
}

// ReadRuns reads run directories, files of rows, and standard input for "-". Each argument may have
// a label, as in old=runs/1. Inputs without rows and filters that no row passes are errors.
func ReadRuns(args []string, stdin io.Reader, filter Filter) ([]Run, error) {
	return readRuns(args, stdin, filter, true)
}

// ReadRunsOnly is ReadRuns without the profiles, which take most of the memory of a long run.
func ReadRunsOnly(args []string, stdin io.Reader, filter Filter) ([]Run, error) {
	return readRuns(args, stdin, filter, false)
}

func readRuns(args []string, stdin io.Reader, filter Filter, profiles bool) ([]Run, error) {
	inputs, err := compare.Inputs(args)
	if err != nil {
		return nil, err
	}
	var runs []Run
	rows, seen := 0, map[string]bool{}
	for _, in := range inputs {
		r, err := readRun(in, stdin, filter, profiles, seen)
		if err != nil {
			return nil, err
		}
		rows += len(r.Rows)
		runs = append(runs, r)
	}
	return runs, filter.passed(seen, rows)
}

// passed returns an error if no row passes the filter, or if no row has a solver that it names. The
// seen are the solvers of all rows.
func (f Filter) passed(seen map[string]bool, rows int) error {
	if err := f.check(seen); err != nil {
		return err
	}
	if rows == 0 {
		return &FilterError{f.String(), ErrNoRow}
	}
	return nil
}

// FilterError is the error of a filter that has a mistake, or that no row passes. The filter is "" if
// the error says all.
type FilterError struct {
	filter string
	err    error
}

// ErrNoRow says that no row passes a filter.
var ErrNoRow = errors.New("no row passes it")

// Unwrap returns the mistake in the filter.
func (e *FilterError) Unwrap() error { return e.err }

func (e *FilterError) Error() string {
	if e.filter == "" {
		return e.err.Error()
	}
	return fmt.Sprintf("filter %q: %v", e.filter, e.err)
}

// scanRun passes on each row of an input, and returns what else is known of the run. It adds the
// solvers of all rows to seen.
func scanRun(in compare.Input, stdin io.Reader, known *names, seen map[string]bool,
	do func(Row, *benchfmt.Result)) (Run, error) {
	run := Run{Label: in.Label}
	lines, err := in.Open(stdin)
	if err != nil {
		return run, err
	}
	defer lines.Close()
	n, longest := 0, 0.0 // the rows, and the longest search that was stopped
	var classes compare.ClassReader
	err = readNamed(lines, in.Path(), known, func(row Row, r *benchfmt.Result) error {
		if _, _, err := classes.Take(r); err != nil {
			return err
		}
		run.Commit = r.GetConfig("commit")
		if n++; n == 1 {
			run.Config = configuration(r)
		}
		if !row.Measured() {
			longest = max(longest, row.Search)
		}
		seen[row.Solver] = true
		do(row, r)
		return nil
	})
	if err == nil && n == 0 {
		err = fmt.Errorf("%s: no results, expected rows that 'xcbench run' wrote", in.Path())
	}
	run.Limit, run.Classes = timeLimit(run.Config, longest), classes.Classes
	return run, err
}

func readRun(in compare.Input, stdin io.Reader, filter Filter, profiles bool, seen map[string]bool) (Run, error) {
	known, kept := newNames(), map[numbered]bool{}
	profiles = profiles && in.IsRun()
	var rows pieces
	run, err := scanRun(in, stdin, known, seen, func(row Row, r *benchfmt.Result) {
		if filter.match(r) {
			rows.add(row)
			if profiles {
				kept[known.search(row.Family, row.Name, row.Solver)] = !Doubted(row.Status)
			}
		}
	})
	if err != nil {
		return run, err
	}
	if run.Rows = rows.joined(); !in.IsRun() {
		return run, nil
	}
	run.Dir = filepath.Dir(in.Path())
	if run.Date = began(run.Dir); !profiles {
		return run, nil
	}
	for p, err := range readProfiles(run.Dir, known) {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return run, nil
		case err != nil:
			return run, err
		case kept[known.search(p.Family, p.Name, p.Solver)]: // a profile with a row is complete
			run.Profiles = append(run.Profiles, p)
		}
	}
	return run, nil
}

// pieces are rows whose number is not known yet. Appending them to one slice would allocate five
// times as much.
type pieces struct {
	full [][]Row
	last []Row
}

func (p *pieces) add(row Row) {
	if len(p.last) == cap(p.last) {
		p.full = append(p.full, p.last)
		p.last = make([]Row, 0, min(max(16, 2*cap(p.last)), 4096))
	}
	p.last = append(p.last, row)
}

func (p *pieces) joined() []Row { return slices.Concat(append(p.full, p.last)...) }

// configuration returns the configuration of the first row, without its status and its number of
// solutions.
func configuration(r *benchfmt.Result) (all [][2]string) {
	for _, c := range r.Config {
		if c.File && c.Key != "status" && c.Key != exactKey {
			all = append(all, [2]string{c.Key, string(c.Value)})
		}
	}
	return all
}

// began returns the time when a run began, or the zero time if its record does not have it.
func began(dir string) time.Time {
	var record struct{ Sessions []struct{ Start time.Time } }
	text, err := bounded.ReadFile(filepath.Join(dir, RunFile))
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

// AllRows returns the rows of all runs together, as if they were shards of one run, and the longest
// time limit. The rows of a single run are its own, so the caller must not change them.
func AllRows(runs []Run) (rows []Row, limit float64) {
	if len(runs) == 1 {
		return slices.Clip(runs[0].Rows), runs[0].Limit
	}
	for _, r := range runs {
		rows, limit = append(rows, r.Rows...), max(limit, r.Limit)
	}
	return rows, limit
}
