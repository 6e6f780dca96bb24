package bench

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"time"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/results"
	"xcbench/solvers"
)

// odd is a solver whose Prepare and Run call functions first.
type odd struct {
	prepare func()
	run     func(run int) // called before each run with its number, from 1
}

func (s odd) Prepare(p *cover.Problem) (cover.Search, error) {
	if s.prepare != nil {
		s.prepare()
	}
	runs := 0
	return faulty{before: func() {
		if runs++; s.run != nil {
			s.run(runs)
		}
	}}.Prepare(p)
}

// second calls a function in all runs but the first.
func second(do func()) func(int) {
	return func(run int) {
		if run > 1 {
			do()
		}
	}
}

func TestSolversThatCrashOrHangAreCaught(t *testing.T) {
	t.Parallel()
	over := make(chan struct{})
	t.Cleanup(func() { close(over) })
	hang := func() { <-over }
	blow := func() { panic("no\nstack") }
	for _, c := range []struct {
		name   string
		solver odd
		status cover.Status
		fault  string
	}{
		{"panics in Prepare", odd{prepare: blow}, results.Crash, "panic: no"},
		{"panics in Run", odd{run: func(int) { blow() }}, results.Crash, "panic: no"},
		{"panics when run again", odd{run: second(blow)}, results.Crash, "in a second run: panic: no"},
		{"ends its goroutine", odd{run: func(int) { runtime.Goexit() }}, results.Crash,
			"the solver ended its goroutine (runtime.Goexit)"},
		{"hangs in Prepare", odd{prepare: hang}, cover.Timeout, "does not stop"},
		{"hangs in Run", odd{run: func(int) { hang() }}, cover.Timeout, "does not stop"},
		{"hangs when run again", odd{run: second(hang)}, cover.Timeout, "in a second run: does not stop"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			bounds := Bounds{}
			if c.status == cover.Timeout {
				bounds = Bounds{Timeout: 2 * time.Second, grace: 100 * time.Millisecond}
			}
			r, err := Verify(t.Context(), instance(t, "queens/6"), []solvers.Variant{variant("bad", c.solver)}, bounds)
			if err != nil {
				t.Fatal(err)
			}
			wrong := r.Faulty()
			if len(wrong) != 1 || wrong[0].Stats.Status != c.status || wrong[0].Fault != c.fault {
				t.Errorf("got %+v, want %s with %q", wrong, c.status, c.fault)
			}
		})
	}
}

// Without a worker process, each search that hangs would leave a goroutine behind. So the problem
// is not shrunk.
func TestHangingSolversAreLeftOut(t *testing.T) {
	over := make(chan struct{})
	t.Cleanup(func() { close(over) })
	bad := variant("bad", odd{run: func(int) { <-over }})
	bounds := Bounds{Timeout: 10 * time.Millisecond, grace: 10 * time.Millisecond}
	r, err := Verify(t.Context(), instance(t, "queens/6"), []solvers.Variant{bad}, bounds)
	if err != nil {
		t.Fatal(err)
	}
	if left := r.Stopping([]solvers.Variant{good, bad}); len(left) != 1 || left[0].Name != "good" {
		t.Errorf("got %v left, want good alone", left)
	}
	w, err := r.Reproduce(t.Context(), r.Faulty()[0], bounds, nil)
	if err != nil || w.problem != r.Problem || w.note == "" {
		t.Errorf("got %v and a problem of %d options, want the whole problem with a note", err, w.problem.Options())
	}
}

func TestVerifyEndsWithItsContextEvenIfASolverHangs(t *testing.T) {
	over := make(chan struct{})
	t.Cleanup(func() { close(over) })
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	bad := variant("bad", odd{run: func(int) { <-over }})
	_, err := Verify(ctx, instance(t, "queens/6"), []solvers.Variant{bad}, Bounds{grace: 10 * time.Millisecond})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v, want %v", err, context.DeadlineExceeded)
	}
}

func TestASecondRunMustRepeatTheFirst(t *testing.T) {
	for _, c := range []struct {
		name   string
		faulty func() faulty
		fault  string
	}{
		{"other counters", func() faulty {
			return faulty{count: later(func(s *cover.Stats) { s.Levels[1].Updates++; s.Updates++ })}
		}, "4 solutions, 111 nodes, 1930 updates in one run and 4, 111, 1929 in another"},
		{"other levels", func() faulty {
			return faulty{count: later(func(s *cover.Stats) { s.Levels[1].Updates++; s.Levels[2].Updates-- })}
		}, "a second run differs: other nodes or updates by level"},
		{"another status", func() faulty {
			return faulty{count: later(func(s *cover.Stats) { s.Status = cover.Limit })}
		}, "a second run differs: it ended with limit, the first with solved"},
		{"another order", func() faulty {
			runs := 0
			return faulty{show: func(visit cover.Visitor) cover.Visitor {
				if runs++; runs < 3 {
					return visit
				}
				var held []int // the first solution, reported after the second
				return func(options []int) bool {
					if held == nil {
						held = append(held, options...)
						return true
					}
					if len(held) > 0 && !(visit(options) && visit(held)) {
						return false
					} else if len(held) > 0 {
						held = held[:0]
						return true
					}
					return visit(options)
				}
			}}
		}, "a second run differs: other solutions, or in another order"},
		{"no solution", func() faulty {
			runs := 0
			return faulty{show: func(visit cover.Visitor) cover.Visitor {
				if runs++; runs < 3 {
					return visit
				}
				return cutShort(visit)
			}}
		}, `solution 1 of a second run: primary item "r0" is not covered`},
	} {
		f := c.faulty()
		r, err := Verify(t.Context(), instance(t, "queens/6"), []solvers.Variant{variant("bad", f)}, Bounds{})
		if err != nil {
			t.Fatal(err)
		}
		if got := faults(r); len(got) != 1 || got[0] != "bad: "+c.fault {
			t.Errorf("%s: got faults %q, want %q", c.name, got, "bad: "+c.fault)
		}
	}
}

