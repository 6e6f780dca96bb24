package results_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/results"
)

// anyRows returns rows in any order, with every kind of value, and without some.
func anyRows(dice *rand.Rand, n int) (rows []results.Row) {
	for range n {
		r := results.Row{Family: "f", Name: fmt.Sprintf("p%d", dice.IntN(7)), Solver: fmt.Sprintf("s%d", dice.IntN(4)),
			Status: []cover.Status{cover.Solved, cover.Limit, cover.Timeout}[dice.IntN(3)], Runs: 1 + dice.IntN(3),
			Search: float64(1 + dice.IntN(9)), Solutions: dice.Int64N(5), Nodes: dice.Int64N(3)}
		if dice.IntN(3) == 0 {
			r.Costs = results.Costs{{Unit: results.CPUSeconds, Value: float64(dice.IntN(5))}}
		}
		if dice.IntN(4) == 0 {
			r.Big = new(big.Int).Lsh(big.NewInt(dice.Int64N(9)+1), 70)
		}
		rows = append(rows, r)
	}
	return rows
}

func TestATableHasItsRowsInstancesAndSolvers(t *testing.T) {
	list := anyRows(rand.New(rand.NewPCG(1, 1)), 60)
	all := results.RowsOf(list[:20])
	all.Append(results.RowsOf(list[20:]), "@1")
	for k := range list[20:] {
		list[20+k].Solver += "@1"
	}
	if got := slices.Collect(all.All()); !reflect.DeepEqual(got, list) || all.Len() != len(list) {
		t.Fatalf("got %+v, want %+v", got, list)
	}
	columns := []string{"s2", "gone", "s0@1", "s2"}
	searches, ids, solvers, statuses := all.Searches(columns), 0, 0, 0
	for k, r := range list {
		instance := all.Instance(k)
		if at, ok := all.Find(r.InstanceID()); at != instance || !ok || all.ID(at) != r.InstanceID() || all.Search(k) != r.Key() || !reflect.DeepEqual(all.At(k), r) {
			t.Errorf("row %d: got %+v of %v, want %+v", k, all.At(k), all.Search(k), r)
		}
		for column, solver := range columns {
			if got := slices.Contains(searches.Of(instance, column), int32(k)); got != (solver == r.Solver) {
				t.Errorf("row %d of %s: got %v in column %d of %s", k, r.Solver, got, column, solver)
			}
		}
		// They are numbered in order of appearance.
		ids = max(ids, instance+1)
		solvers = max(solvers, slices.Index(all.Solvers(), r.Solver)+1)
		statuses = max(statuses, slices.Index(all.Statuses(), r.Status)+1)
		before := results.RowsOf(list[:k+1])
		if before.Instances() != ids || len(before.Solvers()) != solvers || len(before.Statuses()) != statuses {
			t.Errorf("%d rows: got %d instances, %q and %q", k+1, before.Instances(), before.Solvers(), before.Statuses())
		}
	}
	some := all.Where(func(r results.Row) bool { return r.Nodes == 1 }).Sorted(func(a, b string) int { return strings.Compare(b, a) })
	want := slices.DeleteFunc(list, func(r results.Row) bool { return r.Nodes != 1 })
	slices.SortStableFunc(want, func(a, b results.Row) int { return strings.Compare(b.InstanceID(), a.InstanceID()) })
	if got := slices.Collect(some.All()); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v of one node, backwards, want %v", got, want)
	}
	var none *results.Rows
	if _, ok := none.Find("f/p1"); ok || none.Len() != 0 || none.Instances() != 0 || none.Solvers() != nil || none.Machines() != nil || none.Statuses() != nil {
		t.Error("nil has rows")
	}
}

// A median is of the samples of a search, wherever its rows are, and has their worst status.
func TestMediansAreThoseOfEachSearch(t *testing.T) {
	of := func(name, solver string, status cover.Status, cpu float64) results.Row {
		r := sample(name, solver, status)
		if r.Costs[0].Value = cpu; cpu == 0 {
			r.Costs = nil
		}
		return r
	}
	all := results.RowsOf([]results.Row{of("1", "a", cover.Solved, 5), of("1", "b", cover.Limit, 4), of("none", "a", cover.Solved, 0),
		of("2", "b", cover.Solved, 2), of("1", "b", cover.Solved, 6), of("1", "a", cover.Solved, 0), of("2", "a", cover.Timeout, 0),
		of("2", "a", cover.Solved, 3), of("1", "a", cover.Solved, 7)})
	medians := all.Medians(results.CPUSeconds, []string{"b", "gone", "a"})
	want := [][]results.Median{{{cover.Limit, 5}, {}, {cover.Solved, 6}}, {{cover.Solved, 2}, {}, {cover.Timeout, 0}}}
	if medians.Len() != 2 || medians.Of([]int{1}).ID(0) != "f/2" || medians.ID(1) != "f/2" {
		t.Fatalf("got %d lines, want those of f/1 and f/2", medians.Len())
	}
	for line := range want {
		for column, got := range medians.Of([]int{line}).Cells(0) {
			if got != want[line][column] || got != medians.Cell(line, column) {
				t.Errorf("line %d, column %d: got %+v, want %+v", line, column, got, want[line][column])
			}
		}
	}
	var rows []results.Row
	for _, v := range []int64{9, 4, 7, 4, 9, 8, 4} {
		rows = append(rows, results.Row{Family: "f", Name: "1", Solver: "s", Status: cover.Solved, Nodes: v, Search: float64(v)})
	}
	for unit, want := range map[string]float64{results.Nodes: 4, results.Seconds: 7} { // of a counter, the most frequent value
		if got := results.RowsOf(rows).Medians(unit, []string{"s"}).Cell(0, 0).Center; got != want {
			t.Errorf("got %v %s, want %v", got, unit, want)
		}
	}
}
