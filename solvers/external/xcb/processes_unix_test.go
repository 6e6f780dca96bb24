//go:build unix

package xcb_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"xcbench/cover"
	"xcbench/internal/child"
	"xcbench/internal/textbook"
	"xcbench/solvers/external/xcb"
)

// soon waits until something is the case.
func soon(t *testing.T, what string, is func() bool) {
	t.Helper()
	for began := time.Now(); !is(); time.Sleep(time.Millisecond) {
		if time.Since(began) > 5*time.Minute {
			t.Fatalf("got no end of waiting until %s", what)
		}
	}
}

// logging returns a command whose engine writes to a new file what it is sent.
func logging(t *testing.T, c child.Command) (command child.Command, file string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "log")
	c.Env = append(c.Env, "LOG="+file)
	return c, file
}

// The engine gets the problem once, in the form that it chose, and the wishes of each run. The peak of
// the memory is read after the first run.
func TestAnEngineIsSentWhatIsWanted(t *testing.T) {
	command, file := logging(t, says(hello+`ready setup 5\ndone solved solutions 2 nodes 4 search 9\nsolution 3\n`+
		`done limit solutions 1\ndone solved\ndone solved search 1000000\nsolution 3\ndone solved\ndone solved\n`, ":"))
	e := engineOf(t, command)
	s := prepare(t, e, textbook.Problem(2, []int{0}, []int{1}, []int{0, 1}))
	hour, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	past, cancel := context.WithDeadline(t.Context(), time.Now().Add(-time.Hour))
	defer cancel()
	for k, c := range []struct {
		ctx    context.Context
		limits cover.Limits
		visit  cover.Visitor
	}{
		{ctx: t.Context()},
		{ctx: t.Context(), limits: cover.Limits{Solutions: 1, Nodes: 7, Updates: 8}, visit: all},
		{ctx: hour},
		{ctx: t.Context()},
		{ctx: t.Context(), visit: func([]int) bool { return false }},
		{ctx: past},
	} {
		stats := s.Run(c.ctx, c.limits, c.visit)
		costs := stats.Costs
		if stats.Err != nil || stats.Setup != 5 || stats.Search <= 0 || costs.Wall <= 0 || costs.Start <= 0 ||
			k == 0 && costs.Peak == 0 {
			t.Errorf("run %d: got %+v with costs %+v", k, stats, costs)
		}
		if k == 0 && (stats.Search != 9 || stats.Nodes != 4 || stats.Solutions != 2) {
			t.Errorf("got %+v, want what the engine said", stats)
		}
	}
	const want = `^problem dlx 12\n0 1\n0\n1\n0 1\nrun\nrun show 1 solutions 1 nodes 7 updates 8\nrun time 3[56]\d{11}\nrun\n` +
		`run show 1\ncancel\nrun time 1\n(cancel\n)?$`
	soon(t, "the engine has read all", func() bool { return strings.Contains(logged(t, file), "time 1\n") })
	if got := logged(t, file); !regexp.MustCompile(want).MatchString(got) {
		t.Errorf("got the requests %q, want %s", got, want)
	}
}

// An engine that chose the form binary gets numbers.
func TestAProblemIsSentInTheFormOfTheEngine(t *testing.T) {
	mixed := textbook.Mixed(2, 2, []int{1, 2, 0}, []int{0, 3})
	for form, want := range map[string]string{
		"dlx":    "problem dlx 20\n0 1 | 2 3\n1 2 0\n0 3\n",
		"binary": "problem binary 40\n" + string(numbers(2, 4, 2, 3, 1, 2, 0, 2, 0, 3)),
	} {
		file := filepath.Join(t.TempDir(), "log")
		e := engineOf(t, script(`printf 'xcb 1\ntakes secondary\nproblem `+form+`\nready\nready\ndone solved\n'; exec cat >`+file))
		if stats := prepare(t, e, mixed).Run(t.Context(), cover.Limits{}, nil); stats.Err != nil {
			t.Error(stats.Err)
		}
		soon(t, "the engine has read all", func() bool { return strings.Contains(logged(t, file), "run\n") })
		if got := strings.TrimSuffix(logged(t, file), "run\n"); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		bad := map[string]string{"dlx": "problem dlx 10\na b\na b\nc\n",
			"binary": "problem binary 32\n" + string(numbers(2, 2, 2, 2, 0, 1, 1, 2))}[form]
		engineOf(t, script(fmt.Sprintf("read -r line; printf 'xcb 1\nproblem %s\nready\n'; head -c %d >%s; echo ready",
			form, len(bad), file))).Bad(t.Context())
		if got := logged(t, file); got != bad {
			t.Errorf("got %q, want %q", got, bad)
		}
	}
}

