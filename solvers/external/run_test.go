package external_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/internal/textbook"
	"xcbench/solvers/external"
)

func TestProblemsAndRunsMayBeUnsupported(t *testing.T) {
	textbook.TestTakes(t, engine(t, external.Spec{Command: "cat", Protocol: "lines"}), queens(6), "not a sudoku")
	textbook.TestTakes(t, engine(t, external.Spec{Command: "cat", Protocol: "knuth", SudokuOnly: true}), queens(6), "not a sudoku")
	for primary, refusal := range []string{"no primary items", "", ""} {
		p := textbook.Mixed(primary, 1, []int{primary})
		textbook.TestTakes(t, engine(t, external.Spec{Command: "x", Protocol: "knuth"}), p, refusal)
	}
	textbook.TestTakes(t, engine(t, external.Spec{Command: "x", Protocol: "knuth"}), textbook.XCC(), "takes no colours")
	textbook.TestTakes(t, engine(t, external.Spec{Command: "x", Protocol: "dimacs", Colours: new(true)}), textbook.XCC(), "takes no colours")
	textbook.TestTakes(t, engine(t, external.Spec{Command: "x", Protocol: "knuth", Colours: new(true)}), textbook.XCC(), "")
	textbook.TestTakes(t, engine(t, external.Spec{Command: "x", Protocol: "knuth", Colours: new(true)}), ofColours(63), "63 colours")
	for _, limits := range []cover.Limits{{Nodes: 1}, {Updates: 1}} {
		s := engine(t, external.Spec{Command: "cat", Protocol: "knuth"})
		if stats, err := cover.Solve(t.Context(), s, textbook.Tiny(), limits, nil); err != nil || stats.Status != cover.Unsupported ||
			stats.Err == nil {
			t.Errorf("%+v: got %+v, %v, want an unsupported run", limits, stats, err)
		}
	}
}

// ofColours returns a problem with n colours.
func ofColours(n int) *cover.Problem {
	var b cover.Builder
	b.Primary("p")
	b.Secondary("s")
	for c := range n {
		b.Option("p", fmt.Sprint("s:", c))
	}
	p, err := b.Problem()
	if err != nil {
		panic(err)
	}
	return p
}

// The problem of this test has items and options with numbers of two digits, a primary and a
// secondary item without options, and more options than a line of the format lp holds. It goes to the
// standard input, or to a file with the extension of its format. No file is left.
func TestAProblemIsStatedInTheWordsOfEachProtocol(t *testing.T) {
	p := textbook.Mixed(10, 3, append([][]int{{0, 10}, {1, 10}}, append(textbook.Singles(9, 9)[2:], []int{0, 8}, []int{7, 8},
		[]int{7, 11})...)...)
	text, err := os.ReadFile("testdata/statements.txt")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for part := range strings.SplitSeq("\n"+string(text), "\n== ") {
		name, rest, _ := strings.Cut(part, "\n")
		want[name] = strings.TrimSuffix(rest, "\n") + "\n"
	}
	t.Setenv("TMPDIR", t.TempDir())
	for name, c := range map[string]struct {
		spec      external.Spec
		extension string
	}{
		"knuth": {knuth, "dlx"}, "regexp": {regexps, "dlx"}, "sequential": {dimacs, "cnf"}, "opb": {opb, "opb"},
		"pairwise": {external.Spec{Protocol: "dimacs", Encodings: []string{"pairwise"}}, "cnf"},
		"asp":      {asp, "lp"}, "flatzinc": {flatzinc, "fzn"}, "lp": {lp, "lp"},
	} {
		file := filepath.Join(t.TempDir(), "problem")
		for _, in := range []string{"", " {in}"} {
			c.spec.Env = map[string]string{"FILE": file}
			c.spec.Command = script(`cat ${1:+"$1"} >"$FILE"; echo ${1##*.} >>"$FILE"; test -z "$1" || test -z "$(cat)"`) + in
			count(t, c.spec, p, 0)
			end := "\n"
			if in != "" {
				end = c.extension + "\n"
			}
			if got, err := os.ReadFile(file); err != nil || string(got) != want[name]+end {
				t.Errorf("%s%s: got %q, %v, want %q", name, in, got, err, want[name]+end)
			}
		}
	}
	// Without options and without secondary items, there is no empty range, and a variable for the item.
	for spec, want := range map[*external.Spec]string{&asp: "p(0..0).\n{x(O)", &opb: "* #variable= 1 #constraint= 1\n+1 x1 >= 2 ;\n"} {
		s := *spec
		s.Command, s.Env = script(`cat >"$FILE"`), map[string]string{"FILE": filepath.Join(t.TempDir(), "problem")}
		count(t, s, textbook.Problem(1), 0)
		if got, err := os.ReadFile(s.Env["FILE"]); err != nil || !strings.HasPrefix(string(got), want) {
			t.Errorf("got %q, %v, want %q", got, err, want)
		}
	}
	s := coloured
	s.Command, s.Env = script(`cat >"$FILE"`), map[string]string{"FILE": filepath.Join(t.TempDir(), "problem")}
	count(t, s, textbook.XCC(), 0)
	if got, err := os.ReadFile(s.Env["FILE"]); err != nil || string(got) != "0 1 | 2 \n0 2:0\n0 2:1\n0 2\n1 2:1\n1\n" {
		t.Errorf("colours: got %q, %v, want single characters", got, err)
	}
	if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 {
		t.Errorf("got the files %v, %v, want none", left, err)
	}
}

