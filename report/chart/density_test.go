package chart

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/internal/rowstest"
	"xcbench/results"
)

// crowd is a run of two solvers on a number of instances of two families.
func crowd(instances int) results.Run {
	run := results.Run{Label: "crowd", Limit: 1, Classes: everyClass()}
	for k := range instances {
		a := 1e-5 * math.Pow(1e4, float64(k*7919%instances)/float64(instances))
		for _, s := range []struct {
			name string
			time float64
		}{{"dlx_index", a}, {"lanes", a * math.Pow(10, math.Sin(float64(k)))}} {
			rowstest.Add(&run, results.Row{Family: []string{"sudoku", "queens"}[k%2], Name: fmt.Sprint(k),
				Solver: s.name, Runs: 1, Search: s.time, Status: cover.Solved})
		}
	}
	return run
}

func TestScatterOfManyPointsDrawsTheirDensity(t *testing.T) {
	in := Input{Runs: []results.Run{crowd(20_000)}, Solvers: []string{"dlx_index", "lanes"}}
	f := figureOf(t, "scatter", in)
	if n := len(f.rows); n != 20_000 {
		t.Errorf("got %d rows of data, want all 20000", n)
	}
	svg := svgOf(t, "scatter", in)
	if len(svg) > 500_000 {
		t.Errorf("got %d bytes, want 500000 at most", len(svg))
	}
	if svg != svgOf(t, "scatter", in) {
		t.Error("got two different files, want the same bytes")
	}
	counted := 0
	for _, s := range f.spots {
		var n int
		fmt.Sscan(strings.ReplaceAll(s.text, ",", ""), &n)
		counted += n
	}
	if counted != 20_000 {
		t.Errorf("got cells of %d instances, want 20000", counted)
	}
	if len(f.keys) < 3 || f.keys[0].text != "1 instance" || f.keys[1].text != "from 4" {
		t.Errorf("got the keys %v, want 1 instance, from 4, ...", f.keys)
	}
}

func TestDensityHasItsEdgesInTheOutermostCells(t *testing.T) {
	d := &density{low: -1, high: 1}
	for v, want := range map[float64]int{-2: 0, -1: 0, -0.97: 0, -0.96: 1, 0: 32, 0.96: 62, 0.97: 63, 1: 63, 2: 63} {
		if got := d.cell(v); got != want {
			t.Errorf("%v: got cell %d, want %d", v, got, want)
		}
	}
}

func TestScatterOfFewPointsDrawsEach(t *testing.T) {
	f := figureOf(t, "scatter", Input{Runs: []results.Run{crowd(mostPoints)}, Base: "dlx_index"})
	if len(f.spots) != mostPoints || f.keys[0].text != "queens (1000)" {
		t.Errorf("got %d points and the first key %q, want %d and queens (1000)", len(f.spots), f.keys[0].text,
			mostPoints)
	}
	in := Input{Runs: []results.Run{crowd(mostPoints + 1)}, Base: "dlx_index"}
	if f := figureOf(t, "scatter", in); len(f.spots) >= mostPoints {
		t.Errorf("got %d spots of one point more, want fewer: cells", len(f.spots))
	}
}
