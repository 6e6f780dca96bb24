package xcb_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"xcbench/cover"
	"xcbench/internal/textbook"
	"xcbench/solvers/external/xcb"
)

// A fault is an engine with a fault, and the error that a run of it on textbook.Tiny returns.
type fault struct {
	greeting string // "" for the one of an honest engine
	ready    string // its answer to the problem; "" for "ready"
	answer   string // its answer to the run
	act      func() // after the answer; nil waits for requests
	wrong    bool   // the error is a [cover.WrongError]
	error    string // part of it
}

var faults = map[string]fault{
	"another protocol":  {greeting: "uciok\nready\n", error: `answered "uciok", expected "xcb 1"`},
	"a later version":   {greeting: "xcb 2\nready\n", error: `answered "xcb 2", expected "xcb 1"`},
	"garbage":           {answer: "\x00\x01\xff\xfe\n", error: `answered "\x00\x01\xff\xfe", expected "solution"`},
	"a chatty engine":   {ready: "I am thinking", error: `answered "I am thinking", expected "ready"`},
	"an error":          {ready: "error no memory", error: "reports an error: no memory"},
	"a refusal":         {ready: "unsupported too large", error: "unsupported: the engine says: too large"},
	"a late refusal":    {answer: "unsupported too deep\n", error: "unsupported: the engine says: too deep"},
	"an early end":      {answer: "solution 1 2\n", act: func() { os.Exit(0) }, error: "ended without an answer (exit status 0)"},
	"a death":           {act: func() { fmt.Fprintln(os.Stderr, "\nout of beans"); os.Exit(3) }, error: `(exit status 3, stderr: "out of beans")`},
	"half a line":       {answer: "done solv", act: func() { os.Exit(0) }, error: `ended in the middle of the line "done solv"`},
	"a closed output":   {act: func() { os.Stdout.Close(); time.Sleep(time.Hour) }, error: "it closed its output and was killed"},
	"an endless line":   {act: endlessLine, error: `a line of more than 4096 bytes: "aaaaaaaaaa`},
	"endless solutions": {act: endlessSolutions, wrong: true, error: "answered \"solution 3\""},
	"no solution":       {answer: "solution 1\n", wrong: true, error: `answered "solution 1", which is no solution: primary item "b" is not covered`},
	"an option twice":   {answer: "solution 3 3\n", wrong: true, error: `"solution 3 3", which is no solution`},
	"option 0":          {answer: "solution 0\n", wrong: true, error: `"0", expected an option from 1 to 3`},
	"option 4":          {answer: "solution 1 4\n", wrong: true, error: `"4", expected an option from 1 to 3`},
	"a huge option":     {answer: "solution 99999999999999999999\n", wrong: true, error: "expected an option from 1 to 3"},
	"a lying count":     {answer: "solution 3\ndone solved solutions 2 nodes 3\n", wrong: true, error: "counts 2 solutions and showed 1"},
	"too many levels":   {answer: "level 1 0\nlevel 1 0\nlevel 1 0\nlevel 1 0\n", error: "expected nodes and updates of 3 levels at most"},
	"lying levels":      {answer: "level 1 3\ndone solved nodes 4 updates 3\n", wrong: true, error: "4 nodes and 3 updates in all, 1 and 3 by level"},
	"a level of words":  {answer: "level one two\n", error: `"one", expected a number from 0 to 2^53`},
	"a negative count":  {answer: "done solved nodes -1\n", error: `nodes "-1", expected a number`},
	"a huge count":      {answer: "done solved nodes 9007199254740993\n", error: `expected a number from 0 to 2^53`},
	"no value":          {answer: "done solved nodes\n", error: `nodes "", expected a number`},
	"an unknown status": {answer: "done perhaps\n", error: `expected "done" with solved, limit or timeout`},
	"a limit unreached": {answer: "done limit solutions 0 nodes 3\n", wrong: true, error: "stopped at a limit, but it reached none"},
	"a timeout unasked": {answer: "done timeout nodes 3\n", error: "expected no timeout, because the run has no time limit"},
	"a lying clock":     {answer: "done solved search 3600000000000\n", wrong: true, error: "says it searched for 1h0m0s, but its answer came after"},
	"a lying setup":     {ready: "ready setup 3600000000000", wrong: true, error: "says it prepared for 1h0m0s, but its answer came after"},
}

