package xcb

import (
	"bufio"
	"context"
	"errors"
	"math/big"
	"strconv"
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
	s, started, f := x.engine.take(ctx, x)
	if f != nil {
		return cover.Stats{Status: f.status, Err: f.err}
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
	r := run{session: s, search: x, limits: limits, wanted: limits.Solutions, visit: visit,
		firstOnly: x.engine.Capabilities().FirstOnly}
	if r.firstOnly {
		r.limits.Solutions = 1
	}
	r.stats.Nodes, r.stats.Updates = cover.Uncounted, cover.Uncounted
	f := x.load(ctx, s)
	if f == nil {
		if !loaded {
			cpu = s.CPU()
		}
		f = r.do(ctx)
	}
	stats := r.stats
	if stats.Search == 0 {
		stats.Search = time.Since(began)
	}
	stats.Setup = s.setup
	costs := r.counted
	costs.Start, costs.Wall, costs.CPU = s.start, r.wall, max(0, s.CPU()-cpu)
	if !loaded || stats.Search >= peakFrom {
		costs.Peak = s.Peak()
	}
	stats.Costs = &costs
	switch {
	case f == nil:
	case f.status == cover.Failed && ctx.Err() != nil && !is[*cover.WrongError](f.err): // it had to be killed
		stats.Status, stats.Solutions, stats.Levels = cover.Timeout, r.shown, nil
	default:
		stats.Status, stats.Err = f.status, f.err
	}
	return stats
}

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
func (x *search) load(ctx context.Context, s *session) *fault {
	if s.loaded == x {
		return nil
	}
	p := x.problem
	if err := s.greeting.Capabilities.Check(p, false); err != nil {
		return &fault{cover.Unsupported, err}
	}
	s.loaded, s.setup = nil, 0
	defer s.guard(ctx, "")()
	if most := 32 + 11*p.MaxDepth(); most > s.in.Size() {
		s.in = bufio.NewReaderSize(s.in, most)
	}
	form := s.form
	if p.Colours() > 0 && form.name == "binary" {
		form = forms[0]
	}
	text := form.append(nil, p)
	began := time.Now()
	s.text = append(append(append(s.text[:0], "problem "...), form.name...), ' ')
	s.text = append(strconv.AppendInt(s.text, int64(len(text)), 10), '\n')
	if f := s.send(s.text); f != nil {
		return f
	}
	if f := s.send(text); f != nil {
		return f
	}
	word, rest, f := s.next()
	if f != nil {
		return f
	}
	if f = s.refused(word, rest); f != nil {
		return f
	}
	if string(word) != "ready" {
		return s.unexpected(`"ready", "unsupported" or "error"`)
	}
	wall := time.Since(began)
	s.setup = wall
	err := parsePairs(rest, func(key []byte, n int64, _ *big.Int) {
		if string(key) == "setup" {
			s.setup = time.Duration(n)
		}
	})
	if err != nil {
		return s.malformed(err)
	}
	if !credible(s.setup, wall) {
		return s.wrong("the engine says it prepared for %v, but its answer came after %v", s.setup, wall)
	}
	s.loaded = x
	return nil
}

// credible reports whether a time that an engine claims fits into the time that it took to answer.
// Clocks may differ a little.
func credible(claimed, wall time.Duration) bool {
	return claimed <= wall+wall/100+time.Millisecond
}
