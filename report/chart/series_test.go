package chart

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/plot/plotter"

	"xcbench/cover"
	"xcbench/internal/rowstest"
	"xcbench/results"
)

func svgOf(t *testing.T, kind string, in Input) string {
	t.Helper()
	svg, err := figureOf(t, kind, in).Encode(".svg", made)
	if err != nil {
		t.Fatal(err)
	}
	return string(svg)
}

func TestSolversWithEqualValuesShareOneLine(t *testing.T) {
	names := []string{"dlx_index", "dlx_pointer", "bitset", "naive", "dlx_index_first", "mine", "yours"}
	for _, test := range []struct {
		groups map[string]int // solvers with the same number have equal values
		want   string
	}{
		{map[string]int{"dlx_index": 1, "dlx_pointer": 1, "bitset": 1, "naive": 1, "dlx_index_first": 2,
			"mine": 3, "yours": 4}, "rule mrv|dlx_index_first|mine|yours"},
		{map[string]int{"dlx_index": 1, "dlx_pointer": 1, "bitset": 1, "naive": 1, "dlx_index_first": 1,
			"mine": 3, "yours": 4}, "rules mrv and first|mine|yours"},
		{map[string]int{"dlx_index": 1, "dlx_pointer": 1, "bitset": 1, "naive": 5, "dlx_index_first": 2,
			"mine": 3, "yours": 3}, "dlx_index\nand 2 equal|naive|dlx_index_first|mine\nand yours"},
	} {
		var got []string
		for _, g := range looks(everyClass()).merge(names, "nodes",
			func(a, b string) bool { return test.groups[a] == test.groups[b] }) {
			got = append(got, g.name())
		}
		if text := strings.Join(got, "|"); text != test.want {
			t.Errorf("got %q, want %q", text, test.want)
		}
	}
}

func TestLevelsShowTheLargestTreesOfSixFamilies(t *testing.T) {
	var profiles []results.Profile
	for k := range 9 {
		for size := range int64(2) {
			profiles = append(profiles, results.Profile{Family: string(rune('a' + k)), Name: fmt.Sprint(size),
				Solver: "bitset",
				Levels: []cover.Level{{Nodes: 1}, {Nodes: 10*size + int64(10+k*5%9)}}})
		}
	}
	var got []string
	for _, p := range largestOf(profiles, "bitset") {
		got = append(got, p.InstanceID())
	}
	if text := strings.Join(got, " "); text != "h/1 f/1 d/1 b/1 i/1 g/1" {
		t.Errorf("got %s, want the six largest trees, the largest first", text)
	}
}

func TestLevelsOfARunWithOneSolverAreDrawn(t *testing.T) {
	for _, solver := range []string{"dlx_index", "dlx_index_first"} {
		run := results.Run{
			Rows: results.RowsOf([]results.Row{{Family: "queens", Name: "6", Solver: solver, Status: cover.Solved, Runs: 1}}),
			Profiles: []results.Profile{{Family: "queens", Name: "6", Solver: solver,
				Levels: []cover.Level{{Nodes: 1}, {Nodes: 6}}}},
		}
		if svg := svgOf(t, "levels", Input{Runs: []results.Run{run}}); !strings.Contains(svg, "6 nodes on level 1") {
			t.Errorf("%s: got no line for its nodes", solver)
		}
	}
}

func TestLevelsNameTheSearchesThatDidNotEnd(t *testing.T) {
	run := study()
	late := run.Rows.At(0)
	late.Name, late.Status = "20", cover.Timeout
	rowstest.Add(&run, late)
	f := figureOf(t, "levels", Input{Runs: []results.Run{run}})
	if text := strings.Join(f.notes, " "); !strings.Contains(text, "dlx_index did not end there: queens/20.") {
		t.Errorf("got the notes %q, want queens/20 among them", text)
	}
}

func TestLevelsSuggestTheNearestInstance(t *testing.T) {
	k, err := Find("levels")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := k.Draw(Input{Runs: []results.Run{study()}, InstanceID: "queens/88"}); err == nil ||
		!strings.Contains(err.Error(), "queens/8") {
		t.Errorf("got error %v, want one that suggests queens/8", err)
	}
}

func TestTimesShowTheSlowestOfManyInstances(t *testing.T) {
	run := results.Run{Limit: 1}
	for k := range mostRows + 50 {
		row := results.Row{Family: "f", Name: fmt.Sprint(k), Solver: "dlx_index", Status: cover.Solved, Runs: 1,
			Search: float64(1+k*7%200) * 1e-3}
		if k == 0 {
			row.Status, row.Search = cover.Timeout, 2
		}
		rowstest.Add(&run, row)
	}
	f := figureOf(t, "times", Input{Runs: []results.Run{run}})
	if len(f.spots) != mostRows || !strings.Contains(f.title, fmt.Sprintf("the %d slowest of %d", mostRows, mostRows+50)) {
		t.Errorf("got %d marks under the title %q, want %d, and both numbers in the title", len(f.spots), f.title, mostRows)
	}
	if first := f.spots[0]; first.text != "dlx_index on f/0: stopped after 2 s" || first.y != mostRows-1 {
		t.Errorf("got %q in row %v, want the stopped search in the top row", first.text, first.y)
	}
}

