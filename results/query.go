package results

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchproc"

	"xcbench/internal/lazy"
)

// Query says which results are compared, and by which keys. Keys and filters are in the language of benchproc: see
// "go doc golang.org/x/perf/benchproc/syntax".
type Query struct {
	Table, Row, Col string // keys of tables, rows and columns
	Ignore          string // keys in which the samples of a cell may vary
	Filter          string // the results to compare
}

// selector selects entries and finds their keys.
type selector struct {
	filter   *benchproc.Filter
	keys     []*benchproc.Projection // those that are ignored, of tables, rows and columns, and all others
	instance bool                    // a cell may have several instances
	solver   bool                    // a cell may have several solvers
	machine  []string                // the keys that tell machines apart: those that the query does not name
	on       *Machine                // of the last entry: rows of the same machine that follow each other share it
}

// Place is where a result belongs in tables.
type Place struct {
	Search                  // as far as a cell may have several
	At     [3]benchproc.Key // of the table, the row and the column
}

// Keyed is an entry with its place, and with its value of all keys that the query does not name.
type Keyed struct {
	Entry
	Place
	Residue benchproc.Key
}

// Sources is what is known of the inputs of a query.
type Sources struct {
	Faults   []string  // lines that could not be read
	Warnings []string  // about files with a torn end
	Ends     []int32   // how many entries were selected up to the end of each input
	Classes  []Classes // in each input
	Units    benchfmt.UnitMetadataMap
}

// Read calls take for each entry that a query selects. A line that it cannot read does not stop it, but becomes one
// of the faults. It returns a [*FilterError] for a mistake in the query.
func (q Query) Read(inputs []Input, stdin io.Reader, take func(Keyed)) (all Sources, err error) {
	s, err := q.selector()
	if err != nil {
		return all, err
	}
	var reader Reader
	end := int32(0)
	for _, in := range inputs {
		none, before := ", expected Go's benchmark format", len(all.Faults)
		for e, err := range reader.Entries(in, stdin) {
			if fault, ok := errors.AsType[Fault](err); ok {
				all.Faults = append(all.Faults, fault.Error())
				continue
			}
			if none = ""; err != nil {
				return all, err
			}
			if keyed, ok := s.keyed(e); ok {
				take(keyed)
				end++
			}
		}
		if none != "" {
			if len(all.Faults) > before {
				none = "; the first fault: " + all.Faults[before]
			}
			return all, fmt.Errorf("%s: no results%s", in.path, none)
		}
		all.Ends, all.Classes = append(all.Ends, end), append(all.Classes, reader.Classes())
		if reader.Torn() {
			all.Warnings = append(all.Warnings, in.path+": the last line is torn, as in a run in progress or an interrupted one")
		}
	}
	if all.Units = reader.Units(); end == 0 {
		return all, Queryf("nothing passes filter %q", q.Filter)
	}
	return all, nil
}

func (q Query) selector() (*selector, error) {
	s, flag := &selector{}, map[string]int{} // of each key, the last one, from 1 on
	var err error
	if s.filter, err = benchproc.NewFilter(q.Filter); err != nil {
		return nil, syntaxError("filter", q.Filter, err)
	}
	var parser benchproc.ProjectionParser
	for k, text := range []string{q.Ignore, q.Table, q.Row, q.Col} {
		keys, err := parser.Parse(text, s.filter)
		if err != nil {
			return nil, syntaxError(QueryFlags[k], text, err)
		}
		s.keys = append(s.keys, keys)
		for _, field := range keys.Fields() {
			flag[field.Name] = k + 1
		}
	}
	parser.Parse("status,solutions", s.filter) // they belong to a value, and are no residue
	s.keys = append(s.keys, parser.Residue())
	within := func(key string) bool { return flag[key] == len(QueryFlags) } // of the columns
	s.instance = !slices.ContainsFunc([]string{"/inst", "/family", ".fullname"}, within)
	s.solver = !slices.ContainsFunc([]string{"/solver", "rule", "counter", ".name"}, within)
	s.machine = slices.DeleteFunc(slices.Clone(MachineKeys), func(key string) bool {
		return flag[key] > 0 // a comparison by host compares the times of hosts on purpose
	})
	return s, nil
}

// QueryFlags are the names of the keys of a query.
var QueryFlags = [...]string{"ignore", "table", "row", "col"}

// keyed returns an entry with its keys, if it passes the filter. Only the values that pass are left. The row of another
// program has no family, and its solver is the one in its name.
func (s *selector) keyed(e Entry) (k Keyed, ok bool) {
	if ok, _ := s.filter.Apply(e.Result); !ok {
		return k, false
	}
	k = Keyed{Entry: e, Residue: s.keys[len(s.keys)-1].Project(e.Result)}
	for n := range k.At {
		k.At[n] = s.keys[n+1].Project(e.Result)
	}
	if on := MachineBy(e.Result, s.machine); s.on == nil || *s.on != on {
		s.on = &on
	}
	switch e.Row.Machine = s.on; {
	case e.Row.Foreign():
		e.Row.Family, e.Row.Solver = "", string(e.Solver)
	case s.instance && s.solver:
		k.Search = e.Row.Key()
	case s.instance:
		k.InstanceID = e.Row.InstanceID()
	}
	return k, true
}

// syntaxError returns the error of a flag in the language of benchproc. Further lines of it would point at the place.
func syntaxError(flag, text string, err error) error {
	first, _, _ := strings.Cut(strings.TrimPrefix(err.Error(), "syntax error: "), "\n")
	return Queryf("%s %q: %s", flag, text, first)
}

// FilterError is the error of a filter or a choice of keys that is invalid, or that matches nothing.
type FilterError struct{ error }

// Unwrap returns the cause.
func (e *FilterError) Unwrap() error { return e.error }

// Queryf returns a [*FilterError].
func Queryf(format string, args ...any) error { return &FilterError{fmt.Errorf(format, args...)} }

var ours = lazy.Regexp(`^Solve/family=([^/]+)/inst=([^/ ]+?)(?:/solver=([^/ ]+?))?(?:-1)?$`)

// ShortName returns the name of a row or column of xcbench as people write it:
// "Solve/family=queens/inst=8/solver=naive-1" becomes "queens/8 naive". It does not change the
// names of other programs' rows.
func ShortName(name string) string {
	return strings.TrimSpace(ours().ReplaceAllString(name, "$1/$2 $3"))
}

// Common returns the keys and values of a table: what all machines have in common, and then its own.
func Common(machines []Machine, table benchproc.Key) (all [][2]string) {
	on := Together(machines)
	all = [][2]string{{"goos", on.OS}, {"goarch", on.Arch}, {"cpu", on.CPU}}
	for _, field := range table.Projection().FlattenedFields() {
		all = append(all, [2]string{field.Name, table.Get(field)})
	}
	return slices.DeleteFunc(all, func(c [2]string) bool { return c[1] == "" || strings.Contains(c[1], HostsBetween) })
}
