package external_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/internal/corpustest"
	"xcbench/internal/textbook"
	"xcbench/solvers/external"
)

// twice has two pairs of equal options.
func twice() *cover.Problem { return textbook.Problem(2, []int{0}, []int{0}, []int{1}, []int{1}) }

// The outputs were recorded with Debian's packages, on formulas in the sequential encoding, and with
// Knuth's programs and the arguments v129 and m1.
func TestRecordedOutputs(t *testing.T) {
	const none = cover.Uncounted
	for _, c := range []struct {
		protocol, name                   string
		exit                             int
		limit                            int64
		solutions, nodes, updates, other int64 // other is conflicts, or for Knuth's programs mems
	}{
		{"dimacs", "minisat-queens6", 10, 1, 1, 14, 110, 5},
		{"dimacs", "cadical-queens6", 10, 1, 1, 4, 167, 1},
		{"dimacs", "cryptominisat5-queens6", 10, 1, 1, 22, 536, 10},
		{"dimacs", "picosat-queens6", 10, 1, 1, 17, 5772, 14},
		{"dimacs", "clasp-queens6", 10, 1, 1, 15, none, 9},
		{"dimacs", "z3-queens6", 0, 1, 1, 29, 1520, 23},
		{"dimacs", "minisat-langford6", 20, 1, 0, 99, 2102, 94},
		{"dimacs", "cadical-langford6", 20, 1, 0, 81, 4077, 80},
		{"dimacs", "cryptominisat5-langford6", 20, 1, 0, 103, 4699, 84},
		{"dimacs", "picosat-langford6", 20, 1, 0, 105, 12149, 94},
		{"dimacs", "clasp-langford6", 20, 1, 0, 117, none, 115},
		{"dimacs", "z3-langford6", 0, 1, 0, 95, 6305, 88},
		{"dimacs", "clasp-all-langford6", 20, 1, 0, 117, none, 115},
		{"dimacs", "clasp-all-queens6", 30, 0, 4, 52, none, 47},
		{"asp", "clingo-queens6", 10, 1, 1, 19, none, 4},
		{"asp", "clingo-langford6", 20, 1, 0, 79, none, 76},
		{"asp", "clingo-all-queens6", 30, 0, 4, 46, none, 37},
		{"flatzinc", "gecode-queens6", 0, 1, 1, 49, 807, 20},
		{"flatzinc", "gecode-langford6", 0, 1, 0, 183, 1966, 92},
		{"flatzinc", "gecode-all-queens6", 0, 0, 4, 101, 1763, 47},
		{"lp", "cbc-queens6", 0, 1, 1, 0, 0, 0},
		{"lp", "cbc-langford6", 0, 1, 0, 16, 1912, 0},
		{"lp", "glpsol-queens6", 0, 1, 1, none, none, 0},
		{"lp", "glpsol-langford6", 0, 1, 0, none, none, 0},
		{"knuth", "dlx1-queens6", 0, 0, 4, 111, 1929, 27517},
		{"knuth", "dlx2-queens6", 0, 0, 4, 111, 1929, 27517},
		{"knuth", "ssxc1-queens6", 0, 0, 4, 66, 1579, 20767},
		{"knuth", "ssxcc-queens6", 0, 0, 4, 71, 1685, 21616},
		{"knuth", "dlx1-langford6", 0, 0, 0, 126, 1968, 30603},
		{"knuth", "dlx2-langford6", 0, 0, 0, 126, 1968, 30603},
		{"knuth", "ssxc1-langford6", 0, 0, 0, 73, 1700, 20708},
		{"knuth", "ssxcc-langford6", 0, 0, 0, 74, 1725, 21171},
		{"knuth", "dlx1-twice", 0, 0, 4, 7, 3, 123},
	} {
		p := queens(6)
		if strings.HasSuffix(c.name, "langford6") {
			p = corpustest.Problem("langford/6")
		} else if c.name == "dlx1-twice" {
			p = twice()
		}
		stats, found := solve(t, external.Spec{Command: replay(recorded(t, c.name), c.exit), Protocol: c.protocol}, p, c.limit)
		slices.Sort(found)
		want := expected(t, p)
		if c.limit == 1 && len(found) == 1 && slices.Contains(want, found[0]) {
			want = found
		}
		other := stats.Costs.Conflicts + stats.Costs.Mems
		status := cover.Solved
		if c.limit == 1 && c.solutions == 1 {
			status = cover.Limit
		}
		if got, figures := [4]int64{stats.Solutions, stats.Nodes, stats.Updates, other}, [4]int64{c.solutions, c.nodes, c.updates,
			c.other}; got != figures || stats.Status != status || stats.Err != nil || !slices.Equal(found, want) {
			t.Errorf("%s: got %v, %s, %v and %v, want %v, %s and %v", c.name, got, stats.Status, stats.Err, found, figures,
				status, want)
		}
		if strings.HasPrefix(c.name, "dlx") && c.name != "dlx1-twice" {
			testLevels(t, c.name, p, stats.Levels)
		}
	}
	// DLX6 builds a diagram of the solutions and does not list them.
	stats := count(t, external.Spec{Command: replay(recorded(t, "dlx6-queens6"), 0), Protocol: "knuth", Count: true}, queens(6), 0)
	if stats.Status != cover.Solved || stats.Solutions != 4 || stats.Nodes != 109 || stats.Costs.Mems != 34991 {
		t.Errorf("got %+v, want 4 solutions and 109 nodes", stats)
	}
}

