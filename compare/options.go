package compare

import "xcbench/internal/stats"

// Options select the results of files that are compared, and the method. Keys and filters are in
// the language of benchproc: see "go doc golang.org/x/perf/benchproc/syntax".
type Options struct {
	Table, Row string // keys of tables and rows
	Col        string // keys of columns; "" for the solvers of one input, or else for the inputs
	Filter     string // the results to compare
	Ignore     string // keys in which the samples of a cell may vary

	// The base is the column that the others are compared with; "" for the first one. First has columns
	// in the order in which they come before all others.
	Base  string
	First []string

	Method
}

// Method says how samples are compared, and which of them.
type Method struct {
	stats.Method
	Paired bool // give the verdicts of columns over all rows an interval
}

// DefaultMethod is the method of all commands, unless their flags change it.
var DefaultMethod = Method{Method: stats.DefaultMethod}

// Defaults returns the default options of cmp. benchstat makes a table for each value of all
// configuration keys. The default here is fewer keys, because a run records its command and
// environment too: no two runs would be in the same table. Counters of all kinds of machines are in one
// table, unless Table is another than the default. Times of different hosts are never compared.
func Defaults() Options {
	opts := Options{Table: "goos,goarch,pkg,cpu", Row: ".fullname", Filter: "*", Method: DefaultMethod}
	opts.Paired = true
	return opts
}

func (m Method) check() error {
	switch {
	case !(m.Alpha >= 0 && m.Alpha <= 1):
		return queryf("alpha %v, expected 0 to 1", m.Alpha)
	case !(m.Confidence >= 0 && m.Confidence < 1):
		return queryf("confidence %v, expected 0 or more, and less than 1", m.Confidence)
	}
	return nil
}
