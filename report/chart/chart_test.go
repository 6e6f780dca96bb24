package chart

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"xcbench/bench"
	"xcbench/cover"
	"xcbench/internal/rowstest"
	"xcbench/results"
	"xcbench/results/tree"
	"xcbench/solvers"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// study is a made-up run of three families and four solvers that differ by a factor. One solver
// times out on large instances. The run has level profiles.
func study() results.Run {
	run := results.Run{Label: "study", Commit: "c0ffee", Limit: 1,
		Date: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Classes: everyClass()}
	factors := []struct {
		solver string
		factor float64
	}{{"dlx_index", 1}, {"bitset", 0.4}, {"naive", 30}, {"dlx_index_first", 4}}
	for f, family := range []string{"queens", "langford", "pentomino"} {
		for n := 4; n <= 9; n++ {
			for _, s := range factors {
				nodes := int64(math.Pow(4, float64(n))) + int64(f)
				updates := 10 * nodes
				row := results.Row{Family: family, Name: fmt.Sprint(n), Solver: s.solver, Runs: 1, Solutions: 2,
					Nodes: nodes, Updates: updates, Status: cover.Solved}
				for sample := range 5 {
					row.Search = 1e-7 * float64(nodes) * s.factor * (1 + 0.05*float64((sample*7+n*3)%5))
					if row.Search > run.Limit {
						row.Search, row.Status = run.Limit, cover.Timeout
					}
					row.Setup = row.Search / 100
					rowstest.Add(&run, row)
				}
				var levels []cover.Level
				for l := range n {
					levels = append(levels, cover.Level{Nodes: nodes >> (2 * (n - l - 1)),
						Updates: updates >> (2 * (n - l - 1))})
				}
				run.Profiles = append(run.Profiles,
					results.Profile{Family: family, Name: row.Name, Solver: s.solver, Levels: levels})
			}
		}
	}
	return run
}

// everyClass returns the classes of all solvers of this program, as its runs record them.
func everyClass() results.Classes {
	all := results.Classes{}
	for _, v := range solvers.All() {
		all[v.Name] = bench.ClassOf(v)
		if form, ok := solvers.Find(v.Name + solvers.ParallelSuffix); ok {
			all[form.Name] = bench.ClassOf(form)
		}
	}
	return all
}

// golden has an input for each kind of plot, and further inputs for kinds with several forms.
var golden = []struct {
	name, kind string
	in         Input
}{
	{"cactus", "cactus", Input{Runs: []results.Run{study()}}},
	{"cactus_updates", "cactus", Input{Runs: []results.Run{study()}, Unit: results.Updates, Narrow: true}},
	{"levels", "levels", Input{Runs: []results.Run{study()}}},
	{"levels_instance", "levels", Input{Runs: []results.Run{study()}, InstanceID: "queens/8"}},
	{"times", "times", Input{Runs: []results.Run{study()}}},
	{"times_updates", "times", Input{Runs: []results.Run{study()}, Unit: results.Updates, Narrow: true}},
	{"growth", "growth", Input{Runs: []results.Run{study()}}},
	{"growth_nodes", "growth", Input{Runs: []results.Run{study()}, InstanceID: "queens", Unit: results.Nodes,
		Narrow: true}},
	{"scatter", "scatter", Input{Runs: []results.Run{uneven()}, Solvers: []string{"dlx_index", "naive"}}},
	{"scatter_nodes", "scatter", Input{Runs: []results.Run{study()}, Base: "bitset", Unit: results.Nodes,
		Narrow: true}},
	{"ecdf", "ecdf", Input{Runs: []results.Run{uneven()}}},
	{"profile", "profile", Input{Runs: []results.Run{uneven()}}},
	{"box", "box", Input{Runs: []results.Run{uneven()}}},
	{"box_copies", "box", Input{Runs: []results.Run{scrambled()}, InstanceID: "queens/6", Narrow: true}},
	{"bars", "bars", Input{Runs: []results.Run{uneven()}}},
	{"tree", "tree", Input{Trees: []*tree.Sketch{grownTree(200)}}},
	{"tree_merged", "tree", Input{Trees: []*tree.Sketch{grownTree(1500)}, Narrow: true}},
	{"heatmap", "heatmap", Input{Trees: []*tree.Sketch{grownTree(200)}}},
	{"heatmap_large", "heatmap", Input{Trees: []*tree.Sketch{grownTree(30_000)}, Narrow: true}},
}

