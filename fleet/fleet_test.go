package fleet

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"xcbench/bench"
	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/solvers"
	"xcbench/solvers/divide"
)

// job is a search of a plan for a test.
type job struct {
	id, solver string
	nodes      float64 // of a part; 0 for a whole search
	limits     Limits
}

// planned makes a folder with the tasks of some jobs.
func planned(t *testing.T, packSize int, lease time.Duration, jobs ...job) *Folder {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "jobs")
	p, err := Create(dir, packSize, lease)
	if err != nil {
		t.Fatal(err)
	}
	for _, j := range jobs {
		in, err := corpus.Find(j.id)
		if err != nil {
			t.Fatal(err)
		}
		problem, err := p.Add(in)
		if err != nil {
			t.Fatal(err)
		}
		if j.nodes == 0 {
			if err := p.Whole(problem, j.solver, j.limits); err != nil {
				t.Fatal(err)
			}
			continue
		}
		puzzle, err := in.Puzzle()
		if err != nil {
			t.Fatal(err)
		}
		v, _ := solvers.Find(j.solver)
		parts, err := divide.Plan(context.Background(), v, puzzle.Problem(), j.nodes, 1, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Divided(problem, j.solver, parts); err != nil {
			t.Fatal(err)
		}
	}
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	return opened(t, dir)
}

