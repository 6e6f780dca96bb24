package chart_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"xcbench/bench"
	"xcbench/cover"
	"xcbench/internal/rowstest"
	"xcbench/report/chart"
	"xcbench/results"
	"xcbench/results/tree"
	"xcbench/solvers"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// everyClass returns the classes of all solvers of this program, as its runs record them.
func everyClass() results.Classes {
	all := results.Classes{}
	for _, v := range solvers.All() {
		all[v.Name] = bench.ClassOf(v)
	}
	return all
}

// study is a made-up run of three families and four solvers that differ by a factor. One solver
// times out on large instances. The run has level profiles.
func study() results.Run {
	run := results.Run{Label: "study", Commit: "c0ffee", Limit: 1, Date: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Classes: everyClass()}
	factors := map[string]float64{"dlx_index": 1, "bitset": 0.4, "naive": 30, "dlx_index_first": 4}
	for f, family := range []string{"queens", "langford", "pentomino"} {
		for n := 4; n <= 9; n++ {
			for _, solver := range []string{"dlx_index", "bitset", "naive", "dlx_index_first"} {
				nodes := int64(math.Pow(4, float64(n))) + int64(f)
				if solver == "bitset" && family == "pentomino" {
					nodes /= 2
				}
				row := results.Row{Family: family, Name: fmt.Sprint(n), Solver: solver, Runs: 1, Solutions: 2, Nodes: nodes,
					Updates: 10 * nodes, Status: cover.Solved}
				for sample := range 5 {
					row.Search = 1e-7 * float64(nodes) * factors[solver] * (1 + 0.05*float64((sample*7+n*3)%5))
					if row.Status = cover.Solved; row.Search > run.Limit {
						row.Search, row.Status = run.Limit, cover.Timeout
					}
					row.Setup = row.Search / 100
					rowstest.Add(&run, row)
				}
				profile := results.Profile{Search: row.Key()}
				for l := range n {
					profile.Levels = append(profile.Levels, cover.Level{Nodes: nodes >> (2 * (n - l - 1)), Updates: 10 * nodes >> (2 * (n - l - 1))})
				}
				run.Profiles = append(run.Profiles, profile)
			}
		}
	}
	return run
}

// rows makes a run of one solver after another, with times of instances f/0, f/1 ...; a negative time is a
// timeout, and NaN an instance that the solver does not support.
func rows(times map[string][]float64) results.Run {
	run := results.Run{Limit: 9, Classes: everyClass()}
	for _, solver := range []string{"bitset", "naive", "cells"} {
		for k, t := range times[solver] {
			row := results.Row{Family: "f", Name: fmt.Sprint(k), Solver: solver, Runs: 1, Search: math.Abs(t), Status: cover.Solved}
			if t < 0 {
				row.Status = cover.Timeout
			} else if math.IsNaN(t) {
				row.Search, row.Status = 0, cover.Unsupported
			}
			rowstest.Add(&run, row)
		}
	}
	return run
}

// scrambled is a run of one instance as it stands and 20 copies.
func scrambled() results.Run {
	run := results.Run{Limit: 1, Classes: everyClass()}
	for k := range 21 {
		name := "6"
		if k > 0 {
			name = fmt.Sprintf("6.x%d", k)
		}
		for s, solver := range []string{"dlx_index", "bitset"} {
			row := results.Row{Family: "queens", Name: name, Solver: solver, Runs: 1, Status: cover.Solved,
				Search: 1e-3 * math.Pow(1.3, float64((k*7)%20-4*s))}
			if k == 20 && s == 1 {
				row.Search, row.Status = 1, cover.Timeout
			}
			rowstest.Add(&run, row)
		}
	}
	return run
}

func draw(t *testing.T, kind string, in chart.Input) *chart.Plot {
	t.Helper()
	p, err := try(kind, in)
	if err != nil {
		t.Fatalf("%s: %v", kind, err)
	}
	return p
}

func try(kind string, in chart.Input) (*chart.Plot, error) {
	k, err := chart.Find(kind)
	if err != nil {
		return nil, err
	}
	return k.Draw(in)
}

