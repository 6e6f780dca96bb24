package main

import (
	"fmt"
	"slices"
	"strconv"
	"testing"

	"xcbench/corpus"
	"xcbench/results"
	"xcbench/results/compare"
	"xcbench/solvers"
)

// A single row that differs is marked at the defaults, among all rows of a run of a tier.
func TestDefaultSamplesSufficeForASingleRowOfATier(t *testing.T) {
	samples, err := strconv.Atoi(runCommand().Flags().Lookup("samples").DefValue)
	if err != nil {
		t.Fatal(err)
	}
	for _, tiers := range [][]corpus.Tier{{corpus.Smoke}, {corpus.Smoke, corpus.Standard}} {
		rows := 0
		for _, in := range corpus.All() {
			if slices.Contains(tiers, in.Tier) {
				rows += len(solvers.All())
			}
		}
		table := compare.Tabulate(compare.DefaultMethod, compare.Unit{Name: results.Seconds}, []string{"old", "new"},
			func(yield func(compare.Sample) bool) {
				for row := range rows {
					for k := range 2 * samples {
						one := compare.Sample{Row: fmt.Sprint(row), Column: "old", Value: 1 + float64(k)/1000}
						if row == 0 && k >= samples || row > 0 && k%2 == 1 {
							one.Column = "new"
						}
						yield(one)
					}
				}
			})
		var first compare.Row
		for _, row := range table.Some([]int32{0}) {
			first = compare.Row{Label: row.Label, Cells: slices.Clone(row.Cells)}
		}
		if c := first.Cells[1]; !c.Differs || len(table.Warnings) > 0 {
			t.Errorf("tiers %s, %d rows of %d samples: got %+v and %v, want a mark and no note",
				tiers, rows, samples, c, table.Warnings)
		}
	}
}
