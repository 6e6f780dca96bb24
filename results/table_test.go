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
	"xcbench/internal/stats"
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
	dice := rand.New(rand.NewPCG(1, 2))
	worst := []cover.Status{cover.Timeout, cover.Limit, cover.Solved}
	for n := range 60 {
		all := results.RowsOf(anyRows(dice, n))
		columns := []string{"s2", "s0", "gone", "s3", "s2"}[:1+dice.IntN(5)]
		for _, unit := range []string{results.Seconds, results.CPUSeconds, results.Nodes} {
			u, m, line := results.MustUnit(unit), all.Medians(unit, columns), 0
			for instance := range all.Instances() {
				want, has := make([]results.Median, len(columns)), false
				for column, solver := range columns {
					var samples []float64
					best := len(worst)
					for row := range all.All() {
						v, ok := u.Of(row)
						if row.InstanceID() == all.ID(instance) && row.Solver == solver && (ok || !row.Measured()) {
							samples, best, has = append(samples, v), min(best, slices.Index(worst, row.Status)), true
						}
					}
					if best < len(worst) {
						want[column].Status = worst[best]
					}
					if want[column].Measured() {
						want[column].Center = stats.NewSummarizer(u.Exact, stats.DefaultMethod.Confidence).Of(samples).Center
					}
				}
				if !has {
					continue
				}
				one := m.Of([]int{line})
				for column, got := range one.Cells(0) {
					if got != want[column] || got != m.Cell(line, column) || m.ID(line) != all.ID(instance) || one.Instance(0) != instance || one.Len() != 1 {
						t.Errorf("%s of %s in line %d, %s: got %+v, want %+v", unit, columns[column], line, m.ID(line), got, want[column])
					}
				}
				line++
			}
			if m.Len() != line {
				t.Errorf("got %d lines, want %d", m.Len(), line)
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
