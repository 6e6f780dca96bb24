package compare

import (
	"fmt"
	"iter"
	"reflect"
	"slices"
	"testing"

	"xcbench/cover"
	"xcbench/internal/stats"
)

// largeSamples yields the samples of some rows. Some rows miss a column, and some samples are of
// another machine.
func largeSamples(from, to int) iter.Seq[Sample] {
	return func(yield func(Sample) bool) {
		for k := from; k < to; k++ {
			for col := range 2 {
				if k%11 == 5*col+1 {
					continue
				}
				for n := range 4 + k%2 {
					one := Sample{Row: fmt.Sprint("f/", k), Column: fmt.Sprint(col), Status: cover.Solved,
						Value: float64(10 + k%17 + (3+k%5)*col + n), Machine: Machine{Host: "a"}}
					if k%13 == 12 && col == 1 {
						one.Machine.Host = "b"
					}
					if !yield(one) {
						return
					}
				}
			}
		}
	}
}

// A table of 2500 rows is computed in blocks, each time it is read. It is the same as tables of
// fewer rows, which are kept.
func TestALargeTableHasTheRowsOfSmallOnes(t *testing.T) {
	const total, part = 2500, 500
	m, columns := Method{Method: stats.Method{Alpha: 0.05, Confidence: 0.95, Correction: stats.NoCorrection}}, []string{"0", "1"}
	large := Tabulate(m, Unit{Name: "sec/op"}, columns, largeSamples(0, total))
	if large.Rows != nil || large.Len() != total {
		t.Fatalf("got %d rows of %d kept, want %d computed when they are read", len(large.Rows), large.Len(), total)
	}
	var want []Row
	var sum Verdict
	warned, compared := map[string]int{}, 0
	for from := 0; from < total; from += part {
		small := Tabulate(m, Unit{Name: "sec/op"}, columns, largeSamples(from, from+part))
		want = append(want, small.Rows...)
		v := small.Verdicts[1]
		sum.Rows, sum.Less, sum.More = sum.Rows+v.Rows, sum.Less+v.Less, sum.More+v.More
		sum.BaseOnly, sum.OtherOnly = sum.BaseOnly+v.BaseOnly, sum.OtherOnly+v.OtherOnly
		compared += small.Comparisons
		for _, w := range small.Warnings {
			warned[w.Text] += w.Cells
		}
	}
	same := func(what string, numbers []int32, rows iter.Seq2[int, Row]) {
		t.Helper()
		n := 0
		for k, row := range rows {
			if k != int(numbers[n]) || !reflect.DeepEqual(row, want[k]) {
				t.Fatalf("%s, row %d: got number %d, %+v, want %+v", what, n, k, row, want[numbers[n]])
			}
			n++
		}
		if n != len(numbers) {
			t.Errorf("%s: got %d rows, want %d", what, n, len(numbers))
		}
	}
	all := make([]int32, total)
	for k := range all {
		all[k] = int32(k)
	}
	same("all", all, large.All())
	slices.Reverse(all)
	same("some", all[100:], large.Some(all[100:]))
	small := Tabulate(m, Unit{Name: "sec/op"}, columns, largeSamples(0, part))
	same("some of a small table", all[total-7:], small.Some(all[total-7:]))
	for _, table := range []*Table{&large, &small} {
		for k, row := range table.Some(all[total-7:]) {
			if k != 6 || row.Label != "f/6" {
				t.Errorf("got row %d, %s, want 6 alone", k, row.Label)
			}
			break
		}
	}
	for range large.All() {
		break
	}
	got := large.Verdicts[1]
	got.Ratio = stats.Ratio{}
	if got != sum || large.Comparisons != compared || sum.Less+sum.More == 0 {
		t.Errorf("got %+v and %d comparisons, want %+v and %d", got, large.Comparisons, sum, compared)
	}
	for _, w := range large.Warnings {
		if w.Cells != 0 && w.Cells != warned[w.Text] {
			t.Errorf("got the warning %q about %d cells, want %d", w.Text, w.Cells, warned[w.Text])
		}
	}
	if len(large.Warnings) < 2 {
		t.Errorf("got the warnings %v, want some", large.Warnings)
	}
}

// A table of 4096 cells keeps its rows, and each row is its own.
func TestASmallTableKeepsItsRows(t *testing.T) {
	samples := func(rows int) iter.Seq[Sample] {
		return func(yield func(Sample) bool) {
			for k := range rows {
				if !yield(Sample{Row: fmt.Sprint(k), Column: "a", Status: cover.Solved, Value: float64(k + 1)}) {
					return
				}
			}
		}
	}
	for rows, kept := range map[int]bool{4096: true, 4097: false} {
		table := Tabulate(DefaultMethod, Unit{Name: "sec/op"}, []string{"a"}, samples(rows))
		if (table.Rows != nil) != kept || table.Len() != rows {
			t.Errorf("got %d of %d rows kept, want %v", len(table.Rows), table.Len(), kept)
		}
		for k, row := range table.Rows {
			if row.Label != fmt.Sprint(k) || row.Cells[0].Center != float64(k+1) {
				t.Fatalf("row %d: got %s with %v", k, row.Label, row.Cells[0].Center)
			}
		}
	}
}
