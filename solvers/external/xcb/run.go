package xcb

import (
	"context"
	"math/big"
	"slices"
	"strconv"
	"time"

	"xcbench/cover"
	"xcbench/internal/child"
)

// A run is one run of a search, from the request to the last line of the answer.
type run struct {
	*session
	*search
	limits cover.Limits // for the engine
	wanted int64        // the limit of solutions of the caller; 0 for none
	visit  cover.Visitor

	time      time.Duration // of the engine for the run; 0 if there is no limit
	firstOnly bool          // the engine finds one solution only
	wall      time.Duration // from the request to the answer
	shown     int64         // solutions
	stopped   bool          // the visitor wants no more
	cancel    context.CancelFunc
	claimed   time.Duration // the time of the search as the engine tells it, or -1
	updated   bool          // a level has updates
	counted   cover.Costs   // the counters of its own
	stats     cover.Stats
}

// ErrFirstOnly is the error of a run that wants more than an engine that finds one solution can tell.
var ErrFirstOnly = cover.Unsupportedf("the engine finds one solution only, expected --limit 1")

// do makes the run. The statistics are valid even after a fault.
func (r *run) do(ctx context.Context) *fault {
	if r.visit != nil && r.greeting.Capabilities.CountsOnly {
		return unsupported("the engine counts solutions and cannot show them")
	}
	if r.visit != nil {
		r.checker.Reset(r.problem)
	}
	ctx, r.cancel = context.WithCancel(ctx)
	defer r.cancel()
	over := r.guard(ctx, "cancel\n")
	f := r.exchange(ctx)
	over()
	if f == nil && r.firstOnly && r.stats.Solutions > 0 && r.stats.Status != cover.Timeout {
		if r.stats.Status = cover.Limit; r.wanted != 1 && !r.stopped {
			f = &fault{cover.Unsupported, ErrFirstOnly}
		}
	}
	if r.stopped && (f == nil || !is[*cover.WrongError](f.err)) {
		r.stats.Status, r.stats.Solutions, f = cover.Limit, r.shown, nil
	}
	return f
}

// exchange sends the request and reads the answer.
func (r *run) exchange(ctx context.Context) *fault {
	began := time.Now()
	if f := r.send(r.request(ctx, began)); f != nil {
		return f
	}
	for {
		word, rest, f := r.next()
		if f != nil {
			return f
		}
		switch string(word) {
		case "solution":
			f = r.solution(rest)
		case "level":
			f = r.level(rest)
		case "done":
			r.wall = time.Since(began)
			return r.done(ctx, rest)
		default:
			if f = r.refused(word, rest); f == nil {
				f = r.unexpected(`"solution", "level", "done", "unsupported" or "error"`)
			}
		}
		if f != nil {
			return f
		}
	}
}

// request returns the request for the run.
func (r *run) request(ctx context.Context, now time.Time) []byte {
	text := append(r.text[:0], "run"...)
	add := func(key string, n int64) {
		if n > 0 {
			text = append(append(append(text, ' '), key...), ' ')
			text = strconv.AppendInt(text, n, 10)
		}
	}
	if r.visit != nil {
		add("show", 1)
	}
	add("solutions", r.limits.Solutions)
	add("nodes", r.limits.Nodes)
	add("updates", r.limits.Updates)
	if deadline, ok := ctx.Deadline(); ok {
		r.time = max(1, deadline.Sub(now))
		add("time", int64(r.time))
	}
	r.text = append(text, '\n')
	return r.text
}

// solution checks a solution and shows it to the visitor.
func (r *run) solution(rest []byte) *fault {
	if r.stopped {
		return nil
	}
	r.shown++
	switch most := r.limits.Solutions; {
	case r.visit == nil:
		return r.unexpected("no solution, because the run asks for their number only")
	case most > 0 && r.shown > most:
		return r.wrong("the engine answered %s after the %d solutions that the run asks for", child.Quote(r.line), most)
	}
	var err error
	if r.options, err = parseNumbers(r.options[:0], rest, r.problem.Options()); err != nil {
		return r.wrong("the engine answered %s: %v", child.Quote(r.line), err)
	}
	for k, number := range r.options {
		r.options[k] = r.problem.ToBase(number - 1)
	}
	if err := r.checker.Check(r.options); err != nil {
		return r.wrong("the engine answered %s, which is no solution: %v", child.Quote(r.line), err)
	}
	if !r.visit(r.options) {
		r.stopped = true
		r.cancel()
	}
	return nil
}

