package solvers_test

import (
	"context"
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"

	"xcbench/cover"
	"xcbench/format"
	"xcbench/internal/corpustest"
	"xcbench/solvers"
)

// figures are the counters that Knuth's dlx1 reports for a problem.
type figures struct {
	solutions, nodes, updates int64
	levels                    []int64
}

// tableOf reads the rows of a file of tab-separated values, without the header.
func tableOf(t *testing.T, path string) [][]string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	in := csv.NewReader(f)
	in.Comma = '\t'
	rows, err := in.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows[1:]
}

// knuth reads testdata/knuth-dlx1.tsv.
func knuth(t *testing.T) map[string]figures {
	rows := tableOf(t, "testdata/knuth-dlx1.tsv")
	number := func(s string) int64 {
		n, err := strconv.ParseInt(s, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	all := map[string]figures{}
	for _, r := range rows {
		f := figures{solutions: number(r[5]), nodes: number(r[6]), updates: number(r[7])}
		for _, n := range strings.Split(r[8], ",") {
			f.levels = append(f.levels, number(n))
		}
		all[r[0]] = f
	}
	return all
}

// reference holds the problems of the table by name.
var reference = map[string]func(testing.TB) *cover.Problem{
	"scott":                    catalogued("pentomino/scott"),
	"soma":                     catalogued("soma/cube"),
	"pent-3x20":                catalogued("pentomino/3x20"),
	"pent-4x15":                catalogued("pentomino/4x15"),
	"queens-8":                 catalogued("queens/8"),
	"queens-10":                catalogued("queens/10"),
	"queens-12":                catalogued("queens/12"),
	"langford-7":               catalogued("langford/7"),
	"langford-8":               catalogued("langford/8"),
	"langford-11":              catalogued("langford/11"),
	"domino-6x6":               catalogued("domino/6x6"),
	"bell-8":                   catalogued("bell/8"),
	"bell-10":                  catalogued("bell/10"),
	"latin-4":                  catalogued("latin/4"),
	"latin-5":                  catalogued("latin/5"),
	"qwh-20-170-s2":            file("qwh-20-170-s2.dlx"),
	"matching-K12":             catalogued("matching/k12"),
	"sts-7":                    catalogued("sts/7"),
	"sts-9":                    catalogued("sts/9"),
	"sudoku-escargot":          catalogued("sudoku/ai_escargot"),
	"sudoku-inkala2010":        catalogued("sudoku/inkala_2010"),
	"sudoku-inkala2012":        catalogued("sudoku/inkala_2012"),
	"sudoku-goldennugget":      catalogued("sudoku/golden_nugget"),
	"sudoku-norvig-hard":       catalogued("sudoku/top95_1"),
	"sudoku-norvig-impossible": catalogued("sudoku/norvig_impossible"),
	"sudoku-royle17a":          catalogued("sudoku/royle17_1"),
	"sudoku16-b130-s1":         file("sudoku16-b130-s1.dlx"),
}

func catalogued(id string) func(testing.TB) *cover.Problem {
	return func(testing.TB) *cover.Problem { return corpustest.Problem(id) }
}

func file(name string) func(testing.TB) *cover.Problem {
	return func(t testing.TB) *cover.Problem {
		f, err := os.Open("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		r, err := format.NewReader(name, f, format.Options{From: "dlx"})
		if err != nil {
			t.Fatal(err)
		}
		puzzle, err := r.Read()
		if err != nil {
			t.Fatal(err)
		}
		return puzzle.Problem()
	}
}

func TestReferenceFiguresAreKnuths(t *testing.T) {
	table := knuth(t)
	if len(table) != len(reference) {
		t.Fatalf("got %d rows of figures, want %d", len(table), len(reference))
	}
	for name, want := range table {
		if want.updates > mostUpdates() {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, v := range everything() {
				if v.Rule != cover.MRV || v.Counter == solvers.Entries && tooMuchForNaive(want) {
					continue
				}
				got, err := solved(t, v, name)
				if refuses(v, err) {
					continue
				}
				if err != nil {
					t.Fatalf("%s: %v", v.Name, err)
				}
				if got.Status != cover.Solved || got.Solutions != want.solutions || got.Nodes != want.nodes {
					t.Errorf("%s: got %s, %d solutions, %d nodes, want solved, %d, %d",
						v.Name, got.Status, got.Solutions, got.Nodes, want.solutions, want.nodes)
				}
				if v.Counter == solvers.Links && got.Updates != want.updates {
					t.Errorf("%s: got %d updates, want %d", v.Name, got.Updates, want.updates)
				}
				var levels []int64
				for _, l := range got.Levels {
					levels = append(levels, l.Nodes)
				}
				if fmt.Sprint(levels) != fmt.Sprint(want.levels) {
					t.Errorf("%s: got nodes by level %v, want %v", v.Name, levels, want.levels)
				}
			}
		})
	}
}

// solved solves a reference problem by one variant and returns the statistics without the times.
// Several tests need them, so each pair is solved once.
func solved(t *testing.T, v solvers.Variant, name string) (cover.Stats, error) {
	cached, _ := outcomes.LoadOrStore(v.Name+" "+name, sync.OnceValues(func() (cover.Stats, error) {
		stats, err := cover.Solve(context.Background(), v, reference[name](t), cover.Limits{}, nil)
		stats.Setup, stats.Search = 0, 0
		return stats, err
	}))
	return cached.(func() (cover.Stats, error))()
}

var outcomes sync.Map // by variant and problem

// long is true under "make test-long", which also solves the largest problems.
var long = os.Getenv("XCBENCH_LONG") != ""

// shortUpdates is the largest tree that is worth a walk under -short, where the race detector makes
// a search tens of times slower. 18 of the 27 reference problems have smaller ones.
const shortUpdates = 1_000_000

// mostUpdates bounds the reference problems by their updates. "make test" solves all but the seven
// largest ones.
func mostUpdates() int64 {
	switch {
	case long:
		return math.MaxInt64
	case testing.Short():
		return shortUpdates
	}
	return 7_000_000
}

// tooMuchForNaive reports whether the naive solver, which copies its matrix at every node, takes long
// for a problem. Even "make test-long" leaves out qwh-20-170-s2, which takes two minutes.
func tooMuchForNaive(f figures) bool {
	switch {
	case long:
		return f.nodes > 500_000
	case testing.Short():
		return f.nodes > 2000
	}
	return f.updates > 150_000 // 15 of the 27 problems have fewer
}

// The first row of the table in Knuth's paper "Dancing Links" (2000) has the nodes and updates of
// every level. The paper does not count the root, so its nodes are one level lower.
func TestLevelProfileEqualsTheTableOfThePaper(t *testing.T) {
	nodes := []int64{1, 1, 2, 22, 77, 219, 518, 1395, 2483, 2574, 2475, 636, 19}
	updates := []int64{2031, 1676, 28492, 77687, 152957, 367939, 853788, 941265, 740523, 418334, 32205, 826, 0}
	p := corpustest.Problem("pentomino/scott_x23_cells")
	for _, name := range []string{"dlx_index", "dlx_pointer"} {
		v, _ := solvers.Find(name)
		got, err := cover.Solve(context.Background(), v, p, cover.Limits{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got.Nodes != 10422 || got.Updates != 3617723 || len(got.Levels) != len(nodes) {
			t.Fatalf("%s: got %d nodes, %d updates, %d levels, want 10422, 3617723, %d",
				name, got.Nodes, got.Updates, len(got.Levels), len(nodes))
		}
		for k, l := range got.Levels {
			if l.Nodes != nodes[k] || l.Updates != updates[k] {
				t.Errorf("%s, level %d: got %d nodes, %d updates, want %d, %d",
					name, k, l.Nodes, l.Updates, nodes[k], updates[k])
			}
		}
	}
}

func TestQueensUpdatesEqualThoseOfThePaper(t *testing.T) {
	for n, want := range map[string]int64{"queens/8": 21111, "queens/10": 310367, "queens/12": 6249000,
		"queens/8_middle": 16680, "queens/10_middle": 198264, "queens/12_middle": 3594752} {
		if want > mostUpdates() {
			continue
		}
		v, _ := solvers.Find("dlx_index")
		got, err := cover.Solve(context.Background(), v, catalogued(n)(t), cover.Limits{}, nil)
		if err != nil || got.Updates != want {
			t.Errorf("%s: got %d updates, %v, want %d", n, got.Updates, err, want)
		}
	}
}
