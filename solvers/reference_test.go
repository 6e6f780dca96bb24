package solvers_test

import (
	"encoding/csv"
	"math"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/format"
	"xcbench/internal/corpustest"
	"xcbench/solvers"
)

// tableOf reads the rows of a file of tab-separated numbers, by the name in their first column. The
// header and the other columns in text are left out, and a list of numbers is several columns.
func tableOf(t *testing.T, path string, of map[string]func(testing.TB) *cover.Problem) map[string][]int64 {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	in := csv.NewReader(f)
	in.Comma = '\t'
	rows, err := in.ReadAll()
	if err != nil || len(rows) != len(of)+1 {
		t.Fatalf("got %d rows of figures, %v, want %d", len(rows)-1, err, len(of))
	}
	all := map[string][]int64{}
	for _, r := range rows[1:] {
		for _, text := range strings.Split(strings.Join(r[1:], ","), ",") {
			n, err := strconv.ParseInt(text, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			all[r[0]] = append(all[r[0]], n)
		}
	}
	return all
}

// reference holds the problems of the table by name.
var reference = map[string]func(testing.TB) *cover.Problem{
	"scott":                    catalogued("pentomino/scott"),
	"soma":                     catalogued("soma/cube"),
	"pent-3x20":                catalogued("pentomino/3x20"),
	"pent-4x15":                catalogued("pentomino/4x15"),
	"queens-8":                 catalogued("queens/8"),
	"queens-10":                catalogued("queens/10"),
	"queens-12":                catalogued("queens/12"),
	"langford-7":               catalogued("langford/7"),
	"langford-8":               catalogued("langford/8"),
	"langford-11":              catalogued("langford/11"),
	"domino-6x6":               catalogued("domino/6x6"),
	"bell-8":                   catalogued("bell/8"),
	"bell-10":                  catalogued("bell/10"),
	"latin-4":                  catalogued("latin/4"),
	"latin-5":                  catalogued("latin/5"),
	"qwh-20-170-s2":            file("qwh-20-170-s2.dlx"),
	"matching-K12":             catalogued("matching/k12"),
	"sts-7":                    catalogued("sts/7"),
	"sts-9":                    catalogued("sts/9"),
	"sudoku-escargot":          catalogued("sudoku/ai_escargot"),
	"sudoku-inkala2010":        catalogued("sudoku/inkala_2010"),
	"sudoku-inkala2012":        catalogued("sudoku/inkala_2012"),
	"sudoku-goldennugget":      catalogued("sudoku/golden_nugget"),
	"sudoku-norvig-hard":       catalogued("sudoku/top95_1"),
	"sudoku-norvig-impossible": catalogued("sudoku/norvig_impossible"),
	"sudoku-royle17a":          catalogued("sudoku/royle17_1"),
	"sudoku16-b130-s1":         file("sudoku16-b130-s1.dlx"),
}

func catalogued(id string) func(testing.TB) *cover.Problem {
	return func(testing.TB) *cover.Problem { return corpustest.Problem(id) }
}

func file(name string) func(testing.TB) *cover.Problem {
	return func(t testing.TB) *cover.Problem {
		f, err := os.Open("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		r, err := format.NewReader(name, f, format.Options{From: "dlx"})
		if err != nil {
			t.Fatal(err)
		}
		puzzle, err := r.Read()
		if err != nil {
			t.Fatal(err)
		}
		return puzzle.Problem()
	}
}

// shortUpdates is the largest tree that is worth a walk under -short, where the race detector makes
// a search tens of times slower. 18 of the 27 reference problems have smaller ones.
const shortUpdates = 1_000_000

// mostUpdates bounds the reference problems by their updates. "make test" solves all but the seven
// largest ones.
func mostUpdates() int64 {
	switch {
	case long:
		return math.MaxInt64
	case testing.Short():
		return shortUpdates
	}
	return 7_000_000
}

// tooMuchForNaive reports whether the naive solver, which copies its matrix at every node, takes long
// for a problem. Even "make test-long" leaves out qwh-20-170-s2, which takes two minutes.
func tooMuchForNaive(nodes, updates int64) bool {
	switch {
	case long:
		return nodes > 500_000
	case testing.Short():
		return nodes > 2000
	}
	return updates > 150_000 // 15 of the 27 problems have fewer
}

// Solvers of the rule mrv count as Knuth's dlx1. A parallel form counts as its solver, whatever the
// rule: in the first run the clock calls the other workers after a while, in the second at once.
func TestReferenceFiguresAreKnuths(t *testing.T) {
	for name, want := range tableOf(t, "testdata/knuth-dlx1.tsv", reference) {
		solutions, nodes, updates, levels := want[4], want[5], want[6], want[7:]
		if updates > mostUpdates() {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := reference[name](t)
			for _, v := range everything() {
				several := v.Divisible() && v.Order > 0 && v.Rule != cover.First && v.Counter != solvers.Entries &&
					(updates <= shortUpdates/10 || updates <= shortUpdates && !testing.Short() || long)
				if v.Rule != cover.MRV && !several || v.Counter == solvers.Entries && tooMuchForNaive(nodes, updates) {
					continue
				}
				s, err := cover.Prepare(v, p)
				if refused(err) && (v.Order == 0 || v.Capabilities().String() != "") { // see their limits
					continue
				}
				if err != nil {
					t.Fatalf("%s: %v", v.Name, err)
				}
				got := run(s, cover.Limits{}, nil)
				var byLevel []int64
				for _, l := range got.Levels {
					byLevel = append(byLevel, l.Nodes)
				}
				if v.Rule == cover.MRV && (got.Status != cover.Solved || got.Solutions != solutions || got.Nodes != nodes ||
					!slices.Equal(byLevel, levels) || v.Counter == solvers.Links && got.Updates != updates) {
					t.Errorf("%s: got %+v, want %d solutions, %d nodes, %d updates with dancing links, and nodes by level %v", v.Name,
						got, solutions, nodes, updates, levels)
				}
				if !several {
					continue
				}
				shared := prepare(t, find(v.Name+solvers.ParallelSuffix), p)
				for range 2 {
					if again := run(shared, cover.Limits{}, nil); !reflect.DeepEqual(again, got) {
						t.Errorf("%s: got %+v in parallel, want %+v", v.Name, again, got)
					}
				}
			}
		})
	}
}

// Knuth's programs SSXC1 and SSXCC report the figures in testdata/knuth-cells.tsv. They count as
// our solvers do: one node for the root and for each option that is not given up, one update for
// each element removed from a sparse set.
func TestDancingCellsFiguresAreKnuths(t *testing.T) {
	for id, n := range tableOf(t, "testdata/knuth-cells.tsv", reference) {
		if n[2] > mostUpdates() {
			continue
		}
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			p := reference[id](t)
			for name, want := range map[string][3]int64{"cells_ssxc1": {n[0], n[1], n[2]}, "cells_ssxcc": {n[0], n[3], n[4]}} {
				got := run(prepare(t, find(name), p), cover.Limits{}, nil)
				if got.Solutions != want[0] || got.Nodes != want[1] || got.Updates != want[2] {
					t.Errorf("%s: got %d solutions, %d nodes, %d updates, want %d", name, got.Solutions, got.Nodes, got.Updates, want)
				}
			}
		})
	}
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
		if updates > mostUpdates() {
			continue
		}
		for _, name := range []string{"dlx_index", "dlx_pointer"} {
			got := run(prepare(t, find(name), corpustest.Problem(id)), cover.Limits{}, nil)
			if got.Updates != updates || updates == 3617723 && (!slices.Equal(got.Levels, scott) || got.Nodes != 10422) {
				t.Errorf("%s, %s: got %d updates, %d nodes, levels %v, want %d updates as in the paper", id, name, got.Updates, got.Nodes,
					got.Levels, updates)
			}
		}
	}
}
