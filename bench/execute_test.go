package bench_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"xcbench/bench"
	"xcbench/cover"
	"xcbench/results"
	"xcbench/solvers"
)

// Each round has every pair once. The solvers take turns on an instance, and both the instances and
// the solvers come in a new order. The order depends on the seed alone, and the rows have it until they
// are sorted.
func TestAPlanGoesInRoundsWhoseOrderDependsOnItsSeed(t *testing.T) {
	var variants []solvers.Variant
	for k := range 4 {
		variants = append(variants, variant(fmt.Sprint("s", k), faulty{}))
	}
	p := planOf(t, variants, "queens/4", "queens/5", "langford/3", "domino/2x3")
	p.Samples = 3
	r, same := execute(t, p, ""), execute(t, p, "")
	p.Seed++
	if other := execute(t, p, ""); r.plan != same.plan || r.record.Plan != same.record.Plan || r.plan == other.plan ||
		r.record.Plan == other.record.Plan || r.err != nil {
		t.Errorf("got the hashes %s, %s and, with another seed, %s for the plan\n%s", r.record.Plan, same.record.Plan,
			other.record.Plan, r.plan)
	}
	text := "sample,family,inst,solver,skipped\n"
	instances, turns, pairs := map[string]bool{}, map[string]bool{}, map[string]int{}
	for round := range slices.Chunk(r.rows, 16) {
		order := ""
		for block := range slices.Chunk(round, 4) {
			for _, row := range block {
				text += fmt.Sprintf("%d,%s,%s,%s,\n", len(pairs)/16+1, row.Family, row.Name, row.Solver)
				pairs[fmt.Sprint(len(pairs)/16, row.Key())]++
				if row.InstanceID() != block[0].InstanceID() {
					t.Errorf("got %s between the solvers of another instance", row.InstanceID())
				}
			}
			order += block[0].InstanceID() + " "
			turns[fmt.Sprint(block[0].Solver, block[1].Solver, block[2].Solver)] = true
		}
		instances[order] = true
	}
	if r.plan != text || len(pairs) != 48 || len(instances) < 2 || len(turns) < 4 || r.record.Steps != 48 {
		t.Errorf("got %d pairs, %d orders of instances, %d of solvers, %d steps and the plan\n%swant that of the rows\n%s",
			len(pairs), len(instances), len(turns), r.record.Steps, r.plan, text)
	}
	for k, row := range slices.Collect(p.Sort(results.RowsOf(r.rows), r.profiles).All()) {
		if want := p.Instances[k/12].ID(); row.InstanceID() != want || r.profiles[k/3].InstanceID() != want {
			t.Errorf("sorted: got row %d of %s and levels of %s, want %s", k, row.InstanceID(), r.profiles[k/3].InstanceID(), want)
		}
	}
}

// kernel is what the system says of itself.
func kernel() string {
	text, _ := os.ReadFile("/proc/sys/kernel/osrelease")
	return strings.TrimSpace(string(text))
}

// A run records what each solver did once: rows with its counters, and its levels.
func TestARunRecordsWhereWhenAndWhatItMeasured(t *testing.T) {
	p := planOf(t, []solvers.Variant{good}, "queens/6")
	var steps []string
	r := executeJob(t, t.Context(), p, bench.Job{Command: "xcbench run queens",
		Progress: func(done, all int, what string) { steps = append(steps, fmt.Sprint(done, "/", all, " ", what)) }})
	if want := []string{"0/2 verifying queens/6", "0/2 measuring queens/6 with good",
		"1/2 measuring queens/6 with good"}; r.err != nil || !slices.Equal(steps, want) {
		t.Errorf("got %v and the steps %q, want %q", r.err, steps, want)
	}
	for _, row := range r.rows {
		if row.Status != cover.Solved || row.Solutions != 4 || row.Nodes != 111 || row.Updates != 1929 {
			t.Errorf("got %+v, want 4 solutions, 111 nodes, 1929 updates", row)
		}
	}
	if len(r.profiles) != 1 || len(r.profiles[0].Levels) != 7 {
		t.Errorf("got %+v, want the seven levels of queens/6 once", r.profiles)
	}
	for key, want := range map[string]string{"goos": runtime.GOOS, "go": runtime.Version(),
		"cores": fmt.Sprint(runtime.NumCPU()), "cpu": bench.Processor(), "host": bench.Host(),
		"kernel": kernel()} {
		if got := r.record.Environment[key]; got != want {
			t.Errorf("%s: got %q, want %q", key, got, want)
		}
	}
	s := r.record.Sessions[0]
	if s.Start.IsZero() || s.End.Before(s.Start) || s.Error != "" {
		t.Errorf("got a session from %v to %v, error %q", s.Start, s.End, s.Error)
	}
	text, err := os.ReadFile(filepath.Join(r.dir, results.RowsFile))
	head, _, _ := strings.Cut(string(text), "Benchmark")
	for _, line := range []string{"command: xcbench run queens\n", "timeout: 0s\n", "go: " + runtime.Version() + "\n",
		"solver-good: rule=mrv counter=links algorithm=good order=1\n"} {
		if err != nil || !strings.Contains(head, line) {
			t.Errorf("got %v and the head\n%swant the line %q", err, head, line)
		}
	}
}

// countdown is a context that ends after it was asked a number of times.
type countdown struct {
	context.Context
	left *int
}

func (c countdown) Err() error {
	if *c.left--; *c.left < 0 {
		return context.Canceled
	}
	return nil
}

// An interrupt ends the making of a plan and the run. It leaves no directory, or a run with its
// whole plan.
func TestAnInterruptEndsARunAtEachStep(t *testing.T) {
	p := planOf(t, []solvers.Variant{good}, "queens/4")
	p.Samples = 100
	for _, left := range []int{0, 99, 100, 199, 230} { // the plan is hashed, then written, then carried out
		dir, limit := filepath.Join(t.TempDir(), "run"), left+2
		job := bench.Job{Dir: dir, Progress: quiet, Log: func(string) {}}
		if err := p.Execute(countdown{t.Context(), &left}, job); !errors.Is(err, context.Canceled) || left < -2 {
			t.Fatalf("got %v, %d steps after the interrupt %d, want %v", err, -left, limit-2, context.Canceled)
		}
		if _, err := os.Stat(dir); err != nil {
			continue
		}
		record, err := results.ReadRecord(dir)
		text, planErr := os.ReadFile(filepath.Join(dir, results.PlanFile))
		if err != nil || planErr != nil || record.Sessions[0].Error != "interrupted" || strings.Count(string(text), "\n") != 101 {
			t.Errorf("got the record %+v, %v and a plan of %d bytes, want an interrupted run with its whole plan", record, err,
				len(text))
		}
	}
}
