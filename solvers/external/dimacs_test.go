package external

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"xcbench/cover"
	"xcbench/internal/corpustest"
	"xcbench/internal/textbook"
)

// The outputs were recorded with Debian's packages, on the formulas in the sequential encoding.
func TestOutputsOfSATSolvers(t *testing.T) {
	for _, c := range []struct {
		name                                      string
		exit                                      int
		status                                    cover.Status
		solutions, nodes, propagations, conflicts int64
	}{
		{"minisat-queens6", 10, cover.Limit, 1, 14, 110, 5},
		{"cadical-queens6", 10, cover.Limit, 1, 4, 167, 1},
		{"cryptominisat5-queens6", 10, cover.Limit, 1, 22, 536, 10},
		{"picosat-queens6", 10, cover.Limit, 1, 17, 5772, 14},
		{"clasp-queens6", 10, cover.Limit, 1, 15, cover.Uncounted, 9},
		{"z3-queens6", 0, cover.Limit, 1, 29, 1520, 23},
		{"minisat-langford6", 20, cover.Solved, 0, 99, 2102, 94},
		{"cadical-langford6", 20, cover.Solved, 0, 81, 4077, 80},
		{"cryptominisat5-langford6", 20, cover.Solved, 0, 103, 4699, 84},
		{"picosat-langford6", 20, cover.Solved, 0, 105, 12149, 94},
		{"clasp-langford6", 20, cover.Solved, 0, 117, cover.Uncounted, 115},
		{"z3-langford6", 0, cover.Solved, 0, 95, 6305, 88},
		{"clasp-all-langford6", 20, cover.Solved, 0, 117, cover.Uncounted, 115},
	} {
		p := queens(6)
		if strings.HasSuffix(c.name, "langford6") {
			p = corpustest.Problem("langford/6")
		}
		command := replay(t, c.name, c.exit)
		if strings.HasPrefix(c.name, "minisat") {
			command = strings.Replace(command, "; exit", `; cp `+testdata(t, c.name)+`.model "$1"; exit`,
				1) + " {out}"
		}
		stats, _ := solve(t, Spec{Command: command, Protocol: "dimacs"}, p, 1)
		got := [4]int64{stats.Solutions, stats.Nodes, stats.Updates, stats.Costs.Conflicts}
		if want := [4]int64{c.solutions, c.nodes, c.propagations, c.conflicts}; got != want ||
			stats.Status != c.status || stats.Err != nil {
			t.Errorf("%s: got %v, %s and %v, want %v and %s", c.name, got, stats.Status, stats.Err, want, c.status)
		}
	}
}

func TestAllModelsOfOneProcess(t *testing.T) {
	s := Spec{Command: replay(t, "clasp-all-queens6", 30) + " {solutions}", Protocol: "dimacs"}
	stats, found := solve(t, s, queens(6), 0)
	slices.Sort(found)
	if want := expected(t, queens(6)); !slices.Equal(found, want) || stats.Status != cover.Solved {
		t.Errorf("got %v and %+v, want %v", found, stats, want)
	}
	// The program shows more than it was asked for.
	if stats, _ := solve(t, s, queens(6), 2); stats.Status != cover.Failed ||
		!strings.Contains(stats.Err.Error(), "asked for at most 2") {
		t.Errorf("got %+v, want a wrong answer", stats)
	}
}

func TestSATSolversThatFail(t *testing.T) {
	for _, c := range []struct {
		output string
		exit   string
		wrong  bool
		want   string
	}{
		{"s SATISFIABLE\nv 3 0\n", "10", false, ""},
		{"s SATISFIABLE\nv 1\nv 2 -3\n", "0", false, ""},
		{"v 1 2 0\ns SATISFIABLE\n", "10", false, ""},
		{"SAT\n-1 -2 3 0\n", "10", false, ""},
		{"SAT\n3 -1 -2 0\n", "10", false, ""},
		{"", "0", false, "it ended without an answer"},
		{"", "10", false, "exit status 10 without an answer"},
		{"hello\n\xff\n", "0", false, `it ended without an answer: line 1: "hello"`},
		{"s SATISFIABLE\n", "10", false, "it says that there is a solution, and shows none"},
		{"s SATISFIABLE\nv 3 0\n", "20", false, "exit status 20 contradicts the output"},
		{"s UNSATISFIABLE\n", "10", false, "exit status 10 contradicts the output"},
		{"s UNKNOWN\n", "0", false, `it does not know the answer: line 1: "s UNKNOWN"`},
		{"s SATISFIABLE\nv 99 0\n", "10", false, "expected literals of "},
		{"s SATISFIABLE\nv x 0\n", "10", false, `variables: line 2: "v x 0"`},
		{"s SATISFIABLE\nv 3 -3 0\n", "10", false, "variable 3 has two values"},
		{"s SATISFIABLE\nv 1 0\n", "10", true, `solution 1: primary item "b" is not covered`},
		{"s SATISFIABLE\nv 1 2 3 0\n", "10", true, `solution 1: item "a" is covered twice`},
		{"s SATISFIABLE\nv 3 0\nv 3 0\n", "10", false, ""}, // more than the limit
		{"s SATISFIABLE\nv 3 0\nc Models : 2\n", "10", true, "it claims 2 solutions and shows 1"},
		{"s SATISFIABLE\nv 3 0\n", "1", false, "exit status 1"},
	} {
		stats, _ := solve(t, Spec{Command: script("printf '" + c.output + "'; exit " + c.exit),
			Protocol: "dimacs"}, textbook.Tiny(), 1)
		if c.want == "" {
			if stats.Status != cover.Limit || stats.Solutions != 1 || stats.Err != nil {
				t.Errorf("%q: got %+v, want one solution", c.output, stats)
			}
			continue
		}
		var wrong *cover.WrongError
		if stats.Status != cover.Failed || !strings.Contains(stats.Err.Error(), c.want) || errors.As(stats.Err,
			&wrong) != c.wrong {
			t.Errorf("%q: got %s and %v, want a failure (wrong: %t): %s", c.output, stats.Status, stats.Err,
				c.wrong, c.want)
		}
	}
}