func figureOf(t *testing.T, kind string, in Input) *Figure {
	t.Helper()
	k, err := Find(kind)
	if err != nil {
		t.Fatal(err)
	}
	f, err := k.Draw(in)
	if err != nil {
		t.Fatalf("%s: %v", kind, err)
	}
	return f
}

var made = Made{Command: "xcbench plot", Commit: "c0ffee", Date: "2026-01-02"}

func TestFiguresAreAsInTheirGoldenFiles(t *testing.T) {
	for _, g := range golden {
		svg, err := figureOf(t, g.kind, g.in).Encode(".svg", made)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join("testdata", g.name+".svg")
		if *update {
			if err := os.WriteFile(path, svg, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(svg, want) {
			t.Errorf("%s: got another drawing than %s; run the test with -update and look at the file", g.name, path)
		}
	}
}

func TestEveryKindHasAGolden(t *testing.T) {
	for _, k := range Kinds() {
		found := false
		for _, g := range golden {
			found = found || g.kind == k.Name
		}
		if !found {
			t.Errorf("kind %s: got no golden file, want one", k.Name)
		}
	}
}

// hard returns inputs that have crashed plots.
func hard() map[string]results.Run {
	one := study()
	one.Rows, one.Profiles = results.RowsOf([]results.Row{one.Rows.At(0)}), one.Profiles[:1]
	late := study()
	for k := range late.Rows.Len() {
		rowstest.Edit(&late, k, func(r *results.Row) { r.Status = cover.Timeout })
	}
	late.Profiles = nil
	zero, huge := study(), study()
	rowstest.EditAll(&zero, func(_ int, r *results.Row) { r.Search, r.Nodes, r.Updates = 0, 0, 0 })
	rowstest.EditAll(&huge, func(_ int, r *results.Row) { r.Search, r.Nodes, r.Updates = 1e12, math.MaxInt64, math.MaxInt64 })
	for k := range zero.Profiles {
		zero.Profiles[k].Levels = []cover.Level{{}, {}}
		huge.Profiles[k].Levels = []cover.Level{{Nodes: math.MaxInt64, Updates: math.MaxInt64}}
	}
	return map[string]results.Run{"no row": {}, "one row": one, "all timeouts": late, "zeros": zero,
		"huge values": huge}
}

func TestFiguresOfHardInputsAreDrawnOrSayWhatIsMissing(t *testing.T) {
	for what, run := range hard() {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			for _, g := range golden {
				if g.in.Trees != nil { // hardTrees has the hard inputs of trees
					continue
				}
				in := g.in
				in.Runs = nil
				for range g.in.Runs {
					in.Runs = append(in.Runs, run)
				}
				k, err := Find(g.kind)
				if err != nil {
					t.Fatal(err)
				}
				f, err := k.Draw(in)
				var empty *EmptyError
				var option *OptionError
				if errors.As(err, &empty) || errors.As(err, &option) {
					continue // the error says what is missing
				}
				if err != nil || len(f.rows) == 0 {
					t.Errorf("%s: got %v and no data, want a figure or what is missing", g.name, err)
					continue
				}
				for _, ext := range formats() {
					if data, err := f.Encode(ext, made); err != nil || len(data) == 0 {
						t.Errorf("%s: %s: got %d bytes and error %v", g.name, ext, len(data), err)
					}
				}
			}
		})
	}
}

// formats are the formats that a test of many figures encodes. All formats draw a figure by the
// same calls, so under -short it is only SVG, which takes a tenth of the time of PNG.
func formats() []string {
	if testing.Short() {
		return []string{".svg"}
	}
	return Formats
}

// TestFiguresAreAsInTheirGoldenFiles checks SVG files.
func TestSameInputGivesTheSameFile(t *testing.T) {
	seen := map[string]bool{}
	for _, g := range golden {
		first := !seen[g.kind]
		if seen[g.kind] = true; testing.Short() && (!first || len(seen) > 4) {
			continue
		}
		t.Run(g.name, func(t *testing.T) {
			t.Parallel()
			for _, ext := range []string{".png", ".pdf"} {
				a, err1 := figureOf(t, g.kind, g.in).Encode(ext, made)
				b, err2 := figureOf(t, g.kind, g.in).Encode(ext, made)
				if err1 != nil || err2 != nil || !bytes.Equal(a, b) {
					t.Errorf("%s: got two different files (%v, %v), want the same bytes", ext, err1, err2)
				}
			}
		})
	}
}
