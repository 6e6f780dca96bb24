package compare

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/internal/stats"
)

// A counter differs if its value or its range does. Numbers have a base, and no p-value.
func TestCountersDifferInValueOrRange(t *testing.T) {
	for _, c := range []struct {
		base, other []float64
		want        bool
	}{
		{[]float64{5}, []float64{5}, false}, {[]float64{5}, []float64{6}, true},
		{[]float64{5, 5, 5, 4}, []float64{5, 5, 5}, true}, {[]float64{5, 5, 5}, []float64{5, 5, 6}, true},
		{[]float64{4, 5, 5, 5, 6}, []float64{4, 5, 5, 6}, false}, {[]float64{4, 4, 5}, []float64{4, 5, 5}, true},
	} {
		got := mustCompare(t, Defaults(), exact+row("A", "nodes/op", c.base...), exact+row("A", "nodes/op", c.other...)).Tables[0].Rows[0].Cells[1]
		if got.Differs != c.want || !got.Compared || got.BaseN != len(c.base) || got.N != len(c.other) ||
			got.Low != 0 || !math.IsInf(got.High, 1) || got.P != 0 {
			t.Errorf("%v and %v: got %+v, want differs %v and no interval", c.base, c.other, got, c.want)
		}
	}
}

func TestPairsNeedValuesAbove0OnBothSides(t *testing.T) {
	var a, b strings.Builder
	for k := range 7 {
		a.WriteString(row(fmt.Sprintf("A/k=%d", k), "sec/op", 1, 1, 1))
		b.WriteString(row(fmt.Sprintf("A/k=%d", k), "sec/op", 2, 2, 2))
	}
	for _, zero := range []string{"", "a", "b"} {
		a, b := a.String(), b.String()
		switch zero { // the least of five values is 0, and the median is not
		case "a":
			a += row("A/k=7", "sec/op", 0, 1, 1, 1, 1)
			b += row("A/k=7", "sec/op", 2, 2, 2)
		case "b":
			a += row("A/k=7", "sec/op", 1, 1, 1)
			b += row("A/k=7", "sec/op", 0, 2, 2, 2, 2)
		}
		got := mustCompare(t, Defaults(), a, b).Tables[0].Verdicts[1]
		want := Verdict{Ratio: stats.Ratio{Value: 2, Low: 2, High: 2}, Rows: 7}
		if zero != "" {
			want = Verdict{Ratio: stats.Ratio{Value: 2, Low: 0, High: math.Inf(1)}, Rows: 8}
		}
		if near := math.Abs(got.Value-2) < 1e-12 && math.Abs(got.Low-want.Low) < 1e-12 && (got.High == want.High || math.Abs(got.High-want.High) < 1e-12); !near || got.Rows != want.Rows {
			t.Errorf("a sample of 0 on side %q: got %+v, want %+v", zero, got, want)
		}
	}
}

// Two tables, two units each, and rows and columns in the order of the files.
func TestTablesAreInTheOrderOfTheirKeysAndUnits(t *testing.T) {
	text := func(goos string) string {
		return "goos: " + goos + "\nBenchmarkB 1 1 sec/op 2 B/op\nBenchmarkA 1 3 sec/op 4 B/op\n"
	}
	res := mustCompare(t, Defaults(), text("plan9")+text("linux"), text("linux"))
	var got []string
	for _, table := range res.Tables {
		one := table.Config[0][1] + " " + table.Unit + " " + strings.Join(table.Columns, ",")
		for _, r := range table.Rows {
			one += fmt.Sprint(" ", r.Label)
			for _, c := range r.Cells {
				one += fmt.Sprint(" ", c.N, " ", c.Center)
			}
		}
		got = append(got, one)
	}
	want := []string{
		"plan9 sec/op 0 B 1 1 A 1 3", "plan9 B/op 0 B 1 2 A 1 4",
		"linux sec/op 0,1 B 1 1 1 1 A 1 3 1 3", "linux B/op 0,1 B 1 2 1 2 A 1 4 1 4",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	d, err := Collect(Defaults(), files(t, text("a")+text("b")), nil)
	if err != nil {
		t.Fatal(err)
	}
	tables := 0
	for range d.Tables() {
		if tables++; tables == 2 {
			break
		}
	}
	if tables != 2 {
		t.Errorf("got %d tables, want the two that were asked for", tables)
	}
}

// A cell with samples of several solvers or counter classes is compared with no other.
func TestGroupOfSeveralSolversOrClassesIsLikeNoOther(t *testing.T) {
	s := newStore()
	groupOf := func(row int32, of ...[2]string) *group {
		id := int32(0)
		for k, one := range of {
			next, fresh := s.find(place{0, row, 0}, []byte(one[0]), []byte(one[1]), Machine{})
			if fresh != (k == 0) || k > 0 && next != id {
				t.Errorf("row %d: got group %d, new %v, want one group", row, next, fresh)
			}
			id = next
		}
		return s.at(id)
	}
	a, b := *groupOf(0, [2]string{"a", "links"}), *groupOf(1, [2]string{"b", "links"})
	bare, bareToo, other := *groupOf(2, [2]string{"a", ""}), *groupOf(3, [2]string{"a", ""}), *groupOf(4, [2]string{"b", ""})
	later := *groupOf(5, [2]string{"c", ""}, [2]string{"c", "links"}, [2]string{"c", ""})
	solvers := *groupOf(6, [2]string{"a", ""}, [2]string{"b", ""})
	classes := *groupOf(7, [2]string{"a", "links"}, [2]string{"a", "bits"})
	same := *groupOf(8, [2]string{"a", "links"}, [2]string{"a", "links"})
	for k, c := range []struct {
		g, h *group
		want bool
	}{
		{&a, &b, true}, {&bare, &bareToo, true}, {&bare, &other, false}, {&a, &bare, true}, {&b, &bare, false},
		{&later, &a, true}, {&solvers, &bare, false}, {&solvers, &other, false}, {&classes, &a, false}, {&classes, &b, false}, {&same, &b, true},
	} {
		if got, back := c.g.sameCounter(c.h), c.h.sameCounter(c.g); got != c.want || back != c.want {
			t.Errorf("pair %d: got %v and %v, want %v", k, got, back, c.want)
		}
	}
	if solvers.solver != 65535 || classes.counter != 255 {
		t.Errorf("got solver %d and counter %d, want 65535 and 255", solvers.solver, classes.counter)
	}
}

func TestWorstStatusOfAGroupIsKept(t *testing.T) {
	worst := []cover.Status{cover.Timeout, cover.Limit, cover.Solved, ""}
	for k, a := range worst {
		for j, b := range worst {
			s := newStore()
			id, _ := s.find(place{}, nil, nil, Machine{})
			s.at(id).status = 0
			s.ended(id, a)
			s.ended(id, b)
			if got := s.statuses[s.at(id).status]; got != worst[min(k, j)] {
				t.Errorf("%q and %q: got %q, want %q", a, b, got, worst[min(k, j)])
			}
		}
	}
}
