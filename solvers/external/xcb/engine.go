package xcb

import (
	"bufio"
	"context"
	"runtime"
	"slices"
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
	Start   time.Duration // bounds the start of a process, up to the end of its greeting
	Grace   time.Duration // how long a process may go on after the end of its time

	command child.Command
	can     cover.Capabilities
	greeted atomic.Pointer[cover.Capabilities] // what a process said about itself, or nil

	mu      sync.Mutex
	idle    []*session
	started int
}

// The times of New. The start is generous: on a busy machine, an interpreter may take 20 s.
const (
	DefaultStart = time.Minute
	DefaultGrace = 200 * time.Millisecond
)

// New returns the solver that a command starts. It starts nothing itself. The capabilities rule
// problems out in advance. The greeting of the program may rule out more.
func New(command child.Command, can cover.Capabilities) *Engine {
	command.Env = append([]string{Variable + "=" + Name}, command.Env...)
	return &Engine{command: command, can: can, Start: DefaultStart, Grace: DefaultGrace}
}

// Capabilities returns the capabilities given to New. As soon as the program has greeted, they are
// reduced to those of the greeting.
func (e *Engine) Capabilities() cover.Capabilities {
	can := e.can
	if g := e.greeted.Load(); g != nil {
		can.Secondary = can.Secondary && g.Secondary
		can.Colours = can.Colours && g.Colours
		can.CountsOnly = can.CountsOnly || g.CountsOnly
		can.FirstOnly = can.FirstOnly || g.FirstOnly
	}
	return can
}

// Prepare returns a search. The program receives the problem when the search runs.
func (e *Engine) Prepare(p *cover.Problem) (cover.Search, error) {
	return &search{engine: e, problem: p, checker: cover.NewChecker(p)}, nil
}

// Greeting starts the program, unless it runs already, and returns how it introduces itself.
func (e *Engine) Greeting(ctx context.Context) (Greeting, error) {
	s, _, err := e.take(ctx, nil)
	if err != nil {
		return Greeting{}, err
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
func (e *Engine) take(ctx context.Context, x *search) (s *session, started bool, err error) {
	e.mu.Lock()
	e.idle = slices.DeleteFunc(e.idle, func(s *session) bool { return s.gone() })
	if len(e.idle) > 0 {
		k := max(0, slices.IndexFunc(e.idle, func(s *session) bool { return s.loaded == x }))
		s = e.idle[k]
		e.idle = slices.Delete(e.idle, k, k+1)
		e.mu.Unlock()
		return s, false, nil
	}
	e.started++
	e.mu.Unlock()
	if s, err = e.open(ctx); err == nil {
		e.greeted.Store(&s.greeting.Capabilities)
	}
	return s, true, err
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

// open starts a process.
func (e *Engine) open(ctx context.Context) (*session, error) {
	began := time.Now()
	p, err := child.Start(e.command)
	if err != nil {
		return nil, err
	}
	s := &session{Process: p, in: bufio.NewReaderSize(child.Eager(p.Stdout), minLine), grace: e.Grace}
	ctx, cancel := until(ctx, began.Add(e.Start))
	defer cancel()
	err = s.greet(ctx)
	if err != nil && ctx.Err() != nil {
		err = s.crash("the engine has not greeted after %v; does it speak the protocol %s? The key start allows more time",
			e.Start, Name)
	}
	if err != nil {
		s.close()
		return nil, err
	}
	s.start = time.Since(began)
	return s, nil
}
