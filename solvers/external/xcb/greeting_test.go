package xcb_test

import (
	"context"
	"os"
	"testing"
	"time"

	"xcbench/cover"
	"xcbench/internal/textbook"
	"xcbench/solvers/external/xcb"
)

// An engine that checks problems refuses one with an unknown item.
func TestAnEngineThatTakesABadProblemIsNamed(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for role, want := range map[string]string{"serve dlx_index": "", "a refusal": "", "an error": "",
		"garbage":         "ready",
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

// The time to start is not in the time of a search.
func TestAnEngineMayStartSlowly(t *testing.T) {
	t.Parallel()
	e := engine(t, "slow")
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	if stats, err := cover.Solve(ctx, e, textbook.Tiny(), cover.Limits{}, nil); err != nil || stats.Err != nil ||
		stats.Status != cover.Solved {
		t.Errorf("got %+v, %v, want two solutions", stats, err)
	}
}

func TestAnEngineThatDoesNotGreetIsNamed(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(200*time.Millisecond, cancel)
	_, err := engine(t, "mute").Greeting(ctx)
	if want := "the engine has not greeted after 10s; does it speak the protocol xcb?"; err == nil ||
		err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestAnEngineIntroducesItselfOnce(t *testing.T) {
	e := engine(t, "serve dlx_index")
	for range 2 {
		g, err := e.Greeting(t.Context())
		if want := (xcb.Greeting{Name: "dlx_index", Version: "of a test",
			Capabilities: cover.Capabilities{Secondary: true}}); err != nil || g != want {
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
