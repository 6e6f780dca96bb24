package xcb

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"strconv"
	"time"

	"xcbench/cover"
	"xcbench/internal/child"
)

// A search is one problem for an engine. The engine receives it at the first run, and again if
// another process has to take over.
type search struct {
	engine  *Engine
	problem *cover.Problem
	checker cover.Checker
	options []int // memory for a solution
}

// Run searches in a process of the engine. The time to start a process is not in the time of the
// search, and does not shorten it.
func (x *search) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if x.engine.Timeout > 0 {
		ctx, cancel = context.WithTimeout(ctx, x.engine.Timeout)
		defer cancel()
	}
	s, started, err := x.engine.take(ctx)
	if err != nil {
		return cover.Stats{Status: cover.Failed, Err: err}
	}
	defer x.engine.give(s)
	can := x.engine.Capabilities()
	if err := can.Check(x.problem, visit != nil); err != nil {
		return cover.Stats{Status: cover.Unsupported, Err: err}
	}
	if deadline, ok := ctx.Deadline(); ok && started {
		ctx, cancel = until(ctx, deadline.Add(s.start))
		defer cancel()
	}
	r := &run{session: s, search: x, order: order{limits: limits}, visit: visit, ctx: ctx, stop: cancel, single: can.FirstOnly,
		stats: cover.Stats{Nodes: cover.Uncounted, Updates: cover.Uncounted, Costs: &cover.Costs{Start: s.start}}}
	r.end(r.all())
	return r.stats
}

// A run is one run of a search, from the request to the last line of the answer.
type run struct {
	*session
	*search
	order
	visit   cover.Visitor
	ctx     context.Context
	stop    context.CancelFunc
	single  bool        // the engine finds one solution only
	wanted  int64       // solutions
	shown   int64       // solutions
	stopped bool        // the visitor wants no more
	stats   cover.Stats // also valid after an error
}

// all makes the run, and sends the problem before if the engine does not have it.
func (r *run) all() error {
	fresh := r.loaded != r.search
	if fresh {
		if err := r.load(r.ctx, r.search); err != nil {
			return err
		}
	}
	r.wanted = r.limits.Solutions
	if r.single {
		r.limits.Solutions = 1
	}
	if r.visit != nil {
		r.show = 1
		r.checker.Reset(r.problem)
	}
	if deadline, ok := r.ctx.Deadline(); ok {
		r.time = max(1, time.Until(deadline))
	}
	err := r.exchange(r.ctx, r.request(), "done", r.take)
	if err == nil && (fresh || r.stats.Search >= peakFrom) { // after an error the process may be over, or not yet
		r.stats.Costs.Peak = r.Peak()
	}
	return err
}

// peakFrom is the shortest search after which the peak of the memory is read again. Reading it takes
// some 30 µs.
const peakFrom = time.Millisecond

// ErrFirstOnly is the error of a run that wants more than an engine that finds one solution can tell.
var ErrFirstOnly = cover.Unsupportedf("the engine finds one solution only, expected --limit 1")

// end completes the statistics, given the error of the run.
func (r *run) end(err error) {
	s := &r.stats
	s.Setup, s.Search = r.setup, cmp.Or(s.Search, time.Since(r.asked))
	s.Costs.CPU = max(0, r.CPU()-r.cpu)
	_, wrong := err.(*cover.WrongError)
	_, unsupported := err.(*cover.UnsupportedError)
	switch {
	case r.stopped && !wrong:
		s.Status, s.Solutions = cover.Limit, r.shown
	case unsupported:
		s.Status, s.Err = cover.Unsupported, err
	case err != nil && !wrong && r.ctx.Err() != nil: // it had to be killed
		s.Status, s.Solutions, s.Levels = cover.Timeout, r.shown, nil
	case err != nil:
		s.Status, s.Err = cover.Failed, err
	}
}

// request returns the request for the run.
func (r *run) request() string {
	text := []byte("run")
	for _, f := range r.order.fields() {
		if *f.number > 0 {
			text = fmt.Appendf(text, " %s %d", f.key, *f.number)
		}
	}
	return string(append(text, '\n'))
}

// take takes a line of the answer.
func (r *run) take(word string, rest []byte) error {
	switch word {
	case "solution":
		return r.solution(rest)
	case "level":
		return r.level(rest)
	case "done":
		return r.done(rest)
	}
	return r.misplaced(`, expected "solution", "level", "done", "unsupported" or "error"`)
}

