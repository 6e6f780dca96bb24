package xcb

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"time"

	"xcbench/cover"
)

// A search is one problem for an engine. The engine receives it at the first run, and again if
// another process has to take over.
type search struct {
	engine  *Engine
	problem *cover.Problem
	checker *cover.Checker
}

// Run searches in a process of the engine. The time to start a process is not in the time of the
// search, and does not shorten it.
func (x *search) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	if x.engine.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, x.engine.Timeout)
		defer cancel()
	}
	began := time.Now()
	s, started, err := x.engine.take(ctx, x)
	if err != nil {
		return cover.Stats{Status: cover.Failed, Err: err}
	}
	defer x.engine.give(s)
	if deadline, ok := ctx.Deadline(); ok && started {
		var cancel context.CancelFunc
		ctx, cancel = until(ctx, deadline.Add(time.Since(began)))
		defer cancel()
	}
	return x.in(ctx, s, limits, visit)
}

// in runs in a session.
func (x *search) in(ctx context.Context, s *session, limits cover.Limits, visit cover.Visitor) cover.Stats {
	loaded, cpu := s.loaded == x, s.CPU()
	began := time.Now()
	r := run{session: s, search: x, limits: limits, visit: visit, firstOnly: x.engine.Capabilities().FirstOnly}
	if r.firstOnly {
		r.limits.Solutions = 1
	}
	r.stats.Nodes, r.stats.Updates = cover.Uncounted, cover.Uncounted
	err := s.greeting.Capabilities.Check(x.problem, visit != nil)
	if err == nil {
		err = x.load(ctx, s)
	}
	if err == nil {
		if !loaded {
			cpu = s.CPU()
		}
		err = r.do(ctx)
	}
	if err == nil && r.firstOnly && r.stats.Solutions > 0 && r.stats.Status != cover.Timeout {
		if r.stats.Status = cover.Limit; limits.Solutions != 1 && !r.stopped {
			err = ErrFirstOnly
		}
	}
	stats := r.stats
	if stats.Search == 0 {
		stats.Search = time.Since(began)
	}
	stats.Setup = s.setup
	costs := r.counted
	costs.Start, costs.Wall, costs.CPU = s.start, r.wall, max(0, s.CPU()-cpu)
	if err == nil && (!loaded || stats.Search >= peakFrom) { // after an error the process may be over, or not yet
		costs.Peak = s.Peak()
	}
	stats.Costs = &costs
	wrong, unsupported := is[*cover.WrongError](err), is[*cover.UnsupportedError](err)
	switch {
	case r.stopped && !wrong:
		stats.Status, stats.Solutions = cover.Limit, r.shown
	case err != nil && ctx.Err() != nil && !wrong && !unsupported: // it had to be killed
		stats.Status, stats.Solutions, stats.Levels = cover.Timeout, r.shown, nil
	case unsupported:
		stats.Status, stats.Err = cover.Unsupported, err
	case err != nil:
		stats.Status, stats.Err = cover.Failed, err
	}
	return stats
}

// ErrFirstOnly is the error of a run that wants more than an engine that finds one solution can tell.
var ErrFirstOnly = cover.Unsupportedf("the engine finds one solution only, expected --limit 1")

// peakFrom is the shortest search after which the peak of the memory is read again. Reading it takes
// some 30 µs.
const peakFrom = time.Millisecond

func is[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

// until returns a context that has another deadline than ctx, but is cancelled with it.
func until(ctx context.Context, deadline time.Time) (context.Context, context.CancelFunc) {
	moved, cancel := context.WithDeadline(context.WithoutCancel(ctx), deadline)
	stop := context.AfterFunc(ctx, func() {
		if ctx.Err() == context.Canceled {
			cancel()
		}
	})
	return moved, func() { stop(); cancel() }
}

// load sends the problem to the engine, unless the engine has it.
func (x *search) load(ctx context.Context, s *session) (err error) {
	if s.loaded == x {
		return nil
	}
	s.loaded, s.setup = nil, 0
	p, form := x.problem, s.form
	if most := 32 + 11*p.MaxDepth(); most > s.in.Size() {
		s.in = bufio.NewReaderSize(s.in, most)
	}
	if p.Colours() > 0 && form.name == "binary" {
		form = forms[0]
	}
	if s.setup, err = s.state(ctx, form.name, form.text(p)); err == nil {
		s.loaded = x
	}
	return err
}

// state sends a problem in a form, and returns the time in which the engine prepared for it.
func (s *session) state(ctx context.Context, form string, text []byte) (setup time.Duration, err error) {
	defer s.guard(ctx, "")()
	began := time.Now()
	if err := s.send(fmt.Appendf(nil, "problem %s %d\n", form, len(text))); err != nil {
		return 0, err
	}
	if err := s.send(text); err != nil {
		return 0, err
	}
	word, rest, err := s.next()
	switch {
	case err != nil:
		return 0, err
	case word != "ready":
		return 0, s.unexpected(`"ready", "unsupported" or "error"`)
	}
	wall := time.Since(began)
	numbers, _, err := parsePairs(rest)
	if err != nil {
		return wall, s.malformed(err)
	}
	claimed, ok := numbers["setup"]
	switch setup = time.Duration(claimed); {
	case !ok:
		return wall, nil
	case !credible(setup, wall):
		return setup, s.wrong("the engine says it prepared for %v, but its answer came after %v", setup, wall)
	}
	return setup, nil
}

// credible reports whether a time that an engine claims fits into the time that it took to answer.
// Clocks may differ a little.
func credible(claimed, wall time.Duration) bool {
	return claimed <= wall+wall/100+time.Millisecond
}
