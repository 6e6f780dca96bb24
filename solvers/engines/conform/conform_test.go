package conform_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"xcbench/cover"
	"xcbench/internal/child"
	"xcbench/solvers/engines"
	"xcbench/solvers/engines/conform"
	"xcbench/solvers/external"
	"xcbench/solvers/external/xcb"
)

// outcome is the result of a test, and the lines that the engine wrote into its journal meanwhile.
type outcome struct {
	conform.Result
	asked []string
	took  time.Duration
}

// start returns an engine with a mistake, and its journal.
func start(t *testing.T, mistake string) (e *xcb.Engine, journal string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	journal = filepath.Join(t.TempDir(), "journal")
	if err := os.WriteFile(journal, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	return engine(child.Command{Args: []string{self}, Env: []string{mistakeVariable + "=" + mistake, journalVariable + "=" + journal}}), journal
}

func engine(c child.Command) *xcb.Engine {
	return xcb.New(c, cover.Capabilities{Secondary: true, Colours: true})
}

// examine runs all tests on an engine with a mistake, and waits for the end of its processes.
func examine(t *testing.T, mistake string) map[string]outcome {
	t.Helper()
	e, journal := start(t, mistake)
	switch mistake {
	case "does not stop when its time is over":
	case "says much at its end":
		e.Grace = 5 * time.Second // it cannot end before it is killed
	case "runs on after its input":
		e.Start, e.Grace = 5*time.Second, 5*time.Second
	default:
		e.Grace = time.Minute // so that nobody is late on a busy machine
	}
	read, errs, all := 0, 0, map[string]outcome{}
	text := func() []byte {
		text, err := os.ReadFile(journal)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	began := time.Now()
	failed, err := conform.Test(t.Context(), e, func(r conform.Result) {
		var lines []string
		now := text()
		for line := range bytes.Lines(now[read:]) {
			lines = append(lines, strings.TrimSpace(string(line)))
		}
		if read = len(now); r.Err != nil {
			errs++
		}
		all[r.Name] = outcome{r, lines, time.Since(began)}
		began = time.Now()
	})
	if err != nil || failed != errs || len(all) != 24 {
		t.Errorf("got %d of %d tests failed, want %d of 24, %v", failed, len(all), errs, err)
	}
	for line := range bytes.Lines(text()) {
		pid := 0
		if n, _ := fmt.Sscanf(string(line), "start %d", &pid); n == 0 {
			continue
		}
		process, err := os.FindProcess(pid)
		for began := time.Now(); err == nil && process.Signal(syscall.Signal(0)) == nil; time.Sleep(time.Millisecond) {
			if time.Since(began) > 5*time.Minute {
				t.Fatalf("process %d goes on after the tests", pid)
			}
		}
	}
	return all
}

// times matches the note of an engine's times, which are rounded to microseconds.
var times = regexp.MustCompile(strings.ReplaceAll(`^T to prepare, T to search, T from outside$`, "T",
	`(0s|\d+µs|\d+(\.\d{1,3})?ms|\d+(\.\d{1,6})?s)`))

// A mistake fails the tests that are there for it, and no others. If it fails one of the tests named
// "solves ...", it may fail more of them. What an engine cannot do is left out.
func TestEachTestFindsItsMistake(t *testing.T) {
	const (
		crash = "ended without an answer"
		more  = "counts 2 solutions, more than the 1"
		left  = "left out: the engine takes primary items only"
	)
	for mistake, want := range map[string]struct{ fails, notes map[string]string }{
		"none":                 {},
		"says much at its end": {},
		"takes primary items only": {notes: map[string]string{"solves secondary items": left,
			"solves secondary items only": left, "solves a secondary item that nothing contains": left, "solves colours": left}},
		"takes no colours":        {notes: map[string]string{"solves colours": "left out: the engine takes no colours"}},
		"finds one solution only": {},
		"finds one solution too many": {fails: map[string]string{"solves two equal options": "after the 1 solutions",
			"stops at a limit of solutions": more, "takes turns between two problems": more, "stops when its time is over": more,
			"hears that a search is cancelled": more, "answers after a restart": more, "gives the same answer again": more,
			"tells its times": more}},
		"loses a colour": {fails: map[string]string{"solves colours": "it counts 3 solutions, expected 4"}},
		"shows nothing":  {},
		"counts no nodes": {notes: map[string]string{
			"stops at a limit of nodes": "left out: the engine does not count nodes"}},
		"ends in a search": {fails: map[string]string{"solves Knuth's example": crash, "stops at a limit of solutions": crash,
			"solves a problem with 4140 solutions": crash, "stops at a limit of nodes": crash,
			"takes turns between two problems": crash, "gives the same answer again": crash, "answers after a restart": crash,
			"stops when its time is over": crash, "hears that a search is cancelled": crash, "tells its times": crash}},
		"solves what it had no time for": {fails: map[string]string{"stops when its time is over": "it says solved after",
			"hears that a search is cancelled": "it says solved after"}},
		"does not stop when its time is over": {
			notes: map[string]string{
				"stops when its time is over": "it does not stop by itself, so xcbench kills it and starts it again", "hears that a search is cancelled": "it does not hear, so xcbench kills it and starts it again"}},
		"runs on after its input":  {fails: map[string]string{"ends with its input": "it still runs 5s after its input ended"}},
		"ignores a limit of nodes": {fails: map[string]string{"stops at a limit of nodes": "it says solved after"}},
		"stops one solution late":  {fails: map[string]string{"stops at a limit of solutions": "2 solutions"}},
		"says solved at a limit": {fails: map[string]string{"stops at a limit of nodes": "says solved",
			"stops at a limit of solutions": "says solved, expected 1 of 52"}},
		"counts one too many": {fails: map[string]string{"solves Knuth's example": "the engine counts 2 solutions and showed 1",
			"solves a problem with 4140 solutions": "counts 4141 solutions", "stops at a limit of solutions": "counts 2 solutions",
			"takes turns between two problems": "16 solutions, expected 15", "answers after a restart": "53 solutions, expected 52",
			"solves random problems, one after another": "problem 1: the engine counts"}},
		"counts one too many where it shows none": {fails: map[string]string{
			"solves Knuth's example":               "it counts 2 solutions, expected 1",
			"solves a problem with 4140 solutions": "it counts 4141 solutions, expected 4140",
			"stops at a limit of solutions":        "counts 2 solutions", "takes turns between two problems": "16 solutions, expected 15",
			"answers after a restart": "53 solutions, expected 52"}},
		"shows a solution twice": {fails: map[string]string{"solves a problem with 4140 solutions": "occurs twice",
			"solves Knuth's example": "the solution of the options [1 4 5] occurs twice"}},
		"shows half a solution": {fails: map[string]string{"solves Knuth's example": "which is no solution",
			"solves a problem with 4140 solutions": "which is no solution"}},
		"leaves a solution out": {fails: map[string]string{
			"solves a problem with 4140 solutions": "it shows 4139 solutions, expected 4140"}},
		"counts other nodes again": {fails: map[string]string{"gives the same answer again": "203 solutions, 5",
			"stops at a limit of nodes": "after"}},
		"counts other updates again": {fails: map[string]string{"gives the same answer again": "updates"}},
		"counts other solutions again": {fails: map[string]string{"gives the same answer again": "solutions, 406 nodes",
			"solves random problems, one after another": "solutions"}},
	} {
		t.Run(mistake, func(t *testing.T) {
			t.Parallel()
			wrong := false
			for name := range want.fails {
				wrong = wrong || strings.HasPrefix(name, "solves ")
			}
			for name, got := range examine(t, mistake) {
				text, listed := want.fails[name]
				if (got.Err != nil) != listed && !(wrong && strings.HasPrefix(name, "solves ")) ||
					listed && !strings.Contains(fmt.Sprint(got.Err), text) {
					t.Errorf("%s: got %v, want %q", name, got.Err, text)
				}
				if (got.Problem != nil) != (got.Err != nil && strings.HasPrefix(name, "solves ")) {
					t.Errorf("%s: got the problem %v with the error %v", name, got.Problem, got.Err)
				}
				switch {
				case name == "greets" && got.Note == mistake+" of a test":
				case name == "tells its times" && (times.MatchString(got.Note) || listed):
				case got.Note != want.notes[name]:
					t.Errorf("%s: got the note %q, want %q", name, got.Note, want.notes[name])
				}
			}
		})
	}
}

// An engine is asked what its tests promise, and nothing that it cannot do. The random problems stay
// the same, so that "problem 7" of a report can be tried again after a repair.
func TestEachTestAsksForWhatItPromises(t *testing.T) {
	want := map[string]string{
		"greets":                           "start",
		"solves Knuth's example":           "7 show, 7",
		"takes turns between two problems": "4, 5, 4, 5, 4, 5",
		"stops at a limit of solutions":    "5 solutions 1, 5 solutions 7",
		"stops at a limit of nodes":        "6, 6 nodes 10",
		"gives the same answer again":      "6, 6",
		"stops when its time is over":      "13, 4",
		"hears that a search is cancelled": "13, 4",
		"refuses a bad problem":            "start",
		"answers after a restart":          "start, 5",
		"tells its times":                  "6",
		"ends with its input":              "start",
	}
	for mistake, random := range map[string]string{"none": "60 searches f9ed3179", "takes primary items only": "40 searches 87945fcf"} {
		t.Run(mistake, func(t *testing.T) {
			t.Parallel()
			for name, got := range examine(t, mistake) {
				if strings.Contains(name, "random") {
					sum := sha256.Sum256([]byte(strings.Join(got.asked, "\n")))
					if text := fmt.Sprintf("%d searches %x", len(got.asked), sum[:4]); text != random {
						t.Errorf("%s: got %s, want %s", name, text, random)
					}
				}
				for k, line := range got.asked {
					line, _, _ = strings.Cut(line, " #")
					if strings.HasPrefix(line, "start") {
						line = "start"
					}
					got.asked[k] = line
				}
				if slices.Contains(got.asked, "13") { // on a busy machine, it may be late once, and is started again
					got.asked = slices.DeleteFunc(got.asked, func(line string) bool { return line == "start" })
					got.asked = got.asked[max(0, len(got.asked)-2):]
					if got.took < 200*time.Millisecond {
						t.Errorf("%s: the engine was stopped after %v, want 200ms", name, got.took)
					}
				}
				if all := strings.Join(got.asked, ", "); want[name] != "" && all != want[name] {
					t.Errorf("%s: got %s, want %s", name, all, want[name])
				}
			}
		})
	}
}

// One failed test is not the last one, unless the engine does not even greet. The end of the context
// is the end.
func TestTheTestsEndEarlyWithTheContextOrWithoutAGreeting(t *testing.T) {
	faulty, _ := start(t, "counts one too many")
	none := engine(child.Command{Args: []string{"/no/such/engine"}})
	for name, c := range map[string]struct {
		engine           *xcb.Engine
		last             int // the result after which the context ends
		reported, failed int
		err              error
	}{
		"no greeting":          {none, 9, 1, 1, nil},
		"the end at the start": {none, 0, 0, 0, context.Canceled},
		"the end later":        {faulty, 3, 3, 2, context.Canceled},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		reported := 0
		if c.last == 0 {
			cancel()
		}
		failed, err := conform.Test(ctx, c.engine, func(r conform.Result) {
			if reported++; reported == c.last {
				cancel()
			}
			if first := reported == 1; first != (r.Name == "greets") {
				t.Errorf("%s: got %+v in place %d", name, r, reported)
			}
		})
		cancel()
		if failed != c.failed || reported != c.reported || err != c.err {
			t.Errorf("%s: got %d of %d failed, %v, want %d of %d, %v", name, failed, reported, err, c.failed, c.reported, c.err)
		}
	}
}

// Mistakes that the solvers here cannot make, in an engine in another language.
func TestMistakesInAnotherLanguageAreFound(t *testing.T) {
	python, err := engines.FindStarter("python", false)
	if err != nil {
		t.Fatal(err)
	}
	words, _ := external.Words(python.Command)
	if !slices.Contains(strings.Fields(os.Getenv("XCBENCH_INSTALLED")), words[0]) {
		t.Skip("XCBENCH_INSTALLED does not name " + words[0])
	}
	for fails, c := range map[string]struct{ old, new string }{
		"solves secondary items":         {"item < p.primary]", "True]"},
		"solves a problem without items": {"if not active:", "if not active and p.options:"},
		"refuses a bad problem":          {`raise ValueError(f"option`, `print(f"option`},
	} {
		t.Run(fails, func(t *testing.T) {
			t.Parallel()
			source := strings.Replace(python.Source(), c.old, c.new, 1)
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, python.File), []byte(source), 0o666); err != nil || source == python.Source() {
				t.Fatalf("%v, or no %q in %s", err, c.old, python.File)
			}
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			found := error(nil)
			conform.Test(ctx, engine(child.Command{Args: words, Dir: dir}), func(r conform.Result) {
				if r.Name == fails {
					found = r.Err
					cancel()
				}
			})
			if found == nil {
				t.Error("got no error")
			}
		})
	}
}