// A program that shows one solution gets the problem again, without the solutions so far. A second run
// begins without these. The work of a run is the work of all its processes.
func TestASearchByExclusionRunsAgain(t *testing.T) {
	// One option, 10 or 11, and perhaps one of nine others. Processes 3 to 5 are of the second run.
	p := textbook.Problem(2, append(textbook.Times(9, 0), []int{1}, []int{0, 1})...)
	const last = "%%%mzn-stat: nodes=4\n==========\n"
	for _, c := range []struct {
		spec    external.Spec
		answers [3]string
		want    []string // the exclusions
	}{
		{dimacs, [3]string{"v 9 10 0\nc 1 decisions\n", "v 11 0\nc 2 decisions\n", "s UNSATISFIABLE\nc 4 decisions\n"},
			[]string{"-9 -10 0\n", "-11 0\n"}},
		{opb, [3]string{"v x9 x10\nc 1 decisions\n", "v x11\nc 2 decisions\n", "s UNSATISFIABLE\nc 4 decisions\n"},
			[]string{"-1 x9 -1 x10 >= -1 ;\n", "-1 x11 >= 0 ;\n"}},
		{asp, [3]string{"Answer: 1\nx(8) x(9)\nChoices : 1\n", "Answer: 1\nx(10)\nChoices : 2\n", "UNSATISFIABLE\nChoices : 4\n"},
			[]string{":- x(8), x(9).\n", ":- x(10).\n"}},
		{flatzinc, [3]string{"x9 = 1;\nx10 = 1;\n----------\n%%%mzn-stat: nodes=1\n", "x11 = 1;\n----------\n%%%mzn-stat: nodes=2\n", last},
			[]string{"constraint int_lin_le([1,1],[x9,x10],1);\n", "constraint int_lin_le([1],[x11],0);\n"}},
	} {
		s, answers := c.spec, slices.Clone(c.answers[:])
		if s.Protocol != "flatzinc" {
			answers[0], answers[1] = answers[0]+sat, answers[1]+sat
		}
		if s.Protocol == "asp" {
			answers[0], answers[1] = strings.Replace(answers[0], "s SAT", "SAT", 1), strings.Replace(answers[1], "s SAT", "SAT", 1)
		}
		command, dir := series(t, slices.Repeat(answers, 2)...)
		s.Command = command
		search, err := cover.Prepare(engine(t, s), p)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			stats := search.Run(t.Context(), cover.Limits{}, nil)
			if stats.Solutions != 2 || stats.Status != cover.Solved || stats.Err != nil || stats.Nodes != 7 {
				t.Errorf("%s: got %+v, want 2 solutions and the work of all processes", s.Protocol, stats)
			}
		}
		stated := func(k int) string {
			text, err := os.ReadFile(filepath.Join(dir, fmt.Sprint(k)))
			if err != nil {
				t.Fatal(err)
			}
			return string(text)
		}
		for k := range 3 {
			text := stated(k)
			for n, exclusion := range c.want {
				if got := strings.Contains(text, "\n"+exclusion); got != (k > n) {
					t.Errorf("%s: statement %d excludes solution %d: %v: %q", s.Protocol, k, n, got, text)
				}
			}
			if got := stated(k + 3); got != text {
				t.Errorf("%s: got %q in the second run, want %q", s.Protocol, got, text)
			}
		}
		var clauses [3]int // in the head of the formula, if there is one
		for k := range clauses {
			fmt.Sscanf(stated(k), "p cnf 20 %d", &clauses[k])
		}
		if clauses[1] != clauses[0] && clauses[2] != clauses[1]+1 {
			t.Errorf("%s: got the numbers of clauses %v", s.Protocol, clauses)
		}
	}
}

