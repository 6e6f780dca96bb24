package jetstream

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"xcbench/bench"
	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/fleet"
	"xcbench/internal/natstest"
	"xcbench/solvers"
	"xcbench/solvers/divide"
)

// job is a search of a plan for a test.
type job struct {
	id, solver string
	nodes      float64 // of a part; 0 for a whole search
}

var ourJobs = []job{{"queens/7", "dlx_index", 60}, {"queens/6", "naive", 0}, {"langford/7", "bitset", 0}, {"domino/4x4", "count", 0}}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// planned makes a folder with the tasks of some jobs.
func planned(t *testing.T, packSize int, lease time.Duration, jobs ...job) *fleet.Folder {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "jobs")
	p, err := fleet.Create(dir, packSize, lease)
	must(t, err)
	for _, j := range jobs {
		in, puzzle := instance(t, j.id)
		problem, err := p.Add(in)
		must(t, err)
		if j.nodes == 0 {
			must(t, p.Whole(problem, j.solver, fleet.Limits{}))
			continue
		}
		v, _ := solvers.Find(j.solver)
		parts, err := divide.Plan(context.Background(), v, puzzle, j.nodes, 1, nil)
		must(t, err)
		must(t, p.Divided(problem, j.solver, parts))
	}
	must(t, p.Close())
	f, err := fleet.Open(dir)
	must(t, err)
	return f
}

func instance(t *testing.T, id string) (corpus.Instance, *cover.Problem) {
	t.Helper()
	in, err := corpus.Find(id)
	must(t, err)
	puzzle, err := in.Puzzle()
	must(t, err)
	return in, puzzle.Problem()
}

// connected returns a connection for the plan "jobs", which gives up early.
func connected(t *testing.T, url string) *Server {
	t.Helper()
	s, err := Connect(Options{URL: url}, "jobs")
	must(t, err)
	s.patience, s.insistence = 30*time.Second, 200*time.Millisecond
	t.Cleanup(func() { s.Close() })
	return s
}

// submitted puts the plan of a folder on the server.
func submitted(t *testing.T, url string, f *fleet.Folder) *Server {
	t.Helper()
	s := connected(t, url)
	must(t, s.Submit(context.Background(), f, 1, func(int) {}))
	return s
}

// work lets a worker do everything that is left. It returns how many tasks it did, and its notes.
func work(t *testing.T, url, name string) (int, string) {
	t.Helper()
	var notes []string
	done, err := workUntil(context.Background(), t, url, name, func(n string) { notes = append(notes, n) })
	if err != nil {
		t.Errorf("worker %s: %v", name, err)
	}
	return done, strings.Join(notes, "\n")
}

func workUntil(ctx context.Context, t *testing.T, url, name string, notes func(string)) (int, error) {
	t.Helper()
	s := connected(t, url)
	info, err := s.Head(ctx)
	if err != nil {
		return 0, err
	}
	source, err := s.Source(ctx, info, notes)
	if err != nil {
		return 0, err
	}
	return newWorker(info.Lease).Work(ctx, fleet.NewQueue(source, machine(name), info.Build, info.Lease, notes))
}

func newWorker(lease time.Duration) fleet.Worker {
	return fleet.NewWorker(lease, []string{os.Args[0]}, nil)
}

// TestMain makes the test binary a worker process, too.
func TestMain(m *testing.M) {
	if os.Getenv(bench.WorkerVariable) == "" {
		os.Exit(m.Run())
	}
	if err := bench.Work(solvers.Set{}, os.Stdin, os.Stdout); err != nil {
		os.Exit(1)
	}
}

func machine(name string) fleet.Machine { return fleet.Machine{Host: name, CPU: "test", Worker: name} }

// collected brings the results into the folder and joins them. It returns the searches without times.
func collected(t *testing.T, s *Server, f *fleet.Folder) (all []fleet.Search, notes []string) {
	t.Helper()
	note := func(n string) { notes = append(notes, n) }
	must(t, s.Collect(context.Background(), f, note))
	must(t, f.Join(func(s fleet.Search) error {
		s.Stats.Search, s.Stats.Setup = 0, 0
		all = append(all, s)
		return nil
	}, note))
	return all, notes
}

// wantWhole fails unless the sums are the counters of the sequential searches.
func wantWhole(t *testing.T, s *Server, f *fleet.Folder, jobs []job) {
	t.Helper()
	all, _ := collected(t, s, f)
	if len(all) != len(jobs) {
		t.Fatalf("got %d searches, want %d", len(all), len(jobs))
	}
	wantDone(t, s, f.Tasks())
	for k, j := range jobs {
		_, p := instance(t, j.id)
		v, _ := solvers.Find(j.solver)
		want, err := cover.Solve(context.Background(), v, p, cover.Limits{}, nil)
		must(t, err)
		want.Search, want.Setup = 0, 0
		if got := all[k]; !got.Whole() || !reflect.DeepEqual(got.Stats, want) || got.Fault != "" {
			t.Errorf("%s by %s: got %+v, %q, %d missing, %v aside, want %+v", j.id, j.solver, got.Stats, got.Fault, len(got.Missing),
				got.Aside, want)
		}
	}
}

// wantDone fails unless so many tasks have results.
func wantDone(t *testing.T, s *Server, want int) {
	t.Helper()
	if got, err := s.Done(context.Background()); got != want || err != nil {
		t.Errorf("got %d tasks done, %v, want %d", got, err, want)
	}
}

// files returns what attempts wrote.
func files(t *testing.T, f *fleet.Folder) map[string]string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(f.Path(), "work", "*"))
	must(t, err)
	all := map[string]string{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		must(t, err)
		all[path] = string(text)
	}
	return all
}

func TestSumsAreTheCountersOfOneSearch(t *testing.T) {
	server := natstest.Start(t)
	f := planned(t, 2, time.Second, ourJobs...)
	s := submitted(t, server.URL(), f)
	ended := make(chan int)
	for _, name := range []string{"a", "b", "c"} {
		go func() { done, _ := work(t, server.URL(), name); ended <- done }()
	}
	if done := <-ended + <-ended + <-ended; done != f.Tasks() || done < 8 {
		t.Errorf("did %d tasks, want each of %d once, and at least 8", done, f.Tasks())
	}
	wantWhole(t, s, f, ourJobs)
	before := files(t, f)
	wantWhole(t, s, f, ourJobs) // collected again
	if after := files(t, f); !reflect.DeepEqual(after, before) {
		t.Errorf("collected again: got the files %q, want them as before, %q", after, before)
	}
	if done, _ := work(t, server.URL(), "late"); done != 0 {
		t.Errorf("a worker that came late did %d tasks, want none", done)
	}
	if s, err := f.Status(); err != nil || s.Done != f.Tasks() || len(s.Running)+len(s.Aside)+len(s.Notes) > 0 {
		t.Errorf("got %+v, %v, want all tasks done", s, err)
	}
	if err := s.Submit(context.Background(), f, 1, nil); err == nil || !strings.Contains(err.Error(), "already") {
		t.Errorf("the same plan again: got %v, want an error", err)
	}
	must(t, s.Drop(context.Background()))
	if _, err := s.Head(context.Background()); err == nil || !strings.Contains(err.Error(), "no plan jobs") {
		t.Errorf("after drop: got %v, want no plan", err)
	}
	if err := s.Drop(context.Background()); err == nil {
		t.Error("drop of a plan that is not there: got no error")
	}
}
