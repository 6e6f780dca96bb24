package results

import (
	"golang.org/x/perf/benchfmt"

	"xcbench/results/compare"
)

// machineReader returns the machines of rows. Rows of the same machine that follow each other share
// it.
type machineReader struct{ last *compare.Machine }

func (r *machineReader) of(rec *benchfmt.Result) *compare.Machine {
	if r.last == nil || !r.last.Measured(rec) {
		m := compare.MachineOf(rec)
		if m == (compare.Machine{}) {
			return nil
		}
		r.last = &m
	}
	return r.last
}
