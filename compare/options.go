package compare

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/perf/benchproc"

	"xcbench/internal/stats"
	"xcbench/results"
)

// Options select the results of files that are compared, and the method. Keys and filters are in
// the language of benchproc: see "go doc golang.org/x/perf/benchproc/syntax".
type Options struct {
	Table, Row string // keys of tables and rows
	Col        string // keys of columns; "" for the solvers of one input, or else for the inputs
	Filter     string // the results to compare
	Ignore     string // keys in which the samples of a cell may vary

	// The base is the column that the others are compared with; "" for the first one. The columns of First
	// come before all others, in this order.
	Base  string
	First []string

	stats.Method
}

// Defaults returns the default options of cmp. benchstat makes a table for each value of all
// configuration keys. The default here is one key, because a run records its command and environment
// too: no two runs would be in the same table. All machines are in one table. Their counters are
// compared, and their times are not.
func Defaults() Options {
	return Options{Table: "pkg", Row: ".fullname", Filter: "*", Method: stats.DefaultMethod}
}

// QueryError reports a filter or a choice of keys that is invalid, or that matches nothing.
type QueryError struct{ text string }

func (e *QueryError) Error() string { return e.text }

func queryf(format string, args ...any) error { return &QueryError{fmt.Sprintf(format, args...)} }

// query has the projections of the options. A result has a key of each.
type query struct {
	filter             *benchproc.Filter
	keys               []keys                // of tables, rows and columns, and those that are ignored
	residue            *benchproc.Projection // the keys that no other projection has
	machine            []string              // the keys that tell machines apart: those that no option names
	searches, bySolver bool                  // a cell may have several searches, of several solvers too
}

// keys are the keys that a flag names.
type keys struct {
	flag, text string
	*benchproc.Projection
}

// has reports whether some keys include one of these.
func (k keys) has(names ...string) bool {
	return slices.ContainsFunc(k.Fields(), func(f *benchproc.Field) bool { return slices.Contains(names, f.Name) })
}

// parse returns the projections, for columns by some keys.
func (o Options) parse(col string) (q query, err error) {
	switch {
	case !(o.Alpha >= 0 && o.Alpha <= 1):
		return q, queryf("alpha %v, expected 0 to 1", o.Alpha)
	case !(o.Confidence >= 0 && o.Confidence < 1):
		return q, queryf("confidence %v, expected 0 or more, and less than 1", o.Confidence)
	}
	syntax := func(flag, text string, e error) error { // further lines of a syntax error point at the place
		first, _, _ := strings.Cut(strings.TrimPrefix(e.Error(), "syntax error: "), "\n")
		return queryf("%s %q: %s", flag, text, first)
	}
	if q.filter, err = benchproc.NewFilter(o.Filter); err != nil {
		return q, syntax("filter", o.Filter, err)
	}
	var parser benchproc.ProjectionParser
	for _, k := range []keys{{"table", o.Table, nil}, {"row", o.Row, nil}, {"col", col, nil}, {"ignore", o.Ignore, nil}} {
		if k.Projection, err = parser.Parse(k.text, q.filter); err != nil {
			return q, syntax(k.flag, k.text, err)
		}
		q.keys = append(q.keys, k)
	}
	parser.Parse("status,solutions", q.filter) // they belong to a value, and are no residue
	q.residue = parser.Residue()
	for _, key := range results.MachineKeys { // a comparison by host compares the times of hosts on purpose
		if !slices.ContainsFunc(q.keys, func(k keys) bool { return k.has(key) }) {
			q.machine = append(q.machine, key)
		}
	}
	columns := q.keys[2]
	q.searches = o.Row != Defaults().Row && !columns.has("/inst", "/family", ".fullname")
	q.bySolver = !columns.has("/solver", "rule", "counter", ".name")
	return q, nil
}
