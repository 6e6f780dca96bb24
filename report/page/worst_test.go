package page

import (
	"fmt"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/internal/rowstest"
	"xcbench/results"
)

// long returns a run of three solvers on many sudokus. The times grow with the number of the
// instance; one solver crashes on the first instance, and times out on the second.
func long(instances int) results.Run {
	run := results.Run{Label: "long", Limit: 10, Classes: results.Classes{}}
	levels := tree(9, 1)
	for k := range instances {
		for j, solver := range []string{"dlx_index", "bitset", "lanes"} {
			r := results.Row{Family: "many", Name: fmt.Sprintf("line%d", k), Solver: solver, Status: cover.Solved, Runs: 1,
				Search: 1e-6 * float64((1+j)*(1+k)), Solutions: 1, Nodes: 60, Updates: 700}
			if j == 1 && k < 2 {
				r.Status = []cover.Status{results.Crash, cover.Timeout}[k]
			}
			rowstest.Add(&run, r)
			if k == 0 && j == 0 { // two more samples
				for _, r.Search = range []float64{9e-6, 3e-6} {
					rowstest.Add(&run, r)
				}
			}
			run.Profiles = append(run.Profiles, results.Profile{Search: r.Key(), Levels: levels})
		}
	}
	return run
}

func TestPageOfALongRunHasTheWorstInstances(t *testing.T) {
	t.Parallel()
	const n = 4000
	text := pageOf(t, long(n))
	var got []string
	for _, part := range strings.Split(text, `<details class="instance" id="i/`)[1:] {
		id, _, _ := strings.Cut(part, `"`)
		got = append(got, id)
	}
	if len(got) != worstInstances {
		t.Fatalf("got %d sections, want %d", len(got), worstInstances)
	}
	for k, want := range map[int]string{
		0: "many/line0",    // crashed
		1: "many/line1",    // not solved by one solver
		2: "many/line3999", // took longest
		3: "many/line3998",
	} {
		if got[k] != want {
			t.Errorf("got %s as number %d, want %s", got[k], k, want)
		}
	}
	for _, want := range []string{"500 worst of 4,000 instances", `href="#i/many/line3999"`} {
		if !strings.Contains(text, want) {
			t.Errorf("got no %s in the page", want)
		}
	}
	if keys := ` data-family="many" data-status=" solved crash " data-text="many/line0 "`; strings.Count(text, keys) != 2 {
		t.Errorf("got no %s, by which the filter finds the row and the section", keys)
	}
	small := pageOf(t, long(mostInstances+1))
	if len(text) > len(small)+mostPlots || len(text) > 10_000_000 { // only the plots grow
		t.Errorf("%d and %d instances: got pages of %d and %d bytes, want the same size, below 10 MB", n, mostInstances+1, len(text), len(small))
	}
	for _, part := range strings.Split(text, `href="#i/`)[1:] {
		if id, _, _ := strings.Cut(part, `"`); !strings.Contains(text, ` id="i/`+id+`"`) {
			t.Fatalf("got a link to %s, which has no section", id)
		}
	}
}

func TestFaultsOfALongRunAreCut(t *testing.T) {
	run := long(200)
	rowstest.EditAll(&run, func(_ int, r *results.Row) { r.Status = results.Crash })
	text := pageOf(t, run) // a crash is a fault, a cell, and a line of a section
	if !strings.Contains(text, "500 of 600 faults shown") || strings.Count(text, `</td><td><span class="s crash">crash</span></td><td>after`) != worstInstances {
		t.Error("got another number of faults in the page, want 500 faults and a note")
	}
}

// studyOf returns the study of runs in memory.
func studyOf(t *testing.T, runs ...results.Run) *study {
	t.Helper()
	s, err := newStudy(runs)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
