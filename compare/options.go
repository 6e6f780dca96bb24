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

func (o Options) check() error {
	switch {
	case !(o.Alpha >= 0 && o.Alpha <= 1):
		return queryf("alpha %v, expected 0 to 1", o.Alpha)
	case !(o.Confidence >= 0 && o.Confidence < 1):
		return queryf("confidence %v, expected 0 or more, and less than 1", o.Confidence)
	}
	return nil
}

// QueryError reports a filter or a choice of keys that is invalid, or that matches nothing.
type QueryError struct{ text string }

func (e *QueryError) Error() string { return e.text }

func queryf(format string, args ...any) error { return &QueryError{fmt.Sprintf(format, args...)} }

// keys has the projections of the options. A result has a key of each.
type keys struct {
	filter             *benchproc.Filter
	table, row, col    *benchproc.Projection
	ignore             *benchproc.Projection // of the option; nil without one
	residue            *benchproc.Projection // the keys that no other projection has
	machine            []string              // the keys that tell machines apart: those that no option names
	searches, bySolver bool                  // a cell may have several searches, of several solvers too
}

// project returns the projections, for columns by some keys.
func (o Options) project(col string) (k keys, err error) {
	fail := func(flag, text string, e error) {
		if e != nil && err == nil { // further lines of a syntax error point at the place
			first, _, _ := strings.Cut(strings.TrimPrefix(e.Error(), "syntax error: "), "\n")
			err = queryf("%s %q: %s", flag, text, first)
		}
	}
	filter, e := benchproc.NewFilter(o.Filter)
	k.filter = filter
	fail("filter", o.Filter, e)
	var parser benchproc.ProjectionParser
	parse := func(flag, text string) *benchproc.Projection {
		to, e := parser.Parse(text, k.filter)
		fail(flag, text, e)
		return to
	}
	k.table, k.row, k.col = parse("table", o.Table), parse("row", o.Row), parse("col", col)
	if o.Ignore != "" {
		k.ignore = parse("ignore", o.Ignore)
	}
	parse("ignore", "status,solutions") // they belong to a value
	if err != nil {
		return k, err
	}
	k.residue = parser.Residue()
	named := func(list string, names ...string) bool {
		words := strings.FieldsFunc(list, func(r rune) bool { return strings.ContainsRune(" ,@()", r) })
		return slices.ContainsFunc(names, func(name string) bool { return slices.Contains(words, name) })
	}
	for _, key := range results.MachineKeys { // a comparison by host compares the times of hosts on purpose
		if !named(strings.Join([]string{o.Table, o.Row, o.Col, o.Ignore}, ","), key) {
			k.machine = append(k.machine, key)
		}
	}
	k.searches = o.Row != Defaults().Row && !named(col, "/inst", "/family", ".fullname")
	k.bySolver = !named(col, "/solver", "rule", "counter", ".name")
	return k, nil
}
