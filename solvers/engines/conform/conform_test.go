package conform

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"xcbench/cover"
	"xcbench/internal/child"
	"xcbench/solvers"
	"xcbench/solvers/engines"
	"xcbench/solvers/external"
	"xcbench/solvers/external/xcb"
)

// mistakeVariable makes the test binary an engine with a mistake, or with "none".
const mistakeVariable = "XCBENCH_TEST_MISTAKE"

func TestMain(m *testing.M) {
	mistake := os.Getenv(mistakeVariable)
	if mistake == "" {
		os.Exit(m.Run())
	}
	note("start %d", os.Getpid())
	v, _ := solvers.Find("dlx_index")
	s := xcb.Server{Solver: faulty{v, mistake}, Name: mistake, Version: "of a test"}
	if err := s.Serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	switch mistake {
	case "runs on after its input":
		time.Sleep(time.Minute)
	case "says much at its end":
		os.Stdout.Write(make([]byte, 1<<20))
	}
}

// faulty is a solver with a mistake.
type faulty struct {
	cover.Solver
	mistake string
}

func (f faulty) Prepare(p *cover.Problem) (cover.Search, error) {
	s, err := cover.Prepare(f.Solver, p)
	return faultySearch{s, p, f.mistake}, err
}

type faultySearch struct {
	cover.Search
	p       *cover.Problem
	mistake string
}

func (f faultySearch) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	if f.mistake == "ends in a search" && visit == nil {
		os.Exit(3)
	}
	note("%s", asked(f.p, limits, visit != nil))
	if f.p.Primary() == endlessItems { // all engines here wait for the end instead of searching
		if f.mistake == "does not stop when its time is over" {
			select {}
		}
		<-ctx.Done()
		status := cover.Timeout
		if f.mistake == "solves what it had no time for" {
			status = cover.Solved
		}
		return cover.Stats{Status: status, Nodes: 1}
	}
	count := int64(0) // of the calls of visit
	show := visit
	switch f.mistake {
	case "ignores a limit of nodes":
		limits.Nodes = 0
	case "stops one solution late":
		limits.Solutions += min(1, limits.Solutions)
	case "shows a solution twice":
		show = func(options []int) bool { visit(options); return visit(options) }
	case "shows half a solution":
		show = func(options []int) bool { return visit(options[len(options)/2:]) }
	case "leaves a solution out":
		show = func(options []int) bool { count++; return count == 3 || visit(options) }
	}
	if visit == nil {
		show = nil
	}
	stats := f.Search.Run(ctx, limits, show)
	searches++
	switch f.mistake {
	case "counts one too many":
		stats.Solutions++
	case "counts one too many where it shows none":
		if visit == nil {
			stats.Solutions++
		}
	case "counts other solutions again":
		if visit == nil && f.p.Primary() == 6 {
			stats.Solutions += searches
		}
	case "shows a solution twice":
		if visit != nil && f.p.Primary() < 8 { // with 8 items, the number is wrong too
			stats.Solutions *= 2
		}
	case "leaves a solution out":
		if visit != nil && count >= 3 {
			stats.Solutions--
		}
	case "says solved at a limit":
		stats.Status = cover.Solved
	case "counts other nodes again":
		stats.Nodes += searches
		stats.Levels[0].Nodes += searches
	case "counts other updates again":
		stats.Updates += searches
		stats.Levels[0].Updates += searches
	case "counts no nodes":
		stats.Nodes, stats.Updates, stats.Levels = 0, 0, nil
	}
	return stats
}

// searches counts the searches of this process.
var searches int64

func (f faulty) Capabilities() cover.Capabilities {
	c := f.Solver.Capabilities()
	c.Secondary = c.Secondary && f.mistake != "takes primary items only"
	c.CountsOnly = f.mistake == "shows nothing"
	return c
}

// pass runs the whole test on an engine with a mistake. It returns the tests that failed, and the
// notes by name.
func pass(t *testing.T, mistake string) (failed []string, notes map[string]string) {
	t.Helper()
	notes = map[string]string{}
	command, j := start(t, mistake)
	n, err := Test(t.Context(), command, func(r Result) {
		if _, again := notes[r.Name]; again {
			t.Errorf("got the test %q again", r.Name)
		}
		if notes[r.Name] = r.Note; r.Err != nil {
			failed = append(failed, r.Name)
		}
	})
	j.ended(t)
	if err != nil || n != len(failed) || len(notes) != len(tests()) {
		t.Errorf("got %d of %d tests failed, want %d of %d, %v", n, len(notes), len(failed), len(tests()), err)
	}
	return failed, notes
}

// times matches the note of an engine's times, which are rounded to microseconds.
var times = regexp.MustCompile(strings.ReplaceAll(`^T to prepare, T to search, T from outside$`, "T",
	`(0s|\d+µs|\d+(\.\d{1,3})?ms|\d+(\.\d{1,6})?s)`))