var made = chart.Made{Command: "xcbench plot", Commit: "c0ffee", Date: "2026-01-02"}

func encode(p *chart.Plot, ext string) []byte {
	data, err := p.Encode(ext, made)
	must(err)
	return data
}

func svgOf(p *chart.Plot) string { return string(encode(p, ".svg")) }

// golden has inputs for each kind of plot. A golden file has the title, the notes, what the legend and the
// axes say, and the data. Those with a picture also have an SVG file.
var golden = []struct {
	name, kind string
	picture    bool
	in         chart.Input
}{
	{"cactus", "cactus", true, chart.Input{Runs: []results.Run{study()}}},
	{"cactus_share", "cactus", false, chart.Input{Runs: []results.Run{study()}, Share: true, Unit: results.Updates}},
	{"profile", "profile", false, chart.Input{Runs: []results.Run{study()}, Width: chart.OneColumn}},
	{"scatter", "scatter", true, chart.Input{Runs: []results.Run{study()}, Solvers: []string{"dlx_index", "naive"}}},
	{"scatter_nodes", "scatter", true, chart.Input{Runs: []results.Run{study()}, Base: "bitset", Unit: results.Nodes, Width: chart.OneColumn}},
	{"families", "families", true, chart.Input{Runs: []results.Run{study()}}},
	{"levels", "levels", false, chart.Input{Runs: []results.Run{study()}}},
	{"levels_instance", "levels", true, chart.Input{Runs: []results.Run{study()}, InstanceID: "queens/8", Width: chart.OneColumn}},
	{"growth", "growth", false, chart.Input{Runs: []results.Run{study()}}},
	{"growth_nodes", "growth", false, chart.Input{Runs: []results.Run{study()}, InstanceID: "queens", Unit: results.Nodes}},
	{"box", "box", false, chart.Input{Runs: []results.Run{study()}}},
	{"box_copies", "box", true, chart.Input{Runs: []results.Run{scrambled()}, InstanceID: "queens/6"}},
	{"tree", "tree", true, chart.Input{Trees: []*tree.Sketch{grownTree(200)}}},
	{"tree_merged", "tree", false, chart.Input{Trees: []*tree.Sketch{grownTree(1500)}, Width: chart.OneColumn}},
	{"heatmap", "heatmap", true, chart.Input{Trees: []*tree.Sketch{grownTree(200)}}},
}

func TestKindsMakeThePlotsOfTheirGoldenFiles(t *testing.T) {
	seen := map[string]bool{}
	for _, g := range golden {
		p := draw(t, g.kind, g.in)
		seen[g.kind] = true
		var text bytes.Buffer
		fmt.Fprintf(&text, "# %s\n", strings.Join(append([]string{p.Title}, p.Notes...), "\n# "))
		for _, panel := range p.Panels {
			fmt.Fprintf(&text, "# x: %s; y: %s;", panel.X.Label, panel.Y.Label)
			for _, s := range panel.Series {
				fmt.Fprintf(&text, " %s %s,", s.Name, s.End)
			}
			text.WriteString("\n")
		}
		must(p.WriteCSV(&text))
		compare(t, g.name+".csv", text.Bytes())
		if g.picture {
			compare(t, g.name+".svg", []byte(svgOf(p)))
		}
	}
	for _, k := range chart.Kinds() {
		if !seen[k.Name] {
			t.Errorf("kind %s: got no golden file, want one", k.Name)
		}
	}
}

func compare(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		must(os.WriteFile(path, got, 0o644))
	}
	want, err := os.ReadFile(path)
	must(err)
	if !bytes.Equal(got, want) {
		t.Errorf("got another plot than %s; run the test with -update and look at the file", path)
	}
}

