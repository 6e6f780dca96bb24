package chart

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/plot/vg"

	"xcbench/internal/rowstest"
	"xcbench/results"
)

func TestLinesThatCoincideTakeTurns(t *testing.T) {
	far, none := 3*hiding, vg.Length(math.Inf(1))
	across := [][]vg.Length{
		{0, 0, 0, 0, 0, 0, 0, none},
		{0, 0, 0.1, 0, 0, far, far, none},
		{far, far, far, far, 0, far, none, none}, // crosses in turn 4
	}
	var got [][]bool
	for turn := range across[0] {
		got = append(got, seenIn(across, turn))
	}
	both := []bool{true, true, true}
	first, second := []bool{true, false, true}, []bool{false, true, true}
	want := [][]bool{first, second, first, second, both, both, both, both}
	for turn := range want {
		if !slices.Equal(got[turn], want[turn]) {
			t.Errorf("turn %d: got %v, want %v", turn, got[turn], want[turn])
		}
	}
}

func TestPartOfALineBeginsAndEndsAtItsPlaces(t *testing.T) {
	line := []vg.Point{{X: 0, Y: 0}, {X: 10, Y: 0}, {X: 10, Y: 10}}
	for _, c := range []struct {
		from, to vg.Length
		want     []vg.Point
	}{
		{2, 5, []vg.Point{{X: 2, Y: 0}, {X: 5, Y: 0}}},
		{5, 15, []vg.Point{{X: 5, Y: 0}, {X: 10, Y: 0}, {X: 10, Y: 5}}},
		{10, 40, []vg.Point{{X: 10, Y: 0}, {X: 10, Y: 10}}},
		{30, 40, nil},
	} {
		if got := partOf(line, c.from, c.to); !slices.Equal(got, c.want) {
			t.Errorf("%v to %v: got %v, want %v", c.from, c.to, got, c.want)
		}
	}
}

// Three solvers with nearly equal times on 5000 instances: no line has more points than can be seen,
// all lines end where their solvers ended, and all data is there.
func TestStairsOfThousandsOfStepsDrawWhatCanBeSeen(t *testing.T) {
	const n = 5000
	run := results.Run{}
	for k, solver := range []string{"bitset", "cells", "naive"} {
		times := make([]float64, n)
		for i := range times {
			times[i] = 1e-6 * float64(i+1) * (1 + float64(k)/1000)
		}
		rowstest.Add(&run, timed(solver, times...)...)
	}
	f := figureOf(t, "cactus", Input{Runs: []results.Run{run}})
	if got := len(f.rows); got != 3*n {
		t.Errorf("got %d rows of data, want %d", got, 3*n)
	}
	// Time has 1000 steps at most, and so has the number of instances.
	if got := len(f.spots); got > 3*2000 || got < 3*500 {
		t.Errorf("got %d spots, want 500 to 2000 for each line", got)
	}
	last := f.spots[len(f.spots)-1]
	if last.y != n || math.Abs(last.x-math.Log10(5e-3*1.002)) > 1e-9 {
		t.Errorf("got the last step at %v, %v, want all %d instances", last.x, last.y, n)
	}
}

func TestLinesOfAFileHaveNoSizes(t *testing.T) {
	for name, want := range map[string]bool{"line7": false, "8": true, "line7x7": true, "h001": false, "6x10": true} {
		if _, _, ok := sizeOf(name); ok != want {
			t.Errorf("%s: got a size %v, want %v", name, ok, want)
		}
	}
}
