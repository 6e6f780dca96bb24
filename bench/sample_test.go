package bench_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"testing"
	"time"

	"xcbench/bench"
	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/results"
	"xcbench/solvers"
	"xcbench/solvers/external"
)

// scripted is a solver whose run k has the statistics k. The last ones repeat. It only counts.
type scripted struct {
	counting
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

// script returns a scripted solver, and its runs.
func script(runs ...cover.Stats) (solvers.Variant, *[]call) {
	seen := new([]call)
	return variant("scripted", scripted{runs: runs, seen: seen}), seen
}

// stats are those of a run on the instance of threeWays.
func stats(status cover.Status, nodes int64, took time.Duration) cover.Stats {
	return cover.Stats{Status: status, Solutions: 3, Nodes: nodes, Search: took, Levels: []cover.Level{{Nodes: nodes}}}
}

var solved = stats(cover.Solved, 7, time.Second)

// sampled takes samples of a solver. They follow one run, which is verified.
func sampled(t *testing.T, minTime time.Duration, v solvers.Variant, samples int) (rows []results.Row, fault string) {
	t.Helper()
	done := execute(t, bench.Plan{Instances: []corpus.Instance{threeWays(t)}, Variants: []solvers.Variant{v}, Samples: samples,
		MinTime: minTime}, "")
	if found, ok := errors.AsType[*bench.ErrFaults](done.err); ok {
		fault = found.Faults[0].What
	}
	return done.rows, fault
}

// A sample ends as soon as its runs have taken the time together, or with the first run that differs
// or times out. A timeout is the whole sample.
func TestASampleEndsWithItsTimeOrItsFirstFailure(t *testing.T) {
	other := stats(cover.Solved, 8, time.Second)
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
		v, made := script(append([]cover.Stats{solved}, c.script...)...)
		rows, fault := sampled(t, c.minTime, v, 1)
		r, runs := rows[0], (*made)[1:]
		if r.Status != c.status || r.Runs != c.runs || len(runs) != c.made || r.Nodes != c.nodes || r.Setup <= 0 ||
			r.Search*float64(r.Runs) != c.total.Seconds() || (fault != "") != (c.status == results.Wrong) {
			t.Errorf("%s: got %+v, %q after %d runs, want %+v", c.what, r, fault, len(runs), c)
		}
		for k, run := range runs {
			if run.ctx != t.Context() {
				t.Errorf("%s: run %d has a context of its own without a timeout", c.what, k+1)
			}
		}
	}
}

// The meter reads one thread only.
func TestAParallelSolverHasNoProcessorTime(t *testing.T) {
	for _, parallel := range []bool{false, true} {
		v, _ := script(solved)
		v.Parallel = parallel
		rows, _ := sampled(t, time.Second, v, 1)
		if _, measured := rows[0].Costs.Of(results.CPUSeconds); runtime.GOOS == "linux" && measured == parallel {
			t.Errorf("parallel %v: got costs %v", parallel, rows[0].Costs)
		}
		if _, counted := rows[0].Costs.Of(results.Instructions); counted && parallel {
			t.Errorf("parallel %v: got costs %v", parallel, rows[0].Costs)
		}
	}
}

