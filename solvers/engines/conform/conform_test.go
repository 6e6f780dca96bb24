package conform

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"xcbench/internal/child"
)

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
func examine(t *testing.T, c child.Command, patience time.Duration, names ...string) (
	errs map[string]error, notes map[string]string) {
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
	const crash = "ended without an answer"
	for mistake, want := range map[string]map[string]string{
		"none":                 {},
		"says much at its end": {},
		"ends in a search": {"solves Knuth's example": crash, "solves a problem with 4140 solutions": crash,
			"stops at a limit of solutions": crash, "stops at a limit of nodes": crash,
			"takes turns between two problems": crash, "gives the same answer again": crash,
			"answers after a restart": crash, "hears that a search is cancelled": crash},
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
				if note := notes[name]; deaf && !strings.Contains(note, "does not hear") {
					t.Errorf("%s: got the note %q", name, note)
				}
			}
		})
	}
}
