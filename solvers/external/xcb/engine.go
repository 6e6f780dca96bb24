package xcb

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"xcbench/cover"
	"xcbench/internal/child"
)

// An Engine is a solver that is another program. It keeps the processes of the program for later
// searches: one for each search that runs at the same time.
type Engine struct {
	Timeout time.Duration // ends each search, if its context does not end earlier; 0 for none

	command child.Command
	can     cover.Capabilities
	counts  atomic.Bool // a program has said that it shows no solutions

	mu      sync.Mutex
	idle    []*session
	started int
}

// New returns the solver that a command starts. It starts nothing itself. The capabilities rule
// problems out in advance; the program may refuse more.
func New(command child.Command, can cover.Capabilities) *Engine {
	command.Env = append([]string{Variable + "=" + Name}, command.Env...)
	return &Engine{command: command, can: can}
}

// Capabilities returns the capabilities given to New. As soon as the program has greeted,
// CountsOnly is also set if the program says so.
func (e *Engine) Capabilities() cover.Capabilities {
	can := e.can
	can.CountsOnly = can.CountsOnly || e.counts.Load()
	return can
}

// Prepare returns a search. The program receives the problem when the search runs.
func (e *Engine) Prepare(p *cover.Problem) (cover.Search, error) {
	return &search{engine: e, problem: p, checker: cover.NewChecker(p)}, nil
}

// Greeting starts the program, unless it runs already, and returns how it introduces itself.
func (e *Engine) Greeting(ctx context.Context) (Greeting, error) {
	s, _, f := e.take(ctx, nil)
	if f != nil {
		return Greeting{}, f.err
	}
	defer e.give(s)
	return s.greeting, nil
}

// Started returns how many processes have been started so far.
func (e *Engine) Started() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.started
}

// Close ends all processes that no search uses at the moment.
func (e *Engine) Close() {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, s := range e.idle {
		s.close()
	}
	e.idle = nil
}

// take returns a process for a search: one that has its problem, or else any other, or else a new
// one, which it starts.
func (e *Engine) take(ctx context.Context, x *search) (s *session, started bool, f *fault) {
	e.mu.Lock()
	best := -1
	for k := len(e.idle) - 1; k >= 0; k-- {
		if e.idle[k].gone() {
			e.idle[k].close()
			e.idle = append(e.idle[:k], e.idle[k+1:]...)
			best--
		} else if best < 0 || e.idle[k].loaded == x {
			best = k
		}
	}
	if best >= 0 {
		s = e.idle[best]
		e.idle = append(e.idle[:best], e.idle[best+1:]...)
		e.mu.Unlock()
		return s, false, nil
	}
	e.started++
	e.mu.Unlock()
	if s, f = open(ctx, e.command); f == nil && s.greeting.Capabilities.CountsOnly {
		e.counts.Store(true)
	}
	return s, true, f
}

// give takes a process back for later searches.
func (e *Engine) give(s *session) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if s.broken || len(e.idle) >= runtime.GOMAXPROCS(0) {
		s.close()
		return
	}
	e.idle = append(e.idle, s)
}

// An engine gets these times in addition to the time of a search.
const (
	greetingTime = 10 * time.Second       // to start and to greet
	grace        = 200 * time.Millisecond // to stop after the end of its time
)

// open starts a process.
func open(ctx context.Context, command child.Command) (*session, *fault) {
	began := time.Now()
	p, err := child.Start(command)
	if err != nil {
		return nil, &fault{cover.Failed, err}
	}
	s := newSession(p, child.Eager(p.Stdout), p.Stdin, grace)
	ctx, cancel := until(ctx, began.Add(greetingTime))
	defer cancel()
	f := s.greet(ctx)
	if f != nil && ctx.Err() != nil {
		f = s.crash("the engine has not greeted after %v; does it speak the protocol %s?", greetingTime, Name)
	}
	if f != nil {
		s.close()
		return nil, f
	}
	s.start = time.Since(began)
	return s, nil
}
