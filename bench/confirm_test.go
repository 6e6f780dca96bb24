package bench_test

import (
	"context"
	"fmt"
	"time"

	"xcbench/cover"
	"xcbench/dlx"
)

// teller is an engine that says how long it searched. Its answers to problems of one node, which have
// nothing to search, take other times.
type teller struct {
	said      time.Duration
	cpu, wall time.Duration
	empty     time.Duration // without a search
	quick     int           // the run whose answer takes as long as without a search; 0 for none
	canned    bool          // it has the same answer to all problems
	fails     bool          // it fails without a search
}

func (teller) Capabilities() cover.Capabilities { return cover.Capabilities{Secondary: true} }

func (e teller) Prepare(p *cover.Problem) (cover.Search, error) {
	s, err := dlx.Index(cover.MRV).Prepare(p)
	return &tellerSearch{Search: s, teller: e}, err
}

type tellerSearch struct {
	cover.Search
	teller
	runs int
}

func (s *tellerSearch) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	s.runs++
	stats := s.Search.Run(ctx, limits, visit)
	stats.Search, stats.Costs = s.said, &cover.Costs{CPU: s.cpu, Wall: s.wall}
	if nothing := stats.Nodes == 1; nothing && s.canned {
		stats.Solutions = 4
	} else if nothing && s.fails {
		return cover.Stats{Status: cover.Failed, Err: fmt.Errorf("no option covers the first item")}
	} else if nothing || s.runs == s.quick {
		stats.Costs = &cover.Costs{CPU: s.empty, Wall: s.empty}
	}
	return stats
}

const us, ms = time.Microsecond, time.Millisecond

var tellers = map[string]teller{
	"honest":            {said: 5 * ms, cpu: 5*ms + 30*us, wall: 5*ms + 50*us, empty: 30 * us},
	"builds_anew":       {said: 60, cpu: 8 * ms, wall: 8 * ms, empty: 7 * ms},
	"interrupted":       {said: 5 * ms, cpu: 5 * ms, wall: time.Second, empty: 30 * us},
	"one_is_fast":       {said: 60, cpu: 8 * ms, wall: 8 * ms, empty: 30 * us, quick: 5},
	"says_half":         {said: 5 * ms, cpu: 10*ms + 50*us, wall: 20 * ms, empty: 30 * us},
	"fails_on_copy":     {said: 60, cpu: ms, wall: ms, fails: true},
	"too_short":         {said: 1, cpu: 100 * us, wall: 100 * us, empty: 30 * us},
	"without_cpu":       {said: 1, wall: 5 * ms, empty: 30 * us},
	"canned":            {said: 1, cpu: 5 * ms, wall: 5 * ms, canned: true},
	"too_long_for_copy": {said: 1, cpu: 5 * ms, wall: 5 * ms, fails: true},
}