// silent are roles of engines that say too little.
var silent = []string{"hang", "shows and hangs", "deaf", "orphan", "mute", "stuck", "gone", "slow", "exaggerating"}

// fileVariable names a file for the number of a faulty engine, its protocol, and the problem that an
// engine with the role "record" gets.
const fileVariable = "XCB_TEST_FILE"

// misbehave is the main function of a faulty engine.
func misbehave(role string, in *bufio.Reader) {
	f, ok := faults[role]
	if slices.Contains(silent, role) || strings.HasPrefix(role, "record ") {
		f, ok = fault{}, true
	}
	if pids := os.Getenv(fileVariable); pids != "" {
		os.WriteFile(pids, fmt.Append(nil, os.Getpid(), "\n", os.Getenv(xcb.Variable), "\n"), 0o666)
	}
	if !ok {
		fmt.Fprintln(os.Stderr, "unknown role", role)
		os.Exit(9)
	}
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			os.Exit(0)
		}
		var size int
		switch word, _, _ := strings.Cut(strings.TrimSpace(line), " "); word {
		case "xcb":
			switch role {
			case "mute":
				time.Sleep(time.Hour)
			case "slow":
				time.Sleep(1200 * time.Millisecond)
			case "record binary":
				f.greeting = "xcb 1\nproblem binary\nready\n"
			case "record wrong":
				f.greeting = "hello\n"
			}
			fmt.Print(or(f.greeting, "xcb 1\nname fake\ntakes secondary\nready\n"))
		case "problem":
			fmt.Sscanf(line, "problem dlx %d", &size)
			fmt.Sscanf(line, "problem binary %d", &size)
			text := make([]byte, size)
			io.ReadFull(in, text)
			switch role {
			case "stuck":
				time.Sleep(time.Hour)
			case "gone":
				fmt.Print("rea")
				os.Exit(0)
			case "record dlx", "record binary":
				if file, err := os.OpenFile(os.Getenv(fileVariable), os.O_APPEND|os.O_WRONLY, 0o666); err == nil {
					file.Write(text)
				}
			}
			fmt.Println(or(f.ready, "ready"))
		case "run":
			switch role {
			case "exaggerating":
				began := time.Now()
				time.Sleep(200 * time.Millisecond)
				fmt.Println("done solved solutions 2 search", 19*int64(time.Since(began))/10)
			case "hang":
				time.Sleep(time.Hour)
			case "shows and hangs":
				fmt.Print("solution 3\nlevel 1 3\n")
				time.Sleep(time.Hour)
			case "deaf":
				for spun := 0; ; spun++ { // hears nothing
				}
			case "orphan":
				sleep := exec.Command("sleep", "1000") // keeps the output open
				sleep.Stdout = os.Stdout
				sleep.Start()
				time.Sleep(time.Hour)
			}
			fmt.Print(f.answer)
			if role == "slow" {
				time.Sleep(400 * time.Millisecond) // longer than the grace of an engine whose time is over
			}
			if role == "slow" || role == "record dlx" {
				fmt.Println("done solved solutions 2 nodes 4")
			}
			if f.act != nil {
				f.act()
			}
		}
	}
}

func or(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}

// endlessLine writes 1 GB without a line end.
func endlessLine() {
	text := []byte(strings.Repeat("a", 1<<20))
	for range 1 << 10 {
		if _, err := os.Stdout.Write(text); err != nil {
			os.Exit(1)
		}
	}
	os.Exit(0)
}

// endlessSolutions shows one solution again and again.
func endlessSolutions() {
	text := []byte(strings.Repeat("solution 3\n", 1<<10))
	for {
		if _, err := os.Stdout.Write(text); err != nil {
			os.Exit(1)
		}
	}
}

