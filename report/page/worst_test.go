package page

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/internal/rowstest"
	"xcbench/report/chart"
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
			run.Profiles = append(run.Profiles, results.Profile{Family: r.Family, Name: r.Name, Solver: solver, Levels: levels})
		}
	}
	return run
}

func excerptOf(t *testing.T, run results.Run) (page string, rest [][]string) {
	t.Helper()
	var out, csvText bytes.Buffer
	in := Input{Runs: []results.Run{run}, Made: chart.Made{Command: "xcbench report"}, Rest: func(write func(io.Writer) error) error { return write(&csvText) },
		RestName: "my page-instances.csv"}
	if err := Write(context.Background(), &out, in); err != nil {
		t.Fatal(err)
	}
	rest, err := csv.NewReader(&csvText).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return out.String(), rest
}

func TestPageOfALongRunHasTheWorstInstancesAndAFileOfAll(t *testing.T) {
	t.Parallel()
	const n = 4000
	text, rest := excerptOf(t, long(n))
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
	for _, want := range []string{"500 worst of 4,000 instances", `href="./my%20page-instances.csv"`} {
		if !strings.Contains(text, want) {
			t.Errorf("got no %s in the page", want)
		}
	}
	if len(rest) != 1+n || len(rest[0]) != 9 {
		t.Fatalf("got %d lines of %d fields in the file, want %d of 9", len(rest), len(rest[0]), 1+n)
	}
	if line := strings.Join(rest[1], ","); line != "many/line0,1,60,solved,1e-06,crash,,solved,3e-06" {
		t.Errorf("got the line %s", line)
	}
	for _, part := range strings.Split(text, `href="#i/`)[1:] {
		if id, _, _ := strings.Cut(part, `"`); !strings.Contains(text, ` id="i/`+id+`"`) {
			t.Fatalf("got a link to %s, which has no section", id)
		}
	}
}

// What is left to grow are the plots, which have a bound of their own.
func TestPageOfALongRunDoesNotGrowWithIt(t *testing.T) {
	t.Parallel()
	most := 8000
	switch {
	case testing.Short():
		most = 4000
	case os.Getenv("XCBENCH_LONG") != "":
		most = 20_000
	}
	small, _ := excerptOf(t, long(mostInstances+1))
	large, rest := excerptOf(t, long(most))
	t.Logf("%d and %d instances: %d and %d bytes", mostInstances+1, most, len(small), len(large))
	if len(large) > len(small)+mostPlots || len(large) > 10_000_000 || len(rest) != 1+most {
		t.Errorf("got pages of %d and %d bytes and %d lines of instances, want the same size, and %d lines",
			len(small), len(large), len(rest), 1+most)
	}
}

func TestPageOfAShortRunHasAllInstancesAndNoFile(t *testing.T) {
	text, rest := excerptOf(t, long(50))
	if n := strings.Count(text, `<details class="instance"`); n != 50 || rest != nil || strings.Contains(text, "instances.csv") {
		t.Errorf("got %d sections and %d lines of instances, want 50 and none", n, len(rest))
	}
}

func TestFaultsOfALongRunAreCut(t *testing.T) {
	run := long(2000)
	rowstest.EditAll(&run, func(_ int, r *results.Row) { r.Status = results.Crash })
	text, _ := excerptOf(t, run) // a crash is a fault, a cell, and a line of a section
	if !strings.Contains(text, "500 of 6,000 faults shown") || strings.Count(text, `<span class="s crash">`) > 8*worstInstances {
		t.Errorf("got %d crashes in the page, want 500 faults and a note", strings.Count(text, `<span class="s crash">`))
	}
}

func TestLinkToTheFileOfAllInstancesIsEscaped(t *testing.T) {
	s := studyOf(t, long(mostInstances+1))
	if got, want := s.excerpt("a b?#.csv"), "./a%20b%3F%23.csv"; got == nil || string(got.Href) != want {
		t.Errorf("got %+v, want a link to %s", got, want)
	}
	if got := studyOf(t, long(mostInstances)).excerpt("all.csv"); got != nil {
		t.Errorf("%d instances: got %+v, want all of them shown", mostInstances, got)
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
