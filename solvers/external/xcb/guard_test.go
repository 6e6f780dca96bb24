package xcb

import (
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"xcbench/cover"
	"xcbench/internal/textbook"
)

// killed is a process that says when it is killed.
type killed struct {
	corpse
	now chan struct{}
}

func (k killed) Kill() { close(k.now) }

// A process that was killed is not used again, even if its answer came at last.
func TestAProcessThatWasKilledIsBroken(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p := killed{now: make(chan struct{})}
	s := newSession(p, strings.NewReader(""), nowhere{io.Discard}, time.Millisecond)
	over := s.guard(ctx, "")
	<-p.now
	if over(); !s.broken {
		t.Error("got a process that was killed for later searches")
	}
}

// A search takes no longer than its answer. Clocks may differ by 1% and 1 ms.
func TestAnExaggeratedTimeIsNotCredible(t *testing.T) {
	for claimed, want := range map[time.Duration]bool{time.Second: true, 1011 * time.Millisecond: true,
		1012 * time.Millisecond: false, 2 * time.Second: false} {
		if got := credible(claimed, time.Second); got != want {
			t.Errorf("%v in 1s: got %v, want %v", claimed, got, want)
		}
	}
}

// worker has used as much processor time as the square of how often somebody has looked.
type worker struct {
	corpse
	looks *time.Duration
}

func (w worker) CPU() time.Duration { *w.looks++; return *w.looks * *w.looks }

// The processor time of a run is neither that of the set-up nor that of the run before.
func TestAnEngineReportsTheProcessorTimeOfTheRun(t *testing.T) {
	w := worker{looks: new(time.Duration)}
	s := newSession(w, strings.NewReader("ready\ndone solved\ndone solved\n"), nowhere{io.Discard}, time.Second)
	s.form = forms[0]
	x := &search{engine: &Engine{}, problem: textbook.Tiny()}
	for k, want := range []time.Duration{9 - 4, 25 - 16} {
		if got := x.in(t.Context(), s, cover.Limits{}, nil); got.Err != nil || got.Costs.CPU != want {
			t.Errorf("run %d: got %v, %v, want %v", k, got.Costs.CPU, got.Err, want)
		}
	}
}
