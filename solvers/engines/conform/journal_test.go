package conform

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"xcbench/cover"
	"xcbench/internal/child"
)

// journalVariable names the journal of an engine.
const journalVariable = "XCBENCH_TEST_JOURNAL"

// note adds a line to the journal of this process, which is an engine.
func note(format string, args ...any) {
	f, err := os.OpenFile(os.Getenv(journalVariable), os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return
	}
	defer f.Close()
	fmt.Fprintf(f, format+"\n", args...)
}

// asked returns the line of the journal for a search: the number of items, and what the run asks for.
func asked(p *cover.Problem, limits cover.Limits, shows bool) string {
	line := fmt.Sprint(p.Primary())
	if shows {
		line += " show"
	}
	if limits.Solutions > 0 {
		line += fmt.Sprint(" solutions ", limits.Solutions)
	}
	if limits.Nodes > 0 {
		line += fmt.Sprint(" nodes ", limits.Nodes)
	}
	return line
}

// A journal is a file with a line for each process of an engine, and for each of its searches.
type journal struct {
	path string
	read int // bytes
}

// start returns the command of an engine with a mistake, and its journal.
func start(t *testing.T, mistake string) (child.Command, *journal) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "journal")
	if err := os.WriteFile(path, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	env := []string{mistakeVariable + "=" + mistake, journalVariable + "=" + path}
	return child.Command{Args: []string{self}, Env: env}, &journal{path: path}
}

// next returns the lines since the call before. Of a process, it leaves out the id.
func (j *journal) next(t *testing.T) (lines []string) {
	t.Helper()
	text, err := os.ReadFile(j.path)
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(text[j.read:]) {
		if bytes.HasPrefix(line, []byte("start")) {
			line = line[:len("start")]
		}
		lines = append(lines, strings.TrimSpace(string(line)))
	}
	j.read = len(text)
	return lines
}

// ended fails the test if a process of the engine goes on.
func (j *journal) ended(t *testing.T) {
	t.Helper()
	text, err := os.ReadFile(j.path)
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(text) {
		pid := 0
		if n, _ := fmt.Sscanf(string(line), "start %d", &pid); n == 0 {
			continue
		}
		for began := time.Now(); runs(pid); time.Sleep(time.Millisecond) {
			if time.Since(began) > 10*time.Second {
				t.Errorf("process %d goes on after the test", pid)
				return
			}
		}
	}
}

func runs(pid int) bool {
	p, err := os.FindProcess(pid)
	return err == nil && p.Signal(syscall.Signal(0)) == nil
}

// An engine is asked what its tests promise, and nothing that it cannot do.
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
	primaryOnly := 0
	for seed := range uint64(30) {
		if p := random(seed); p.Items() == p.Primary() {
			primaryOnly++
		}
	}
	for mistake, randoms := range map[string]int{"none": 30, "takes primary items only": primaryOnly} {
		t.Run(mistake, func(t *testing.T) {
			t.Parallel()
			command, j := start(t, mistake)
			e := newExaminee(t.Context(), command)
			defer e.engine.Close()
			for _, test := range tests() {
				began := time.Now()
				if err := test.run(e); err != nil {
					t.Errorf("%s: %v", test.name, err)
				}
				took, lines := time.Since(began), j.next(t)
				if slices.Contains(lines, "13") { // on a busy machine, it may be late once, and is started again
					lines = slices.DeleteFunc(lines, func(line string) bool { return line == "start" })
					lines = lines[max(0, len(lines)-2):]
				}
				if all := strings.Join(lines, ", "); want[test.name] != "" && all != want[test.name] {
					t.Errorf("%s: got %s, want %s", test.name, all, want[test.name])
				}
				if strings.Contains(test.name, "random") && len(lines) != 2*randoms {
					t.Errorf("%s: got %d searches, want 2 of each of %d problems", test.name, len(lines), randoms)
				}
				if slices.Contains(lines, "13") && took < 200*time.Millisecond {
					t.Errorf("%s: the engine was stopped after %v, want 200ms", test.name, took)
				}
			}
		})
	}
}

// A busy machine may delay an engine twice. An engine that is late three times fails.
func TestAnEngineMayBeLateTwice(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	e := newExaminee(ctx, child.Command{})
	for late, want := range []int{1, 2, 3, 3} {
		calls := 0
		err := e.retry(func() error {
			if calls++; calls <= late {
				return errKilled
			}
			return nil
		})
		if calls != want || (err != nil) != (late == 3) {
			t.Errorf("late %d times: got %d calls, %v, want %d", late, calls, err, want)
		}
	}
	calls := 0
	err := e.retry(func() error { calls++; cancel(); return errKilled })
	if calls != 1 || err == nil {
		t.Errorf("got %d calls, %v at the end of the context, want one", calls, err)
	}
}

// An engine that does not answer ends no test run: each search has its time.
func TestAnEngineThatDoesNotAnswerFails(t *testing.T) {
	t.Parallel()
	command, _ := start(t, "none")
	e := newExaminee(t.Context(), command)
	defer e.engine.Close()
	e.caseTime = 20 * time.Millisecond
	_, counted := e.count(endless(), cover.Limits{})
	_, shown := e.show(endless())
	for _, err := range []error{counted, shown} {
		if err == nil || err.Error() != "no answer within 20ms" {
			t.Errorf("got %v, want no answer within 20ms", err)
		}
	}
}

// One failed test is not the last one. The end of the context is the end.
func TestTheTestsGoOnAfterAFailure(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	command, _ := start(t, "counts one too many")
	var names []string
	failed, err := Test(ctx, command, func(r Result) {
		if names = append(names, r.Name); len(names) == 3 {
			cancel()
		}
	})
	if failed != 2 || len(names) != 3 || err != context.Canceled {
		t.Errorf("got %d of %q failed, %v, want 2 of 3, then the end", failed, names, err)
	}
}