// The contexts of a sample, of a verification and of its further runs end with them. Further runs
// have a deadline even if the first has none, and the shorter one of both.
func TestNoContextOutlivesItsSearch(t *testing.T) {
	v, seen := script(solved)
	p := bench.Plan{Instances: []corpus.Instance{threeWays(t)}, Variants: []solvers.Variant{v}, Samples: 1}
	p.Bounds.Timeout = time.Hour
	if r := execute(t, p, ""); r.err != nil || len(*seen) != 2 || (*seen)[1].ctx.Err() == nil {
		t.Errorf("got a context that outlives its sample, %v", r.err)
	}
	const part = 50 * time.Millisecond // for a run of the beginning of a long search
	for _, c := range []struct {
		timeout, most time.Duration
		status        cover.Status
	}{
		{0, time.Second, cover.Solved}, {time.Hour, time.Second, cover.Solved},
		{800 * time.Millisecond, 800 * time.Millisecond, cover.Solved}, {0, part, cover.Timeout},
		{10 * time.Millisecond, 10 * time.Millisecond, cover.Timeout},
	} {
		v, seen := script(stats(c.status, 1, 0))
		verify(t, threeWays(t), bench.Bounds{Timeout: c.timeout}, v)
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

// withCosts is a run of another program that takes a second.
func withCosts(c cover.Costs) cover.Stats {
	s := solved
	s.Costs = &c
	return s
}

// The processor's time is the mean of the runs, and the memory their greatest. The other costs are
// those of the first run. Costs that are not known are left out, and nothing is left of the sample
// before.
func TestASampleHasTheCostsOfItsProgram(t *testing.T) {
	first := cover.Costs{Start: 3 * time.Second, CPU: time.Second, Peak: 10, Mems: 5}
	second := cover.Costs{Start: 9 * time.Second, CPU: 3 * time.Second, Peak: 20, Mems: 6, Conflicts: 7}
	units := []string{results.StartSeconds, results.CPUSeconds, results.PeakBytes, results.Mems, results.Conflicts}
	const none = -1
	v, _ := script(solved, withCosts(first), withCosts(second), withCosts(second), withCosts(first),
		withCosts(cover.Costs{Mems: 1}), withCosts(cover.Costs{}), solved)
	rows, _ := sampled(t, 2*time.Second, v, 4)
	for k, want := range [][]float64{{3, 2, 20, 5, none}, {9, 2, 20, 6, 7}, {none, none, none, 1, none}, {none, none, none, none, none}} {
		for n, unit := range units {
			got, ok := rows[k].Costs.Of(unit)
			if !ok {
				got = none
			}
			own := k == 3 && (unit == results.CPUSeconds || unit == results.PeakBytes) // no program, but this process
			if got != want[n] && !own || rows[k].Runs != 2 {
				t.Errorf("sample %d: got %v %s of %d runs, want %v", k+1, got, unit, rows[k].Runs, want[n])
			}
		}
	}
}

func TestASampleHasTheSizesOfItsTables(t *testing.T) {
	s := solved
	s.Tables = cover.Tables{Remembered: 5, Hits: 4, PeakStates: 3, PeakBytes: 2}
	v, _ := script(s)
	rows, _ := sampled(t, 0, v, 1)
	for unit, want := range results.TableCosts(s.Tables) {
		if got, ok := rows[0].Costs.Of(unit); !ok || got != want {
			t.Errorf("%s: got %v, want %v", unit, got, want)
		}
	}
}

// A program that fails in a later run has no sample but the failure.
func TestAProgramThatFailsInALaterRunHasOnlyItsFailure(t *testing.T) {
	broken := stats(cover.Failed, 3, 5*time.Second)
	broken.Err = errors.New("no more beans")
	v, _ := script(solved, solved, broken)
	rows, fault := sampled(t, 9*time.Second, v, 2)
	if r := rows[0]; len(rows) != 1 || r.Status != results.Crash || r.Runs != 1 || r.Search != 5 || r.Nodes != 3 || fault != "no more beans" {
		t.Errorf("got %+v, %q, want the failed run alone", rows, fault)
	}
}

// Another program may search in another order each time. Its counters are then said to change, and
// other solutions are a fault all the same.
func TestOnlyOtherProgramsMayHaveOtherNodes(t *testing.T) {
	other, fewer := stats(cover.Solved, 8, time.Second), solved
	fewer.Solutions = 2
	for _, engine := range []*external.Spec{nil, {}} {
		for last, faulty := range map[*cover.Stats]bool{&solved: false, &other: engine == nil, &fewer: true} {
			v, _ := script(solved, solved, *last)
			v.Engine = engine
			want := fmt.Sprintf("%d solutions, %d nodes, 0 updates in one run and 3, 7, 0 in another", last.Solutions, last.Nodes)
			if rows, fault := sampled(t, 2*time.Second, v, 1); (fault == want) != faulty || (rows[0].Status == results.Wrong) != faulty {
				t.Errorf("an engine %v: got %s, %q after %+v", engine != nil, rows[0].Status, fault, last)
			}
		}
	}
}
