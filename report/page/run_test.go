package page

import (
	"bytes"
	"context"
	"math"
	"strings"
	"testing"
	"time"

	"xcbench/bench"
	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/internal/rowstest"
	"xcbench/report/chart"
	"xcbench/results"
	"xcbench/solvers"
)

// eight has eight solvers, four for each of two choice rules.
var eight = []string{
	"dlx_index", "dlx_pointer", "bitset", "naive",
	"dlx_index_first", "dlx_pointer_first", "bitset_first", "naive_first",
}

// madeUp returns a run of the given instances with eight solvers. Times and counters are invented,
// but counters agree where they must. The slowest solver times out on some instances.
func madeUp(ids []string, samples int) results.Run {
	run := results.Run{
		Label:   "../runs/made-up", // its last part is in the title
		Commit:  "c0ffee",
		Limit:   10,
		Date:    time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
		Config:  [][2]string{{"goos", "linux"}, {"cpu", "a processor"}, {"command", "xcbench run --timeout=10s"}},
		Classes: results.Classes{},
	}
	for _, solver := range eight {
		v, _ := solvers.Find(solver)
		run.Classes[solver] = bench.ClassOf(v)
	}
	for k, id := range ids {
		family, name, _ := strings.Cut(id, "/")
		for j, solver := range eight {
			levels := tree(5+(k*7)%40, 1+j/4)
			row := results.Row{Family: family, Name: name, Solver: solver, Runs: 3, Status: cover.Solved}
			row.Solutions = int64(1 + k%3)
			if in, err := corpus.Find(id); err == nil && in.Solutions.N != corpus.Unknown {
				row.Solutions = in.Solutions.N
			}
			for _, l := range levels {
				row.Nodes, row.Updates = row.Nodes+l.Nodes, row.Updates+l.Updates
			}
			for sample := range samples {
				row.Search = float64(row.Nodes) * 1e-7 * float64(1+(j*5+k)%11) * (1 + 0.01*float64(sample))
				row.Setup = row.Search / 50
				if j == 7 && k%10 == 3 {
					row.Search, row.Status = run.Limit, cover.Timeout
				}
				rowstest.Add(&run, row)
			}
			run.Profiles = append(run.Profiles, results.Profile{Search: row.Key(), Levels: levels})
		}
	}
	return run
}

// tree returns a level profile that widens and then narrows.
func tree(depth, width int) (levels []cover.Level) {
	for l := range depth {
		x := float64(l) / float64(depth)
		nodes := int64(math.Pow(10, 5*x*(1-x)*4)) * int64(1+l%width)
		levels = append(levels, cover.Level{Nodes: max(nodes, 1), Updates: 12 * nodes})
	}
	return levels
}

// few has instances with several kinds of pictures.
var few = []string{
	"sudoku/ai_escargot", "queens/8", "queens/9", "langford/7", "pentomino/scott", "matching/petersen",
	"boxes/slothouber_graatsma",
}

func pageOf(t testing.TB, runs ...results.Run) string {
	t.Helper()
	var out bytes.Buffer
	in := Input{Runs: runs, Made: chart.MadeBy("xcbench report", runs), Pictures: true}
	if err := Write(context.Background(), &out, in); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// everyOther returns n instances spread over the corpus.
func everyOther(n int) (ids []string) {
	all := corpus.All()
	for k := range n {
		ids = append(ids, all[k*len(all)/n].ID())
	}
	return ids
}

// nasty returns a run with names that contain HTML, shell syntax and paths. A file from elsewhere
// may have such names.
func nasty() results.Run {
	const script = "</title><script>alert(6)</script>"
	run := results.Run{Label: "<u>label</u>\u202e", Commit: "<img src=x onerror=alert(0)>", Limit: 2, Config: [][2]string{
		{"cpu", "<img src=x onerror=alert(1)>"},
		{"command", "</code><script>alert(2)</script>"},
		{"note", `"a" & <b>b</b>`},
	}}
	for _, names := range [][3]string{
		{"<script>alert(3)</script>", `'"><img src=x onerror=alert(4)>`, `"><svg onload=alert(5)>`},
		{"queens", "$(reboot)`id`;'x", "dlx_index"},
		{"queens", "8", script},
		{"queens", "8", "dlx_index"},
		{"{{.}}", "%00%2e", "]]>--><script>alert(7)</script>"},
	} {
		for _, status := range []cover.Status{cover.Solved, "<i>status</i>"} {
			rowstest.Add(&run, results.Row{Family: names[0], Name: names[1], Solver: names[2], Status: status,
				Runs: 1, Search: 0.5, Setup: 0.001, Solutions: 92, Nodes: 1199, Updates: 10})
		}
	}
	run.Profiles = []results.Profile{{Search: results.Search{InstanceID: "queens/8", Solver: script}, Levels: tree(9, 1)}}
	return run
}