// hard returns inputs that have crashed plots.
func hard() map[string]results.Run {
	one := study()
	one.Rows, one.Profiles = results.RowsOf([]results.Row{one.Rows.At(0)}), one.Profiles[:1]
	late, zero, huge := study(), study(), study()
	rowstest.EditAll(&late, func(_ int, r *results.Row) { r.Status = cover.Timeout })
	late.Profiles = nil
	rowstest.EditAll(&zero, func(_ int, r *results.Row) { r.Search, r.Nodes, r.Updates = 0, 0, 0 })
	rowstest.EditAll(&huge, func(_ int, r *results.Row) { r.Search, r.Nodes, r.Updates = 1e12, math.MaxInt64, math.MaxInt64 })
	for k := range zero.Profiles {
		zero.Profiles[k].Levels = []cover.Level{{}, {}}
		huge.Profiles[k].Levels = []cover.Level{{Nodes: math.MaxInt64, Updates: math.MaxInt64}}
	}
	return map[string]results.Run{"no row": {Rows: &results.Rows{}}, "one row": one, "all timeouts": late, "zeros": zero, "huge values": huge}
}

func TestPlotsOfHardInputsAreDrawnOrSayWhatIsMissing(t *testing.T) {
	for what, run := range hard() {
		for _, g := range golden {
			if g.in.Trees != nil { // hardTrees has the hard inputs of trees
				continue
			}
			g.in.Runs = []results.Run{run}
			p, err := try(g.kind, g.in)
			var empty *chart.EmptyError
			var option *chart.OptionError
			if errors.As(err, &empty) || errors.As(err, &option) {
				continue // the error says what is missing
			}
			if err != nil || len(p.Rows) == 0 {
				t.Errorf("%s, %s: got %v and no data, want a plot or what is missing", what, g.name, err)
			} else if svg := svgOf(p); strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") {
				t.Errorf("%s, %s: got a coordinate that is not a number", what, g.name)
			}
		}
	}
}

func TestAPlotSaysWhatIsWrongWithItsInput(t *testing.T) {
	late, noLevels, allocs := hard()["all timeouts"], study(), study()
	noLevels.Profiles = []results.Profile{}
	rowstest.Edit(&allocs, 0, func(r *results.Row) { r.Costs = results.CostsOf(map[string]float64{results.CPUSeconds: 1}) })
	for _, c := range []struct {
		kind string
		run  results.Run
		in   chart.Input
		want string
	}{
		{"cactsu", study(), chart.Input{}, "unknown kind of plot \"cactsu\"; did you mean cactus?"},
		{"ecdf", study(), chart.Input{}, "there is no kind of plot \"ecdf\"; use 'plot cactus --share'"},
		{"bars", study(), chart.Input{}, "use 'plot families'"},
		{"times", study(), chart.Input{}, "use 'xcbench cmp'"},
		{"levels", noLevels, chart.Input{}, "name the directory of a run"},
		{"levels", allocs, chart.Input{Unit: results.CPUSeconds}, "levels have no processor time, expected the unit nodes or updates"},
		{"cactus", late, chart.Input{}, "longer --timeout"},
		{"box", late, chart.Input{}, "longer --timeout"},
		{"box", study(), chart.Input{InstanceID: "queens/8"}, "no result of scrambled copies of queens/8"},
		{"families", study(), chart.Input{Solvers: []string{"bitset"}}, "measure two solvers"},
		{"growth", late, chart.Input{}, "several sizes"},
		{"scatter", study(), chart.Input{}, "4 solvers (dlx_index, bitset, naive, dlx_index_first), expected two"},
		{"scatter", study(), chart.Input{Solvers: []string{"naive"}, Base: "naive"}, "1 solver (naive), expected two"},
		{"profile", study(), chart.Input{Share: true}, "profile has no shares, expected --share with cactus"},
		{"profile", study(), chart.Input{Unit: results.PeakBytes}, "no sample has a value in peak-B"},
		{"cactus", study(), chart.Input{InstanceID: "queens/88"}, "no result of instance \"queens/88\"; did you mean queens/"},
		{"cactus", study(), chart.Input{InstanceID: "queens/8"}, "cactus shows all instances, expected no --instance"},
		{"cactus", study(), chart.Input{Solvers: []string{"bitest"}}, "no result of solver \"bitest\"; did you mean bitset?"},
		{"tree", study(), chart.Input{}, "0 trees, expected one"},
	} {
		c.in.Runs = []results.Run{c.run}
		if _, err := try(c.kind, c.in); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got the error %v, want one with %q", c.kind, err, c.want)
		}
	}
}

