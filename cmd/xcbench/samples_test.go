package main

import (
	"fmt"
	"strconv"
	"testing"

	"xcbench/compare"
	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/results"
	"xcbench/solvers"
)

// A single row that differs is marked at the defaults, among all rows of a run of a tier.
func TestDefaultSamplesSufficeForASingleRowOfATier(t *testing.T) {
	samples, err := strconv.Atoi(runCommand().Flags().Lookup("samples").DefValue)
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for _, in := range corpus.All() {
		if in.Tier != corpus.Full {
			rows += len(solvers.All())
		}
	}
	var all results.Rows
	for row := range rows {
		for k := range 2 * samples {
			one := results.Row{Family: "f", Name: fmt.Sprint(row), Solver: "old", Status: cover.Solved, Runs: 1,
				Search: 1 + float64(k)/1000}
			if row == 0 && k >= samples || row > 0 && k%2 == 1 {
				one.Solver = "new"
			}
			all.Add(one)
		}
	}
	table := compare.Compare(&all, results.Seconds, []string{"old", "new"}, nil)
	if c := table.Rows[0].Cells[1]; !c.Differs || len(table.Warnings) > 0 {
		t.Errorf("%d rows of %d samples: got %+v and %v, want a mark and no note",
			rows, samples, c, table.Warnings)
	}
}