// A model that comes again although it was excluded must not be counted twice.
func TestExcludedModelIsRefuted(t *testing.T) {
	s := Spec{Command: script(`printf 's SATISFIABLE\nv 3 0\n'`), Protocol: "dimacs"}
	stats, _ := solve(t, s, textbook.Tiny(), 0)
	if stats.Status != cover.Failed || !strings.Contains(stats.Err.Error(),
		"solution 2: it repeats an earlier solution") {
		t.Errorf("got %+v", stats)
	}
}

// The second process gets the formula without the first solution.
func TestAFurtherProcessHasToShowASolution(t *testing.T) {
	s := Spec{Command: script(`case "$(cat)" in *"
-3 0"*) echo s SATISFIABLE;; *) printf 's SATISFIABLE\nv 3 0\n';; esac`), Protocol: "dimacs"}
	stats, _ := solve(t, s, textbook.Tiny(), 0)
	if stats.Err == nil || stats.Err.Error() != "it says that there is a solution, and shows none" ||
		stats.Solutions != 1 {
		t.Errorf("got %+v, want a second answer without a solution", stats)
	}
}

// Each process claims the number of its own solutions.
func TestProcessesClaimTheirOwnSolutions(t *testing.T) {
	s := Spec{Command: script(`case "$(cat)" in *"
-3 0"*"
-1 -2 0"* | *"
-1 -2 0"*"
-3 0"*) printf 's UNSATISFIABLE\nc Models : 0\n';;
*"
-3 0"*) printf 's SATISFIABLE\nv 1 2 -3 0\nc Models : 1\n';;
*) printf 's SATISFIABLE\nv -1 -2 3 0\nc Models : 1\n';; esac`), Protocol: "dimacs"}
	if stats, _ := solve(t, s, textbook.Tiny(), 0); stats.Err != nil || stats.Solutions != 2 || stats.Status != cover.Solved {
		t.Errorf("got %+v, want two solutions", stats)
	}
}

// A program that only counts has no solution that another process could leave out.
func TestACountThatIsNotWholeIsAnError(t *testing.T) {
	s := Spec{Command: script(`printf 's SATISFIABLE\nc Models : 2\n'; exit 10`), Protocol: "dimacs", Count: true}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	stats, err := cover.Solve(ctx, engine(t, s), textbook.Tiny(), cover.Limits{}, nil)
	if err != nil || stats.Err == nil || stats.Err.Error() != "it did not say that there are no more solutions" {
		t.Errorf("got %+v, %v, want an error", stats, err)
	}
}

func TestFirstOnlyNeedsALimitOfOne(t *testing.T) {
	s := Spec{Command: script(`printf 's SATISFIABLE\nv 3 0\n'`), Protocol: "dimacs", FirstOnly: true}
	if stats, _ := solve(t, s, textbook.Tiny(), 1); stats.Status != cover.Limit || stats.Err != nil {
		t.Errorf("got %+v, want a limit", stats)
	}
	if stats, _ := solve(t, s, textbook.Tiny(), 0); stats.Status != cover.Unsupported || stats.Err == nil {
		t.Errorf("got %+v, want an unsupported run", stats)
	}
}

