package bench

import (
	"context"
	"testing"
	"time"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/results"
	"xcbench/solvers"
)

// scripted is a solver whose run k returns the statistics k. The last ones repeat.
type scripted struct {
	runs []cover.Stats
	seen *[]call
}

// call is what a run was given.
type call struct {
	ctx    context.Context
	limits cover.Limits
}

func (s scripted) Prepare(*cover.Problem) (cover.Search, error) { return s, nil }

func (s scripted) Run(ctx context.Context, limits cover.Limits, _ cover.Visitor) cover.Stats {
	*s.seen = append(*s.seen, call{ctx, limits})
	return s.runs[min(len(*s.seen), len(s.runs))-1]
}

// script returns a task to sample a scripted solver, and its runs.
func script(t *testing.T, minTime time.Duration, runs ...cover.Stats) (task, *[]call) {
	in := threeWays(t)
	seen := new([]call)
	v := variant("scripted", scripted{runs, seen})
	return task{instance: &in, variants: []solvers.Variant{v}, minTime: minTime}, seen
}

func stats(status cover.Status, nodes int64, took time.Duration) cover.Stats {
	return cover.Stats{Status: status, Nodes: nodes, Search: took, Levels: []cover.Level{{Nodes: nodes}}}
}

// A sample ends as soon as its runs have taken the time together, or with the first run that differs
// or times out. A timeout is the whole sample.
func TestASampleEndsWithItsTimeOrItsFirstFailure(t *testing.T) {
	solved, other := stats(cover.Solved, 7, time.Second), stats(cover.Solved, 8, time.Second)
	late, answered := stats(cover.Timeout, 5, 3*time.Second), solved
	answered.Costs = &cover.Costs{Wall: 1900 * time.Millisecond} // an engine says that it searched for a second of these
	for _, c := range []struct {
		what    string
		minTime time.Duration
		script  []cover.Stats
		status  cover.Status
		runs    int // in the sample
		made    int
		nodes   int64
		total   time.Duration
	}{
		{"one run", 0, []cover.Stats{solved}, cover.Solved, 1, 1, 7, time.Second},
		{"just enough", time.Second, []cover.Stats{solved}, cover.Solved, 1, 1, 7, time.Second},
		{"just too little", time.Second + 1, []cover.Stats{solved}, cover.Solved, 2, 2, 7, 2 * time.Second},
		{"many", 10 * time.Second, []cover.Stats{solved}, cover.Solved, 10, 10, 7, 10 * time.Second},
		{"many of an engine", 10 * time.Second, []cover.Stats{answered}, cover.Solved, 6, 6, 7, 6 * time.Second},
		{"another answer", 10 * time.Second, []cover.Stats{solved, solved, other, solved}, results.Wrong, 3, 3, 7,
			3 * time.Second},
		{"a timeout", 10 * time.Second, []cover.Stats{late}, cover.Timeout, 1, 1, 5, 3 * time.Second},
		{"a timeout in the end", 10 * time.Second, []cover.Stats{solved, solved, late, solved}, cover.Timeout, 1, 3, 5,
			3 * time.Second},
	} {
		task, made := script(t, c.minTime, c.script...)
		m, err := newLocal().sample(t.Context(), task)
		if err != nil {
			t.Fatal(err)
		}
		if m.Stats.Status != c.status || m.Runs != c.runs || len(*made) != c.made || m.Stats.Nodes != c.nodes ||
			m.Stats.Search != c.total || m.Stats.Levels != nil || m.Stats.Setup <= 0 {
			t.Errorf("%s: got %+v after %d runs, want %+v", c.what, m, len(*made), c)
		}
		if (m.Fault != "") != (c.status == results.Wrong) {
			t.Errorf("%s: got fault %q with status %s", c.what, m.Fault, c.status)
		}
		for k, run := range *made {
			if run.ctx != t.Context() {
				t.Errorf("%s: run %d has a context of its own without a timeout", c.what, k+1)
			}
		}
	}
}