// An engine without a mistake passes. What it cannot do is left out.
func TestEnginesWithoutAMistakePass(t *testing.T) {
	const left = "left out: the engine takes primary items only"
	for mistake, want := range map[string]map[string]string{
		"none": {"greets": "none of a test"},
		"takes primary items only": {"solves secondary items": left, "solves secondary items only": left,
			"solves a secondary item that nothing contains": left},
		"shows nothing":   {"solves two equal options": ""},
		"counts no nodes": {"stops at a limit of nodes": "left out: the engine does not count nodes"},
	} {
		t.Run(mistake, func(t *testing.T) {
			t.Parallel()
			failed, notes := pass(t, mistake)
			if len(failed) > 0 || !times.MatchString(notes["tells its times"]) {
				t.Errorf("failed %q, with the notes %q", failed, notes)
			}
			for name, note := range want {
				if notes[name] != note {
					t.Errorf("%s: got the note %q, want %q", name, notes[name], note)
				}
			}
			for name, note := range notes {
				if _, ok := want[name]; !ok && note != "" && name != "greets" && name != "tells its times" {
					t.Errorf("%s: got the note %q", name, note)
				}
			}
		})
	}
}

// An engine that does not greet is not tested any further.
func TestAnEngineThatDoesNotGreetFailsOneTest(t *testing.T) {
	reported := 0
	failed, err := Test(t.Context(), child.Command{Args: []string{"/no/such/engine"}}, func(r Result) {
		if reported++; r.Name != "greets" || r.Err == nil {
			t.Errorf("got %+v, want an error of the greeting", r)
		}
	})
	if failed != 1 || reported != 1 || err != nil {
		t.Errorf("got %d failed, %d reported, %v, want 1 each", failed, reported, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if failed, err := Test(ctx, child.Command{Args: []string{"/no/such/engine"}}, func(r Result) { t.Errorf("got %+v", r) }); failed > 0 || err == nil {
		t.Errorf("got %d failed, %v after the end of the context, want its error", failed, err)
	}
}

// The right numbers are the known ones: Bell's, of the partitions.
func TestTheProblemsOfTheTestsAreTheKnownOnes(t *testing.T) {
	for n, want := range bell {
		if all, err := right(partitions(n)); all != int64(want) || err != nil {
			t.Errorf("%d items: got %d partitions, %v, want %d", n, all, err, want)
		}
	}
	shapes := map[string]bool{}
	for seed := range uint64(30) {
		p := random(seed)
		all, err := right(p)
		if err != nil {
			t.Fatal(err)
		}
		shapes[fmt.Sprint(p.Items() > p.Primary(), min(all, 2))] = true
	}
	if len(shapes) != 6 {
		t.Errorf("got random problems %v, want some with and without secondary items, without, with one and with more solutions", shapes)
	}
	for _, c := range cases() {
		if n, ok := strings.CutSuffix(c.name, " solutions"); ok {
			all, _ := right(c.problem)
			if want := fmt.Sprint("a problem with ", all); n != want {
				t.Errorf("got %q, want %q", n, want)
			}
		}
	}
}

// examine runs some of the tests on an engine, and returns the errors and the notes by name.
func examine(t *testing.T, c child.Command, patience time.Duration, names ...string) (errs map[string]error, notes map[string]string) {
	t.Helper()
	e := newExaminee(t.Context(), c)
	defer e.engine.Close()
	e.patience, e.tries = patience, 1
	if err := e.greets(); err != nil {
		t.Fatal(err)
	}
	errs, notes = map[string]error{}, map[string]string{}
	for _, test := range tests() {
		if slices.Contains(names, test.name) {
			e.note = ""
			errs[test.name] = test.run(e)
			notes[test.name] = e.note
		}
	}
	if len(errs) != len(names) {
		t.Fatalf("got the tests %v, want %q", errs, names)
	}
	return errs, notes
}

// A mistake fails the tests that are there for it, and no others of the same group.
func TestEachTestFindsItsMistake(t *testing.T) {
	for mistake, want := range map[string]map[string]string{
		"none":                 {},
		"says much at its end": {},
		"ends in a search": {"solves Knuth's example": "without an answer", "stops at a limit of solutions": "without an answer",
			"stops at a limit of nodes": "without an answer", "solves a problem with 4140 solutions": "without an answer",
			"takes turns between two problems": "without an answer", "gives the same answer again": "without an answer",
			"answers after a restart": "without an answer", "hears that a search is cancelled": "without an answer"},
		"solves what it had no time for": {"stops when its time is over": "it says solved after",
			"hears that a search is cancelled": "it says solved after"},
		"does not stop when its time is over": {"stops when its time is over": "it did not stop by itself and was killed"},
		"runs on after its input":             {"ends with its input": "it still runs 500ms after its input ended"},
		"ignores a limit of nodes":            {"stops at a limit of nodes": "it says solved after"},
		"stops one solution late":             {"stops at a limit of solutions": "2 solutions"},
		"says solved at a limit": {"stops at a limit of solutions": "says solved, expected 1 of 52",
			"stops at a limit of nodes": "says solved"},
		"counts one too many": {"solves Knuth's example": "the engine counts 2 solutions and showed 1",
			"solves a problem with 4140 solutions": "counts 4141 solutions", "stops at a limit of solutions": "counts 2 solutions",
			"takes turns between two problems": "16 solutions, expected 15", "answers after a restart": "53 solutions, expected 52",
			"solves random problems, one after another": "problem 1: the engine counts"},
		"counts one too many where it shows none": {"solves Knuth's example": "it counts 2 solutions, expected 1",
			"solves a problem with 4140 solutions": "it counts 4141 solutions, expected 4140",
			"stops at a limit of solutions":        "counts 2 solutions", "takes turns between two problems": "16 solutions, expected 15",
			"answers after a restart": "53 solutions, expected 52"},
		"shows a solution twice": {"solves Knuth's example": "the solution of the options [1 4 5] occurs twice",
			"solves a problem with 4140 solutions": "occurs twice"},
		"shows half a solution": {"solves Knuth's example": "which is no solution",
			"solves a problem with 4140 solutions": "which is no solution"},
		"leaves a solution out":        {"solves a problem with 4140 solutions": "it shows 4139 solutions, expected 4140"},
		"counts other nodes again":     {"gives the same answer again": "203 solutions, 4", "stops at a limit of nodes": "after"},
		"counts other updates again":   {"gives the same answer again": "updates"},
		"counts other solutions again": {"gives the same answer again": "solutions, 406 nodes"},
	} {
		t.Run(mistake, func(t *testing.T) {
			t.Parallel()
			command, j := start(t, mistake)
			names := []string{"solves Knuth's example", "stops at a limit of solutions", "stops at a limit of nodes",
				"solves a problem with 4140 solutions", "takes turns between two problems", "gives the same answer again",
				"answers after a restart", "ends with its input"}
			if strings.Contains(mistake, "time") || mistake == "none" {
				names = append(names, "stops when its time is over", "hears that a search is cancelled")
			}
			patience := time.Minute
			if mistake == "runs on after its input" {
				patience = 500 * time.Millisecond
			}
			for name := range want {
				if !slices.Contains(names, name) {
					names = append(names, name)
				}
			}
			errs, notes := examine(t, command, patience, names...)
			j.ended(t)
			for name, err := range errs {
				if text := want[name]; (err != nil) != (text != "") || err != nil && !strings.Contains(err.Error(), text) {
					t.Errorf("%s: got %v, want %q", name, err, text)
				}
				deaf := mistake == "does not stop when its time is over" && name == "hears that a search is cancelled"
				if note := notes[name]; strings.Contains(note, "does not hear") != deaf {
					t.Errorf("%s: got the note %q", name, note)
				}
			}
		})
	}
}

// Each mistake in the engine in Python fails the test that is there for it. Most of them are those of
// TestEachTestFindsItsMistake, and an interpreter takes long to start.
func TestMistakesInAnotherLanguageAreFound(t *testing.T) {
	python, err := engines.FindStarter("python")
	if err != nil {
		t.Fatal(err)
	}
	words, _ := external.Words(python.Command)
	if _, err := exec.LookPath(words[0]); err != nil {
		t.Skip(err)
	}
	mistakes := []struct{ old, new, fails string }{
		{"item < p.primary]", "True]", "solves secondary items"},
		{"if not active:", "if not active and p.options:", "solves a problem without items"},
		{`raise ValueError(f"option`, `print(f"option`, "refuses a bad problem"},
		{`self.stop_at("solutions")`, "pass", "stops at a limit of solutions"},
		{`self.stop_at("nodes", "updates")`, "pass", "stops at a limit of nodes"},
		{`raise Stop("timeout")`, "pass", "stops when its time is over"},
		{"p.uncover(removed)", "pass", "solves Knuth's example"},
		{"for nodes, updates in search.levels:", "search.counts[\"updates\"] = time.time_ns() % 1_000_003\n    for nodes, updates in []:",
			"gives the same answer again"},
		{"\nmain()\n", "\nmain()\ntime.sleep(60)\n", "ends with its input"},
		{"option + 1 for", "option for", "solves one option for all items"},
		{"print(\"solution\"", "print(\"solution\", 1) or print(\"solution\"", "solves two equal options"},
	}
	if os.Getenv("XCBENCH_LONG") == "" {
		mistakes = mistakes[:3]
	}
	for _, c := range mistakes {
		t.Run(c.fails, func(t *testing.T) {
			t.Parallel()
			if strings.Count(python.Source(), c.old) == 0 {
				t.Fatalf("%s has no %q", python.File, c.old)
			}
			dir := t.TempDir()
			source := strings.Replace(python.Source(), c.old, c.new, 1)
			if err := os.WriteFile(filepath.Join(dir, python.File), []byte(source), 0o666); err != nil {
				t.Fatal(err)
			}
			command := child.Command{Args: words, Dir: dir}
			errs, _ := examine(t, command, 500*time.Millisecond, c.fails)
			if err := errs[c.fails]; err == nil {
				t.Errorf("%q for %q: got no error", c.new, c.old)
			} else {
				t.Log(err)
			}
		})
	}
}
