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
	"xcbench/internal/environment"
	"xcbench/results"
	"xcbench/solvers"
)

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
		"cores": fmt.Sprint(runtime.NumCPU()), "cpu": environment.Processor(), "host": environment.Host(),
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
