package compare

import (
	"fmt"
	"math"
	"testing"

	"xcbench/cover"
)

func TestNoiseIsHowFarInterleavedHalvesLieApart(t *testing.T) {
	var rows []Row
	add := func(inst, solver string, times ...float64) {
		for _, x := range times {
			rows = append(rows, Row{Family: "f", Name: inst, Solver: solver, Status: cover.Solved, Runs: 1, Search: x})
		}
	}
	add("1", "b", 1, 1.1, 1, 1.1, 1, 1.1, 1, 1.1) // 10% apart, and never overlapping
	add("2", "b", 3, 3, 3, 3, 3, 3, 3, 3)
	add("1", "a", 2, 2, 4, 4, 2, 2, 4, 4)
	add("3", "a", 1, 2, 3) // too few
	rows = append(rows, Row{Family: "f", Name: "4", Solver: "a", Status: cover.Timeout, Runs: 1, Search: 1})
	got := MeasureNoise(Seconds, []*Rows{RowsOf(rows)})
	want := []Noise{{"a", 1, 0, 0, 0, 0, 0}, {"b", 2, 0.05, 0.1, 0.1, 0.048808848, 1}, {"", 3, 0, 0.1, 0.1, 0.032280115, 1}}
	if len(got) != len(want) {
		t.Fatalf("got %+v, want %+v", got, want)
	}
	for k := range want {
		for _, x := range []*float64{&got[k].Median, &got[k].Floor, &got[k].Most, &got[k].Shift} {
			*x = math.Round(*x*1e9) / 1e9
		}
		if got[k] != want[k] {
			t.Errorf("got %+v, want %+v", got[k], want[k])
		}
	}
	if got := MeasureNoise(Seconds, []*Rows{RowsOf(rows[:3])}); got != nil {
		t.Errorf("too few samples: got %+v, want nothing", got)
	}
}

// Of the differences 0 to 40, two are above the floor: 5 of 100 would be 2.05.
func TestNoiseFloorIsAbove95Of100Differences(t *testing.T) {
	var rows []Row
	for k := range 41 {
		for n := range 2 * minHalf {
			rows = append(rows, solved(fmt.Sprint(k), "s", 1+float64(k*(n%2))))
		}
	}
	got := MeasureNoise(Seconds, []*Rows{RowsOf(rows)})
	if len(got) != 2 || got[0].Floor != 38 || got[0].Most != 40 || got[0].Median != 20 {
		t.Errorf("got %+v, want differences of 0 to 40, with the floor 38", got)
	}
}

// Of several runs of a program the runs are set against each other, each program by itself.
func TestNoiseOfRunsIsHowFarTheyLieApart(t *testing.T) {
	run := func(inst string, times ...float64) *Rows {
		var rows []Row
		for _, x := range times {
			rows = append(rows, solved(inst, "s", x))
		}
		return RowsOf(rows)
	}
	steady := []*Rows{run("1", 1, 1.1, 1, 1.1), run("1", 1, 1.1, 1, 1.1)}
	drifting := []*Rows{run("1", 2, 2), run("1", 3, 3, 3, 3), run("1", 2, 2)}
	shards := []*Rows{run("1", 1, 1, 1, 1, 1, 1, 1, 1), run("2", 5, 6, 5, 6, 5, 6, 5, 6)}
	for _, c := range []struct {
		name     string
		programs [][]*Rows
		pairs    int
		most     float64
		shift    float64 // of the program that shifts most
	}{
		{"two runs alike", [][]*Rows{steady}, 1, 0, 0},
		{"the second of three slower", [][]*Rows{drifting}, 1, 0.5, 0.5},
		{"one program half as fast as the other", [][]*Rows{steady, {run("1", 9, 9, 9, 9, 9, 9, 9, 9)}}, 2, 0, 0},
		{"shards", [][]*Rows{shards}, 2, 0.2, 0.0954451},
		{"the last of three with one sample", [][]*Rows{{run("1", 1, 1, 3, 3), run("1", 2, 2, 2, 2), run("1", 3)}}, 1, 0.5, 0.5},
		{"one program drifts", [][]*Rows{drifting, steady}, 2, 0.5, 0.5},
	} {
		got := MeasureNoise(Seconds, c.programs...)
		if len(got) != 2 || got[1].Pairs != c.pairs || math.Abs(got[1].Most-c.most) > 1e-9 || math.Abs(got[1].Shift-c.shift) > 1e-7 {
			t.Errorf("%s: got %+v, want %d pairs that are %v apart at most, and a shift of %v", c.name, got, c.pairs, c.most, c.shift)
		}
	}
}

func TestThresholdIsTheFloorOrALittle(t *testing.T) {
	noise := []Noise{{Solver: "few", Pairs: 3, Floor: 0.02}, {Solver: "loud", Pairs: 20, Floor: 0.2},
		{Solver: "still", Pairs: 20, Floor: 0.001}, {Solver: "", Pairs: 43, Floor: 0.06, Shift: 0.01}}
	got := NoiseThreshold(noise, "as measured")
	for solver, want := range map[string]float64{"few": 0.06, "loud": 0.2, "still": leastThreshold, "another": 0.06} {
		if got.of(solver) != want {
			t.Errorf("%s: got %v, want %v", solver, got.of(solver), want)
		}
	}
	if got.Shift != 0.01 {
		t.Errorf("got shift %v, want that of all solvers", got.Shift)
	}
	for _, c := range []struct {
		t    Threshold
		want string
	}{
		{got, "few 6.0%; loud 20.0%; still 1.0%, as measured"},
		{Threshold{Any: 0.05, Own: map[string]float64{"a": 0.03, "b": 0.03}, From: "as measured"}, "3.0%, as measured"},
		{Threshold{Any: 0.05, From: "as given"}, "5.0%, as given"},
	} {
		if got := c.t.String(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
