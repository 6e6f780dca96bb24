package jetstream_test

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"xcbench/bench"
	"xcbench/fleet"
	"xcbench/fleet/jetstream"
	. "xcbench/internal/fleettest"
	"xcbench/internal/natstest"
	"xcbench/solvers"
)

var ourJobs = []Job{{ID: "queens/7", Solver: "dlx_index", Nodes: 60}, {ID: "queens/6", Solver: "naive"}, {ID: "langford/7", Solver: "bitset"}, {ID: "domino/4x4", Solver: "count"}}

// connected returns a connection for the plan "jobs".
func connected(t *testing.T, url string) *jetstream.Server {
	t.Helper()
	s, err := jetstream.Connect(jetstream.Options{URL: url}, "jobs")
	Must(t, err)
	t.Cleanup(func() { s.Close() })
	return s
}

// submitted puts the plan of a folder on the server.
func submitted(t *testing.T, url string, f *fleet.Folder) *jetstream.Server {
	t.Helper()
	s := connected(t, url)
	Must(t, s.Submit(context.Background(), f, 1, func(int) {}))
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
	s, err := jetstream.Connect(jetstream.Options{URL: url, Patient: true}, "jobs") // the server may be on its way up
	if err != nil {
		return 0, err
	}
	t.Cleanup(func() { s.Close() })
	info, err := s.Head(ctx)
	if err != nil {
		return 0, err
	}
	source, err := s.Source(ctx, info, notes)
	if err != nil {
		return 0, err
	}
	return Worker(solvers.Set{}, info.Lease).Work(ctx, fleet.NewQueue(source, Machine(name), info.Build, info.Lease, notes))
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

// collected brings the results into the folder and joins them. It returns the searches without times.
func collected(t *testing.T, s *jetstream.Server, f *fleet.Folder) (_ []fleet.Search, notes []string) {
	t.Helper()
	Must(t, s.Collect(t.Context(), f, func(n string) { notes = append(notes, n) }))
	all, more, err := Join(f)
	Must(t, err)
	return all, append(notes, more...)
}

// wantWhole fails unless the sums are the counters of the sequential searches.
func wantWhole(t *testing.T, s *jetstream.Server, f *fleet.Folder, jobs ...Job) {
	t.Helper()
	collected(t, s, f)
	Whole(t, f, jobs...)
	wantDone(t, s, f.Tasks())
}

// wantDone fails unless so many tasks have results.
func wantDone(t *testing.T, s *jetstream.Server, want int) {
	t.Helper()
	if got, err := s.Done(context.Background()); got != want || err != nil {
		t.Errorf("got %d tasks done, %v, want %d", got, err, want)
	}
}

// files returns what attempts wrote.
func files(t *testing.T, f *fleet.Folder) map[string]string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(f.Path(), "work", "*"))
	Must(t, err)
	all := map[string]string{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		Must(t, err)
		all[path] = string(text)
	}
	return all
}

func TestSumsAreTheCountersOfOneSearch(t *testing.T) {
	server := natstest.Start(t)
	f := Plan(t, 2, time.Second, ourJobs...)
	s := submitted(t, server.URL(), f)
	ended := make(chan int)
	for _, name := range []string{"a", "b", "c"} {
		go func() { done, _ := work(t, server.URL(), name); ended <- done }()
	}
	if done := <-ended + <-ended + <-ended; done != f.Tasks() || done < 8 {
		t.Errorf("did %d tasks, want each of %d once, and at least 8", done, f.Tasks())
	}
	wantWhole(t, s, f, ourJobs...)
	before := files(t, f)
	wantWhole(t, s, f, ourJobs...) // collected again
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
	Must(t, s.Drop(context.Background()))
	if _, err := s.Head(context.Background()); err == nil || !strings.Contains(err.Error(), "no plan jobs") {
		t.Errorf("after drop: got %v, want no plan", err)
	}
	if err := s.Drop(context.Background()); err == nil {
		t.Error("drop of a plan that is not there: got no error")
	}
}