// The meter reads one thread only.
func TestAParallelSolverHasNoProcessorTime(t *testing.T) {
	for _, parallel := range []bool{false, true} {
		task, _ := script(t, time.Second, stats(cover.Solved, 1, time.Second))
		task.variants[0].Parallel = parallel
		m, err := newLocal().sample(t.Context(), task)
		_, measured := m.Costs[results.CPUSeconds]
		if _, can := threadTime(); err != nil || can && measured == parallel {
			t.Errorf("parallel %v: got costs %v, %v", parallel, m.Costs, err)
		}
		if m.Costs[results.AllocBytes] < 0 || m.Costs[results.Instructions] > 0 && parallel {
			t.Errorf("parallel %v: got costs %v", parallel, m.Costs)
		}
	}
}

// A context ends between one timeout and a hundredth more after its run began.
func TestRunsShareAContextForAHundredthOfTheTimeout(t *testing.T) {
	const timeout, slack = time.Second, 10 * time.Millisecond
	shortest := runContexts{ctx: t.Context(), timeout: 1}
	defer shortest.end()
	if _, limited := shortest.next().Deadline(); !limited {
		t.Error("got no deadline for a timeout of a nanosecond")
	}
	c := runContexts{ctx: t.Context(), timeout: timeout}
	var all []context.Context
	for range 8 {
		before := time.Now()
		ctx := c.next()
		after := time.Now()
		end, limited := ctx.Deadline()
		if least, most := before.Add(timeout), after.Add(timeout+slack); !limited || end.Before(least) || end.After(most) {
			t.Errorf("got the deadline %v, %v, want one from %v to %v", end, limited, least, most)
		}
		all = append(all, ctx)
		time.Sleep(3 * time.Millisecond)
	}
	if all[0] == all[7] || all[0].Err() == nil {
		t.Errorf("got the first context after 21 ms, or it goes on: %v", all[0].Err())
	}
	if c.end(); all[7].Err() == nil {
		t.Error("got a context that goes on after the end")
	}
	hours := runContexts{ctx: t.Context(), timeout: 100 * time.Hour}
	defer hours.end()
	if hours.next() != hours.next() {
		t.Error("got two contexts within an hour, want one")
	}
}

// The contexts of a sample, of a verification and of its further runs end with them. Further runs
// have a deadline even if the first has none, and the shorter one of both.
func TestNoContextOutlivesItsSearch(t *testing.T) {
	task, sampled := script(t, 0, stats(cover.Solved, 1, 1))
	task.bounds.Timeout = time.Hour
	if _, err := newLocal().sample(t.Context(), task); err != nil || len(*sampled) != 1 || (*sampled)[0].ctx.Err() == nil {
		t.Errorf("got a context that outlives its sample, %v", err)
	}
	for _, c := range []struct {
		timeout, most time.Duration
		status        cover.Status
	}{
		{0, time.Second, cover.Solved}, {time.Hour, time.Second, cover.Solved},
		{800 * time.Millisecond, 800 * time.Millisecond, cover.Solved}, {0, partTime, cover.Timeout},
		{10 * time.Millisecond, 10 * time.Millisecond, cover.Timeout},
	} {
		task, seen := script(t, 0, cover.Stats{Status: c.status, Levels: []cover.Level{{}}})
		task.instance.Solutions.N = corpus.Unknown
		b := Bounds{Timeout: c.timeout, unguarded: true}
		if _, err := verify(t.Context(), *task.instance, task.variants, b, oracles{Rerun: true}); err != nil {
			t.Fatal(err)
		}
		now := time.Now()
		for k, run := range *seen {
			end, limited := run.ctx.Deadline()
			if k > 0 && (!limited || end.After(now.Add(c.most))) {
				t.Errorf("timeout %v: run %d may take until %v, want %v at most", c.timeout, k+1, end, c.most)
			}
			if limited && run.ctx.Err() == nil {
				t.Errorf("timeout %v: the context of run %d goes on", c.timeout, k+1)
			}
		}
		if len(*seen) < 2 {
			t.Errorf("timeout %v: got %d runs, want another one", c.timeout, len(*seen))
		}
	}
}

// A solver may pass a verification and fail in that of the resumed run. Then no sample comes with it.
func TestASampleThatCameWithNoVerificationIsAskedFor(t *testing.T) {
	in := instance(t, "queens/6")
	if m, err := sampleAfterVerify(t, "lying", results.Wrong); err != nil || m.Stats.Nodes != in.Nodes {
		t.Errorf("got %+v, %v, want a sample of %d nodes", m, err, in.Nodes)
	}
}
