package report

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/results"
	"xcbench/solvers"
)

// plots draws both plots and returns their SVG.
func plots(t *testing.T, rows []results.Row, profiles []results.Profile) (levels, times []byte) {
	t.Helper()
	dir := t.TempDir()
	if err := PlotLevels(profiles, filepath.Join(dir, "levels")); err != nil {
		t.Fatal(err)
	}
	if err := PlotTimes(rows, solvers.All(), filepath.Join(dir, "times")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"levels.png", "times.png"} {
		png, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || !bytes.HasPrefix(png, []byte("\x89PNG")) {
			t.Errorf("%s: got %v, %.8q, want a picture", name, err, png)
		}
	}
	levels, err := os.ReadFile(filepath.Join(dir, "levels.svg"))
	if err != nil {
		t.Fatal(err)
	}
	times, err = os.ReadFile(filepath.Join(dir, "times.svg"))
	if err != nil {
		t.Fatal(err)
	}
	return levels, times
}

var someProfiles = []results.Profile{
	{Family: "queens", Instance: "6", Solver: "dlx_index", Levels: []cover.Level{{Nodes: 1}, {Nodes: 6}, {Nodes: 20}}},
	{Family: "queens", Instance: "8", Solver: "dlx_index", Levels: []cover.Level{{Nodes: 1}, {Nodes: 8}, {Nodes: 4200000}}},
	{Family: "queens", Instance: "8", Solver: "naive_first", Levels: []cover.Level{{Nodes: 1}, {Nodes: 9}, {Nodes: 0}, {Nodes: 7}}},
	{Family: "domino", Instance: "1", Solver: "bitset", Levels: []cover.Level{{Nodes: 1}}},
}

func TestTreesAreThoseThatPlotsShow(t *testing.T) {
	all := append([]results.Profile{
		{Family: "queens", Instance: "7", Solver: "dlx_index", Levels: []cover.Level{{Nodes: 1}, {Nodes: 4200008}}}, // as many as 8 has
	}, someProfiles...)
	each := func(yield func(results.Profile, error) bool) {
		for _, p := range slices.Backward(all) { // not in the order of the corpus
			if !yield(p, nil) {
				return
			}
		}
	}
	order := func(p []results.Profile) {
		slices.SortStableFunc(p, func(a, b results.Profile) int {
			return cmp.Or(cmp.Compare(b.Family, a.Family), cmp.Compare(a.Instance, b.Instance))
		})
	}
	trees, err := Trees(each, order)
	if err != nil {
		t.Fatal(err)
	}
	if len(trees) != 2 || trees[0].ID() != "queens/7" || trees[1].ID() != "domino/1" {
		t.Errorf("got %v, want queens/7, the first of the largest, and domino/1", trees)
	}
	got, _ := plots(t, someRows(), trees)
	if want, _ := plots(t, someRows(), all); !bytes.Equal(got, want) {
		t.Error("got another plot of the trees than of all profiles")
	}
}

func TestPlotsShowTheLargestOfAFamilyAndEveryInstance(t *testing.T) {
	levels, times := plots(t, someRows(), someProfiles)
	for _, want := range []string{"queens/8, mrv", "queens/8, first", "domino/1, mrv", ">1M<"} {
		if !bytes.Contains(levels, []byte(want)) {
			t.Errorf("levels: got no %q", want)
		}
	}
	if bytes.Contains(levels, []byte("queens/6")) {
		t.Error("levels: got queens/6, want only the largest of the family")
	}
	for _, want := range []string{"queens/8", "pentomino/6x10", "dlx_pointer_first", "stopped at the limit", ">1 ms<"} {
		if !bytes.Contains(times, []byte(want)) {
			t.Errorf("times: got no %q", want)
		}
	}
}

func TestPlotOfLevelsHasNoMoreFamiliesThanCanBeToldApart(t *testing.T) {
	var profiles []results.Profile
	for k := range 9 {
		profiles = append(profiles, results.Profile{Family: string(rune('a' + k)), Instance: "1", Solver: "bitset",
			Levels: []cover.Level{{Nodes: 1}, {Nodes: int64(10 + k*5%9)}}})
	}
	if got := strings.Join(largest(profiles), " "); got != "b/1 d/1 f/1 g/1 h/1 i/1" {
		t.Errorf("got %s, want the six with the largest trees, in order", got)
	}
}

func TestPlotOfTimesHasTheSlowestOfManyInstances(t *testing.T) {
	var rows []results.Row
	for k := range mostRows + 50 {
		rows = append(rows, results.Row{Family: "f", Instance: fmt.Sprint(k), Solver: "dlx_index", Status: cover.Solved, Runs: 1, Search: float64(1+k*7%200) * 1e-3})
	}
	some, all := slowest(rows, mostRows)
	if len(some) != mostRows || all != mostRows+50 {
		t.Fatalf("got %d of %d, want %d of %d", len(some), all, mostRows, mostRows+50)
	}
	for _, r := range some {
		if r.Search <= 50e-3 {
			t.Errorf("got instance %s with %v s, want only the slowest", r.Instance, r.Search)
		}
	}
	if _, times := plots(t, rows, nil); !bytes.Contains(times, []byte("the 150 slowest of 200")) {
		t.Error("got no title that says so")
	}
}

func TestPlotsOfTheSameResultsAreTheSameBytes(t *testing.T) {
	levels1, times1 := plots(t, someRows(), someProfiles)
	levels2, times2 := plots(t, someRows(), someProfiles)
	if !bytes.Equal(levels1, levels2) || !bytes.Equal(times1, times2) {
		t.Error("got other bytes the second time")
	}
}

func TestPlotsOfNothingSaySo(t *testing.T) {
	levels, times := plots(t, nil, nil)
	if !strings.Contains(string(levels), "no solver finished") || !strings.Contains(string(times), "nothing was measured") {
		t.Error("got plots that do not say that they are empty")
	}
}

func TestPlotsOfLittleDoNotPanic(t *testing.T) {
	row := results.Row{Family: "a", Instance: "b", Solver: "dlx_index", Status: cover.Solved, Runs: 1, Search: 1e-3}
	timeout, zero, wrong := row, row, row
	timeout.Status, zero.Search, wrong.Status = cover.Timeout, 0, cover.Wrong
	zeroTimeout := timeout
	zeroTimeout.Search = 0
	for _, rows := range [][]results.Row{{row}, {timeout}, {zero}, {wrong}, {zeroTimeout}} {
		plots(t, rows, someProfiles[3:])
	}
}

func TestFailedPlotLeavesNothingBehind(t *testing.T) {
	dir := t.TempDir()
	if err := PlotLevels(someProfiles, filepath.Join(dir, "no", "levels")); err == nil {
		t.Error("got no error for a missing directory")
	}
	if err := os.Mkdir(filepath.Join(dir, "levels.svg"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := PlotLevels(someProfiles, filepath.Join(dir, "levels")); err == nil {
		t.Error("got no error where a directory is in the way")
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 1 {
		t.Errorf("got %v, %v, want only the directory that was there", left, err)
	}
}