// A further process has to show a solution, and claims the number of its own solutions.
func TestFurtherProcessesAreJudgedLikeTheFirst(t *testing.T) {
	for want, answers := range map[string][]string{
		"it says that there is a solution, and shows none": {sat + "v 3 0\n", sat},
		"<nil>": {sat + "v -1 -2 3 0\nc Models : 1\n", sat + "v 1 2 -3 0\nc Models : 1\n", "s UNSATISFIABLE\nc Models : 0\n"},
	} {
		command, _ := series(t, answers...)
		stats, found := solve(t, external.Spec{Command: command, Protocol: "dimacs"}, textbook.Tiny(), 0)
		if fmt.Sprint(stats.Err) != want || len(found) != len(answers)-1 {
			t.Errorf("got %v after %d solutions, want %s", stats.Err, len(found), want)
		}
	}
}

// Nothing is left of an answer that was cut off, for the next run.
func TestNothingIsLeftOfAnAnswerThatWasCutOff(t *testing.T) {
	for spec, answers := range map[*external.Spec][2]string{
		&dimacs:   {"v 1 -3 3 0\n", sat + "v 3 0\n"},
		&flatzinc: {"x1 = 1;\n", "x3 = 1;\n----------\n"},
		&lp:       {"Optimal - objective value 0\n 1 x1 1 0\nj 9 1\n", "Optimal - objective value 0\n 1 x3 1 0\n"},
		&knuth:    {"1:\n 0\nx\n", "1:\n 0 1\n"},
		&asp:      {"Answer: 1\nx(0) y\n", "Answer: 1\nx(2)\nSATISFIABLE\n"},
	} {
		s := *spec
		s.Command, _ = series(t, answers[:]...)
		search, err := cover.Prepare(engine(t, s), textbook.Tiny())
		if err != nil {
			t.Fatal(err)
		}
		search.Run(t.Context(), cover.Limits{Solutions: 1}, all)
		var found []int
		stats := search.Run(t.Context(), cover.Limits{Solutions: 1}, func(options []int) bool { found = slices.Clone(options); return true })
		if stats.Solutions != 1 || !slices.Equal(found, []int{2}) {
			t.Errorf("%s: got %v and %+v, want option 3", s.Protocol, found, stats)
		}
	}
}

func all([]int) bool { return true }

func TestOptionsOfASolutionAreInOrder(t *testing.T) {
	for spec, out := range map[*external.Spec]string{&flatzinc: "x2 = 1;\nx1 = 1;\n----------\n",
		&lp: "Optimal - objective value 0\n 1 x2 1 0\n 0 x1 1 0\n"} {
		s, found := *spec, []int(nil)
		s.Command, _ = series(t, out)
		cover.Solve(t.Context(), engine(t, s), two, cover.Limits{Solutions: 1}, func(options []int) bool {
			found = slices.Clone(options)
			return true
		})
		if !slices.Equal(found, []int{0, 1}) {
			t.Errorf("%s: got %v, want options 1 and 2", s.Protocol, found)
		}
	}
}

func TestProgramsAreAskedForWhatIsWanted(t *testing.T) {
	for _, c := range []struct {
		args  string
		seeds []int64
		count bool
		limit int64
		show  bool
		want  string
	}{
		{want: "\n"}, {limit: 1, want: "t1\n"}, {limit: 7, show: true, want: "m1 t7\n"}, {show: true, want: "m1\n"},
		{limit: 3, count: true, want: "t3\n"},
		{args: " {seed} -n{solutions}", seeds: []int64{7}, limit: 3, show: true, want: "7 -n3 m1 t3\n"},
	} {
		file := filepath.Join(t.TempDir(), "args")
		s := external.Spec{Command: script(`echo "$*" > "$FILE"`) + c.args, Protocol: "knuth", Seeds: c.seeds, Count: c.count,
			Env: map[string]string{"FILE": file}}
		if c.show {
			solve(t, s, textbook.Tiny(), c.limit)
		} else {
			count(t, s, textbook.Tiny(), c.limit)
		}
		if got, err := os.ReadFile(file); err != nil || string(got) != c.want {
			t.Errorf("%+v: got %q, %v", c, got, err)
		}
	}
}

func TestEngineHasItsDirectoryAndEnvironment(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "answer", "1:\n 0\n 1\n2:\n 0 1\n")
	write(t, dir, "other", `xcb 1
ready
ready
done solved solutions 2
`)
	s := external.Spec{Command: script(`cat "$NAME"; echo "$REPORT" >&2`), Dir: dir, Protocol: "knuth",
		Env: map[string]string{"NAME": "answer", "REPORT": strings.TrimSpace(solutions(2))}}
	if stats, found := solve(t, s, textbook.Tiny(), 0); len(found) != 2 || stats.Err != nil {
		t.Errorf("got %v, %+v", found, stats)
	}
	s.Command, s.Protocol, s.Env = script(`cat "$NAME" $REST; cat >/dev/null`), "xcb", map[string]string{"NAME": "other", "REST": ""}
	if stats := count(t, s, textbook.Tiny(), 0); stats.Solutions != 2 || stats.Err != nil {
		t.Errorf("xcb: got %+v", stats)
	}
}
