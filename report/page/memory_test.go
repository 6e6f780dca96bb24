package page

import (
	"fmt"
	"runtime"
	"testing"

	"xcbench/cover"
	"xcbench/internal/rowstest"
	"xcbench/results"
)

// The rows of a run are most of its memory. A page refers to them: a copy would take about 250 bytes
// more for each.
func TestPageCopiesNoRows(t *testing.T) {
	const n, most = 20000, 100 // rows, and bytes for each: half of what a copy takes
	run := results.Run{Label: "a"}
	for k := range n {
		rowstest.Add(&run, results.Row{Family: "long", Name: fmt.Sprintf("p%d", k/2),
			Solver: []string{"bitset", "dlx_index"}[k%2], Status: cover.Solved, Runs: 1, Search: 1e-3})
	}
	studyOf(t, run) // makes tables that are made once
	var before, after runtime.MemStats
	runtime.GC()
	runtime.GC() // empties the pools
	runtime.ReadMemStats(&before)
	s := studyOf(t, run)
	runtime.GC()
	runtime.GC() // empties the pools
	runtime.ReadMemStats(&after)
	runtime.KeepAlive([]any{run.Rows, s})
	got := (int(after.HeapAlloc) - int(before.HeapAlloc)) / n
	t.Logf("%d bytes for each row", got)
	if got > most {
		t.Errorf("got %d bytes for each row, want at most %d", got, most)
	}
}
