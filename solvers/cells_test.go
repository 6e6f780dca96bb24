package solvers_test

import (
	"context"
	"strconv"
	"testing"

	"xcbench/cover"
	"xcbench/solvers"
)

// Knuth's programs SSXC1 and SSXCC report the figures in testdata/knuth-cells.tsv. They count as
// our solvers do: one node for the root and for each option that is not given up, one update for
// each element removed from a sparse set.
func TestDancingCellsFiguresAreKnuths(t *testing.T) {
	rows := tableOf(t, "testdata/knuth-cells.tsv")
	if len(rows) != len(reference) {
		t.Fatalf("got %d rows of figures, want %d", len(rows), len(reference))
	}
	for _, r := range rows {
		var n []int64 // solutions, nodes and updates of SSXC1, nodes and updates of SSXCC
		for _, text := range r[1:] {
			number, err := strconv.ParseInt(text, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			n = append(n, number)
		}
		if n[2] > mostUpdates() {
			continue
		}
		t.Run(r[0], func(t *testing.T) {
			t.Parallel()
			p := reference[r[0]](t)
			for name, want := range map[string][2]int64{"cells_ssxc1": {n[1], n[2]}, "cells_ssxcc": {n[3], n[4]}} {
				v, _ := solvers.Find(name)
				got, err := cover.Solve(context.Background(), v, p, cover.Limits{}, nil)
				if err != nil {
					t.Fatal(err)
				}
				if got.Solutions != n[0] || got.Nodes != want[0] || got.Updates != want[1] {
					t.Errorf("%s: got %d solutions, %d nodes, %d updates, want %d, %d, %d",
						name, got.Solutions, got.Nodes, got.Updates, n[0], want[0], want[1])
				}
			}
		})
	}
}