// testLevels compares a level profile of Knuth's programs, which count no updates by level, with the
// one of dlx_index.
func testLevels(t *testing.T, name string, p *cover.Problem, got []cover.Level) {
	t.Helper()
	want, err := cover.Solve(context.Background(), dlx.Index(cover.MRV), p, cover.Limits{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for k := range want.Levels {
		want.Levels[k].Updates = 0
	}
	if !slices.Equal(got, want.Levels) {
		t.Errorf("%s: got the levels %v, want %v", name, got, want.Levels)
	}
}

// A program shows more than it was asked for, though it was told the limit.
func TestAProgramThatIsToldItsLimitKeepsIt(t *testing.T) {
	s := external.Spec{Command: replay(recorded(t, "clasp-all-queens6"), 30) + " {solutions}", Protocol: "dimacs"}
	if stats, found := solve(t, s, queens(6), 2); stats.Status != cover.Failed || len(found) != 2 ||
		stats.Err.Error() != "solution 3: asked for at most 2" {
		t.Errorf("got %v, %+v, want a wrong answer", found, stats)
	}
}

// installed are programs that are run where they are installed: Debian's packages, and Knuth's programs
// if the environment says where they are.
func installed() []external.Spec {
	all := []external.Spec{
		{Name: "minisat", Command: "minisat -verb=1 {in} {out}", Protocol: "dimacs"},
		{Name: "cadical", Command: "cadical {in}", Protocol: "dimacs"},
		{Name: "cadical_stdin", Command: "cadical", Protocol: "dimacs"},
		{Name: "cryptominisat", Command: "cryptominisat5 --verb 1 -t 1 {in}", Protocol: "dimacs"},
		{Name: "picosat", Command: "picosat -v {in}", Protocol: "dimacs"},
		{Name: "clasp", Command: "clasp --stats -n {solutions} {in}", Protocol: "dimacs"},
		{Name: "clasp_one", Command: "clasp --stats {in}", Protocol: "dimacs"},
		{Name: "clasp_opb", Command: "clasp --quiet=0 -n {solutions} {in}", Protocol: "dimacs", Encodings: []string{"opb"}},
		{Name: "clasp_opb_one", Command: "clasp --quiet=0 -n 1 {in}", Protocol: "dimacs", Encodings: []string{"opb"}},
		{Name: "z3", Command: "z3 -st -dimacs {in}", Protocol: "dimacs"},
		{Name: "clingo", Command: "clingo --stats -n {solutions}", Protocol: "asp"},
		{Name: "clingo_one", Command: "clingo --stats {in}", Protocol: "asp"},
		{Name: "gecode", Command: "fzn-gecode -s -n {solutions} {in}", Protocol: "flatzinc"},
		{Name: "gecode_one", Command: "fzn-gecode -s {in}", Protocol: "flatzinc"},
		{Name: "cbc", Command: "cbc {in} ratio 0 solve solu {out}", Protocol: "lp", FirstOnly: true},
		{Name: "glpsol", Command: "glpsol --lp {in} --write {out}", Protocol: "lp", FirstOnly: true},
	}
	if dir := os.Getenv("XCBENCH_KNUTH"); dir != "" {
		for _, name := range []string{"dlx1", "dlx2", "ssxc1", "ssxcc", "dlx6"} {
			all = append(all, external.Spec{Name: name, Command: filepath.Join(dir, name), Protocol: "knuth", Count: name == "dlx6"})
		}
	}
	return all
}

// Each program that XCBENCH_INSTALLED names, as "minisat clasp dlx1", finds all solutions, in all encodings. A program that is started
// again for each solution solves problems of many solutions only if XCBENCH_LONG is set.
func TestInstalledPrograms(t *testing.T) {
	named := strings.Fields(os.Getenv("XCBENCH_INSTALLED"))
	for _, s := range installed() {
		words, err := external.Words(s.Command)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(named, filepath.Base(words[0])) {
			continue
		}
		if s.Protocol == "dimacs" && s.Encodings == nil {
			s.Encodings = []string{"pairwise", "sequential"}
		}
		for _, s := range s.Variants() {
			problems := map[string]*cover.Problem{"equal options": twice()}
			if slices.Contains(s.Encodings, "opb") {
				problems["empty"] = empty
			}
			ids := []string{"queens/6", "langford/6", "sudoku/wikipedia", "qwh/7_h20_s1"}
			if os.Getenv("XCBENCH_LONG") != "" || strings.Contains(s.Command, "{solutions}") || s.Protocol == "knuth" {
				ids = append(ids, "langford/7", "domino/4x4")
			}
			for _, id := range ids {
				problems[id] = corpustest.Problem(id)
			}
			for id, p := range problems {
				testInstalled(t, s, id, p)
			}
		}
	}
}

func testInstalled(t *testing.T, s external.Spec, id string, p *cover.Problem) {
	t.Helper()
	want := expected(t, p)
	if s.Count {
		if stats := count(t, s, p, 0); stats.Err != nil || stats.Solutions != int64(len(want)) {
			t.Errorf("%s on %s: got %+v, want %d solutions", s.Name, id, stats, len(want))
		}
		return
	}
	if !s.FirstOnly {
		stats, found := solve(t, s, p, 0)
		if slices.Sort(found); !slices.Equal(found, want) || stats.Status != cover.Solved || stats.Costs.CPU == 0 {
			t.Errorf("%s on %s: got %d solutions, %s and %v, want %d", s.Name, id, len(found), stats.Status, stats.Err, len(want))
		}
		if index, err := cover.Solve(t.Context(), dlx.Index(cover.MRV), p, cover.Limits{}, nil); s.Name == "dlx1" &&
			(err != nil || stats.Nodes != index.Nodes || stats.Updates != index.Updates) {
			t.Errorf("%s on %s: got %d nodes and %d updates, want %d and %d as of dlx_index", s.Name, id, stats.Nodes,
				stats.Updates, index.Nodes, index.Updates)
		}
	}
	stats, found := solve(t, s, p, 1)
	if len(found) != min(1, len(want)) || stats.Err != nil || len(found) == 1 && !slices.Contains(want, found[0]) {
		t.Errorf("%s on %s: got %v and %v, want %d", s.Name, id, found, stats.Err, min(1, len(want)))
	}
}
