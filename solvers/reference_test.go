package solvers_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/internal/corpustest"
	"xcbench/solvers"
)

// tableOf reads the rows of a file of numbers by the instance in their first column, without the header.
func tableOf(t *testing.T, name string) map[string][]int64 {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name + ".tsv")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]int64{}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n")[1:] {
		id, numbers, _ := strings.Cut(line, "\t")
		var n []int64
		if err := json.Unmarshal([]byte("["+strings.ReplaceAll(numbers, "\t", ",")+"]"), &n); err != nil {
			t.Fatal(err)
		}
		all[id] = n
	}
	return all
}

// Knuth's programs print the figures of testdata: dlx1 and dlx2 walk the tree of mrv, SSXC1 and SSXCC the
// trees of these rules. They count as our solvers do: one node for the root and for each option that is
// not given up, one update for each element removed.
func TestFiguresAreKnuths(t *testing.T) {
	cells := tableOf(t, "knuth-cells")
	for id, n := range tableOf(t, "knuth-dlx1") {
		c := cells[id]
		figures(t, id, map[cover.Rule][2]int64{cover.MRV: {n[5], n[6]}, "ssxc1": {c[1], c[2]}, "ssxcc": {c[3], c[4]}}, n[4], n[7:])
	}
	for id, n := range tableOf(t, "knuth-xcc") {
		figures(t, id, map[cover.Rule][2]int64{cover.MRV: {n[1], n[2]}, "ssxcc": {n[4], n[5]}}, n[0], nil)
	}
}

// figures compares the solutions of a problem, the nodes and updates by rule, and the nodes by level of mrv.
func figures(t *testing.T, id string, want map[cover.Rule][2]int64, solutions int64, levels []int64) {
	if want[cover.MRV][1] > 22_000 && !long {
		return
	}
	t.Run(id, func(t *testing.T) {
		t.Parallel()
		p := corpustest.Problem(id)
		for _, v := range everything() {
			figure, known := want[v.Rule]
			if !known || p.Colours() > 0 && !v.Capabilities().Colours ||
				v.Counter == solvers.Entries && figure[0] > 500_000 {
				continue // naive copies its matrix at every node
			}
			s := prepare(t, v, p)
			if s == nil && v.Order == 0 { // a representation that the problem does not fit
				continue
			}
			got := run(s, cover.Limits{}, nil)
			var byLevel []int64
			for _, l := range got.Levels {
				byLevel = append(byLevel, l.Nodes)
			}
			if got.Status != cover.Solved || got.Solutions != solutions || got.Nodes != figure[0] ||
				v.Rule == cover.MRV && levels != nil && !slices.Equal(byLevel, levels) || v.Counter == solvers.Links && got.Updates != figure[1] {
				t.Errorf("%s: got %+v, want %d solutions, %v nodes and links, nodes by level %v", v.Name, got, solutions, figure, levels)
			}
		}
	})
}

// The first row of the table in Knuth's paper "Dancing Links" (2000) has the nodes and updates of
// every level. The paper does not count the root, so its nodes are one level lower. It also has the
// updates of queens.
func TestCountersEqualThoseOfThePaper(t *testing.T) {
	scott := []cover.Level{{Nodes: 1, Updates: 2031}, {Nodes: 1, Updates: 1676}, {Nodes: 2, Updates: 28492},
		{Nodes: 22, Updates: 77687}, {Nodes: 77, Updates: 152957}, {Nodes: 219, Updates: 367939}, {Nodes: 518, Updates: 853788},
		{Nodes: 1395, Updates: 941265}, {Nodes: 2483, Updates: 740523}, {Nodes: 2574, Updates: 418334},
		{Nodes: 2475, Updates: 32205}, {Nodes: 636, Updates: 826}, {Nodes: 19, Updates: 0}}
	for id, updates := range map[string]int64{"pentomino/scott_x23_cells": 3617723, "queens/8_middle": 16680,
		"queens/10_middle": 198264, "queens/12_middle": 3594752} {
		for _, name := range []string{"dlx_index", "dlx_pointer"} {
			got := run(prepare(t, find(name), corpustest.Problem(id)), cover.Limits{}, nil)
			if got.Updates != updates || updates == 3617723 && !slices.Equal(got.Levels, scott) {
				t.Errorf("%s, %s: got %d updates, levels %v, want %d updates as in the paper", id, name, got.Updates, got.Levels, updates)
			}
		}
	}
}
