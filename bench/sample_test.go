package bench_test

import (
	"context"
	"errors"
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
	seen *[]cover.Limits
}

func (s scripted) Prepare(*cover.Problem) (cover.Search, error) { return s, nil }

func (s scripted) Run(_ context.Context, limits cover.Limits, _ cover.Visitor) cover.Stats {
	*s.seen = append(*s.seen, limits)
	return s.runs[min(len(*s.seen), len(s.runs))-1]
}

// script returns a scripted solver, and the limits of its runs.
func script(runs ...cover.Stats) (solvers.Variant, *[]cover.Limits) {
	seen := new([]cover.Limits)
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
	done := execute(t, bench.Plan{Instances: []corpus.Instance{threeWays(t)}, Variants: []solvers.Variant{v},
		Samples: samples, MinTime: minTime}, "")
	if found, ok := errors.AsType[*bench.ErrFaults](done.err); ok {
		fault = found.Faults[0].What
	}
	return done.rows, fault
}

// A sample ends as soon as its runs have taken the time together, or with the first run that differs,
// times out or fails. A timeout or a failure is the whole sample. Another program may search in another
// order each time, but must find the same solutions.
func TestASampleEndsWithItsTimeOrItsFirstFailure(t *testing.T) {
	other, late, broken := stats(cover.Solved, 8, time.Second), stats(cover.Timeout, 5, 3*time.Second),
		stats(cover.Failed, 3, 5*time.Second)
	broken.Err = errors.New("no more beans")
	answered, fewer := solved, solved
	answered.Costs = &cover.Costs{Wall: 1900 * time.Millisecond} // an engine says that it searched for a second of these
	fewer.Solutions = 2
	engine := new(external.Spec)
	for _, c := range []struct {
		what    string
		engine  *external.Spec
		minTime time.Duration
		script  []cover.Stats
		status  cover.Status
		runs    int // in the sample
		made    int
		nodes   int64
		total   time.Duration
		fault   string
	}{
		{"one run", nil, 0, []cover.Stats{solved}, cover.Solved, 1, 1, 7, time.Second, ""},
		{"just enough", nil, time.Second, []cover.Stats{solved}, cover.Solved, 1, 1, 7, time.Second, ""},
		{"just too little", nil, time.Second + 1, []cover.Stats{solved}, cover.Solved, 2, 2, 7, 2 * time.Second, ""},
		{"of an engine", nil, 10 * time.Second, []cover.Stats{answered}, cover.Solved, 6, 6, 7, 6 * time.Second, ""},
		{"another tree", nil, 10 * time.Second, []cover.Stats{solved, solved, other, solved}, results.Wrong, 3, 3, 7,
			3 * time.Second, "3 solutions, 8 nodes, 0 updates in one run and 3, 7, 0 in another"},
		{"another tree of an engine", engine, 2 * time.Second, []cover.Stats{solved, other}, cover.Solved, 2, 2, 7,
			2 * time.Second, ""},
		{"fewer solutions of an engine", engine, 2 * time.Second, []cover.Stats{solved, fewer}, results.Wrong, 2, 2, 7,
			2 * time.Second, "2 solutions, 7 nodes, 0 updates in one run and 3, 7, 0 in another"},
		{"a timeout", nil, 10 * time.Second, []cover.Stats{late}, cover.Timeout, 1, 1, 5, 3 * time.Second, ""},
		{"a timeout in the end", nil, 10 * time.Second, []cover.Stats{solved, solved, late, solved}, cover.Timeout, 1, 3,
			5, 3 * time.Second, ""},
		{"a failure in the end", nil, 9 * time.Second, []cover.Stats{solved, broken}, results.Crash, 1, 2, 3,
			5 * time.Second, "no more beans"},
	} {
		v, made := script(append([]cover.Stats{solved}, c.script...)...)
		v.Engine = c.engine
		rows, fault := sampled(t, c.minTime, v, 1)
		if r := rows[0]; r.Status != c.status || r.Runs != c.runs || len(*made) != 1+c.made || r.Nodes != c.nodes ||
			r.Setup <= 0 || r.Search*float64(r.Runs) != c.total.Seconds() || fault != c.fault {
			t.Errorf("%s: got %+v, %q after %d runs, want %+v", c.what, r, fault, len(*made)-1, c)
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
	}
}

// withCosts is a run of another program that takes a second.
func withCosts(c cover.Costs) cover.Stats {
	s := solved
	s.Costs = &c
	return s
}

// The processor's time is the mean of the runs, and the memory their greatest. The other costs and the
// sizes of tables are those of the first run. Costs that are not known are left out, and nothing is left
// of the sample before.
func TestASampleHasTheCostsOfItsProgram(t *testing.T) {
	first := cover.Costs{Start: 3 * time.Second, CPU: time.Second, Peak: 10, Mems: 5}
	second := cover.Costs{Start: 9 * time.Second, CPU: 3 * time.Second, Peak: 20, Mems: 6, Conflicts: 7}
	tables := withCosts(cover.Costs{})
	tables.Tables = cover.Tables{Remembered: 5, Hits: 4, PeakStates: 3, PeakBytes: 2}
	units := []string{results.StartSeconds, results.CPUSeconds, results.PeakBytes, results.Mems, results.Conflicts}
	const none = -1
	v, _ := script(solved, withCosts(first), withCosts(second), withCosts(second), withCosts(first),
		withCosts(cover.Costs{Mems: 1}), withCosts(cover.Costs{}), tables)
	rows, _ := sampled(t, 2*time.Second, v, 4)
	for k, want := range [][]float64{{3, 2, 20, 5, none}, {9, 2, 20, 6, 7}, {none, none, none, 1, none},
		{none, none, none, none, none}} {
		for n, unit := range units {
			got, ok := rows[k].Costs.Of(unit)
			if !ok {
				got = none
			}
			if got != want[n] || rows[k].Runs != 2 {
				t.Errorf("sample %d: got %v %s of %d runs, want %v", k+1, got, unit, rows[k].Runs, want[n])
			}
		}
		for unit, want := range results.TableCosts(tables.Tables) {
			if got, ok := rows[k].Costs.Of(unit); ok != (k == 3) || ok && got != want {
				t.Errorf("sample %d: got %v %s, want %v in the last one", k+1, got, unit, want)
			}
		}
	}
}

// A single set-up is cold, and says little about a mean. It is measured as often as the search, unless
// that takes as long as a sample.
func TestSetUpIsSampledAsOftenAsTheSearch(t *testing.T) {
	prepared, searched := 0, 0
	v := variant("counted", faulty{prepare: func(*cover.Problem) { prepared++ },
		count: func(_ int, s *cover.Stats) { searched++; s.Search = time.Hour }})
	p := planOf(t, []solvers.Variant{v}, "queens/4")
	p.MinTime = 50 * time.Hour // no set-up takes as long
	if r := execute(t, p, ""); r.err != nil || prepared != searched || searched != 1+2*50 {
		t.Errorf("got %d set-ups for %d runs, %v, want one, and 50 for each of two samples", prepared, searched, r.err)
	}
}