// installed are programs of Debian that are run where they are installed.
var installed = []Spec{
	{Name: "minisat", Command: "minisat -verb=1 {in} {out}", Protocol: "dimacs"},
	{Name: "cadical", Command: "cadical {in}", Protocol: "dimacs"},
	{Name: "cadical_stdin", Command: "cadical", Protocol: "dimacs"},
	{Name: "cryptominisat", Command: "cryptominisat5 --verb 1 -t 1 {in}", Protocol: "dimacs"},
	{Name: "picosat", Command: "picosat -v {in}", Protocol: "dimacs"},
	{Name: "clasp", Command: "clasp --stats -n {solutions} {in}", Protocol: "dimacs"},
	{Name: "clasp_one", Command: "clasp --stats {in}", Protocol: "dimacs"},
	{Name: "z3", Command: "z3 -st -dimacs {in}", Protocol: "dimacs"},
	{Name: "clingo", Command: "clingo --stats -n {solutions}", Protocol: "asp"},
	{Name: "clingo_one", Command: "clingo --stats {in}", Protocol: "asp"},
	{Name: "gecode", Command: "fzn-gecode -s -n {solutions} {in}", Protocol: "flatzinc"},
	{Name: "gecode_one", Command: "fzn-gecode -s {in}", Protocol: "flatzinc"},
	{Name: "cbc", Command: "cbc {in} ratio 0 solve solu {out}", Protocol: "lp", FirstOnly: true},
	{Name: "glpsol", Command: "glpsol --lp {in} --write {out}", Protocol: "lp", FirstOnly: true},
}

// Every program that is installed finds all solutions, in all encodings. A program that is started
// again for each solution solves problems of many solutions only if XCBENCH_LONG is set.
func TestInstalledPrograms(t *testing.T) {
	if testing.Short() {
		t.Skip("starts hundreds of processes")
	}
	for _, s := range installed {
		words, err := Words(s.Command)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := exec.LookPath(words[0]); err != nil {
			t.Logf("%s is not installed", s.Name)
			continue
		}
		if s.Protocol == "dimacs" {
			s.Encodings = []string{"pairwise", "sequential"}
		}
		for _, s := range s.Variants() {
			ids := []string{"queens/6", "langford/6", "sudoku/wikipedia", "qwh/7_h20_s1"}
			if os.Getenv("XCBENCH_LONG") != "" || strings.Contains(s.Command, "{solutions}") {
				ids = append(ids, "langford/7", "domino/4x4")
			}
			for _, id := range ids {
				p := corpustest.Problem(id)
				limit := int64(0)
				if s.FirstOnly {
					limit = 1
				}
				stats, found := solve(t, s, p, limit)
				slices.Sort(found)
				want := expected(t, p)
				if s.FirstOnly && len(found) == 1 && slices.Contains(want, found[0]) {
					continue
				}
				if !slices.Equal(found, want) || stats.Status != cover.Solved || stats.Costs.CPU == 0 {
					t.Errorf("%s on %s: got %d solutions, %s and %v, want %d", s.Name, id, len(found),
						stats.Status, stats.Err, len(want))
				}
				stats, found = solve(t, s, p, 1)
				if len(found) != min(1, len(want)) || stats.Err != nil {
					t.Errorf("%s on %s: got %d solutions and %v, want %d", s.Name, id, len(found), stats.Err,
						min(1, len(want)))
				}
			}
			if _, err := cover.Solve(context.Background(), engine(t, s), equalOptions(t),
				cover.Limits{Solutions: 1}, nil); err != nil {
				t.Errorf("%s: %v", s.Name, err)
			}
		}
	}
}

// The script answers by the clauses that exclude its earlier answers. A second run of the same
// search must begin without them. The work of a run is the work of all its processes.
func TestSearchByExclusionRunsAgain(t *testing.T) {
	s := Spec{Command: script(`f=$(cat)
case "$f" in
*"-1 -2 0"*) printf 's UNSATISFIABLE\nc 400 40 4 4000\n'; exit 20;;
*"
-3 0"*) printf 's SATISFIABLE\nv 1 2 0\nc 200 20 2 2000\n'; exit 10;;
*) printf 's SATISFIABLE\nv 3 0\nc 100 10 1 1000\n'; exit 10;;
esac`), Protocol: "dimacs", Encodings: []string{"pairwise"}, Patterns: map[string]string{"nodes": `^c (\d+) `,
		"updates": `^c \d+ (\d+) `, "conflicts": `^c \d+ \d+ (\d+) `, "mems": `^c .* (\d+)$`}}
	search, err := cover.Prepare(engine(t, s), textbook.Tiny())
	if err != nil {
		t.Fatal(err)
	}
	for k, limit := range []int64{0, 1, 0} {
		stats := search.Run(context.Background(), cover.Limits{Solutions: limit}, nil)
		want := [2]any{cover.Solved, int64(2)}
		if limit == 1 {
			want = [2]any{cover.Limit, int64(1)}
		}
		if got := [2]any{stats.Status, stats.Solutions}; got != want || stats.Err != nil {
			t.Errorf("run %d: got %v and %v, want %v", k+1, got, stats.Err, want)
		}
		work := map[int64][4]int64{0: {700, 70, 7, 7000}, 1: {100, 10, 1, 1000}}[limit]
		if got := [4]int64{stats.Nodes, stats.Updates, stats.Costs.Conflicts, stats.Costs.Mems}; got != work {
			t.Errorf("run %d: got the work %v, want %v", k+1, got, work)
		}
	}
}
