package xcb

import (
	"bytes"
	"context"
	"io"
	"math/big"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// watched is a process and its input, which record how they end.
type watched struct {
	used
	killed chan struct{}
	stderr []byte
	closed bool
	io.Writer
}

func (w *watched) Kill()          { w.killed <- struct{}{} }
func (w *watched) Stderr() []byte { return w.stderr }
func (w *watched) Close() error   { w.closed = true; return nil }

func watch(dead bool) (*watched, *session) {
	w := &watched{used: used{cpu: []time.Duration{0}, dead: dead}, killed: make(chan struct{}, 9), Writer: io.Discard}
	s := newSession(w, strings.NewReader(""), w, time.Millisecond)
	return w, s
}

// A process ends with its input, or is killed: at once if it is broken, and else a moment later.
func TestSessionsThatAreNotNeededAreClosed(t *testing.T) {
	for what, close := range map[string]func(s *session){
		"closed": func(s *session) { s.close() },
		"of an engine": func(s *session) {
			e := &Engine{idle: []*session{s}}
			if e.Close(); len(e.idle) > 0 {
				t.Error("got a closed engine with a process")
			}
		},
		"broken": func(s *session) { s.broken = true; new(Engine).give(s) },
		"too many": func(s *session) {
			(&Engine{idle: make([]*session, runtime.GOMAXPROCS(0))}).give(s)
		},
	} {
		w, s := watch(false)
		if close(s); !w.closed {
			t.Errorf("%s: got a process whose input is open", what)
		}
		if what == "broken" && len(w.killed) != 1 {
			t.Errorf("%s: got a process that was not killed at once", what)
		}
		<-w.killed
	}
	w, dead := watch(true)
	_, idle := watch(false)
	e := &Engine{idle: []*session{idle, dead}}
	if s, _, f := e.take(t.Context(), nil); s != idle || f != nil || !w.closed {
		t.Errorf("got %p, %v, want the process that runs, and the other one closed", s, f)
	}
}

func TestAnErrorHasTheFirstLineOfStderr(t *testing.T) {
	for stderr, want := range map[string]string{"": "exit status 0", " \nx\ny\n": `exit status 0, stderr: "x"`} {
		w, s := watch(true)
		w.stderr = []byte(stderr)
		if got := s.ended(); got != want {
			t.Errorf("%q: got %s, want %s", stderr, got, want)
		}
	}
}

// An exchange that goes on after the end of its context ends with its process.
func TestAGuardKillsAProcessThatGoesOn(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	w, s := watch(false)
	over := s.guard(ctx, "")
	<-w.killed
	if over(); !s.broken {
		t.Error("got a process that was killed for later searches")
	}
	w, s = watch(false)
	s.grace = time.Hour
	if s.guard(ctx, "")(); s.broken || len(w.killed) > 0 {
		t.Error("got a broken process, though the exchange was over in time")
	}
	if s.guard(t.Context(), "cancel\n")(); s.broken {
		t.Error("got a broken process without the end of a context")
	}
}

// A context with another deadline is cancelled with the first one, and does not end with its time.
func TestADeadlineIsMoved(t *testing.T) {
	first, end := context.WithDeadline(t.Context(), time.Now().Add(-time.Second))
	defer end()
	moved, over := until(first, time.Now().Add(time.Hour))
	time.Sleep(time.Millisecond)
	if moved.Err() != nil {
		t.Errorf("got %v, want a context that goes on", moved.Err())
	}
	over()
	first, end = context.WithCancel(t.Context())
	moved, over = until(first, time.Now().Add(time.Hour))
	defer over()
	end()
	select {
	case <-moved.Done():
	case <-time.After(10 * time.Second):
		t.Error("got a context that goes on after the first one was cancelled")
	}
}

func TestWordsOfALineAreSplitAtBlanks(t *testing.T) {
	for line, want := range map[string][2]string{"": {"", ""}, "a": {"a", ""}, "  a  b c ": {"a", "b c "}, "a ": {"a",
		""}} {
		if word, rest := cut([]byte(line)); string(word) != want[0] || string(rest) != want[1] {
			t.Errorf("%q: got %q and %q, want %q", line, word, rest, want)
		}
	}
	got := map[string]int64{}
	err := parsePairs([]byte("a 1 b 9007199254740992"), func(key []byte, n int64, _ *big.Int) { got[string(key)] = n })
	if want := map[string]int64{"a": 1, "b": 1 << 53}; err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
	if err := parsePairs([]byte("a"), func([]byte, int64, *big.Int) {}); err == nil {
		t.Error("a key without a value: got no error")
	}
	if all, err := parseNumbers([]int{7}, []byte("1 3"), 3); err != nil || !slices.Equal(all, []int{7, 1, 3}) {
		t.Errorf("got %v, %v, want 7, 1 and 3", all, err)
	}
	for _, list := range []string{"0", "4", "x", "1 -1"} {
		if _, err := parseNumbers(nil, []byte(list), 3); err == nil {
			t.Errorf("%q: got no error", list)
		}
	}
	for n, want := range map[int]string{80: strings.Repeat("x", 80) + `"`, 81: strings.Repeat("x", 80) + `"...`} {
		if got := quote(bytes.Repeat([]byte("x"), n)); got != `"`+want {
			t.Errorf("%d bytes: got %s", n, got)
		}
	}
}
