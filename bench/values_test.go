package bench_test

import (
	"fmt"
	"strings"
	"testing"

	"xcbench/bench"
	"xcbench/results"
)

// If a summary has too many lines, the last one counts the rest, which is never one solver alone.
func TestASummaryOfFaultsIsShort(t *testing.T) {
	const most = 18 // with an error message they fit on a small screen
	for n, want := range map[int]string{most: "s17: wrong on 1 of 1 instance; the first: a/1: no solution", most + 1: "2 more solvers with faults"} {
		var all bench.Faults
		for k := range n {
			all = append(all, bench.Fault{InstanceID: "a/1", Solver: fmt.Sprint("s", k), Status: results.Wrong,
				What: "no solution" + strings.Repeat(" ", k)})
		}
		if lines := all.Summary(1); len(lines) != most || strings.TrimRight(lines[most-1], " ") != want {
			t.Errorf("%d solvers: got %d lines, the last %q, want %d and %q", n, len(lines), lines[len(lines)-1], most, want)
		}
	}
}
