package bench_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"xcbench/bench"
	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/results"
	"xcbench/solvers/external"
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

// A time is believed if it explains half of what an answer took beyond what it takes without a search.
func TestReportedTimesAreHeldAgainstTheTimesOfAnswers(t *testing.T) {
	const us, ms = time.Microsecond, time.Millisecond
	engines := map[string]teller{
		"honest":      {said: 5 * ms, cpu: 5*ms + 30*us, wall: 5*ms + 50*us, empty: 30 * us},
		"builds_anew": {said: 60, cpu: 8 * ms, wall: 8 * ms, empty: 7 * ms},
		"interrupted": {said: 5 * ms, cpu: 5 * ms, wall: time.Second, empty: 30 * us},
		"one_is_fast": {said: 60, cpu: 8 * ms, wall: 8 * ms, empty: 30 * us, quick: 5},
		"half":        {said: 5 * ms, cpu: 10*ms + 50*us, wall: 20 * ms, empty: 30 * us},
		"no_copy":     {said: 60, cpu: ms, wall: ms, fails: true},

		"bad_short":       {said: 1, cpu: 100 * us, wall: 100 * us, empty: 30 * us},
		"bad_without_cpu": {said: 1, wall: 5 * ms, empty: 30 * us},
		"bad_canned":      {said: 1, cpu: 5 * ms, wall: 5 * ms, canned: true},
		"bad_no_copy":     {said: 1, cpu: 5 * ms, wall: 5 * ms, fails: true},
	}
	var names []string
	p := bench.Plan{Samples: 2}
	for name, e := range engines {
		v := variant(name, e)
		v.Engine = new(external.Spec)
		p.Variants, names = append(p.Variants, v), append(names, name)
	}
	p.Instances = append(p.Instances, instance(t, "queens/6"))
	for _, minTime := range []time.Duration{0, 40 * time.Millisecond} {
		p.MinTime = minTime
		rows, logged, _ := rowsOf(t, p)
		for _, name := range names {
			want, samples := cover.Solved, 2
			if strings.HasPrefix(name, "bad") {
				want, samples = results.Unconfirmed, 1
			}
			if got := rows[name]; len(got) != samples || got[0].Status != want || got[0].Solutions != 4 {
				t.Errorf("%s, samples of %v: got %+v, want %d samples with the status %s", name, minTime, got, samples, want)
			}
		}
		if want := "unconfirmed: queens/6: bad_short: the engine says it searched for 1ns, " +
			"but its answers took 100µs or more, and 30µs without a search\n"; !strings.Contains(logged, want) {
			t.Errorf("got the log\n%swant the line %s", logged, want)
		}
	}
}

// rowsOf carries out a plan. It returns the rows of each solver, the log and the error.
func rowsOf(t *testing.T, p bench.Plan) (map[string][]results.Row, string, error) {
	t.Helper()
	done := execute(t, p, "")
	rows := map[string][]results.Row{}
	for _, r := range done.rows {
		rows[r.Solver] = append(rows[r.Solver], r)
	}
	return rows, strings.Join(done.log, "\n") + "\n", done.err
}
