package results

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/perf/benchfmt"

	"xcbench/results/compare"
)

// Run is one run, read from a run directory or from a file of rows.
type Run struct {
	Label    string          // the text before "=" in the argument, or else the path
	Dir      string          // the run directory; "" if the input is a file
	Commit   string          // of the program that measured; "" if not recorded
	Date     time.Time       // when the run began; zero if not recorded
	Config   [][2]string     // the keys and values at the head of the rows, as "cpu" and its value
	Limit    float64         // seconds after which searches were stopped; 0 if none is recorded
	Classes  compare.Classes // of its solvers; a solver without a recorded class is missing
	Rows     *Rows
	Profiles []Profile // in place of those in Dir; see AllProfiles

	filter  Filter // of the rows
	planned int    // instances that each solver of Classes is to measure; 0 if unknown
}

// ReadRuns reads run directories, files of rows, and standard input for "-". Each argument may have
// a label, as in old=runs/1. Rows have their values in the given units only; none means all. Inputs
// without rows and filters that no row passes are errors.
func ReadRuns(args []string, stdin io.Reader, filter Filter, units ...string) ([]Run, error) {
	inputs, err := compare.Inputs(args)
	if err != nil {
		return nil, err
	}
	var runs []Run
	rows, seen := 0, map[string]bool{}
	for _, in := range inputs {
		r, err := readRun(in, stdin, filter, units, seen)
		if err != nil {
			return nil, err
		}
		rows += r.Rows.Len()
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

// readRun reads one input. It adds the solvers of all rows to seen.
func readRun(in compare.Input, stdin io.Reader, filter Filter, units []string, seen map[string]bool) (Run, error) {
	run := Run{Label: in.Label, Rows: NewRows(units...), filter: filter}
	lines, err := in.Open(stdin)
	if err != nil {
		return run, err
	}
	defer lines.Close()
	n := 0
	var classes compare.ClassReader
	err = readEach(lines, in.Path(), func(row *Row, r *benchfmt.Result) error {
		if _, _, err := classes.Take(r); err != nil {
			return err
		}
		if n++; n == 1 {
			run.Config = configuration(r)
		}
		run.Commit = configOf(r, "commit", run.Commit)
		if !seen[row.Solver] {
			seen[strings.Clone(row.Solver)] = true
		}
		if filter.match(r) {
			run.Rows.Add(row)
		}
		return nil
	})
	if err == nil && n == 0 {
		err = fmt.Errorf("%s: no results, expected rows that 'xcbench run' wrote", in.Path())
	}
	var record Record
	if in.IsRun() {
		run.Dir = filepath.Dir(in.Path())
		record, _ = ReadRecord(run.Dir) // rows can be read without it
	}
	if len(record.Sessions) > 0 {
		run.Date = record.Sessions[0].Start
	}
	run.Limit, run.Classes, run.planned = timeLimit(run.Config, record), classes.Classes, record.Instances
	return run, err
}

// AllProfiles yields the wanted profiles of the run's rows, or all if wanted is nil. It leaves out
// searches with a doubted answer. An error ends the sequence. A run that was read has its profiles in
// its directory, because those of a million searches take 200 MB. Reading few of them is quick.
func (r Run) AllProfiles(wanted func(Profile) bool) iter.Seq2[Profile, error] {
	return func(yield func(Profile, error) bool) {
		for _, p := range r.Profiles {
			if (wanted == nil || wanted(p)) && !yield(p, nil) {
				return
			}
		}
		if r.Profiles != nil || r.Dir == "" {
			return
		}
		believed := r.Rows.believed()
		chosen := func(p Profile) bool { return believed(p) && (wanted == nil || wanted(p)) }
		for p, err := range readProfiles(r.Dir, r.Rows.ids, chosen) {
			if errors.Is(err, fs.ErrNotExist) || !yield(p, err) {
				return
			}
		}
	}
}

// believed returns a function that reports whether a profile is of a search whose last row has an
// answer that is believed. Such a profile is complete.
func (r *Rows) believed() func(Profile) bool {
	solvers := r.solvers.Count()
	last := make([]bool, r.Instances()*solvers)
	for k := range r.n {
		last[r.Instance(k)*solvers+int(r.solver.At(k))] = !Doubted(r.Status(k))
	}
	return func(p Profile) bool {
		instance, ok := r.ids.Find(p.InstanceID())
		solver, has := r.solvers.Find(p.Solver)
		return ok && has && last[instance*solvers+solver]
	}
}

// configOf returns the value of a configuration key. It allocates nothing if it is the value before.
func configOf(r *benchfmt.Result, key, before string) string {
	var value []byte
	if k, ok := r.ConfigIndex(key); ok {
		value = r.Config[k].Value
	}
	if string(value) == before {
		return before
	}
	return string(value)
}

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
// time limit. The limit is 0 if a run records none. The rows of a single run are its own, so the
// caller must not change them.
func AllRows(runs []Run) (rows *Rows, limit float64) {
	if len(runs) == 1 {
		return runs[0].Rows, runs[0].Limit
	}
	rows = NewRows()
	for _, r := range runs {
		rows.append(r.Rows, "")
		limit = max(limit, r.Limit)
	}
	if slices.ContainsFunc(runs, func(r Run) bool { return r.Limit == 0 }) {
		limit = 0
	}
	return rows, limit
}

// Unfinished returns the instances that some solvers of a run directory have rows of, and other
// solvers of it have not: the run is in progress, or was interrupted. The number includes the
// instances without rows, if the runs were read without a filter.
func Unfinished(runs []Run) (begun map[string]bool, number int) {
	begun = map[string]bool{}
	for _, r := range runs {
		if r.planned == 0 {
			continue
		}
		names := slices.Sorted(maps.Keys(r.Classes))
		searches := r.Rows.Searches(names)
		for instance := range r.Rows.Instances() {
			id := r.Rows.ID(instance)
			for k, name := range names {
				if len(searches.Of(instance, k)) == 0 && r.filter.Has(Search{id, name}) {
					begun[id] = true
				}
			}
		}
		if r.filter.parsed == nil {
			number += max(0, r.planned-r.Rows.Instances())
		}
	}
	return begun, number + len(begun)
}

// Without returns the rows of all instances but the given ones.
func (r *Rows) Without(instances map[string]bool) *Rows {
	if len(instances) == 0 {
		return r
	}
	all := NewRows()
	for row := range r.All() {
		if !instances[row.InstanceID()] {
			all.Add(&row)
		}
	}
	return all
}

// append appends rows. The solvers' names get an ending.
func (r *Rows) append(rows *Rows, ending string) {
	for row := range rows.All() {
		row.Solver += ending
		r.Add(&row)
	}
}

// Sorted returns the rows in the order of their instances. The rows of an instance stay in order.
func (r *Rows) Sorted(compare func(a, b string) int) *Rows {
	order := make([]int32, r.Len())
	for k := range order {
		order[k] = int32(k)
	}
	slices.SortStableFunc(order, func(a, b int32) int {
		return compare(r.ID(r.Instance(int(a))), r.ID(r.Instance(int(b))))
	})
	all := NewRows()
	for _, k := range order {
		row := r.At(int(k))
		all.Add(&row)
	}
	return all
}

// Renamed returns the rows with an ending to the names of the solvers.
func (r *Rows) Renamed(ending string) *Rows {
	all := NewRows()
	all.append(r, ending)
	return all
}
