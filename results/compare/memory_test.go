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

func TestMedianOfAnEvenNumberIsTheMeanOfTheMiddlePair(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		values []float64
		want   float64
	}{{[]float64{3}, 3}, {[]float64{4, 1}, 2.5}, {[]float64{9, 1, 2}, 2}, {[]float64{8, 1, 4, 2}, 3}, {[]float64{inf, 1, inf, 2}, inf}} {
		if got := Median(slices.Clone(c.values)); got != c.want {
			t.Errorf("%v: got %v, want %v", c.values, got, c.want)
		}
		if len(c.values) < 2 || slices.Contains(c.values, inf) {
			continue
		}
		var samples []Sample
		for _, v := range c.values {
			samples = append(samples, Sample{Row: "r", Column: "c", Value: v})
		}
		if got := Tabulate(DefaultMethod, Unit{Name: "sec/op"}, []string{"c"}, slices.Values(samples)).Rows[0].Cells[0].Center; got != c.want {
			t.Errorf("%v in a table: got %v, want %v", c.values, got, c.want)
		}
	}
}

// R: quantile(c(10, 20, 30, 40), c(0.25, 0.5, 0.9, 1)) is 17.5, 25, 37, 40.
func TestQuantilesAreThoseOfR(t *testing.T) {
	values := []float64{10, 20, 30, 40}
	for q, want := range map[float64]float64{0: 10, 0.25: 17.5, 0.5: 25, 0.9: 37, 1: 40} {
		k, share := QuantileAt(len(values), q)
		got := values[k]
		if share > 0 {
			got += share * (values[k+1] - got)
		}
		if math.Abs(got-want) > 1e-12 {
			t.Errorf("quantile %v: got %v, want %v", q, got, want)
		}
	}
}

func TestCentersAreThoseOfTheirSamples(t *testing.T) {
	median, often := Centers(false), Centers(true)
	for _, c := range []struct {
		samples       []float64
		median, often float64
	}{{[]float64{3, 1, 2}, 2, 1}, {[]float64{5, 4, 5, 4, 4, 9}, 4.5, 4}, {[]float64{7}, 7, 7}} {
		if got := median(slices.Clone(c.samples)); got != c.median {
			t.Errorf("%v: got a median of %v, want %v", c.samples, got, c.median)
		}
		if got := often(slices.Clone(c.samples)); got != c.often {
			t.Errorf("%v: got %v as the most frequent value, want %v", c.samples, got, c.often)
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
