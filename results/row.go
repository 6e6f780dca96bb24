package results

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"xcbench/cover"
)

// Row is one sample: the mean over some runs of one search.
type Row struct {
	Family, Name, Solver string // each matches [a-z0-9_.]+
	Status               cover.Status
	Runs                 int
	Search, Setup        float64 // seconds a run
	Solutions            int64
	Nodes, Updates       int64
	Costs                map[string]float64 // by unit, see [CostUnits]; those that were measured
}

// InstanceID returns the name of the row's instance.
func (r Row) InstanceID() string { return r.Family + "/" + r.Name }

// Measured says whether the row's values are those of a whole search, or of one up
// to a budget, which is the same everywhere.
func (r Row) Measured() bool { return r.Status.Measured() }

// The units of a row's values, and what they assume.
const (
	Seconds      = "sec/op"
	SetupSeconds = "setup-sec/op"
	Solutions    = "solutions/op"
	Nodes        = "nodes/op"
	Updates      = "updates/op"
)

// The units of costs, which not every machine or every sample tells.
const (
	CPUSeconds   = "cpu-sec/op"      // of the thread, in the search alone
	Instructions = "instructions/op" // retired in user mode, in the search alone
	Allocs       = "allocs/op"       // in the first run of the search alone
	AllocBytes   = "B/op"            // likewise
	PeakBytes    = "peak-B"          // resident at most, in the process that measures
)

// CostUnits returns the units of costs, in the order of a row.
func CostUnits() []string { return []string{CPUSeconds, Instructions, Allocs, AllocBytes, PeakBytes} }

const unitLines = `Unit sec/op better=lower
Unit setup-sec/op better=lower
Unit cpu-sec/op better=lower
Unit instructions/op better=lower
Unit allocs/op better=lower
Unit B/op better=lower
Unit peak-B better=lower
Unit solutions/op assume=exact
Unit nodes/op assume=exact better=lower
Unit updates/op assume=exact better=lower
`

// rowStart begins each row.
const rowStart = "BenchmarkSolve/family="

// Value returns the row's value in a unit; 0 for a cost that was not measured.
func (r Row) Value(unit string) float64 {
	switch unit {
	case Seconds:
		return r.Search
	case SetupSeconds:
		return r.Setup
	case Solutions:
		return float64(r.Solutions)
	case Nodes:
		return float64(r.Nodes)
	case Updates:
		return float64(r.Updates)
	}
	if slices.Contains(CostUnits(), unit) {
		return r.Costs[unit]
	}
	panic("results: no unit " + unit)
}

// writer writes rows as Go benchmark format, so that benchstat and its like read
// them as they are. The status of the rows is a configuration line, which holds
// until the next one. Counters are written as plain integers, which benchfmt's
// own writer does not do.
type writer struct {
	w      io.Writer
	status cover.Status
}

// newWriter writes the head of a file: the units, and the configuration as lines
// "key: value" in the given order.
func newWriter(w io.Writer, config [][2]string) (*writer, error) {
	var head strings.Builder
	head.WriteString(unitLines)
	for _, c := range config {
		fmt.Fprintf(&head, "%s: %s\n", c[0], c[1])
	}
	_, err := io.WriteString(w, head.String())
	return &writer{w: w}, err
}

// Write writes one row, in one call to the underlying writer.
func (w *writer) Write(r Row) error {
	line := make([]byte, 0, 200)
	if r.Status != w.status {
		line = append(line, "status: "+string(r.Status)+"\n"...)
		w.status = r.Status
	}
	line = fmt.Appendf(line, rowStart+"%s/inst=%s/solver=%s-1 %d", r.Family, r.Name, r.Solver, r.Runs)
	line = appendFloat(line, r.Search, Seconds)
	line = appendFloat(line, r.Setup, SetupSeconds)
	for _, unit := range CostUnits() {
		if v, ok := r.Costs[unit]; ok {
			line = appendFloat(line, v, unit)
		}
	}
	// What every row has stands last, so that a torn row lacks some of it.
	line = fmt.Appendf(line, " %d %s %d %s %d %s", r.Solutions, Solutions, r.Nodes, Nodes, r.Updates, Updates)
	_, err := w.w.Write(append(line, '\n'))
	return err
}

// appendFloat appends a value with six digits, or all of a whole number.
func appendFloat(line []byte, v float64, unit string) []byte {
	format, digits := byte('g'), 6
	if v == math.Trunc(v) && math.Abs(v) < 1<<53 {
		format, digits = 'f', 0
	}
	line = strconv.AppendFloat(append(line, ' '), v, format, digits, 64)
	return append(append(line, ' '), unit...)
}
