package compare

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchmath"
)

// Options say what is compared, in the language of benchproc: see "go doc
// golang.org/x/perf/benchproc/syntax".
type Options struct {
	Table, Row string // keys of tables and rows
	Col        string // keys of columns; "" for the solver if there is one input, and else the input
	Filter     string // what to leave out
	Ignore     string // keys in which samples of a cell may vary

	Alpha      float64 // a p-value less than this is significant
	Confidence float64 // of intervals
	Holm       bool    // correct the p-values of a table for their number

	// WithinCounter are the units that mean the same only within a counter class. In these, solvers of
	// different classes are not compared, nor different solvers whose classes are not known.
	WithinCounter []string
}

// Defaults are the options of the command line. Unlike benchstat's, the keys
// of a table are those that Go's own benchmarks have and no others: a run of ours records
// its command and circumstances too, and no two runs have them in common.
func Defaults() Options {
	return Options{Table: "goos,goarch,pkg,cpu", Row: ".fullname", Filter: "*", Alpha: benchmath.DefaultThresholds.CompareAlpha, Confidence: 0.95, Holm: true}
}

// Result is what was found.
type Result struct {
	Tables   []Table
	Warnings []string // about the options
	Faults   []string // lines that were left out because they cannot be right
}

// Compare reads the inputs and compares them, as Collect does, with all tables at once.
func Compare(opts Options, inputs []Input, stdin io.Reader) (*Result, error) {
	d, err := Collect(opts, inputs, stdin)
	if err != nil {
		return nil, err
	}
	return &Result{slices.Collect(d.Tables()), d.Warnings, d.Faults}, nil
}

// Collect reads the inputs. A *QueryError is a mistake in the options; a fault in
// a line of an input does not end the reading.
func Collect(opts Options, inputs []Input, stdin io.Reader) (*Collection, error) {
	if err := opts.check(); err != nil {
		return nil, err
	}
	col := opts.Col
	if col == "" {
		col = ".file"
	}
	c, err := newCollector(opts, col)
	if err != nil {
		return nil, err
	}
	var faults []string
	fault := func(text string) { faults = append(faults, text) }
	var reader benchfmt.Reader
	for _, in := range inputs {
		n, err := in.read(&reader, stdin, fault, func(r *benchfmt.Result, solver []byte, class Class) error {
			if opts.Col == "" && c.results == 0 && len(inputs) == 1 && solver != nil {
				if c, err = newCollector(opts, "/solver"); err != nil {
					return err
				}
				c.orders = map[string]int{}
			}
			var bad errNotFinite
			err := c.add(r, solver, class)
			if errors.As(err, &bad) {
				fault(err.Error())
				return nil
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		if n == 0 && len(faults) > 0 {
			return nil, fmt.Errorf("%s: no results, and: %s", in.path, faults[0])
		}
		if n == 0 {
			return nil, fmt.Errorf("%s: no results, expected Go's benchmark format", in.path)
		}
	}
	unknown := c.words.unknown()
	if c.results == 0 && len(faults) > 0 {
		return nil, fmt.Errorf("no result is right: %s", faults[0])
	}
	if c.passing == 0 {
		if len(unknown) > 0 {
			return nil, queryf("nothing passes filter %q: %s", opts.Filter, unknown[0])
		}
		return nil, queryf("nothing passes filter %q", opts.Filter)
	}
	if err := c.knownKeys(opts); err != nil {
		return nil, err
	}
	d, err := c.collection(opts, benchfmt.UnitMetadataMap(reader.Units()))
	if err != nil {
		return nil, err
	}
	d.Warnings, d.Faults = unknown, faults
	return d, nil
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

// Disjoint says whether there are columns to compare, but none has a row in
// common with the base.
func (r *Result) Disjoint() bool {
	var o Overlap
	for _, t := range r.Tables {
		o.Add(t)
	}
	return o.None()
}

// Overlap finds out whether tables have anything in common to compare.
type Overlap struct {
	some, columns bool
	first         string // column of the first table
	tables        int
}

// Add takes a table into account.
func (o *Overlap) Add(t Table) {
	if o.tables++; o.tables == 1 {
		o.first = t.Columns[0]
	}
	// Tables of one column each that are not all of the same are of several columns too.
	o.columns = o.columns || len(t.Columns) > 1 || t.Columns[0] != o.first
	for _, row := range t.Rows {
		for k := 1; k < len(row.Cells) && !o.some; k++ {
			o.some = row.Cells[0].Has() && row.Cells[k].Has()
		}
		if o.some {
			return
		}
	}
}

// None says whether there are columns to compare, but none has a row in common
// with the base.
func (o *Overlap) None() bool { return o.columns && !o.some }

// Has says whether there are samples, with or without a value.
func (c Cell) Has() bool { return c.N > 0 || c.Status != "" }