func TestSizeIsTheFirstNumberOfAName(t *testing.T) {
	for _, test := range []struct {
		name, shape string
		size        int
		ok          bool
	}{
		{"8", "N", 8, true},
		{"8_middle", "N_middle", 8, true},
		{"6x6", "NxN", 6, true},
		{"6x16", "Nx16", 6, true},
		{"12_k4", "N_k4", 12, true},
		{"wikipedia", "wikipedia", 0, false},
		{"99999999999999999999", "N", math.MaxInt, false},
	} {
		if size, shape, ok := sizeOf(test.name); size != test.size || shape != test.shape || ok != test.ok {
			t.Errorf("%s: got %d, %s, %v, want %d, %s, %v", test.name, size, shape, ok, test.size, test.shape, test.ok)
		}
	}
}

func TestGrowthFactorIsFittedToTheLargerHalf(t *testing.T) {
	var line plotter.XYs
	for n := 1; n <= 8; n++ { // not exponential at first, then three times larger with each step
		line = append(line, plotter.XY{X: float64(n), Y: float64(max(n, 5)) * math.Log10(3)})
	}
	if factor, from, ok := stepFactor(line); math.Abs(factor-3) > 1e-12 || from != 4 || !ok {
		t.Errorf("got ×%v from point %d on, %v, want ×3 from 4 on", factor, from, ok)
	}
	for n := range 3 {
		if _, _, ok := stepFactor(line[:n]); ok {
			t.Errorf("got a factor for %d points, want none", n)
		}
	}
	if _, _, ok := stepFactor(plotter.XYs{{X: 4}, {X: 4}, {X: 4}}); ok {
		t.Error("got a factor for a single size, want none")
	}
}

func TestGrowthLeavesOutShortSeriesWithANote(t *testing.T) {
	run := study()
	extra := run.Rows.At(0)
	extra.Name = "8_middle"
	rowstest.Add(&run, extra)
	f := figureOf(t, "growth", Input{Runs: []results.Run{run}})
	if text := strings.Join(f.notes, " "); len(f.panels()) != 3 ||
		!strings.Contains(text, "fewer than 3 sizes: queens/N_middle") {
		t.Errorf("got %d panels and the notes %q, want 3 and a note on the series that is left out",
			len(f.panels()), text)
	}
}

func TestFailedSaveLeavesNothingBehind(t *testing.T) {
	f := figureOf(t, "times", Input{Runs: []results.Run{study()}})
	dir := t.TempDir()
	if err := f.Save(filepath.Join(dir, "no", "times.svg"), made); err == nil {
		t.Error("got no error for a missing directory")
	}
	if err := os.Mkdir(filepath.Join(dir, "times.svg"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := f.Save(filepath.Join(dir, "times.svg"), made); err == nil {
		t.Error("got no error for a path that is a directory")
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 1 {
		t.Errorf("got %v, %v, want only the directory from before", left, err)
	}
}

// The levels of a wrong answer are recorded to explain it, not to be compared with others.
func TestLevelsOfDoubtedAnswersAreLeftOut(t *testing.T) {
	var run results.Run
	for _, one := range []struct {
		solver string
		status cover.Status
		nodes  int64
	}{{"dlx_index", results.Disagree, 7}, {"bitset", cover.Solved, 6}} {
		rowstest.Add(&run, results.Row{Family: "queens", Name: "6", Solver: one.solver, Status: one.status, Runs: 1})
		run.Profiles = append(run.Profiles, results.Profile{Family: "queens", Name: "6", Solver: one.solver,
			Levels: []cover.Level{{Nodes: 1}, {Nodes: one.nodes}}})
	}
	in := Input{Runs: []results.Run{run}, InstanceID: "queens/6"}
	if got, want := data(t, "levels", in), "queens/6,bitset,0,1,0\nqueens/6,bitset,1,6,0"; got != want {
		t.Errorf("got the data\n%s\nwant\n%s", got, want)
	}
	svg := svgOf(t, "levels", in)
	for text, want := range map[string]bool{
		"6 nodes on level 1": true,
		"7 nodes on level 1": false,
		"dlx_index is left out: its answer has the status disagree.": true,
	} {
		if got := strings.Contains(svg, text); got != want {
			t.Errorf("got %q in the plot: %v, want %v", text, got, want)
		}
	}
}