// solution checks a solution and shows it to the visitor.
func (r *run) solution(rest []byte) error {
	if r.stopped {
		return nil
	}
	r.shown++
	switch most := r.limits.Solutions; {
	case r.visit == nil:
		return r.misplaced(", expected no solution, because the run asks for their number only")
	case most > 0 && r.shown > most:
		return r.wrong("the engine answered %s after the %d solutions that the run asks for", child.Quote(r.line), most)
	}
	r.options = r.options[:0]
	for word := range bytes.FieldsSeq(rest) {
		n, err := strconv.Atoi(string(word))
		if err != nil || n < 1 || n > r.problem.Options() {
			return r.wrong("the engine answered %s: %s, expected an option from 1 to %d", child.Quote(r.line),
				child.Quote(word), r.problem.Options())
		}
		r.options = append(r.options, r.problem.ToBase(n-1))
	}
	if err := r.checker.Check(r.options); err != nil {
		return r.wrong("the engine answered %s, which is no solution: %v", child.Quote(r.line), err)
	}
	if !r.visit(r.options) {
		r.stopped = true
		r.stop()
	}
	return nil
}

// level adds a level to the profile.
func (r *run) level(rest []byte) error {
	var l cover.Level
	var err error
	if l.Nodes, rest, err = count(rest); err == nil && len(rest) > 0 {
		l.Updates, rest, err = count(rest)
	}
	if err != nil {
		return r.misplaced(": %v", err)
	}
	if deepest := r.problem.MaxDepth(); len(rest) > 0 || len(r.stats.Levels) > deepest {
		return r.misplaced(", expected nodes and updates of %d levels at most", deepest+1)
	}
	r.stats.Levels = append(r.stats.Levels, l)
	return nil
}

// done reads the totals of the answer and judges them.
func (r *run) done(rest []byte) error {
	s, sum := &r.stats, r.stats.ByLevel()
	s.Costs.Wall = time.Since(r.asked)
	s.Nodes, s.Updates = cmp.Or(sum.Nodes, cover.Uncounted), cmp.Or(sum.Updates, cover.Uncounted)
	fields := append(totals(s), field{"solutions", &s.Solutions})
	for _, name := range cover.OwnCounters {
		fields = append(fields, field{name, s.Costs.Counter(name)})
	}
	status, rest := cut(rest)
	s.Status = cover.Status(status)
	large, err := parse(rest, fields...)
	if err != nil {
		return r.misplaced(": %v", err)
	}
	if large != nil {
		s.SetCount(large)
	}
	if err := r.judge(); err != nil {
		return err
	}
	s.Search = cmp.Or(s.Search, s.Costs.Wall) // its clock is too coarse, or it has none
	if r.single && s.Solutions > 0 && s.Status != cover.Timeout {
		s.Status = cover.Limit
		if r.wanted != 1 && !r.stopped {
			return ErrFirstOnly
		}
	}
	return nil
}

// judge refutes totals and times that contradict each other or the limits.
func (r *run) judge() error {
	s, l, wall := &r.stats, r.limits, r.stats.Costs.Wall
	reached := func(n, most int64) bool { return most > 0 && n >= most }
	early := s.Status == cover.Timeout && r.ctx.Err() == nil
	levels := s.CheckLevels()
	switch {
	case s.Status != cover.Solved && s.Status != cover.Limit && s.Status != cover.Timeout:
		return r.misplaced(`, expected "done" with solved, limit or timeout`)
	case levels != nil:
		return r.wrong("%v", levels)
	case !credible(s.Search, wall):
		return r.wrong("the engine says it searched for %v, but its answer came after %v", s.Search, wall)
	case r.stopped: // whatever it says, as it was cancelled
		return nil
	case early && r.time == 0:
		return r.misplaced(", expected no timeout, because the run has no time limit")
	case early && !credible(r.time, wall):
		return r.wrong("the engine says its time is over, but it had %v and its answer came after %v", r.time, wall)
	case l.Solutions > 0 && s.Solutions > l.Solutions:
		return r.wrong("the engine counts %s solutions, more than the %d that the run asks for", s.CountText(), l.Solutions)
	case r.visit != nil && s.Solutions != r.shown:
		return r.wrong("the engine counts %s solutions and showed %d", s.CountText(), r.shown)
	case s.Status == cover.Limit && !reached(s.Solutions, l.Solutions) && !reached(s.Nodes, l.Nodes) && !reached(s.Updates, l.Updates):
		return r.wrong("the engine stopped at a limit, but it reached none: %s", child.Quote(r.line))
	}
	return nil
}
