package results

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"time"

	"golang.org/x/perf/benchfmt"

	"xcbench/internal/spelling"
)

// Run is one run, read from a run directory or from a file of rows.
type Run struct {
	Label    string      // the text before "=" in the argument, or else the path
	Dir      string      // the run directory; "" if the input is a file
	Commit   string      // of the program that measured; "" if not recorded
	Date     time.Time   // when the run began; zero if not recorded
	Config   [][2]string // the keys and values at the head of the rows, as "cpu" and its value
	Limit    float64     // seconds after which searches were stopped; 0 if none is recorded
	Classes  Classes     // of its solvers; a solver without a recorded class is missing
	Rows     *Rows
	Units    benchfmt.UnitMetadataMap // what the input says about units
	Profiles []Profile                // in place of those in Dir; see AllProfiles

	filter  Filter // of the rows
	planned int    // instances that each solver of Classes is to measure; 0 if unknown
}

// ReadRuns reads run directories, files of rows, and standard input for "-". Each argument may have
// a label, as in old=runs/1. Inputs without rows and filters that no row passes are errors.
func ReadRuns(args []string, stdin io.Reader, filter Filter) ([]Run, error) {
	inputs, err := Inputs(args)
	if err != nil {
		return nil, err
	}
	var runs []Run
	rows, seen := 0, map[string]bool{}
	for _, in := range inputs {
		r, err := in.read(stdin, filter, seen)
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
	for _, name := range f.solvers {
		if !seen[name] {
			return Queryf("the results have no solver %q%s", name, spelling.Hint(name, slices.Sorted(maps.Keys(seen))))
		}
	}
	if rows == 0 {
		return Queryf("filter %q: %w", f, ErrNoRow)
	}
	return nil
}

// ErrNoRow says that no row passes a filter.
var ErrNoRow = errors.New("no row passes it")

// read reads one input, and notes all its solvers as seen. A filter may choose no row of it.
func (in Input) read(stdin io.Reader, filter Filter, seen map[string]bool) (Run, error) {
	run, none := Run{Label: in.Label, Rows: &Rows{}, filter: filter}, true
	var reader Reader
	entries := reader.Entries(in, stdin)
	if !filter.Foreign {
		entries = own(entries)
	}
	for e, err := range entries {
		if err != nil {
			return run, err
		}
		if run.Config == nil {
			run.Config = configuration(e.Result)
		}
		run.Commit = e.GetConfig("commit")
		seen[e.Row.Solver], none = true, false
		if filter.match(e.Result) {
			run.Rows.Add(*e.Row)
		}
	}
	if none {
		return run, fmt.Errorf("%s: no results, expected rows that 'xcbench run' wrote", in.Path())
	}
	var record Record
	if in.run {
		run.Dir = filepath.Dir(in.Path())
		record, _ = ReadRecord(run.Dir) // rows can be read without it
	}
	if len(record.Sessions) > 0 {
		run.Date = record.Sessions[0].Start
	}
	run.Limit, run.Classes, run.Units, run.planned = timeLimit(run.Config), reader.Classes(), reader.Units(), record.Instances
	return run, nil
}

// AllProfiles yields the profiles of the run's rows, without searches with a doubted answer. An error
// ends the sequence. A run that was read has its profiles in its directory.
func (r Run) AllProfiles() iter.Seq2[Profile, error] {
	return func(yield func(Profile, error) bool) {
		for _, p := range r.Profiles {
			if !yield(p, nil) {
				return
			}
		}
		if r.Profiles != nil || r.Dir == "" {
			return
		}
		believed := map[Search]bool{} // those whose last row is
		for row := range r.Rows.All() {
			believed[row.Key()] = !Doubted(row.Status)
		}
		for p, err := range profilesIn(r.Dir) {
			if errors.Is(err, fs.ErrNotExist) || (err != nil || believed[p.Search]) && !yield(p, err) {
				return
			}
		}
	}
}

// timeLimit returns the time limit of a run, in seconds, or 0 if none is recorded in the head of its
// rows. It does not follow from the times of the rows.
func timeLimit(head [][2]string) float64 {
	for _, c := range head {
		if limit, err := time.ParseDuration(c[1]); c[0] == TimeoutKey && err == nil {
			return max(0, limit.Seconds())
		}
	}
	return 0
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

// SolversOf returns the solvers of runs in the order in which they were named for the first run. Solvers
// whose place is not recorded follow as they appear.
func SolversOf(runs []Run) []string {
	classes := AllClasses(runs)
	rows, _ := AllRows(runs)
	names := rows.Solvers()
	place := func(name string) int { return cmp.Or(classes[name].Order, math.MaxInt) }
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(place(a), place(b)) })
	return names
}

// BaseFirst returns names with the base in front. An empty base is the first name. It is an error if the
// base is none of them.
func BaseFirst(names []string, base string) ([]string, error) {
	k := slices.Index(names, base)
	switch {
	case base == "":
		return names, nil
	case k < 0:
		return nil, fmt.Errorf("no %q to compare with%s", base, spelling.Hint(base, names))
	}
	return slices.Insert(slices.Delete(slices.Clone(names), k, k+1), 0, base), nil
}

// AllClasses returns the classes of the solvers of all runs.
func AllClasses(runs []Run) Classes {
	all := Classes{}
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
	rows = &Rows{}
	for _, r := range runs {
		rows.Append(r.Rows, "")
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
				if len(searches(instance, k)) == 0 && r.filter.Has(Search{id, name}) {
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
