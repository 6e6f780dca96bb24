// Package fleettest makes plans of tasks for tests, and holds what workers found against searches in
// one piece. Only tests import it.
//
// Start reading at [Plan].
package fleettest

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/fleet"
	"xcbench/solvers"
	"xcbench/solvers/divide"
)

// A Job is a search of a plan.
type Job struct {
	ID, Solver string
	Nodes      float64 // of a part; 0 for a whole search
	Limits     fleet.Limits
}

// Must ends a test that cannot go on.
func Must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Instance returns an instance of the corpus, and its problem.
func Instance(t testing.TB, id string) (corpus.Instance, *cover.Problem) {
	t.Helper()
	in, err := corpus.Find(id)
	Must(t, err)
	puzzle, err := in.Puzzle()
	Must(t, err)
	return in, puzzle.Problem()
}

// Create begins a plan in a new folder. The function that it returns ends the plan and opens it.
func Create(t testing.TB, packSize int, lease time.Duration) (*fleet.Plan, func() *fleet.Folder) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "jobs")
	p, err := fleet.Create(dir, packSize, lease)
	Must(t, err)
	return p, func() *fleet.Folder {
		t.Helper()
		Must(t, p.Close())
		f, err := fleet.Open(dir)
		Must(t, err)
		return f
	}
}

// Plan plans some jobs.
func Plan(t testing.TB, packSize int, lease time.Duration, jobs ...Job) *fleet.Folder {
	t.Helper()
	p, end := Create(t, packSize, lease)
	for _, j := range jobs {
		in, problem := Instance(t, j.ID)
		placed, err := p.Add(in)
		Must(t, err)
		if j.Nodes == 0 {
			Must(t, p.Whole(placed, j.Solver, j.Limits))
			continue
		}
		v, _ := solvers.Find(j.Solver)
		parts, err := divide.Plan(context.Background(), v, problem, j.Nodes, 1, nil)
		Must(t, err)
		Must(t, p.Divided(placed, j.Solver, parts))
	}
	return end()
}

// Machine returns the machine of a worker.
func Machine(name string) fleet.Machine { return fleet.Machine{Host: name, CPU: "test", Worker: name} }

// Worker returns a worker whose searches are made by the test binary, which knows these solvers too.
func Worker(known solvers.Set, lease time.Duration) fleet.Worker {
	w := fleet.NewWorker(lease, []string{os.Args[0]}, nil)
	w.Solvers = known
	return w
}

// Answer does the task of a claim in this process. It does not store the result.
func Answer(t testing.TB, c fleet.Claim) fleet.Result {
	t.Helper()
	_, problem := Instance(t, c.Task().InstanceID)
	v, _ := solvers.Find(c.Task().Solver)
	stats, err := cover.Solve(context.Background(), v, problem, c.Task().Limits.Limits, nil)
	Must(t, err)
	return fleet.Result{Task: c.Task().Name, Stats: stats}
}

// Join joins the results of a plan. The searches have no times.
func Join(f *fleet.Folder) (all []fleet.Search, notes []string, err error) {
	err = f.Join(func(s fleet.Search) error {
		s.Stats.Search, s.Stats.Setup = 0, 0
		all = append(all, s)
		return nil
	}, func(note string) { notes = append(notes, note) })
	return all, notes, err
}

// Whole fails unless the sums of a plan are the counters of searches in one piece.
func Whole(t testing.TB, f *fleet.Folder, jobs ...Job) {
	t.Helper()
	all, _, err := Join(f)
	if err != nil || len(all) != len(jobs) {
		t.Fatalf("got %d searches, %v, want %d", len(all), err, len(jobs))
	}
	for k, j := range jobs {
		_, problem := Instance(t, j.ID)
		v, _ := solvers.Find(j.Solver)
		want, err := cover.Solve(context.Background(), v, problem, j.Limits.Limits, nil)
		Must(t, err)
		want.Search, want.Setup = 0, 0
		if got := all[k]; !got.Whole() || !reflect.DeepEqual(got.Stats, want) || got.Fault != "" {
			t.Errorf("%s by %s: got %+v, %q, %d missing and %v aside, want %+v", j.ID, j.Solver, got.Stats, got.Fault,
				len(got.Missing), got.Aside, want)
		}
	}
}