// level adds a level to the profile.
func (r *run) level(rest []byte) *fault {
	nodes, rest := cut(rest)
	updates, rest := cut(rest)
	n, err := parseCount(nodes)
	var u int64
	if err == nil && len(updates) > 0 {
		u, err = parseCount(updates)
		r.updated = true
	}
	if err != nil {
		return r.malformed(err)
	}
	if deepest := r.problem.MaxDepth(); len(rest) > 0 || len(r.stats.Levels) > deepest {
		return r.unexpected("nodes and updates of " + strconv.Itoa(deepest+1) + " levels at most")
	}
	r.stats.Levels = append(r.stats.Levels, cover.Level{Nodes: n, Updates: u})
	return nil
}

// done reads the totals of the answer and judges them.
func (r *run) done(ctx context.Context, rest []byte) *fault {
	var status []byte
	status, rest = cut(rest)
	s := &r.stats
	s.Status = cover.Status(status)
	sum := s.ByLevel()
	if s.Levels != nil {
		s.Nodes = sum.Nodes
	}
	if r.updated {
		s.Updates = sum.Updates
	}
	r.claimed = -1
	err := parsePairs(rest, func(key []byte, n int64, large *big.Int) {
		switch string(key) {
		case "solutions":
			if s.Solutions = n; large != nil {
				s.SetCount(large)
			}
		case "nodes":
			s.Nodes = n
		case "updates":
			s.Updates = n
		case "search":
			r.claimed = time.Duration(n)
		default:
			if own := r.counted.Counter(string(key)); own != nil {
				*own = n
			}
		}
	})
	switch {
	case err != nil:
		return r.malformed(err)
	case !slices.Contains([]cover.Status{cover.Solved, cover.Limit, cover.Timeout}, s.Status):
		return r.unexpected(`"done" with solved, limit or timeout`)
	case s.Status == cover.Timeout && r.time == 0 && !r.stopped && ctx.Err() == nil:
		return r.unexpected("no timeout, because the run has no time limit")
	}
	if f := r.judge(ctx, sum); f != nil {
		return f
	}
	if s.Search = r.claimed; r.claimed <= 0 { // its clock is too coarse, or it has none
		s.Search = r.wall
	}
	return nil
}

// judge refutes totals and times that contradict each other or the limits.
func (r *run) judge(ctx context.Context, sum cover.Level) *fault {
	s, l := &r.stats, r.limits
	reached := func(n, most int64) bool { return most > 0 && n >= most }
	switch {
	case l.Solutions > 0 && s.Solutions > l.Solutions:
		return r.wrong("the engine counts %s solutions, more than the %d that the run asks for", s.CountText(), l.Solutions)
	case r.visit != nil && !r.stopped && s.Solutions != r.shown:
		return r.wrong("the engine counts %s solutions and showed %d", s.CountText(), r.shown)
	case s.Levels != nil && s.Nodes != sum.Nodes, r.updated && s.Updates != sum.Updates:
		return r.wrong("the engine counts %d nodes and %d updates in all, %d and %d by level", s.Nodes, s.Updates,
			sum.Nodes, sum.Updates)
	case s.Status == cover.Limit && !r.stopped && !reached(s.Solutions, l.Solutions) && !reached(s.Nodes, l.Nodes) &&
		!reached(s.Updates, l.Updates):
		return r.wrong("the engine stopped at a limit, but it reached none: %s", child.Quote(r.line))
	case s.Status == cover.Timeout && !r.stopped && ctx.Err() == nil && !credible(r.time, r.wall):
		return r.wrong("the engine says its time is over, but it had %v and its answer came after %v", r.time, r.wall)
	case !credible(r.claimed, r.wall):
		return r.wrong("the engine says it searched for %v, but its answer came after %v", r.claimed, r.wall)
	}
	return nil
}
