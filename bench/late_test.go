package bench_test

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"xcbench/bench"
	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/results"
)

// A further run has a second at most, and never more than the timeout. If the first run times out,
// two runs of its beginning are compared.
func TestFurtherRunsAreBounded(t *testing.T) {
	for timeout, most := range map[time.Duration]time.Duration{
		0: time.Second, 1: 1, time.Second: time.Second, time.Hour: time.Second,
	} {
		synctest.Test(t, func(t *testing.T) {
			var times []time.Duration
			v := variant("watched", faulty{before: func(_ int, ctx context.Context, _ cover.Limits) {
				deadline, _ := ctx.Deadline()
				times = append(times, time.Until(deadline))
			}})
			verify(t, instance(t, "queens/4"), bench.Bounds{Timeout: timeout}, v)
			if len(times) != 3 || times[1] != most || times[2] != most {
				t.Errorf("timeout %v: got runs with %v left, want two further ones with %v", timeout, times, most)
			}
		})
	}
	synctest.Test(t, func(t *testing.T) {
		nodes := ""
		v := variant("late", faulty{count: func(run int, s *cover.Stats) {
			nodes += fmt.Sprint(s.Nodes, " ")
			if run < 3 { // checked, and then counted
				s.Status = cover.Timeout // in fact it finished
			} else if run == 4 {
				s.Levels[1].Updates++
				s.Updates++
			}
		}})
		if r := verify(t, instance(t, "queens/6"), bench.Bounds{}, v); nodes != "111 111 55 55 " || len(r.Faulty()) != 1 {
			t.Errorf("got runs of %s nodes and faults %q, want two of 55 and one fault", nodes, faults(r))
		}
	})
}

// stalling is a solver that shows some solutions, and then takes all its time. It counts without
// delay, but for what count does.
type stalling struct {
	faulty
	shows int64
	count func(ctx context.Context, s *cover.Stats)
}

type stallingSearch struct {
	cover.Search
	stalling
}

func (s stalling) Prepare(p *cover.Problem) (cover.Search, error) {
	search, err := dlx.Index(cover.MRV).Prepare(p)
	return &stallingSearch{search, s}, err
}

func (s *stallingSearch) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	if visit == nil {
		stats := s.Search.Run(ctx, limits, nil)
		s.count(ctx, &stats)
		return stats
	}
	if s.shows > 0 {
		s.Search.Run(ctx, cover.Limits{Solutions: s.shows}, visit)
	}
	<-ctx.Done()
	return cover.Stats{Status: cover.Timeout, Solutions: s.shows}
}

// The time that it takes to show and to check solutions is not the time of the search.
func TestACheckThatRunsOutOfTimeDecidesNothing(t *testing.T) {
	exact := func(context.Context, *cover.Stats) {}
	late := func(ctx context.Context, s *cover.Stats) { <-ctx.Done(); s.Status = cover.Timeout }
	fewer := func(_ context.Context, s *cover.Stats) { s.Solutions-- }
	for _, c := range []struct {
		name   string
		solver stalling
		want   string // its status, nodes and remark
	}{
		{"counted in time", stalling{shows: 1, count: exact}, "solved 111 checked 1 solution in time, and counted the others"},
		{"not counted in time", stalling{shows: 1, count: late}, "timeout 0 "},
		{"counted wrong", stalling{shows: 1, count: fewer}, "wrong 111 3 solutions, expected 4 (OEIS A000170)"},
		{"nothing shown", stalling{count: exact}, "timeout 0 "},
	} {
		synctest.Test(t, func(t *testing.T) {
			r := verify(t, instance(t, "queens/6"), bench.Bounds{Timeout: time.Second}, good, variant("stalling", c.solver))
			o := r.Outcomes[1]
			if got := fmt.Sprint(o.Stats.Status, " ", o.Stats.Nodes, " ", o.Fault); got != c.want ||
				r.Outcomes[0].Stats.Status != cover.Solved || len(r.Faulty()) > 0 && o.Stats.Status != results.Wrong {
				t.Errorf("%s: got %s and faults %q, want %s", c.name, got, faults(r), c.want)
			}
		})
	}
}