// alive returns how many of the processes run whose numbers are in a file.
func alive(t *testing.T, file string) (n int) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, number := range strings.Fields(string(text)) {
		if pid, err := strconv.Atoi(number); err == nil && syscall.Kill(pid, 0) == nil {
			n++
		}
	}
	return n
}

// nested runs a search in the visitor of another one, and so on, and returns the searches.
func nested(t *testing.T, e *xcb.Engine, problems ...*cover.Problem) (searches []cover.Search) {
	t.Helper()
	for _, p := range problems {
		searches = append(searches, prepare(t, e, p))
	}
	var run func(k int)
	run = func(k int) {
		if k < len(searches) {
			stats := searches[k].Run(t.Context(), cover.Limits{}, func([]int) bool { run(k + 1); return true })
			if stats.Err != nil {
				t.Error(stats.Err)
			}
		}
	}
	run(0)
	return searches
}

// As many processes are kept as searches can run at the same time. A process ends with its input, or
// is killed a moment later. One that is broken is killed at once.
func TestProcessesThatAreNotNeededEnd(t *testing.T) {
	for _, then := range []string{"", "; sleep 1000"} {
		command, file := logging(t, script(`echo $$ >>"$LOG"; printf '`+hello+ready+`'
while read -r line; do case $line in run*) printf 'solution 1\ndone solved solutions 1\n';; esac; done`+then))
		e := engineOf(t, command)
		keep := runtime.GOMAXPROCS(0)
		var problems []*cover.Problem
		for range keep + 2 {
			problems = append(problems, textbook.Problem(1, []int{0}))
		}
		nested(t, e, problems...)
		soon(t, "some processes are left", func() bool { return alive(t, file) == keep })
		e.Close()
		soon(t, "no process is left", func() bool { return alive(t, file) == 0 })
	}
	command, file := logging(t, script(`echo $$ >>"$LOG"; printf '`+hello+ready+`solution 2\n'; sleep 1000`))
	stats := prepare(t, engineOf(t, command), textbook.Tiny()).Run(t.Context(), cover.Limits{}, all)
	if wrong := new(cover.WrongError); !errors.As(stats.Err, &wrong) {
		t.Errorf("got %v, want a solution that is none", stats.Err)
	}
	soon(t, "a broken process has ended", func() bool { return alive(t, file) == 0 })
	command, file = logging(t, script(`echo $$ >>"$LOG"; printf 'hello\n'; sleep 1000`))
	engineOf(t, command).Greeting(t.Context())
	soon(t, "a process with another protocol has ended", func() bool { return alive(t, file) == 0 })
}

// A search gets the process that has its problem. A process that has ended is left, wherever it stands.
func TestProcessesAreKeptForLaterSearches(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2)) // as many are kept
	// The process of a problem of two items ends after its first run.
	command, file := logging(t, says(hello, `printf 'solution 1\ndone solved solutions 1\n'; test -z "$end" || exit`))
	command.Args[2] = strings.Replace(command.Args[2], "in run*)", "in problem*) echo ready;; '0 1') end=1;; run*)", 1)
	one, other, ends := textbook.Problem(1, []int{0}), textbook.Problem(1, []int{0}, []int{0}), textbook.Problem(2, []int{0, 1})
	e := engineOf(t, command)
	searches := nested(t, e, one, other)
	for range 3 {
		for _, s := range searches {
			if stats := s.Run(t.Context(), cover.Limits{}, all); stats.Err != nil {
				t.Error(stats.Err)
			}
		}
	}
	if got := strings.Count(logged(t, file), "problem"); e.Started() != 2 || got != 2 {
		t.Errorf("got %d processes and %d problems sent, want 2 of each", e.Started(), got)
	}
	for _, order := range [][]*cover.Problem{{one, ends}, {ends, one}} {
		e := engineOf(t, command)
		s := nested(t, e, order...)[map[bool]int{true: 0, false: 1}[order[0] == one]]
		for range 50 { // the end of the other process is noticed at some time
			if stats := s.Run(t.Context(), cover.Limits{}, all); stats.Err != nil || e.Started() != 2 {
				t.Fatalf("got %v and %d processes, want the one that runs", stats.Err, e.Started())
			}
			time.Sleep(time.Millisecond)
		}
	}
}

