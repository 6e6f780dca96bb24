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

// unique returns values in order of appearance.
func unique[T comparable](rows []results.Row, of func(results.Row) T) (all []T) {
	for _, r := range rows {
		if v := of(r); !slices.Contains(all, v) {
			all = append(all, v)
		}
	}
	return all
}

func TestATableHasItsRowsInstancesAndSolvers(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 1))
	for n := range 20 {
		list := anyRows(dice, n*3)
		all := results.RowsOf(list[:n])
		all.Append(results.RowsOf(list[n:]), "")
		ids, solvers := unique(list, results.Row.InstanceID), unique(list, func(r results.Row) string { return r.Solver })
		if got := slices.Collect(all.All()); !reflect.DeepEqual(got, list) || all.Len() != len(list) || all.Instances() != len(ids) ||
			!slices.Equal(all.Solvers(), solvers) || !slices.Equal(all.Statuses(), unique(list, func(r results.Row) cover.Status { return r.Status })) {
			t.Fatalf("got %+v, %d instances, %q, %q, want %+v", got, all.Instances(), all.Solvers(), all.Statuses(), list)
		}
		for k, id := range ids {
			if at, ok := all.Find(id); at != k || !ok || all.ID(k) != id {
				t.Errorf("got %s at %d, %v, want it at %d", id, at, ok, k)
			}
		}
		columns := []string{"s2", "gone", "s0", "s2"}
		searches := all.Searches(columns)
		for k, r := range list {
			if all.At(k).Nodes != r.Nodes || all.ID(all.Instance(k)) != r.InstanceID() || all.Search(k) != r.Key() {
				t.Errorf("row %d: got %+v of %v, want %+v", k, all.At(k), all.Search(k), r)
			}
			for column, solver := range columns {
				if got := slices.Contains(searches.Of(all.Instance(k), column), int32(k)); got != (solver == r.Solver) {
					t.Errorf("row %d of %s: got %v in column %d of %s", k, r.Solver, got, column, solver)
				}
			}
		}
		some := all.Where(func(r results.Row) bool { return r.Nodes == 1 })
		want := slices.DeleteFunc(slices.Clone(list), func(r results.Row) bool { return r.Nodes != 1 })
		if got := slices.Collect(some.All()); len(want) > 0 && !reflect.DeepEqual(got, want) || len(want) != len(got) {
			t.Errorf("got %v where one node is, want %v", got, want)
		}
		want = slices.Clone(list)
		slices.SortStableFunc(want, func(a, b results.Row) int { return strings.Compare(b.InstanceID(), a.InstanceID()) })
		sorted := all.Sorted(func(a, b string) int { return strings.Compare(b, a) })
		for k := range want {
			want[k].Solver += "@1"
		}
		renamed := &results.Rows{}
		renamed.Append(sorted, "@1")
		if got := slices.Collect(renamed.All()); !reflect.DeepEqual(got, want) {
			t.Errorf("got %v sorted and renamed, want %v", got, want)
		}
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