// Every fault is found and named, soon, and the next run starts another process.
func TestAFaultyEngineFailsAndSaysWhy(t *testing.T) {
	p := textbook.Tiny()
	for name, f := range faults {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := engine(t, name)
			s, err := cover.Prepare(e, p)
			if err != nil {
				t.Fatal(err)
			}
			for range 2 {
				limits := cover.Limits{}
				if name == "endless solutions" {
					limits.Solutions = 1000
				}
				ctx, cancel := context.WithCancel(context.Background()) // without a deadline, so no time limit
				defer time.AfterFunc(20*time.Second, cancel).Stop()
				defer cancel()
				stats := s.Run(ctx, limits, func([]int) bool { return true })
				wrong := new(cover.WrongError)
				if stats.Err == nil || !strings.Contains(stats.Err.Error(), f.error) || errors.As(stats.Err, &wrong) != f.wrong {
					t.Errorf("got %q, want %q; it refutes: %v", stats.Err, f.error, f.wrong)
				}
				if want := map[bool]cover.Status{true: cover.Unsupported, false: cover.Failed}[strings.Contains(name, "refusal")]; stats.Status != want {
					t.Errorf("got status %s, want %s", stats.Status, want)
				}
				if len(fmt.Sprint(stats.Err)) > 300 {
					t.Errorf("an error of %d bytes", len(fmt.Sprint(stats.Err)))
				}
			}
		})
	}
}

// A search cannot take almost twice as long as its answer. On a busy machine, an answer may come late.
func TestAnExaggeratedTimeIsRefuted(t *testing.T) {
	s, err := cover.Prepare(engine(t, "exaggerating"), textbook.Tiny())
	if err != nil {
		t.Fatal(err)
	}
	for range 5 {
		stats := s.Run(t.Context(), cover.Limits{}, nil)
		if wrong := new(cover.WrongError); errors.As(stats.Err, &wrong) {
			return
		} else if stats.Err != nil {
			t.Fatal(stats.Err)
		}
	}
	t.Error("got all times accepted, want one refuted")
}

// An engine cannot run out of its time before the time is over.
func TestAnEarlyTimeoutIsRefuted(t *testing.T) {
	for limit, want := range map[time.Duration]cover.Status{time.Hour: cover.Failed, time.Nanosecond: cover.Timeout} {
		ctx, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		s, err := cover.Prepare(engine(t, "a timeout unasked"), textbook.Tiny())
		if err != nil {
			t.Fatal(err)
		}
		stats := s.Run(ctx, cover.Limits{}, nil)
		if wrong := new(cover.WrongError); stats.Status != want || errors.As(stats.Err, &wrong) != (want == cover.Failed) {
			t.Errorf("%v: got %s and %v, want %s", limit, stats.Status, stats.Err, want)
		}
	}
}

// An engine that was killed has shown solutions, and not told their number.
func TestAKilledEngineHasFoundWhatItShowed(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	shown := int64(0)
	stats, _ := cover.Solve(ctx, engine(t, "shows and hangs"), textbook.Tiny(), cover.Limits{},
		func([]int) bool { shown++; return true })
	if stats.Status != cover.Timeout || stats.Err != nil || stats.Solutions != shown || stats.Levels != nil {
		t.Errorf("got %s with %d solutions, %v after %d were shown", stats.Status, stats.Solutions, stats.Err, shown)
	}
}

// An engine that does not stop is killed, with all that it has started.
func TestAnEngineThatDoesNotStopIsKilled(t *testing.T) {
	for _, role := range []string{"hang", "deaf", "orphan", "stuck"} {
		t.Run(role, func(t *testing.T) {
			e := engine(t, role)
			ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
			defer cancel()
			began := time.Now()
			stats, _ := cover.Solve(ctx, e, textbook.Tiny(), cover.Limits{}, nil)
			if stats.Status != cover.Timeout || stats.Err != nil || time.Since(began) > 8*time.Second {
				t.Errorf("got %s, %v after %v, want a timeout soon", stats.Status, stats.Err, time.Since(began))
			}
		})
	}
}

func TestAMissingProgramIsAnError(t *testing.T) {
	e := xcb.New(commandOf("/no/such/program"), cover.Capabilities{})
	stats, _ := cover.Solve(context.Background(), e, textbook.Tiny(), cover.Limits{}, nil)
	if stats.Status != cover.Failed || stats.Err == nil || !strings.Contains(stats.Err.Error(), "no such file") {
		t.Errorf("got %s, %v", stats.Status, stats.Err)
	}
}