func TestLevelsAreOfWantedSolversWithBelievedAnswers(t *testing.T) {
	run, other := study(), study()
	rowstest.EditAll(&run, func(_ int, r *results.Row) {
		if r.Solver == "bitset" {
			r.Status = results.Wrong
		}
	})
	other.Profiles[0].Levels[0].Nodes++
	p := draw(t, "levels", chart.Input{Runs: []results.Run{run, other}, InstanceID: "queens/4", Solvers: []string{"bitset", "dlx_index"}})
	for _, row := range p.Rows {
		if row[1] != "dlx_index" {
			t.Errorf("got levels of %s, want those of dlx_index alone", row[1])
		}
	}
	if len(p.Rows) == 0 || len(p.Notes) != 2 || !strings.Contains(p.Notes[1], "bitset is left out") {
		t.Errorf("got %d rows and the notes %q, want levels, and notes that bitset is left out and that the runs differ", len(p.Rows), p.Notes)
	}
}

// Each is worked out by hand.
func TestDataOfSmallRuns(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		kind  string
		times map[string][]float64
		in    chart.Input
		want  string
	}{
		{"cactus", map[string][]float64{"bitset": {1, 2, 3, -9}}, chart.Input{Share: true}, "bitset,0.25,1,f/0 bitset,0.5,2,f/1 bitset,0.75,3,f/2"},
		{"profile", map[string][]float64{"bitset": {1, 2, -9, -9, nan}, "naive": {4, 1, 1, -9, 2}}, chart.Input{},
			"bitset,0.2,1,f/0 bitset,0.4,2,f/1 naive,0.2,1,f/1 naive,0.4,1,f/2 naive,0.6,1,f/4 naive,0.8,4,f/0"},
		{"scatter", map[string][]float64{"bitset": {1, 2}, "naive": {-9, 4}}, chart.Input{}, "f,0,1,,solved,timeout f,1,2,4,solved,solved"},
		{"box", map[string][]float64{"bitset": {1, 10, 100, 1000, 1e9, 0}}, chart.Input{}, ",bitset,6,0,0,1,1.77827941,31.6227766,562.3413252,1000,1000000000"},
		{"box", map[string][]float64{"bitset": {1, 1, 1, -9}}, chart.Input{}, ",bitset,4,1,1,1,1,1,,,"},
	} {
		c.in.Runs = []results.Run{rows(c.times)}
		var got []string
		for _, row := range draw(t, c.kind, c.in).Rows {
			got = append(got, strings.Join(row, ","))
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("%s: got  %s\nwant %s", c.kind, text, c.want)
		}
	}
}

// The value of a search is the median of its samples, or their most frequent counter, and its status is their
// worst. An instance without values does not count.
func TestSamplesOfASearchMakeOneValue(t *testing.T) {
	run := results.Run{Classes: everyClass()}
	for k, v := range []int64{9, 4, 7, 4, 9, 8, 4} {
		row := results.Row{Family: "f", Name: "a", Solver: "bitset", Runs: 1, Search: float64(v), Nodes: v, Status: cover.Solved}
		rowstest.Add(&run, row)
		if row.Solver = "naive"; k == 3 {
			row.Status = cover.Timeout
		}
		rowstest.Add(&run, row)
		row.Name, row.Status, row.Nodes = "none", cover.Solved, cover.Uncounted
		rowstest.Add(&run, row)
	}
	for unit, want := range map[string]string{
		results.Seconds: "[[bitset 0.5 7 f/a] [naive 0.5 7 f/none]]",
		results.Nodes:   "[[bitset 1 4 f/a]]",
	} {
		p := draw(t, "cactus", chart.Input{Runs: []results.Run{run}, Unit: unit, Share: true})
		if got := fmt.Sprint(p.Rows); got != want {
			t.Errorf("%s: got %s, want %s", unit, got, want)
		}
	}
}
