package bench

import (
	"context"
	"fmt"
	"slices"
	"time"

	"xcbench/bench/shrink"
	"xcbench/cover"
)

// Only an engine knows when its search begins and ends. But the processor time and the wall time of its
// answers can be measured from outside. An answer takes some time without any search: for the dialogue,
// and in some engines for building the data structure again. A copy of the problem with nothing to search
// shows how much.
//
// A time is unconfirmed if every answer took more than twice the sum of two times: the one that the
// engine reports, and the one that it takes for the copy.

// confirmRuns is how many answers are compared, on the problem and on its copy. A single one may be
// slow because of the garbage collector of the engine, or a busy machine.
const confirmRuns = 10

// unknownOverhead stands for the time that an engine needs for the copy, if it has no right answer to it.
const unknownOverhead = time.Millisecond

// confirm describes why the times of a sample are not believed, or returns "". least is the run of the
// sample with the least unexplained time. It may be one of the first of its process, which take longer, so
// the search runs again after the copy.
func (c *call) confirm(ctx context.Context, p *cover.Problem, search cover.Search, least cover.Stats) string {
	if unexplained(least) <= 0 {
		return ""
	}
	ctx, cancel := c.Bounds.Context(ctx)
	defer cancel()
	var overhead time.Duration
	copied, err := cover.Prepare(c.variant, withoutSearch(p))
	for range confirmRuns {
		var s cover.Stats
		if err == nil {
			s = copied.Run(ctx, c.Bounds.Limits, nil)
		}
		if s.Status == cover.Timeout {
			return ""
		}
		if s.Status != cover.Solved || s.Solutions > 0 {
			overhead = max(overhead, unknownOverhead)
			break
		}
		if overhead = max(overhead, answerTime(s)); unexplained(least) <= overhead {
			return ""
		}
	}
	for k := 0; k < confirmRuns && unexplained(least) > overhead; k++ {
		s := search.Run(ctx, c.Bounds.Limits, nil)
		if !s.Status.Measured() {
			break
		}
		if unexplained(s) < unexplained(least) {
			least = s
		}
	}
	if unexplained(least) <= overhead {
		return ""
	}
	return fmt.Sprintf("the engine says it searched for %v, but its answers took %v or more, and %v without a search",
		least.Search, answerTime(least), overhead)
}

// unexplained returns half the time of an answer, less the time that the engine reports.
func unexplained(s cover.Stats) time.Duration { return answerTime(s)/2 - s.Search }

// answerTime returns the processor time of an answer, or 0 if no engine gave it. Its wall time is shorter
// if several threads search, and all that is known on some systems.
func answerTime(s cover.Stats) time.Duration {
	switch c := s.Costs; {
	case c == nil:
		return 0
	case c.CPU > 0:
		return min(c.CPU, c.Wall)
	default:
		return c.Wall
	}
}

// withoutSearch returns a copy of the problem whose first item no option covers.
func withoutSearch(p *cover.Problem) *cover.Problem {
	var names []string
	for i := range p.Items() {
		names = append(names, p.Name(i))
	}
	hopeless := "hopeless"
	for slices.Contains(names, hopeless) {
		hopeless += "_"
	}
	return shrink.Part(p, nil, nil, hopeless)
}
