package page

import (
	"fmt"
	"runtime"
	"testing"

	"xcbench/cover"
	"xcbench/results"
)

// The rows of a run are most of its memory. A page refers to them, and a copy of them would take
// about 180 bytes more for each.
func TestPageCopiesNoRows(t *testing.T) {
	const n, most = 2000, 340 // rows, and bytes for each: 5 to 25% above the figure of Go 1.26
	run := results.Run{Label: "a"}
	for k := range n {
		run.Rows = append(run.Rows, results.Row{Family: "long", Name: fmt.Sprintf("p%d", k/2),
			Solver: []string{"bitset", "dlx_index"}[k%2], Status: cover.Solved, Runs: 1, Search: 1e-3})
	}
	newStudy([]results.Run{run}) // makes tables that are made once
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	s := newStudy([]results.Run{run})
	families := s.byFamily()
	runtime.GC()
	runtime.ReadMemStats(&after)
	runtime.KeepAlive([]any{run.Rows, s, families})
	if got := (int(after.HeapAlloc) - int(before.HeapAlloc)) / n; got > most {
		t.Errorf("got %d bytes for each row, want at most %d", got, most)
	}
}
