package xcb

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
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
	r := &run{session: s, search: x, order: order{limits: limits}, visit: visit, ctx: ctx, stop: cancel,
		stats: cover.Stats{Nodes: cover.Uncounted, Updates: cover.Uncounted, Costs: &cover.Costs{Start: s.start}}}
	if can.FirstOnly {
		r.limits.Solutions = 1
	}
	err = r.all()
	if can.FirstOnly && r.stats.Status.Measured() && r.stats.Solutions > 0 {
		r.stats.Status = cover.Limit
		if limits.Solutions != 1 {
			err = cmp.Or(err, ErrFirstOnly)
		}
	}
	r.end(err)
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
	if r.visit != nil {
		r.show = 1
		r.checker.Reset(r.problem)
	}
	if deadline, ok := r.ctx.Deadline(); ok {
		r.time = max(1, time.Until(deadline))
	}
	err := r.exchange(r.ctx, "run"+text(r.order.fields(), 1)+"\n", "done", r.take)
	if err == nil && (fresh || r.took >= peakFrom) { // after an error the process may be over, or not yet
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
	s.Setup, s.Search = r.setup, cmp.Or(s.Search, r.took) // its clock may be coarse
	s.Costs.CPU = max(0, r.CPU()-r.cpu)
	wrong := errors.As(err, new(*cover.WrongError))
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

// take takes a line of the answer.
func (r *run) take(word, rest string) error {
	switch word {
	case "solution":
		return r.solution(rest)
	case "level":
		return r.level(rest)
	case "done":
		return r.done(rest)
	}
	return errors.New(`expected "solution", "level", "done", "unsupported" or "error"`)
}

// solution checks a solution and shows it to the visitor.
func (r *run) solution(rest string) error {
	if r.stopped {
		return nil
	}
	r.shown++
	switch most := r.limits.Solutions; {
	case r.visit == nil:
		return errors.New("expected no solution, because the run asks for their number only")
	case most > 0 && r.shown > most:
		return cover.Wrongf("more than the %d solutions that the run asks for", most)
	}
	r.options = r.options[:0]
	for word := range strings.FieldsSeq(rest) {
		n, err := strconv.Atoi(word)
		if err != nil || n < 1 || n > r.problem.Options() {
			return cover.Wrongf("%s, expected an option from 1 to %d", child.Quote([]byte(word)), r.problem.Options())
		}
		r.options = append(r.options, r.problem.ToBase(n-1))
	}
	if err := r.checker.Check(r.options); err != nil {
		return cover.Wrongf("no solution: %v", err)
	}
	if !r.visit(r.options) {
		r.stopped = true
		r.stop()
	}
	return nil
}

// level adds a level to the profile.
func (r *run) level(rest string) error {
	first, rest := cut(rest)
	second, rest := cut(rest)
	nodes, err := number(first)
	updates, bad := number(cmp.Or(second, "0"))
	if deepest := r.problem.MaxDepth(); rest != "" || len(r.stats.Levels) > deepest {
		return fmt.Errorf("expected nodes and updates of %d levels at most", deepest+1)
	}
	r.stats.Levels = append(r.stats.Levels, cover.Level{Nodes: nodes, Updates: updates})
	return cmp.Or(err, bad)
}

// done reads the totals of the answer and judges them.
func (r *run) done(rest string) error {
	s, sum := &r.stats, r.stats.ByLevel()
	s.Costs.Wall = r.took
	s.Nodes, s.Updates = cmp.Or(sum.Nodes, cover.Uncounted), cmp.Or(sum.Updates, cover.Uncounted)
	fields := append(totals(s), field{"solutions", &s.Solutions})
	for _, name := range cover.OwnCounters {
		fields = append(fields, field{name, s.Costs.Counter(name)})
	}
	status, rest := cut(rest)
	s.Status = cover.Status(status)
	large, err := parse(rest, fields...)
	if err != nil {
		return err
	}
	if large != nil {
		s.SetCount(large)
	}
	return r.judge()
}

// judge refutes totals and times that contradict each other or the limits.
func (r *run) judge() error {
	s, l := &r.stats, r.limits
	reached := func(n, most int64) bool { return most > 0 && n >= most }
	early := s.Status == cover.Timeout && r.ctx.Err() == nil
	levels, clock := s.CheckLevels(), r.credible(s.Search)
	switch {
	case !s.Status.Measured() && s.Status != cover.Timeout:
		return errors.New(`expected "done" with solved, limit or timeout`)
	case levels != nil:
		return cover.Wrongf("%v", levels)
	case clock != nil:
		return clock
	case r.stopped: // whatever it says, as it was cancelled
		return nil
	case early && (r.time == 0 || r.credible(r.time) != nil):
		return cover.Wrongf("the time limit is %v (0s for none), but the answer came after %v", r.time, r.took)
	case l.Solutions > 0 && s.Solutions > l.Solutions:
		return cover.Wrongf("it counts %s solutions, more than the %d that the run asks for", s.CountText(), l.Solutions)
	case r.visit != nil && s.Solutions != r.shown:
		return cover.Wrongf("it counts %s solutions and showed %d", s.CountText(), r.shown)
	case s.Status == cover.Limit && !reached(s.Solutions, l.Solutions) && !reached(s.Nodes, l.Nodes) && !reached(s.Updates, l.Updates):
		return cover.Wrongf("it stopped at a limit, but it reached none")
	}
	return nil
}
