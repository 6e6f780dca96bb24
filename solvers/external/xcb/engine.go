package xcb

import (
	"bufio"
	"context"
	"runtime"
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

	// Command is what starts the program, with [Variable] in its environment.
	Command child.Command

	can     atomic.Pointer[cover.Capabilities]
	started atomic.Int64
	idle    chan *session
}

// DefaultStart is the Start of New. It is generous: on a busy machine, an interpreter may take 20 s.
const DefaultStart = time.Minute

// New returns the solver that a command starts. It starts nothing itself. The capabilities rule
// problems out in advance. The greeting of the program may rule out more.
func New(command child.Command, can cover.Capabilities) *Engine {
	command.Env = append([]string{Variable + "=" + Name}, command.Env...)
	e := &Engine{Command: command, Start: DefaultStart, idle: make(chan *session, runtime.GOMAXPROCS(0))}
	e.can.Store(&can)
	return e
}

// Capabilities returns the capabilities given to New. Once the program has greeted, only those that it
// named are left.
func (e *Engine) Capabilities() cover.Capabilities { return *e.can.Load() }

// Prepare returns a search. The program receives the problem when the search runs.
func (e *Engine) Prepare(p *cover.Problem) (cover.Search, error) {
	return &search{engine: e, problem: p}, nil
}

// Greeting starts the program, unless it runs already. It returns the texts of its greeting by the word before
// them: "name", "version" and "problem". The last is the form in which it wants problems, and is never empty.
func (e *Engine) Greeting(ctx context.Context) (said map[string]string, err error) {
	s, _, err := e.take(ctx)
	if err != nil {
		return nil, err
	}
	defer e.give(s)
	return s.said, nil
}

// Started returns how many processes have been started so far.
func (e *Engine) Started() int64 { return e.started.Load() }

// Close ends all processes that no search uses at the moment.
func (e *Engine) Close() {
	for {
		select {
		case s := <-e.idle:
			s.close()
		default:
			return
		}
	}
}

// take returns a process for a search. It starts one if there is none.
func (e *Engine) take(ctx context.Context) (s *session, started bool, err error) {
	for {
		select {
		case s := <-e.idle:
			if !s.Ended() {
				return s, false, nil
			}
		default:
			e.started.Add(1)
			s, err = e.open(ctx)
			return s, true, err
		}
	}
}

// give takes a process back for later searches.
func (e *Engine) give(s *session) {
	if !s.broken {
		select {
		case e.idle <- s:
			return
		default:
		}
	}
	s.close()
}

// open starts a process.
func (e *Engine) open(ctx context.Context) (*session, error) {
	began := time.Now()
	p, err := child.Start(e.Command)
	if err != nil {
		return nil, err
	}
	s := &session{Process: p, lines: lines{Reader: bufio.NewReaderSize(p.Stdout, minLine)}}
	ctx, cancel := until(ctx, began.Add(e.Start))
	defer cancel()
	if err := s.greet(ctx); err != nil {
		if ctx.Err() != nil {
			err = s.crash("the engine has not greeted after %v; does it speak the protocol %s? The key start allows more time",
				e.Start, Name)
		}
		s.close()
		return nil, err
	}
	s.start = time.Since(began)
	can := e.Capabilities()
	for _, p := range promises(&can) {
		if (s.said[p.line] != "") == p.less {
			*p.kept = p.less
		}
	}
	e.can.Store(&can)
	return s, nil
}

// until returns a context that has another deadline than ctx, but is cancelled with it.
func until(ctx context.Context, deadline time.Time) (context.Context, context.CancelFunc) {
	moved, cancel := context.WithDeadline(context.WithoutCancel(ctx), deadline)
	context.AfterFunc(ctx, func() {
		if ctx.Err() == context.Canceled {
			cancel()
		}
	})
	return moved, cancel
}
