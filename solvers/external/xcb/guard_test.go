package xcb

import (
	"context"
	"io"
	"strings"
	"testing"
	"time"
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
