package results

import (
	"fmt"
	"math/big"
	"strings"

	"xcbench/cover"
)

// Row is one sample: the means over one or more runs of one search.
type Row struct {
	Family, Name, Solver string // each matches [a-z0-9_.]+; see Foreign for those of another program
	Status               cover.Status
	Runs                 int
	Search, Setup        float64  // seconds per run
	Solutions            int64    // saturates; see CountText
	Nodes, Updates       int64    // cover.Uncounted if the solver does not count them
	Costs                Costs    // values that have no field of their own
	Big                  *big.Int // the number of solutions if Solutions is too small for it, or nil

	// Where the row was measured, or nil if it is unknown. Rows share it.
	Machine *Machine
}

// On returns the machine where the row was measured, or the zero value if it is unknown.
func (r Row) On() Machine {
	if r.Machine == nil {
		return Machine{}
	}
	return *r.Machine
}

// InstanceID returns the id of the row's instance.
func (r Row) InstanceID() string { return strings.TrimPrefix(r.Family+"/"+r.Name, "/") }

// Foreign reports whether another program wrote the row. Its solver is the benchmark without the part after
// a slash, its name the whole name, and its family the package. It has no status, and all values are costs.
func (r Row) Foreign() bool { return r.Status == "" }

// CountText returns the exact number of solutions in decimal.
func (r Row) CountText() string { return cover.CountText(r.Solutions, r.Big) }

// Stats returns what the search counted.
func (r Row) Stats() cover.Stats {
	return cover.Stats{Status: r.Status, Solutions: r.Solutions, Big: r.Big, Nodes: r.Nodes, Updates: r.Updates}
}

// Measured reports whether the row has the values of a whole search, or of a search up to a budget,
// which is the same on every machine.
func (r Row) Measured() bool { return r.Status.Measured() }

// rowStart is the start of every row.
const rowStart = "BenchmarkSolve/family="

// Value returns the row's value in a unit of [Units], or 0 if the row has no such value.
func (r Row) Value(unit string) float64 {
	v, _ := MustUnit(unit).Of(r)
	return v
}

// mostExact is the largest whole number that no other one is rounded to as a floating-point number.
const mostExact = 1<<53 - 1

// exactKey is the configuration key of an exact number of solutions.
const exactKey = "solutions"

// Row records a sample in Go's benchmark format, so that benchstat and similar tools can read it. A
// configuration line gives the status of all rows up to the next such line. The machine of a row is
// written in the same way, unless the head of the file names it. Counters are plain integers, which
// the writer of benchfmt does not produce.
//
// Readers of the format take values as floating-point numbers. A number of solutions beyond
// mostExact is therefore in a configuration line too, right before its row.
func (d *Dir) Row(r Row) error {
	line := make([]byte, 0, 200)
	if r.Status != d.status {
		line = append(line, "status: "+string(r.Status)+"\n"...)
		d.status = r.Status
	}
	if r.Machine != nil && (d.machine == nil || *r.Machine != *d.machine) {
		line = append(line, r.Machine.Lines()...)
		d.machine = r.Machine
	}
	if r.Solutions > mostExact {
		line = append(line, exactKey+": "+r.CountText()+"\n"...)
	}
	line = fmt.Appendf(line, rowStart+"%s/inst=%s/solver=%s-1 %d", r.Family, r.Name, r.Solver, r.Runs)
	for _, u := range Units {
		line = u.appendTo(line, &r)
	}
	return d.rows.append(append(line, '\n'))
}