// An engine that does not stop is killed, with all that it has started. It has found what it showed.
func TestAnEngineThatDoesNotStopIsKilled(t *testing.T) {
	for name, c := range map[string]child.Command{
		"hang":            says(hello+ready, "sleep 1000"),
		"shows and hangs": says(hello+ready+`solution 3\nlevel 1 3\n`, "sleep 1000"),
		"deaf":            says(hello+ready, "while :; do :; done"),
		"orphan":          says(hello+ready, "sleep 1000 & sleep 1000"),
		"stuck":           script("printf '" + hello + "'; sleep 1000"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := engineOf(t, c)
			e.Greeting(t.Context())
			ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
			defer cancel()
			shown := int64(0)
			stats := prepare(t, e, textbook.Tiny()).Run(ctx, cover.Limits{}, func([]int) bool { shown++; return true })
			if stats.Status != cover.Timeout || stats.Err != nil || stats.Solutions != shown || stats.Levels != nil {
				t.Errorf("got %+v, want a timeout, with %d solutions", stats, shown)
			}
			if e.Greeting(t.Context()); e.Started() != 2 {
				t.Errorf("got %d processes, want another one", e.Started())
			}
		})
	}
}

// The time to start does not shorten a search. On a busy machine, the time may be over all the same when
// the request is written; then it is 1 ns.
func TestAnEngineMayStartSlowly(t *testing.T) {
	for range 100 {
		command, file := logging(t, says(hello+ready+`done solved\n`, ":"))
		command.Args[2] = "sleep 0.2; " + command.Args[2]
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		stats := prepare(t, engineOf(t, command), textbook.Tiny()).Run(ctx, cover.Limits{}, nil)
		if cancel(); stats.Status == cover.Solved {
			soon(t, "the request is read", func() bool { return strings.Contains(logged(t, file), "run") })
		}
		if text := logged(t, file); strings.Contains(text, "run time ") && !strings.Contains(text, "run time 1\n") {
			return
		}
	}
	t.Error("got no time for a search, want 100 ms less what it takes to send the problem")
}

// A search that is cancelled waits neither for the start nor for the answer.
func TestACancelledSearchDoesNotWait(t *testing.T) {
	for name, c := range map[string]child.Command{"mute": script("sleep 1000"), "late": says(hello+ready, "sleep 1000")} {
		e := engineOf(t, c)
		e.Start = time.Hour
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		if name == "late" {
			e.Greeting(ctx)
		}
		time.AfterFunc(200*time.Millisecond, cancel)
		stats := prepare(t, e, textbook.Tiny()).Run(ctx, cover.Limits{}, nil)
		if text := fmt.Sprint(stats.Err); name == "late" && stats.Status != cover.Timeout || name == "mute" &&
			!strings.HasPrefix(text, "the engine has not greeted after 1h0m0s; does it speak the protocol xcb?") {
			t.Errorf("%s: got %s, %v", name, stats.Status, stats.Err)
		}
	}
}

// An engine cannot run out of its time before the time is over.
func TestAnEarlyTimeoutIsRefuted(t *testing.T) {
	for limit, want := range map[time.Duration]cover.Status{time.Hour: cover.Failed, time.Nanosecond: cover.Timeout} {
		e := engineOf(t, says(hello+ready+`done timeout nodes 3\n`, ":"))
		e.Greeting(t.Context())
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		defer cancel()
		stats := prepare(t, e, textbook.Tiny()).Run(ctx, cover.Limits{}, nil)
		if wrong := new(cover.WrongError); stats.Status != want || errors.As(stats.Err, &wrong) != (want == cover.Failed) {
			t.Errorf("%v: got %s and %v, want %s", limit, stats.Status, stats.Err, want)
		}
	}
}
