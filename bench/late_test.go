package bench_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"
	"xcbench/bench"
	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/results"
	"xcbench/solvers"
)

// A search that does not stop is abandoned some time after its timeout, or after the end of
// everything. It is not tried on the next instance. The clock is not the system's.
func TestASearchThatHangsIsAbandoned(t *testing.T) {
	const grace = 10 * time.Second
	hang := func(in int, over chan struct{}) faulty {
		f := faulty{before: func(run int, _ context.Context, _ cover.Limits) {
			if run == in {
				<-over
			}
		}}
		if in == 0 {
			f.prepare = func(*cover.Problem) { <-over }
		}
		return f
	}
	for in, want := range []string{"does not stop", "does not stop", "in a second run: does not stop"} {
		synctest.Test(t, func(t *testing.T) {
			over, began := make(chan struct{}), time.Now()
			defer close(over)
			bad := variant("bad", hang(in, over))
			r := verify(t, instance(t, "queens/6"), bench.Bounds{Timeout: time.Second}, good, bad)
			if f := r.Faults(); len(f) != 1 || f[0].Status != cover.Timeout || f[0].What != want ||
				time.Since(began) != time.Second+grace {
				t.Errorf("got %+v after %v, want %q after %v", f, time.Since(began), want, time.Second+grace)
			}
			if left := r.Stopping([]solvers.Variant{good, bad}); len(left) != 1 || left[0].Name != "good" {
				t.Errorf("got %v left, want good alone", left)
			}
		})
	}
	synctest.Test(t, func(t *testing.T) {
		over := make(chan struct{})
		defer close(over)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		began := time.Now()
		_, err := bench.Verify(ctx, instance(t, "queens/6"), []solvers.Variant{variant("bad", hang(1, over))}, bench.Bounds{})
		if !errors.Is(err, context.DeadlineExceeded) || time.Since(began) != time.Minute+grace {
			t.Errorf("got %v after %v, want %v", err, time.Since(began), context.DeadlineExceeded)
		}
	})
}

// A further run has a second at most, and never more than the timeout.
func TestFurtherRunsHaveNoMoreTimeThanTheFirst(t *testing.T) {
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
}

// If a search times out, two runs of its beginning are compared.
func TestLongSearchesAreRepeatedInPart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var nodes []int64
		bad := variant("bad", faulty{count: func(run int, s *cover.Stats) {
			switch nodes = append(nodes, s.Nodes); run {
			case 1, 2: // checked, and then counted
				s.Status = cover.Timeout // in fact it finished
			case 4:
				s.Levels[1].Updates++
				s.Updates++
			}
		}})
		r := verify(t, instance(t, "queens/6"), bench.Bounds{}, bad)
		if want := []int64{111, 111, 55, 55}; !slices.Equal(nodes, want) || len(r.Faulty()) != 1 {
			t.Errorf("got runs of %v nodes and faults %q, want %v and one fault", nodes, faults(r), want)
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
		status cover.Status
		remark string
	}{
		{"counted in time", stalling{shows: 1, count: exact}, cover.Solved,
			"checked 1 solution in time, and counted the others"},
		{"not counted in time", stalling{shows: 1, count: late}, cover.Timeout, ""},
		{"counted wrong", stalling{shows: 1, count: fewer}, results.Wrong, "3 solutions, expected 4 (OEIS A000170)"},
		{"nothing shown", stalling{count: exact}, cover.Timeout, ""},
	} {
		synctest.Test(t, func(t *testing.T) {
			r := verify(t, instance(t, "queens/6"), bench.Bounds{Timeout: time.Second}, good, variant("stalling", c.solver))
			if o := r.Outcomes[1]; o.Stats.Status != c.status || o.Fault != c.remark || c.status != cover.Timeout &&
				o.Stats.Nodes != 111 ||
				r.Outcomes[0].Fault != "" {
				t.Errorf("%s: got %s with %d nodes and %q, want %s and %q", c.name, o.Stats.Status, o.Stats.Nodes,
					fmt.Sprint(r.Outcomes), c.status,
					c.remark)
			}
		})
	}
}
