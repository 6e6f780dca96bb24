package fleet

import (
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"xcbench/bench"
	"xcbench/cover"
	"xcbench/results"
)

// A search that several machines made together is of all of them. One that is not whole has no row.
func TestTheRecordOfAPlanHasItsWholeSearches(t *testing.T) {
	f := planned(t, 1, time.Minute, job{id: "queens/4", solver: "naive"})
	dir := filepath.Join(t.TempDir(), "run")
	r, err := f.Record(dir, "xcbench fleet join jobs", "jobs")
	if err != nil {
		t.Fatal(err)
	}
	levels := []cover.Level{{Nodes: 1, Updates: 2}, {Nodes: 3, Updates: 4}}
	machines := []results.Machine{{Host: "a", CPU: "x"}, {Host: "b", CPU: "x"}}
	whole := Search{InstanceID: "queens/4", Solver: "naive", Limits: Limits{Timeout: 3 * time.Second}, Machines: machines,
		Found: bench.Found{Stats: cover.Stats{Status: cover.Solved, Solutions: 2, Nodes: 4, Updates: 6, Levels: levels,
			Setup: time.Second, Search: 2 * time.Second}}}
	begun := Search{InstanceID: "queens/5", Solver: "naive", Tasks: 1, Missing: []Task{{}}}
	for _, s := range []Search{whole, begun} {
		if err := r.Add(s); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	runs, err := results.ReadRuns([]string{dir}, nil, results.Filter{})
	if err != nil || runs[0].Rows.Len() != 1 || runs[0].Limit != 3 {
		t.Fatalf("got %+v, %v, want one row and a limit of 3 s", runs, err)
	}
	row := runs[0].Rows.At(0)
	if m := row.On(); m.Host != "a; b" || m.CPU != "x" {
		t.Errorf("got machine %+v, want both", m)
	}
	want := results.Row{Family: "queens", Name: "4", Solver: "naive", Status: cover.Solved, Runs: 1, Search: 2, Setup: 1,
		Solutions: 2, Nodes: 4, Updates: 6, Machine: row.Machine}
	if !reflect.DeepEqual(row, want) {
		t.Errorf("got %+v, want %+v", row, want)
	}
	for p, err := range runs[0].AllProfiles() {
		if err != nil || len(p.Levels) != 2 || p.Levels[1] != levels[1] {
			t.Errorf("got levels %v, %v, want %v", p.Levels, err, levels)
		}
	}
}
