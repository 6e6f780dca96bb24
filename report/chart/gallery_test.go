package chart

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/internal/rowstest"
	"xcbench/results"
)

// corpusRun is a run of a number of instances, all solved by one solver. Each takes a little longer
// than the one before.
func corpusRun(instances int) results.Run {
	run := results.Run{Label: "corpus", Limit: 1}
	for k := range instances {
		rowstest.Add(&run, results.Row{Family: "f", Name: fmt.Sprintf("i%d", k), Solver: "bitset", Runs: 1,
			Search: 1e-6 * math.Pow(1e5, float64(k)/float64(instances)), Status: cover.Solved})
	}
	return run
}

func TestSpotsOfALongLineAreSpacedAndReachItsEnds(t *testing.T) {
	svg := svgOf(t, "cactus", Input{Runs: []results.Run{corpusRun(1000)}})
	var x, y []float64
	for _, spot := range regexp.MustCompile(`<circle cx="([0-9.]+)" cy="([0-9.]+)"`).FindAllStringSubmatch(svg, -1) {
		cx, _ := strconv.ParseFloat(spot[1], 64)
		cy, _ := strconv.ParseFloat(spot[2], 64)
		x, y = append(x, cx), append(y, cy)
	}
	if len(x) < 30 || len(x) > 120 {
		t.Fatalf("got %d spots on a line of 1000 steps, want 30 to 120", len(x))
	}
	for k := 1; k < len(x); k++ {
		if far := math.Hypot(x[k]-x[k-1], y[k]-y[k-1]); far > 2*spotRadius || k < len(x)-1 && far < spotsApart-0.1 {
			t.Errorf("spots %d and %d: got a distance of %.2f points, want %d to %d", k-1, k, far, spotsApart,
				2*spotRadius)
		}
	}
	if !strings.Contains(svg, "bitset: 1 solved") || !strings.Contains(svg, "bitset: 1000 solved") {
		t.Error("got no spot at an end of the line")
	}
}

func TestEachOfFewStepsShowsItsValue(t *testing.T) {
	svg := svgOf(t, "ecdf", Input{Runs: []results.Run{corpusRun(12)}})
	if n := strings.Count(svg, "<circle"); n != 12 {
		t.Errorf("got %d spots, want all 12", n)
	}
}

func TestStoppedSearchesHaveAColumnForEachSolverBesideTheTimes(t *testing.T) {
	run := results.Run{Limit: 1}
	for _, solver := range []string{"dlx_index", "bitset", "naive"} {
		for instance, status := range map[string]cover.Status{"a": cover.Timeout, "b": cover.Solved} {
			rowstest.Add(&run, results.Row{Family: "f", Name: instance, Solver: solver, Runs: 1,
				Search: 0.5, Status: status})
		}
	}
	f := figureOf(t, "times", Input{Runs: []results.Run{run}})
	places := map[float64]bool{}
	for _, s := range f.spots {
		if late := strings.Contains(s.text, "stopped"); late != (s.right > 0) {
			t.Errorf("%s: got the mark %v points to the right of the data", s.text, s.right)
		} else if late {
			places[float64(s.right)] = true
		}
	}
	if len(places) != 3 {
		t.Errorf("got %d columns of stopped searches, want one for each of 3 solvers", len(places))
	}
}

func TestIndicesInNamesAreNotSizes(t *testing.T) {
	for name, want := range map[string]string{"h001": "", "12": "N", "6x6_k2": "NxN_k2", "0": "N", "scott": ""} {
		if _, shape, ok := sizeOf(name); ok != (want != "") || ok && shape != want {
			t.Errorf("%s: got the series %q, want %q", name, shape, want)
		}
	}
}
