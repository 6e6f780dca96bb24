package xcb

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
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
	visit  cover.Visitor

	time      time.Duration // of the engine for the run; 0 if there is no limit
	firstOnly bool          // the engine finds one solution only
	wall      time.Duration // from the request to the answer
	shown     int64         // solutions
	stopped   bool          // the visitor wants no more
	cancel    context.CancelFunc
	counted   cover.Costs // the counters of its own
	stats     cover.Stats
}

// do makes the run. The statistics are valid even after an error.
func (r *run) do(ctx context.Context) error {
	if r.visit != nil {
		r.checker.Reset(r.problem)
	}
	ctx, r.cancel = context.WithCancel(ctx)
	defer r.cancel()
	defer r.guard(ctx, "cancel\n")()
	began := time.Now()
	if err := r.send(r.request(ctx, began)); err != nil {
		return err
	}
	for {
		word, rest, err := r.next()
		if err != nil {
			return err
		}
		switch word {
		case "solution":
			err = r.solution(rest)
		case "level":
			err = r.level(rest)
		case "done":
			r.wall = time.Since(began)
			return r.done(ctx, rest)
		default:
			err = r.unexpected(`"solution", "level", "done", "unsupported" or "error"`)
		}
		if err != nil {
			return err
		}
	}
}

// request returns the request for the run.
func (r *run) request(ctx context.Context, now time.Time) []byte {
	text := []byte("run")
	add := func(key string, n int64) {
		if n > 0 {
			text = fmt.Appendf(text, " %s %d", key, n)
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
	return append(text, '\n')
}

// solution checks a solution and shows it to the visitor.
func (r *run) solution(rest []byte) error {
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
		r.cancel()
	}
	return nil
}

// level adds a level to the profile.
func (r *run) level(rest []byte) error {
	nodes, rest := cut(rest)
	updates, rest := cut(rest)
	n, err := parseCount(nodes)
	var u int64
	if err == nil && updates != "" {
		u, err = parseCount(updates)
	}
	if err != nil {
		return r.malformed(err)
	}
	if deepest := r.problem.MaxDepth(); len(rest) > 0 || len(r.stats.Levels) > deepest {
		return r.unexpected(fmt.Sprintf("nodes and updates of %d levels at most", deepest+1))
	}
	r.stats.Levels = append(r.stats.Levels, cover.Level{Nodes: n, Updates: u})
	return nil
}

// done reads the totals of the answer and judges them.
func (r *run) done(ctx context.Context, rest []byte) error {
	status, rest := cut(rest)
	numbers, large, err := parsePairs(rest)
	if err != nil {
		return r.malformed(err)
	}
	s, sum := &r.stats, r.stats.ByLevel()
	s.Status, s.Solutions = cover.Status(status), numbers["solutions"]
	if large != nil {
		s.SetCount(large)
	}
	for _, counter := range []struct {
		key   string
		total *int64
		sum   int64
	}{{"nodes", &s.Nodes, sum.Nodes}, {"updates", &s.Updates, sum.Updates}} {
		if n, ok := numbers[counter.key]; ok {
			*counter.total = n
		} else if counter.sum > 0 {
			*counter.total = counter.sum
		}
	}
	for _, name := range cover.OwnCounters {
		*r.counted.Counter(name) = numbers[name]
	}
	switch {
	case !slices.Contains([]cover.Status{cover.Solved, cover.Limit, cover.Timeout}, s.Status):
		return r.unexpected(`"done" with solved, limit or timeout`)
	case s.Status == cover.Timeout && r.time == 0 && !r.stopped && ctx.Err() == nil:
		return r.unexpected("no timeout, because the run has no time limit")
	}
	s.Search = time.Duration(numbers["search"])
	if err := r.judge(ctx); err != nil {
		return err
	}
	s.Search = cmp.Or(s.Search, r.wall) // its clock is too coarse, or it has none
	return nil
}

// judge refutes totals and times that contradict each other or the limits.
func (r *run) judge(ctx context.Context) error {
	s, l := &r.stats, r.limits
	reached := func(n, most int64) bool { return most > 0 && n >= most }
	levels := s.CheckLevels()
	switch {
	case l.Solutions > 0 && s.Solutions > l.Solutions:
		return r.wrong("the engine counts %s solutions, more than the %d that the run asks for", s.CountText(), l.Solutions)
	case r.visit != nil && !r.stopped && s.Solutions != r.shown:
		return r.wrong("the engine counts %s solutions and showed %d", s.CountText(), r.shown)
	case levels != nil:
		return r.wrong("%v", levels)
	case s.Status == cover.Limit && !r.stopped && !reached(s.Solutions, l.Solutions) && !reached(s.Nodes, l.Nodes) &&
		!reached(s.Updates, l.Updates):
		return r.wrong("the engine stopped at a limit, but it reached none: %s", child.Quote(r.line))
	case s.Status == cover.Timeout && !r.stopped && ctx.Err() == nil && !credible(r.time, r.wall):
		return r.wrong("the engine says its time is over, but it had %v and its answer came after %v", r.time, r.wall)
	case !credible(s.Search, r.wall):
		return r.wrong("the engine says it searched for %v, but its answer came after %v", s.Search, r.wall)
	}
	return nil
}