// later changes the statistics of every run after the first.
func later(change func(*cover.Stats)) func(*cover.Stats) {
	runs := 0
	return func(s *cover.Stats) {
		if runs++; runs > 1 && s.Nodes > 100 { // a run of fewer nodes was stopped
			change(s)
		}
	}
}

// If a search times out, two runs of its beginning are compared.
func TestLongSearchesAreRepeatedInPart(t *testing.T) {
	runs, nodes := 0, [5]int64{}
	bad := variant("bad", faulty{count: func(s *cover.Stats) {
		runs++
		nodes[runs] = s.Nodes
		switch runs {
		case 1, 2: // checked, and then counted
			s.Status = cover.Timeout // in fact it finished
		case 4:
			s.Levels[1].Updates++
			s.Updates++
		}
	}})
	r, err := Verify(t.Context(), instance(t, "queens/6"), []solvers.Variant{bad}, Bounds{})
	if err != nil {
		t.Fatal(err)
	}
	if want := [5]int64{0, 111, 111, 55, 55}; nodes != want || len(r.Faulty()) != 1 {
		t.Errorf("got runs of %v nodes and faults %q, want %v and one fault", nodes, faults(r), want)
	}
}

// Where the number of solutions is unknown, all solvers may have the same fault.
func TestASATSolverCountsTheSolutionsToo(t *testing.T) {
	in := instance(t, "queens/8")
	in.Solutions = corpus.Count{N: corpus.Unknown}
	for _, c := range []struct {
		name   string
		faulty faulty
		want   string
	}{
		{"lost", faulty{show: dropThird, count: func(s *cover.Stats) { s.Solutions-- }},
			"bad: 91 solutions, a SAT solver finds 92 or more"},
		{"none", faulty{show: func(cover.Visitor) cover.Visitor { return func([]int) bool { return true } },
			count: func(s *cover.Stats) { s.Solutions = 0 }}, "bad: 0 solutions, a SAT solver finds 1 or more"},
	} {
		r, err := Verify(t.Context(), in, []solvers.Variant{variant("bad", c.faulty)}, Bounds{})
		if err != nil {
			t.Fatal(err)
		}
		if got := faults(r); len(got) != 1 || got[0] != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// stalling is a solver that shows one solution, or none, and then takes all its time. It counts without
// delay, but for what count does.
type stalling struct {
	cover.Search
	none  bool
	count func(ctx context.Context, s *cover.Stats)
}

func (s stalling) Prepare(p *cover.Problem) (cover.Search, error) {
	var err error
	s.Search, err = dlx.Index(cover.MRV).Prepare(p)
	return &s, err
}

func (s *stalling) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	if visit == nil {
		stats := s.Search.Run(ctx, limits, nil)
		s.count(ctx, &stats)
		return stats
	}
	if !s.none {
		s.Search.Run(ctx, cover.Limits{Solutions: 1}, visit)
	}
	<-ctx.Done()
	return cover.Stats{Status: cover.Timeout, Solutions: map[bool]int64{false: 1}[s.none]}
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
		{"counted in time", stalling{count: exact}, cover.Solved, "checked 1 solution in time, and counted the others"},
		{"not counted in time", stalling{count: late}, cover.Timeout, ""},
		{"counted wrong", stalling{count: fewer}, results.Wrong, "3 solutions, expected 4 (OEIS A000170)"},
		{"nothing shown", stalling{none: true, count: exact}, cover.Timeout, ""},
	} {
		r, err := Verify(t.Context(), instance(t, "queens/6"), []solvers.Variant{good, variant("stalling", c.solver)},
			Bounds{Timeout: 100 * time.Millisecond})
		if err != nil {
			t.Fatal(err)
		}
		o := r.Outcomes[1]
		if o.Stats.Status != c.status || o.Fault != c.remark || c.status != cover.Timeout && o.Stats.Nodes != 111 {
			t.Errorf("%s: got %s with %d nodes and %q, want %s and %q", c.name, o.Stats.Status, o.Stats.Nodes, o.Fault,
				c.status, c.remark)
		}
		if first := r.Outcomes[0]; first.faulty() {
			t.Errorf("%s: got %q, want no fault of another solver", c.name, first.Fault)
		}
	}
}
