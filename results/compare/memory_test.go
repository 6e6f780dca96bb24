package compare

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
)

// The same samples, in two files and in memory: some rows are stopped, some miss a column.
func TestSamplesInMemoryMakeTheTablesOfFiles(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var samples []Sample
	var texts [2]strings.Builder
	for k := range 40 {
		for col, text := range []*strings.Builder{&texts[0], &texts[1]} {
			if k > 0 && r.IntN(10) == 0 {
				continue
			}
			status := cover.Solved
			if k > 0 && r.IntN(10) == 0 {
				status = cover.Timeout
			}
			fmt.Fprintf(text, "status: %s\n", status)
			for range 1 + r.IntN(12) {
				one := Sample{Row: fmt.Sprintf("f/%d s", k), Column: fmt.Sprint(col), Status: status, Value: math.Round(1000*r.Float64()) / 8}
				samples = append(samples, one)
				fmt.Fprintf(text, "BenchmarkSolve/family=f/inst=%d/solver=s-1 1 %v sec/op\n", k, one.Value)
			}
		}
	}
	want := mustCompare(t, Defaults(), texts[0].String(), texts[1].String()).Tables[0]
	slices.SortStableFunc(samples, func(a, b Sample) int { return strings.Compare(a.Column, b.Column) }) // as files are read
	got := Tabulate(Defaults().Method, Unit{Name: "sec/op"}, []string{"0", "1"}, slices.Values(samples))
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestTableHasTheColumnsThatWereAskedFor(t *testing.T) {
	samples := []Sample{
		{Row: "1", Column: "a", Status: cover.Solved, Value: 1},
		{Row: "2", Column: "other", Status: cover.Solved, Value: 1},
		{Row: "1", Column: "b", Status: cover.Limit, Value: 2},
	}
	got := Tabulate(DefaultMethod, Unit{"nodes/op", true}, []string{"none", "b", "a", "b"}, slices.Values(samples))
	if want := []string{"none", "b", "a", "b"}; !slices.Equal(got.Columns, want) || len(got.Rows) != 1 || got.Rows[0].Label != "1" {
		t.Fatalf("got %+v, want the columns %q and row 1 only", got, want)
	}
	var centers []float64
	for _, c := range got.Rows[0].Cells {
		centers = append(centers, c.Center)
	}
	if want := []float64{0, 2, 1, 2}; !slices.Equal(centers, want) {
		t.Errorf("got values %v, want %v", centers, want)
	}
	got = Tabulate(DefaultMethod, Unit{"nodes/op", true}, []string{"a"}, slices.Values(samples[1:2]))
	if len(got.Rows) != 0 || len(got.Columns) != 1 || got.Unit != "nodes/op" || !got.Exact {
		t.Errorf("no sample of the column: got %+v, want an empty table", got)
	}
}

func TestCellHasTheStatusOfItsWorstSearch(t *testing.T) {
	for _, c := range []struct {
		statuses []cover.Status
		want     cover.Status
		n        int
	}{
		{[]cover.Status{"", ""}, "", 2},
		{[]cover.Status{cover.Solved, cover.Solved}, cover.Solved, 2},
		{[]cover.Status{cover.Solved, cover.Limit, cover.Solved}, cover.Limit, 3},
		{[]cover.Status{cover.Limit, cover.Solved}, cover.Limit, 2},
		{[]cover.Status{cover.Solved, cover.Timeout, cover.Limit}, cover.Timeout, 0},
		{[]cover.Status{cover.Unsupported, cover.Solved}, cover.Unsupported, 0},
	} {
		var samples []Sample
		for _, s := range c.statuses {
			samples = append(samples, Sample{Row: "r", Column: "c", Status: s, Value: 7})
		}
		got := Tabulate(DefaultMethod, Unit{Name: "sec/op"}, []string{"c"}, slices.Values(samples)).Rows[0].Cells[0]
		if got.Status != c.want || got.N != c.n || got.Measured() != (c.n > 0) {
			t.Errorf("%v: got %+v, want status %s and %d values", c.statuses, got, c.want, c.n)
		}
	}
}

// A line may have several values in a unit, and all are samples.
func TestEachValueOfALineIsASample(t *testing.T) {
	text := "BenchmarkA 1 1 sec/op 9 B/op 2 sec/op 6 sec/op 7 B/op\nBenchmarkA 1 3 sec/op\n"
	for _, table := range mustCompare(t, Defaults(), text).Tables {
		cell := table.Rows[0].Cells[0]
		want := map[string]Cell{"sec/op": {N: 4, Center: 2.5}, "B/op": {N: 2, Center: 8}}[table.Unit]
		if cell.N != want.N || cell.Center != want.Center {
			t.Errorf("%s: got %d samples around %v, want %d around %v", table.Unit, cell.N, cell.Center, want.N, want.Center)
		}
	}
	s := newStore()
	s.begin(3, 0)
	s.begin(2, 2)
	if a, b := s.exactOf(0), s.exactOf(1); a != 0 || b != 2 {
		t.Errorf("got the counters of groups %d and %d, want 0 and 2", a, b)
	}
}

// The table of groups is at most three quarters full, and no larger than that takes. A group is found
// again after the table has grown.
func TestGroupsAreFoundAgain(t *testing.T) {
	s := newStore()
	for round := range 2 {
		for k := range int32(1000) {
			id, fresh := s.find(place{k % 3, k / 7, k % 7}, nil, nil, Machine{})
			if id != k || fresh != (round == 0) {
				t.Fatalf("group %d: got number %d, new %v", k, id, fresh)
			}
			if n, slots := s.number, len(s.slots); 4*n > 3*slots || slots > 16 && 4*n <= 3*slots/2 {
				t.Fatalf("got %d slots for %d groups", slots, n)
			}
		}
	}
}
