package bench_test

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"xcbench/bench"
	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/results"
	"xcbench/solvers"
)

// scripted is a solver whose run k has the statistics k. The last ones repeat. It only counts.
type scripted struct {
	counting
	runs  []cover.Stats
	asked *[]string // the nodes, updates and time that each run had
}

func (s scripted) Prepare(*cover.Problem) (cover.Search, error) { return s, nil }

func (s scripted) Run(ctx context.Context, limits cover.Limits, _ cover.Visitor) cover.Stats {
	left := time.Duration(0)
	if end, ok := ctx.Deadline(); ok {
		left = time.Until(end)
	}
	*s.asked = append(*s.asked, fmt.Sprint(limits.Nodes, " ", limits.Updates, " ", left))
	stats := s.runs[min(len(*s.asked), len(s.runs))-1]
	time.Sleep(stats.Search)
	return stats
}

// scriptedSolver returns a scripted solver, and what its runs are asked for.
func scriptedSolver(runs ...cover.Stats) (solvers.Variant, *[]string) {
	asked := new([]string)
	return variant("scripted", scripted{runs: runs, asked: asked}), asked
}

// stats are those of a run on an instance of ways.
func stats(status cover.Status, nodes int64, took time.Duration) cover.Stats {
	return cover.Stats{Status: status, Solutions: 3, Nodes: nodes, Search: took, Levels: []cover.Level{{Nodes: nodes}}}
}

var solved = stats(cover.Solved, 7, time.Second)

// sampled takes samples of a solver. They follow one run, which is verified.
func sampled(t *testing.T, minTime time.Duration, v solvers.Variant, samples int) (rows []results.Row) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		rows = execute(t, bench.Plan{Instances: []corpus.Instance{ways(t, 3, 0)}, Variants: []solvers.Variant{v},
			Samples: samples, MinTime: minTime}, "").rows
	})
	return rows
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
	v, _ := scriptedSolver(solved, withCosts(first), withCosts(second), withCosts(second), withCosts(first),
		withCosts(cover.Costs{Mems: 1}), withCosts(cover.Costs{}), tables)
	rows := sampled(t, 2*time.Second, v, 4)
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
