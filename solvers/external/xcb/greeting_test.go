package xcb_test

import (
	"context"
	"os"
	"path/filepath"
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

// An engine that checks problems refuses one with an unknown item.
func TestAnEngineThatTakesABadProblemIsNamed(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for role, want := range map[string]string{"serve dlx_index": "", "a refusal": "", "an error": "", "garbage": "ready",
		"a chatty engine": "I am thinking", "gone": ""} {
		command := commandOf(self)
		command.Env = []string{engineVariable + "=" + role}
		if got, err := xcb.Bad(t.Context(), command); err != nil || got != want {
			t.Errorf("%s: got %q, %v, want %q", role, got, err, want)
		}
	}
	if _, err := xcb.Bad(t.Context(), commandOf("/no/such/program")); err == nil {
		t.Error("a missing program: got no error")
	}
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(300*time.Millisecond, cancel)
	command := commandOf(self)
	command.Env = []string{engineVariable + "=stuck"}
	if _, err := xcb.Bad(ctx, command); err == nil || err.Error() != "no answer within 10s" {
		t.Errorf("stuck: got %v, want no answer", err)
	}
}

// record returns what an engine with the role writes down, and waits for its end.
func record(t *testing.T, role string, use func(command child.Command)) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "record")
	command := commandOf(self)
	command.Env = []string{engineVariable + "=" + role, fileVariable + "=" + file}
	use(command)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	number, rest, _ := strings.Cut(string(text), "\n")
	pid, err := strconv.Atoi(number)
	if err != nil {
		t.Fatal(err)
	}
	for began := time.Now(); syscall.Kill(pid, 0) == nil; time.Sleep(time.Millisecond) {
		if time.Since(began) > 10*time.Second {
			syscall.Kill(pid, syscall.SIGKILL)
			t.Fatalf("%s: got an engine that runs 10 s after it was closed", role)
		}
	}
	return rest
}

// Engines are told the protocol in their environment, and get problems in the form that they choose.
// None is left.
func TestAnEngineGetsItsProtocolAndAProblem(t *testing.T) {
	bad := func(command child.Command) { xcb.Bad(t.Context(), command) }
	binary := "\x02\x00\x00\x00\x02\x00\x00\x00\x02\x00\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00" +
		"\x01\x00\x00\x00\x02\x00\x00\x00"
	for role, want := range map[string]string{"record dlx": "xcb\na b\na b\nc\n", "record binary": "xcb\n" + binary, "record wrong": "xcb\n"} {
		if got := record(t, role, bad); got != want {
			t.Errorf("%s: got %q, want %q", role, got, want)
		}
	}
	got := record(t, "record dlx", func(command child.Command) {
		e := xcb.New(command, cover.Capabilities{})
		stats, err := cover.Solve(t.Context(), e, textbook.Tiny(), cover.Limits{}, nil)
		if err != nil || stats.Solutions != 2 || stats.Err != nil {
			t.Errorf("got %+v, %v, want two solutions", stats, err)
		}
		e.Close()
	})
	if want := "xcb\na b\na\nb\na b\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	record(t, "record wrong", func(command child.Command) { xcb.New(command, cover.Capabilities{}).Greeting(t.Context()) })
}

// The time to start is not in the time of a search.
func TestAnEngineMayStartSlowly(t *testing.T) {
	t.Parallel()
	e := engine(t, "slow")
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	if stats, err := cover.Solve(ctx, e, textbook.Tiny(), cover.Limits{}, nil); err != nil || stats.Err != nil || stats.Status != cover.Solved {
		t.Errorf("got %+v, %v, want two solutions", stats, err)
	}
}

func TestAnEngineThatDoesNotGreetIsNamed(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(200*time.Millisecond, cancel)
	_, err := engine(t, "mute").Greeting(ctx)
	if want := "the engine has not greeted after 10s; does it speak the protocol xcb?"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestAnEngineIntroducesItselfOnce(t *testing.T) {
	e := engine(t, "serve dlx_index")
	for range 2 {
		g, err := e.Greeting(t.Context())
		if want := (xcb.Greeting{Name: "dlx_index", Version: "of a test", Capabilities: cover.Capabilities{Secondary: true}}); err != nil || g != want {
			t.Errorf("got %+v, %v, want %+v", g, err, want)
		}
	}
	e.Close()
	if _, err := e.Greeting(t.Context()); err != nil || e.Started() != 2 {
		t.Errorf("got %v and %d processes, want a second one after the first was closed", err, e.Started())
	}
	if _, err := xcb.New(commandOf("/no/such/program"), cover.Capabilities{}).Greeting(t.Context()); err == nil {
		t.Error("a missing program: got no error")
	}
}
