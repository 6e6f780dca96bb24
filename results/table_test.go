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
