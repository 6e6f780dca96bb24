package chart

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"xcbench/internal/rowstest"
	"xcbench/results"
)

// scrambled is the study with copies of each instance, with larger and smaller values.
func scrambled() results.Run {
	run := study()
	for r := range study().Rows.All() {
		for k := 1; k <= 7; k++ {
			c := r
			c.Name = fmt.Sprintf("%s.x%d", r.Name, k)
			c.Search *= 0.5 + 0.1*float64(k*k)
			rowstest.Add(&run, c)
		}
	}
	return run
}

// uneven is the study with families that differ, and a time limit that stops some searches.
func uneven() results.Run {
	run := study()
	run.Limit = 0.1
	rowstest.EditAll(&run, func(_ int, r *results.Row) {
		switch {
		case r.Family == "langford" && r.Solver != "dlx_index":
			r.Search *= 0.1
		case r.Family == "pentomino" && r.Solver == "naive":
			r.Search *= float64(r.Nodes) / 2e4
		}
		if r.Search > run.Limit {
			r.Search, r.Status = run.Limit, "timeout"
		}
	})
	return run
}

// timed returns rows of one solver, one instance for each number of seconds.
func timed(solver string, seconds ...float64) []results.Row {
	var rows []results.Row
	for k, s := range seconds {
		rows = append(rows, results.Row{Family: "f", Name: fmt.Sprint(k), Solver: solver, Status: "solved",
			Runs: 1, Search: s, Nodes: 1, Updates: 1})
	}
	return rows
}

// data returns the data of a plot, as CSV without its header.
func data(t *testing.T, kind string, in Input) string {
	t.Helper()
	var all strings.Builder
	if err := figureOf(t, kind, in).WriteCSV(&all); err != nil {
		t.Fatal(err)
	}
	_, rows, _ := strings.Cut(strings.TrimSuffix(all.String(), "\n"), "\n")
	return rows
}

func TestBoxHasQuartilesAndWhiskersOfLogarithms(t *testing.T) {
	// The quartiles are two decades apart, so the upper whisker may reach three decades above the
	// upper quartile.
	run := results.Run{Rows: results.RowsOf(timed("bitset", 1e-3, 1e-2, 1e-1, 1, 1e6))}
	want := ",bitset,5,0,0.001,0.001,0.01,0.1,1,1,1000000"
	if got := data(t, "box", Input{Runs: []results.Run{run}}); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	rowstest.Edit(&run, 4, func(r *results.Row) { r.Search = 1e3 })
	want = ",bitset,5,0,0.001,0.001,0.01,0.1,1,1000,1000"
	if got := data(t, "box", Input{Runs: []results.Run{run}}); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestBoxCountsUnsolvedSearchesAsLargest(t *testing.T) {
	run := results.Run{Limit: 10, Rows: results.RowsOf(timed("bitset", 1, 1, 1, 1, 1))}
	for k := range 3 {
		rowstest.Edit(&run, k, func(r *results.Row) { r.Status = "timeout" })
	}
	want := ",bitset,5,3,1,1,1,,,,"
	if got := data(t, "box", Input{Runs: []results.Run{run}}); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestBoxOfAnInstanceShowsItsCopies(t *testing.T) {
	in := Input{Runs: []results.Run{scrambled()}, Solvers: []string{"bitset"}, InstanceID: "queens/6"}
	if got, want := data(t, "box", in), "queens/6,bitset,7,0,"; !strings.HasPrefix(got, want) {
		t.Errorf("got %s, want %s...", got, want)
	}
	in.InstanceID = ""
	if got, want := data(t, "box", in), ",bitset,18,0,"; !strings.HasPrefix(got, want) {
		t.Errorf("without an instance: got %s, want %s..., the originals only", got, want)
	}
	for what, in := range map[string]Input{
		"unknown":        {Runs: in.Runs, InstanceID: "queens/66"},
		"without copies": {Runs: []results.Run{study()}, InstanceID: "queens/6"},
	} {
		k, _ := Find("box")
		if _, err := k.Draw(in); err == nil {
			t.Errorf("an instance %s: got no error", what)
		}
	}
}

func TestRowsOfCopiesOnlyGiveABoxForEachInstance(t *testing.T) {
	run := scrambled()
	run.Rows = results.RowsOf(slices.Collect(run.Rows.All())[study().Rows.Len():])
	if got := len(figureOf(t, "box", Input{Runs: []results.Run{run}, Solvers: []string{"bitset"}}).rows); got != 18 {
		t.Errorf("got %d boxes, want 18, one for each instance", got)
	}
}