func opened(t *testing.T, dir string) *Folder {
	t.Helper()
	f, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// ourJobs are two divided searches and three whole ones.
var ourJobs = []job{
	{"queens/7", "dlx_index", 60, Limits{}}, {"queens/6", "naive", 0, Limits{}},
	{"queens/7", "bitset_infer", 20, Limits{}}, {"langford/7", "bitset", 0, Limits{Limits: cover.Limits{Nodes: 50}}},
	{"domino/4x4", "count", 0, Limits{}},
}

func machine(name string) Machine { return Machine{Host: name, CPU: "test", Worker: name} }

// work lets a worker do everything that is left.
func work(t *testing.T, f *Folder, name string) int {
	t.Helper()
	done, err := workOn(context.Background(), f, f.Queue(machine(name), "", func(string) {}))
	must(t, err)
	return done
}

func workOn(ctx context.Context, f *Folder, q Queue) (int, error) {
	return newWorker(f.Lease(), nil).Work(ctx, q)
}

func newWorker(lease time.Duration, engine func(string) (string, error)) Worker {
	w := NewWorker(lease, []string{os.Args[0]}, engine)
	w.Solvers = testSolvers
	return w
}

// answer does the task of a claim, and does not store the result.
func answer(t *testing.T, c Claim) Result {
	t.Helper()
	p, err := c.Problem()
	must(t, err)
	in, err := p.Instance()
	must(t, err)
	puzzle, err := in.Puzzle()
	must(t, err)
	v, _ := solvers.Find(c.Task().Solver)
	stats, err := cover.Solve(context.Background(), v, puzzle.Problem(), cover.Limits{}, nil)
	must(t, err)
	return Result{Task: c.Task().Name, Stats: stats}
}

// joined returns the searches, without times, and what Join notes.
func joined(t *testing.T, f *Folder) (all []Search, notes []string) {
	t.Helper()
	all, notes, err := join(f)
	if err != nil {
		t.Fatal(err)
	}
	return all, notes
}

func join(f *Folder) (all []Search, notes []string, err error) {
	err = f.Join(func(s Search) error {
		s.Stats.Search, s.Stats.Setup = 0, 0
		all = append(all, s)
		return nil
	}, func(note string) { notes = append(notes, note) })
	return all, notes, err
}

// wantWhole fails unless the sums are the counters of the sequential searches.
func wantWhole(t *testing.T, f *Folder, jobs []job) {
	t.Helper()
	all, _ := joined(t, f)
	if len(all) != len(jobs) {
		t.Fatalf("got %d searches, want %d", len(all), len(jobs))
	}
	for k, j := range jobs {
		in, _ := corpus.Find(j.id)
		puzzle, err := in.Puzzle()
		if err != nil {
			t.Fatal(err)
		}
		v, _ := solvers.Find(j.solver)
		want, err := cover.Solve(context.Background(), v, puzzle.Problem(), j.limits.Limits, nil)
		if err != nil {
			t.Fatal(err)
		}
		want.Search, want.Setup = 0, 0
		if got := all[k]; !got.Whole() || !reflect.DeepEqual(got.Stats, want) || got.Fault != "" {
			t.Errorf("%s by %s: got %+v and %q, want %+v", j.id, j.solver, got.Stats, got.Fault, want)
		}
	}
}

func TestSumsAreTheCountersOfOneSearch(t *testing.T) {
	f := planned(t, 2, time.Second, ourJobs...)
	ended := make(chan int)
	for _, name := range []string{"a", "b", "c"} {
		go func() { ended <- work(t, f, name) }()
	}
	done := <-ended + <-ended + <-ended
	if done != f.Tasks() || done < 15 {
		t.Errorf("did %d tasks, want each of %d once, and at least 15", done, f.Tasks())
	}
	wantWhole(t, f, ourJobs)
	s, err := f.Status()
	if err != nil || s.Done != f.Tasks() || len(s.Running)+len(s.Aside)+len(s.Notes) > 0 {
		t.Errorf("got %+v, %v, want all tasks done", s, err)
	}
	if again := work(t, f, "d"); again != 0 {
		t.Errorf("a worker that came late did %d tasks, want none", again)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestMissingTasksAreNamed(t *testing.T) {
	f := planned(t, 1, time.Minute, job{"queens/6", "dlx_index", 20, Limits{}})
	work(t, f, "a")
	tasks, err := f.tasks(3)
	must(t, err)
	must(t, os.Remove(f.attemptPath(3, 1)))
	all, _ := joined(t, f)
	if len(all) != 1 || all[0].Whole() || all[0].Status() != "" || len(all[0].Missing) != 1 || all[0].Missing[0].Name != tasks[0].Name {
		t.Fatalf("got %+v, want task %s missing", all, tasks[0].Name)
	}
	if done, err := workOn(context.Background(), f, f.Queue(machine("b"), tasks[0].Name, nil)); done != 1 || err != nil {
		t.Errorf("did %d tasks, %v, want the missing one", done, err)
	}
	wantWhole(t, f, []job{{"queens/6", "dlx_index", 20, Limits{}}})
}

func TestEverythingThatDecidesTheResultIsInTheName(t *testing.T) {
	base := definition{Problem: "p", InstanceID: "a/b", Solver: "s", Build: "b"}
	names := map[string]bool{base.name(): true}
	changes := []func(*definition){
		func(d *definition) { d.Problem = "q" }, func(d *definition) { d.InstanceID = "a/c" },
		func(d *definition) { d.Solver = "t" }, func(d *definition) { d.Build = "c" },
		func(d *definition) { d.Limits.Solutions = 1 }, func(d *definition) { d.Limits.Nodes = 1 },
		func(d *definition) { d.Limits.Updates = 1 }, func(d *definition) { d.Limits.Timeout = 1 },
		func(d *definition) { d.Part = &divide.Part{From: 0, To: 1} },
		func(d *definition) { d.Part = &divide.Part{From: 1, To: 2} },
		func(d *definition) { d.Part = &divide.Part{Path: []int32{1}, From: 1, To: 2} },
		func(d *definition) { d.Trunk = []divide.Part{{From: 1, To: 2}} },
	}
	for _, change := range changes {
		d := base
		change(&d)
		names[d.name()] = true
	}
	if len(names) != len(changes)+1 {
		t.Errorf("got %d names, want %d", len(names), len(changes)+1)
	}
	for name := range names {
		if len(name) != 20 {
			t.Errorf("got the name %s, want 20 digits", name)
		}
	}
	line := `{"name":"6a7f832a0ce851e51a17","problem":"p","instance":"a/b","solver":"s","build":"b",` +
		`"limits":{"solutions":1,"nodes":2,"updates":3,"timeout_ns":4},"at":5}` + "\n" // of an earlier version
	if all, err := parsePack("pack", []byte(line), "b"); err != nil || all[0].Limits.Timeout != 4 {
		t.Errorf("got %+v, %v, want a timeout of 4 ns", all, err)
	} else if again, err := json.Marshal(all[0]); string(again)+"\n" != line {
		t.Errorf("got %s, %v, want %s", again, err, line)
	}
	dlx, cnf := Problem{Problem: bench.Problem{Format: "dlx", Text: "a"}}, Problem{Problem: bench.Problem{Format: "cnf", Text: "a"}}
	if dlx.hashText() == cnf.hashText() {
		t.Error("two formats of one text have the same hash")
	}
}

// Half of the sized work took 10 s, and one of three other tasks took 1 s.
func TestTimeLeftFollowsTheSizes(t *testing.T) {
	var done, left pace
	done.add(Task{Nodes: 100}, 10*time.Second)
	left.add(Task{Nodes: 60}, 0)
	left.add(Task{Nodes: 40}, 0)
	done.add(Task{}, time.Second)
	left.add(Task{}, 0)
	left.add(Task{}, 0)
	if got := done.of(left); got != 12*time.Second {
		t.Errorf("got %v, want 12s", got)
	}
}
