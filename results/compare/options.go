package compare

import "golang.org/x/perf/benchmath"

// Options select what of some files is compared, and how. Keys and filters are in the language of
// benchproc: see "go doc golang.org/x/perf/benchproc/syntax".
type Options struct {
	Table, Row string // keys of tables and rows
	Col        string // keys of columns; "" for the solver if there is one input, otherwise the input
	Filter     string // what to compare
	Ignore     string // keys in which the samples of a cell may vary

	Method
}

// Method says how samples are compared.
type Method struct {
	Alpha      float64 // a p-value less than this is significant
	Confidence float64 // of intervals
	Holm       bool    // correct the p-values of a table for their number

	// WithinCounter are the units that mean the same only within a counter class. In these units,
	// solvers of different classes are not compared. Solvers whose classes are unknown are compared
	// only with themselves.
	WithinCounter []string
}

// DefaultMethod is the method of every command that has no flags of its own for it.
var DefaultMethod = Method{Alpha: benchmath.DefaultThresholds.CompareAlpha, Confidence: 0.95, Holm: true}

// Defaults are the options of the command line. Unlike benchstat's, the keys of a table are only those
// that Go's own benchmarks have. Our runs also record their command and circumstances, and no two
// runs have these in common.
func Defaults() Options {
	return Options{Table: "goos,goarch,pkg,cpu", Row: ".fullname", Filter: "*", Method: DefaultMethod}
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
