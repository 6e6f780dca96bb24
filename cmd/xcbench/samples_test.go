package main

import (
	"strconv"
	"testing"

	"xcbench/corpus"
	"xcbench/internal/stats"
	"xcbench/solvers"
)

// A single row that differs is marked at the defaults, among all rows of a run of a tier.
func TestDefaultSamplesSufficeForASingleRowOfATier(t *testing.T) {
	samples, err := strconv.Atoi(runCommand().Flags().Lookup("samples").DefValue)
	must(err)
	rows := 0
	for _, in := range corpus.All() {
		if in.Tier != corpus.Full {
			rows += len(solvers.All())
		}
	}
	if rows == 0 || !stats.DefaultMethod.CanMark(samples, samples, rows) {
		t.Errorf("%d samples cannot mark one of %d rows", samples, rows)
	}
}
