package fleet_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"xcbench/bench"
	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/fleet"
	. "xcbench/internal/fleettest"
	"xcbench/results"
)

// Whatever solvers do wrong, a plan has the statuses, faults, counters and levels of a run: in tasks
// of their own, and in batches. On one instance, no figure is known.
func TestAFleetFindsWhatARunFinds(t *testing.T) {
	all := instances(t, "langford/7", "queens/6", "sudoku/euler96_01", "queens/5")
	all[3].Solutions, all[3].Nodes, all[3].Updates = corpus.Count{N: corpus.Unknown}, corpus.Unknown, corpus.Unknown
	want := findsWhatARunFinds(t, fleet.Limits{Timeout: 500 * time.Millisecond}, all, "dlx_index", "lies", "repeats", "hangs", "miscounts",
		"panics", "exits", "lanes", "skips", "bitset", "auto")
	if strings.Count(want, " timeout ") != 1 || strings.Count(want, " disagree ") != 1 {
		t.Errorf("got\n%s\nwant a timeout and a disagreement", want)
	}
	want = findsWhatARunFinds(t, fleet.Limits{Limits: cover.Limits{Solutions: 2, Nodes: 40}}, append(all, instances(t, "queens/17")...),
		"dlx_index", "naive", "lanes")
	if strings.Count(want, " limit ") != 6 || strings.Count(want, " unsupported ") != 1 {
		t.Errorf("got\n%s\nwant 6 limits, and a problem that a solver refuses", want)
	}
}

// findsWhatARunFinds compares a run with a fleet, and returns what they found.
func findsWhatARunFinds(t *testing.T, limits fleet.Limits, all []corpus.Instance, names ...string) string {
	t.Helper()
	plan := bench.Plan{Instances: all, Samples: 1, Bounds: bench.Bounds{Limits: limits.Limits, Timeout: limits.Timeout},
		Isolation: bench.Isolation{Command: []string{os.Args[0]}, Grace: time.Second}}
	for _, name := range names {
		v, ok := testSolvers.Find(name)
		if !ok {
			t.Fatal(name)
		}
		plan.Variants = append(plan.Variants, v)
	}
	want := strings.Join(ran(t, plan), "\n")
	for _, batch := range []bool{false, true} {
		f := batched(t, batch, limits, names, all...)
		if done := work(t, f, "a"); done != f.Tasks() || f.Searches() != len(all)*len(names) || !slices.Equal(f.Solvers(), names) {
			t.Errorf("did %d of %d tasks, %d searches by %v, want all", done, f.Tasks(), f.Searches(), f.Solvers())
		}
		searches, notes := joined(t, f)
		var lines []string
		for _, s := range searches {
			lines = append(lines, found(s.InstanceID, s.Solver, string(s.Status()), s.Fault, s.Stats.Levels, s.Stats.Solutions, s.Stats.Nodes,
				s.Stats.Updates))
		}
		slices.Sort(lines)
		if got := strings.Join(lines, "\n"); got != want || len(notes) > 0 {
			t.Errorf("batch %v: got\n%s\nand notes %q, want\n%s", batch, got, notes, want)
		}
	}
	return want
}

func found(id, solver, status, fault string, levels []cover.Level, solutions, nodes, updates int64) string {
	if status == "timeout" || status == "unsupported" {
		fault = "" // a run does not say why
	}
	return fmt.Sprintf("%s %s %s %q %v %d %d %d", id, solver, status, fault, levels, solutions, nodes, updates)
}

// ran returns what a run finds.
func ran(t *testing.T, p bench.Plan) (all []string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	err := p.Execute(context.Background(), bench.Job{Dir: dir, Progress: func(int, int, string) {}, Log: func(string) {}})
	faults := map[string]string{}
	if e, ok := errors.AsType[*bench.ErrFaults](err); ok {
		for _, f := range e.Faults {
			faults[f.InstanceID+f.Solver] = f.What
		}
	} else {
		Must(t, err)
	}
	rows, profiles, err := results.ReadDir(dir)
	Must(t, err)
	levels := map[string][]cover.Level{}
	for _, p := range profiles {
		levels[p.InstanceID()+p.Solver] = p.Levels
	}
	for _, r := range rows {
		key := r.InstanceID() + r.Solver
		all = append(all, found(r.InstanceID(), r.Solver, string(r.Status), faults[key], levels[key], r.Solutions, r.Nodes, r.Updates))
	}
	slices.Sort(all)
	return all
}
