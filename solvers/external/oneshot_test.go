package external

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"xcbench/cover"
	"xcbench/internal/corpustest"
	"xcbench/internal/textbook"
)

// engine makes a solver of a spec.
func engine(t testing.TB, s Spec) cover.Solver {
	t.Helper()
	if s.Name == "" {
		s.Name = "test"
	}
	solver, err := New(s)
	if err != nil {
		t.Fatal(err)
	}
	return solver
}

// script returns a command that runs a shell script. Arguments after it are ignored.
func script(text string) string { return "sh -c '" + strings.ReplaceAll(text, "'", `'\''`) + "' sh" }

// testdata returns the absolute path of recorded output, without its extension.
func testdata(t testing.TB, name string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// replay returns a command that writes recorded output: NAME.out, and to its stderr NAME.err.
func replay(t testing.TB, name string, exit int) string {
	t.Helper()
	return script(fmt.Sprintf(`test -e %[1]s.err && cat %[1]s.err >&2; cat %[1]s.out; exit %[2]d`, testdata(t,
		name), exit))
}

// solve solves p and returns the solutions, each as its sorted options.
func solve(t testing.TB, s Spec, p *cover.Problem, limit int64) (cover.Stats, []string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	var found []string
	stats, err := cover.Solve(ctx, engine(t, s), p, cover.Limits{Solutions: limit}, func(options []int) bool {
		found = append(found, fmt.Sprint(slices.Sorted(slices.Values(options))))
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	return stats, found
}

func queens(n int) *cover.Problem { return corpustest.Problem(fmt.Sprint("queens/", n)) }

const report = `echo "Altogether 2 solutions, 1+1 mems, 7 updates, 1 bytes, 4 nodes." >&2`

// Each engine fails in its own way, and the run must say so, and leave nothing behind.
func TestEnginesThatFail(t *testing.T) {
	const both = "printf '1:\\n 0 (1 of 2)\\n 1 (1 of 1)\\n2:\\n 0 1 (2 of 2)\\n';"
	for _, c := range []struct {
		name, script string
		wrong        bool
		want         string
	}{
		{"right", both + report, false, ""},
		{"right, with a child", both + report + "; sleep 100 &", false, ""},
		{"nothing", "exit 0", false, "it ended without an answer"},
		{"exit status", both + report + "; exit 3", false, "exit status 3"},
		{"missing file", "cat /no/such/file", false,
			`exit status 1 without an answer: stderr: "cat: /no/such/file: No such file or directory"`},
		{"signal", "kill -SEGV $$", false, "signal: segmentation fault"},
		{"garbage", "echo hello", false, `expected the number of a solution, such as 1:: line 1: "hello"`},
		{"unknown item", "printf '1:\\n 7 (1 of 2)\\n'", false, `no item has the name "7": line 2: " 7 (1 of 2)"`},
		{"unknown option", "printf '1:\\n 1 1\\n'", false, `no option has these items: line 2: " 1 1"`},
		{"invalid UTF-8", "printf '\\377\\033[2J\\n'", false, `line 1: "\xff\x1b[2J"`},
		{"endless line", "tr '\\0' x </dev/zero", false, "line 1 is longer than 16 MiB"},
		{"large", "head -c 1000000000 /dev/zero", false, "line 1 is longer than 16 MiB"},
		{"uncovered", "printf '1:\\n 0\\n'", true, `solution 1: primary item "b" is not covered`},
		{"covered twice", "printf '1:\\n 0\\n 0 1\\n'", true,
			`solution 1: item "a" is covered twice: by options 1 and 3`},
		{"an option twice", "printf '1:\\n 0\\n 0\\n 1\\n'", true, "solution 1: option 1 occurs twice"},
		{"a solution twice", "printf '1:\\n 0\\n 1\\n2:\\n 1\\n 0\\n'", true,
			"solution 2: it repeats an earlier solution"},
		{"shows too little", "printf '1:\\n 0 1\\n';" + report, true, "it claims 2 solutions and shows 1"},
		{"shows nothing", report, true, "it claims 2 solutions and shows 0"},
		{"huge count", `echo "Altogether 99999999999999999999 solutions, 1+1 mems, 7 updates," >&2`, false,
			"expected a number up to 2⁵³"},
		{"wrong profile", both + `printf 'x\nProfile:\n 0: 1\n 1: 9\n' >&2;` + report, true,
			"it reports 4 nodes, and 10 in its profile"},
		{"a level left out", both + `printf 'x\nProfile:\n 0: 1\n 2: 3\n' >&2;` + report, false,
			`the profile has " 2: 3", expected level 1`},
		{"not there", "", false, "no such file"},
	} {
		t.Run(c.name, func(t *testing.T) {
			command := script(c.script)
			if c.script == "" {
				command = "/no/such/engine"
			}
			began := time.Now()
			stats, _ := solve(t, Spec{Command: command, Protocol: "knuth"}, textbook.Tiny(), 0)
			if took := time.Since(began); took > 20*time.Second {
				t.Errorf("took %v", took)
			}
			if c.want == "" {
				if stats.Status != cover.Solved || stats.Err != nil || stats.Solutions != 2 ||
					stats.Nodes != 4 || stats.Updates != 7 {
					t.Errorf("got %+v, want two solutions", stats)
				}
				return
			}
			if stats.Status != cover.Failed || stats.Err == nil || !strings.Contains(stats.Err.Error(), c.want) {
				t.Errorf("got status %s and error %v, want failed and %s", stats.Status, stats.Err, c.want)
			}
			var wrong *cover.WrongError
			if errors.As(stats.Err, &wrong) != c.wrong {
				t.Errorf("got %T, want a wrong answer: %t", stats.Err, c.wrong)
			}
			if stats.Err != nil && (len(stats.Err.Error()) > 300 || !printable(stats.Err.Error())) {
				t.Errorf("got %q, want a short line without control characters", stats.Err)
			}
		})
	}
}

func TestRunStopsWithItsContext(t *testing.T) {
	search, err := cover.Prepare(engine(t, Spec{Command: script("sleep 100 & sleep 100"), Protocol: "knuth"}),
		textbook.Tiny())
	if err != nil {
		t.Fatal(err)
	}
	var longest time.Duration
	for range 5 {
		const timeout = 50 * time.Millisecond
		ctx, cancel := context.WithTimeout(context.Background(), timeout)
		began := time.Now()
		stats := search.Run(ctx, cover.Limits{}, nil)
		longest = max(longest, time.Since(began)-timeout)
		cancel()
		if stats.Status != cover.Timeout || stats.Err != nil {
			t.Errorf("got %+v, want a timeout", stats)
		}
	}
	if longest > time.Second { // 10 ms, on a machine that has nothing else to do
		t.Errorf("ended %v late", longest)
	}
}

func TestVisitorEndsTheRun(t *testing.T) {
	flood := script("n=1; while :; do printf '%s:\\n 0 1\\n' $n; done")
	stats, err := cover.Solve(context.Background(), engine(t, Spec{Command: flood, Protocol: "knuth"}), textbook.Tiny(),
		cover.Limits{}, func([]int) bool { return false })
	if err != nil || stats.Status != cover.Limit || stats.Solutions != 1 || stats.Err != nil {
		t.Errorf("got %+v, %v, want one solution and a limit", stats, err)
	}
}

func TestLimitsOfNodesAreUnsupported(t *testing.T) {
	for _, limits := range []cover.Limits{{Nodes: 1}, {Updates: 1}} {
		stats, err := cover.Solve(context.Background(), engine(t, Spec{Command: "cat", Protocol: "knuth"}), textbook.Tiny(),
			limits, nil)
		var unsupported *cover.UnsupportedError
		if err != nil || stats.Status != cover.Unsupported || !errors.As(stats.Err, &unsupported) {
			t.Errorf("%+v: got %+v, %v, want an unsupported run", limits, stats, err)
		}
	}
}

// A problem in a file is not on the standard input, and no file is left.
func TestAProblemInAFileIsRemoved(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	read := script(`test -z "$(cat)" && test -s "$1" && printf '1:\n 0\n 1\n2:\n 0 1\n' && ` + report)
	stats, found := solve(t, Spec{Command: read + " {in}", Protocol: "knuth"}, textbook.Tiny(), 0)
	if len(found) != 2 || stats.Err != nil {
		t.Errorf("got %v, %+v, want two solutions", found, stats)
	}
	if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 {
		t.Errorf("got the files %v, %v, want none", left, err)
	}
}

// The file of an answer is read after the output, unless the run is over.
func TestAnAnswerInAFileIsReadAfterTheOutput(t *testing.T) {
	for _, c := range []struct {
		out, file string
		more      bool // the visitor wants more
		found     int
		want      string
	}{
		{"s SATISFIABLE\\n", "v 3 0\\n", true, 1, ""},
		{"s SATISFIABLE\\nv 3 0\\n", "v 1 2 0\\n", true, 2, ""},
		{"s SATISFIABLE\\nv 3 0\\n", "v 1 2 0\\n", false, 1, ""},
		{"s SATISFIABLE\\nv x 0\\n", "v 3 0\\n", true, 0, `variables: line 2: "v x 0"`},
		{"s SATISFIABLE\\n", "v x 0\\n", true, 0, `variables: line 1: "v x 0"`},
	} {
		s := Spec{Command: script("printf '"+c.file+"' >\"$1\"; printf '"+c.out+"'; exit 30") + " {out}", Protocol: "dimacs"}
		found := 0
		stats, err := cover.Solve(t.Context(), engine(t, s), textbook.Tiny(), cover.Limits{}, func([]int) bool {
			found++
			return c.more
		})
		if err != nil || found != c.found || (stats.Err == nil) != (c.want == "") ||
			stats.Err != nil && !strings.Contains(stats.Err.Error(), c.want) {
			t.Errorf("%+v: got %d solutions and %v, %v", c, found, stats.Err, err)
		}
	}
}

// Without a visitor, solutions that are shown and claimed count once.
func TestSolutionsThatAreShownAndClaimedCountOnce(t *testing.T) {
	s := Spec{Command: script(`sleep 0.05; printf 's SATISFIABLE\nv 3 0\nc Models : 1\n'; exit 30`), Protocol: "dimacs"}
	stats, err := cover.Solve(t.Context(), engine(t, s), textbook.Tiny(), cover.Limits{}, nil)
	if err != nil || stats.Solutions != 1 || stats.Status != cover.Solved || stats.Costs.CPU <= 0 || stats.Costs.Peak <= 0 {
		t.Errorf("got %+v, %v, want one solution, and what it cost", stats, err)
	}
	if stats.Search < 50*time.Millisecond {
		t.Errorf("got %v, want the time of the process", stats.Search)
	}
	s = Spec{Command: script("echo hello; " + report), Protocol: "knuth"}
	if stats, err = cover.Solve(t.Context(), engine(t, s), textbook.Tiny(), cover.Limits{}, nil); err != nil || stats.Solutions != 2 ||
		stats.Err != nil {
		t.Errorf("got %+v, %v, want two solutions that are not shown", stats, err)
	}
}

func TestAProgramThatIsToldItsLimitKeepsIt(t *testing.T) {
	s := Spec{Command: script("printf '1:\\n 0 1\\n2:\\n 0\\n 1\\n'; " + report), Protocol: "knuth"}
	stats, found := solve(t, s, textbook.Tiny(), 1)
	if len(found) != 1 || stats.Err == nil || stats.Err.Error() != "solution 2: asked for at most 1" {
		t.Errorf("got %v, %+v, want one solution too many", found, stats)
	}
}

func TestEngineHasItsDirectoryAndEnvironment(t *testing.T) {
	dir := t.TempDir()
	answer := filepath.Join(dir, "answer")
	if err := os.WriteFile(answer, []byte("1:\n 0\n 1\n2:\n 0 1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	stats, found := solve(t, Spec{Command: script(`cat "$NAME";` + report), Dir: dir,
		Env: map[string]string{"NAME": "answer"}, Protocol: "knuth"}, textbook.Tiny(), 0)
	if len(found) != 2 || stats.Err != nil {
		t.Errorf("got %v, %+v", found, stats)
	}
}

func TestFingerprintsAreBounded(t *testing.T) {
	var f fingerprints
	for n := range 3 * maxFingerprints {
		if !f.add([]int{n}) {
			t.Fatalf("solution %d: got a repetition", n)
		}
		if size := len(f.set); size > maxFingerprints || n < maxFingerprints && size != n+1 {
			t.Fatalf("got %d of %d, want all up to %d", size, n+1, maxFingerprints)
		}
	}
	repeated := 0
	for n := range 1000 {
		if !f.add([]int{n}) {
			repeated++
		}
	}
	if repeated < 100 {
		t.Errorf("noticed %d of 1000 repetitions, want a quarter", repeated)
	}
}

func printable(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, func(c rune) bool { return c < ' ' })
}
