package fleet

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/results"
	"xcbench/results/compare"
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
	{"queens/7", "bitset_infer", 20, Limits{}}, {"langford/7", "bitset", 0, Limits{Nodes: 50}},
	{"domino/4x4", "count", 0, Limits{}},
}

func machine(name string) Machine { return Machine{Host: name, CPU: "test", Worker: name} }

// work lets a worker do everything that is left.
func work(t *testing.T, f *Folder, name string) int {
	t.Helper()
	done, err := Work(context.Background(), f.Queue(machine(name), "", func(string) {}), f.Lease())
	if err != nil {
		t.Fatal(err)
	}
	return done
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
		limits := cover.Limits{Solutions: j.limits.Solutions, Nodes: j.limits.Nodes, Updates: j.limits.Updates}
		want, err := cover.Solve(context.Background(), v, puzzle.Problem(), limits, nil)
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

// A kill leaves a file that ends anywhere. Whatever is lost there is done again, and nothing else.
func TestAFileCutAtAnyByteLosesNothing(t *testing.T) {
	jobs := []job{{"queens/4", "naive", 0, Limits{}}, {"queens/5", "naive", 0, Limits{}}, {"queens/6", "bitset", 0, Limits{}}}
	f := planned(t, 3, time.Minute, jobs...)
	work(t, f, "a")
	path := f.attemptPath(1, 1)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for size := range text {
		if size%9 > 1 && os.Getenv("XCBENCH_LONG") == "" {
			continue
		}
		must(t, os.WriteFile(path, text[:size], 0o666))
		if size%2 == 0 { // otherwise the lease ends
			if _, err := f.Mourn(machine("a"), "killed"); err != nil {
				t.Fatal(err)
			}
		}
		f.head.Lease = time.Nanosecond
		done := work(t, f, "b")
		kept := 0
		for line := range bytes.Lines(text[:size]) {
			if bytes.HasPrefix(line, []byte(`{"result"`)) && bytes.HasSuffix(line, []byte("\n")) {
				kept++
			}
		}
		if done != 3-kept {
			t.Errorf("cut at %d: the second worker did %d tasks, want %d", size, done, 3-kept)
		}
		wantWhole(t, f, jobs)
		if _, notes := joined(t, f); len(notes) > 0 {
			t.Errorf("cut at %d: got notes %q, want none of a torn line", size, notes)
		}
		os.Remove(f.attemptPath(1, 2)) // there is none if all results were kept
		if err := os.Remove(f.attemptPath(1, 3)); err == nil {
			t.Errorf("cut at %d: a third attempt", size)
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestATaskIsLeftToAWorkerThatGivesSignsOfLife(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // a worker on a busy machine may seem to be silent
		const lease = 150 * time.Millisecond
		f := planned(t, 1, lease, job{"queens/4", "naive", 0, Limits{}})
		slow := f.Queue(machine("slow"), "", nil)
		c, err := slow.Take(t.Context())
		must(t, err)
		ctx, cancel := context.WithTimeout(t.Context(), 3*lease)
		defer cancel()
		go func() {
			for ctx.Err() == nil {
				c.KeepAlive()
				time.Sleep(5 * time.Millisecond)
			}
		}()
		other := f.Queue(machine("other"), "", nil)
		if got, err := other.Take(ctx); got != nil || !errors.Is(err, context.DeadlineExceeded) {
			t.Fatalf("got %v, %v, want to wait for the worker that lives", got, err)
		}
		got, err := other.Take(t.Context()) // its signs have ended
		if got == nil || err != nil {
			t.Fatalf("got %v, %v, want the task of the dead worker", got, err)
		}
		// The worker was not dead after all. Both store their result.
		var x Performer
		p, err := c.Problem()
		must(t, err)
		r, err := x.Perform(t.Context(), c.Task(), p)
		must(t, err)
		must(t, errors.Join(c.Done(r), slow.Close(), got.Done(r), other.Close()))
		wantWhole(t, f, []job{{"queens/4", "naive", 0, Limits{}}})
	})
}

func TestResultsThatDifferNameBothMachines(t *testing.T) {
	f := planned(t, 1, time.Minute, job{"queens/4", "naive", 0, Limits{}})
	work(t, f, "left")
	tasks, err := f.tasks(1)
	must(t, err)
	s, err := f.state(1, 1)
	must(t, err)
	right := s.results[tasks[0].Name]
	timeout := right
	timeout.Stats = cover.Stats{Status: cover.Timeout, Nodes: 3}
	for name, change := range map[string]func(*cover.Stats){
		"solutions": func(s *cover.Stats) { s.Solutions++ }, "nodes": func(s *cover.Stats) { s.Nodes++ },
		"updates": func(s *cover.Stats) { s.Updates++ }, "status": func(s *cover.Stats) { s.Status = cover.Limit },
		"a level":   func(s *cover.Stats) { s.Levels[1].Updates++ },
		"the depth": func(s *cover.Stats) { s.Levels = s.Levels[:2] },
		"digits":    func(s *cover.Stats) { s.Big = new(big.Int) },
	} {
		wrong := right
		wrong.Stats.Levels = slices.Clone(right.Stats.Levels)
		change(&wrong.Stats)
		must(t, os.RemoveAll(f.attemptPath(1, 2)))
		a, err := f.claim(1, 2, machine("right"))
		must(t, err)
		must(t, errors.Join(a.write(line{Result: &timeout}), a.write(line{Result: &wrong}), a.close(End{})))
		_, _, err = join(f)
		var conflict *ConflictError
		if !errors.As(err, &conflict) || !strings.Contains(err.Error(), "left (worker left)") ||
			!strings.Contains(err.Error(), "right (worker right)") {
			t.Errorf("%s: got %v, want a conflict of left and right", name, err)
		}
	}
}

func TestATimeoutIsReplacedByAnAnswer(t *testing.T) {
	f := planned(t, 1, time.Minute, job{"queens/4", "naive", 0, Limits{}})
	tasks, err := f.tasks(1)
	must(t, err)
	a, err := f.claim(1, 1, machine("slow"))
	must(t, err)
	timeout := Result{Task: tasks[0].Name, Stats: cover.Stats{Status: cover.Timeout}}
	must(t, errors.Join(a.write(line{Result: &timeout}), a.close(End{Reason: "x"})))
	if all, _ := joined(t, f); all[0].Status() != cover.Timeout {
		t.Errorf("got %s, want timeout", all[0].Status())
	}
	solved := Result{Task: tasks[0].Name, Stats: cover.Stats{Status: cover.Solved, Solutions: 2}}
	b, err := f.claim(1, 2, machine("fast"))
	must(t, err)
	must(t, errors.Join(b.write(line{Result: &solved}), b.write(line{Result: &timeout}), b.close(End{})))
	if all, _ := joined(t, f); all[0].Status() != cover.Solved || !slices.Equal(all[0].Machines, []compare.Machine{{Host: "fast", CPU: "test"}}) {
		t.Errorf("got %s of %v, want solved by fast", all[0].Status(), all[0].Machines)
	}
}

// If parts end differently, the worst status is the one of the search, whichever part has it.
func TestTheWorstStatusOfAPartIsTheOneOfTheSearch(t *testing.T) {
	f := planned(t, 1, time.Minute, job{"queens/7", "dlx_index", 20, Limits{}})
	if f.Tasks() < 4 {
		t.Fatalf("got %d tasks, want a trunk and several parts", f.Tasks())
	}
	order := []cover.Status{cover.Solved, cover.Limit, cover.Timeout, results.Memout, results.Crash, results.Wrong}
	for k, worst := range order[1:] {
		for _, at := range []int{1, 3, f.Tasks()} { // each pack has one task, and the first is the trunk
			for pack := 1; pack <= f.Tasks(); pack++ {
				tasks, err := f.tasks(pack)
				must(t, err)
				must(t, os.RemoveAll(f.attemptPath(pack, 1)))
				a, err := f.claim(pack, 1, machine("a"))
				must(t, err)
				stats := cover.Stats{Status: order[pack%(k+1)]}
				if pack == at {
					stats.Status = worst
				}
				must(t, errors.Join(a.write(line{Result: &Result{Task: tasks[0].Name, Stats: stats}}), a.close(End{})))
			}
			if all, _ := joined(t, f); len(all) != 1 || all[0].Status() != worst {
				t.Errorf("task %d of %d: got %+v, want one search with %s", at, f.Tasks(), all, worst)
			}
		}
	}
}

// Workers die at the second of three tasks.
func TestATaskThatKillsThreeWorkersIsSetAside(t *testing.T) {
	jobs := []job{{"queens/4", "naive", 0, Limits{}}, {"queens/5", "naive", 0, Limits{}}, {"queens/6", "naive", 0, Limits{}}}
	f := planned(t, 3, time.Minute, jobs...)
	var x Performer
	for n := range tries {
		m := machine(fmt.Sprint("victim", n))
		q := f.Queue(m, "", func(string) {})
		for {
			c, err := q.Take(context.Background())
			must(t, err)
			if c.Task().InstanceID == "queens/5" {
				break
			}
			p, err := c.Problem()
			must(t, err)
			r, err := x.Perform(context.Background(), c.Task(), p)
			must(t, err)
			must(t, c.Done(r))
		}
		if found, err := f.Mourn(m, "signal: killed"); !found || err != nil {
			t.Fatalf("got %v, %v, want the attempt of the dead worker", found, err)
		}
	}
	if done := work(t, f, "survivor"); done != 1 {
		t.Errorf("the next worker did %d tasks, want the third one only", done)
	}
	all, _ := joined(t, f)
	if all[0].Status() != cover.Solved || all[2].Status() != cover.Solved || len(all[1].Aside) != 1 ||
		all[1].Aside[0].Reason != "3 workers died at it; the last one: signal: killed" {
		t.Errorf("got %+v, want the second search set aside with its reason", all)
	}
	s, err := f.Status()
	if err != nil || s.Done != 2 || len(s.Aside) != 1 {
		t.Errorf("got %+v, %v, want 2 done and 1 set aside", s, err)
	}
	if done, err := Work(context.Background(), f.Queue(machine("d"), all[1].Aside[0].Task, nil), f.Lease()); done != 1 || err != nil {
		t.Errorf("the task by its name: did %d, %v, want 1", done, err)
	}
	wantWhole(t, f, jobs)
}

func TestWorkersThatVanishSetATaskAsideToo(t *testing.T) {
	f := planned(t, 1, time.Nanosecond, job{"queens/4", "naive", 0, Limits{}})
	for range tries {
		if c, err := f.Queue(machine("a"), "", nil).Take(context.Background()); c == nil || err != nil {
			t.Fatal(c, err)
		}
	}
	if done := work(t, f, "b"); done != 0 {
		t.Errorf("the next worker did %d tasks, want none", done)
	}
	if all, _ := joined(t, f); len(all[0].Aside) != 1 || !strings.Contains(all[0].Aside[0].Reason, "no sign of life") {
		t.Errorf("got %+v, want the task set aside with its reason", all)
	}
}

func TestAnInterruptedTaskIsGivenBackWithoutBlame(t *testing.T) {
	f := planned(t, 1, time.Minute, job{"queens/13", "naive", 0, Limits{}}, job{"queens/4", "naive", 0, Limits{}})
	for n := range tries + 1 {
		ctx, cancel := context.WithCancel(context.Background())
		go func() {
			for _, err := os.Stat(f.attemptPath(1, n+1)); err != nil; _, err = os.Stat(f.attemptPath(1, n+1)) {
				time.Sleep(time.Millisecond)
			}
			cancel()
		}()
		_, err := Work(ctx, f.Queue(machine("a"), "", nil), f.Lease())
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("got %v, want the end of the context", err)
		}
	}
	s, err := f.state(1, tries+1)
	must(t, err)
	if s.running || len(s.open()) != 1 || len(s.died)+len(s.aside) > 0 {
		t.Errorf("got %+v, want an open task at which nobody died", s)
	}
}

func TestJunkCountsAsNothing(t *testing.T) {
	f := planned(t, 1, time.Minute, job{"queens/4", "naive", 0, Limits{}}, job{"queens/5", "naive", 0, Limits{}})
	tasks, err := f.tasks(2)
	must(t, err)
	foreign, err := json.Marshal(line{Result: &Result{Task: tasks[0].Name, Stats: cover.Stats{Status: cover.Solved}}})
	must(t, err)
	for _, name := range []string{"00001.jsonl", "00001.0.jsonl", "1.1.jsonl", "00001.1.jsonl~", "00009.1.jsonl", ".nfs0001", "00001.01.jsonl"} {
		must(t, os.WriteFile(filepath.Join(f.path, workDir, name), append(foreign, '\n'), 0o666))
	}
	must(t, os.WriteFile(filepath.Join(f.path, packsDir, "00001 (copy).jsonl"), nil, 0o666))
	junk := "\x00\x00\x00\nno JSON\n{}\n{\"result\":{\"task\":\"none\"}}\n{\"aside\":{\"task\":\"none\"}}\n" + string(foreign) + "\n{\"end\":{\"reason\":\"x\"}}\n"
	must(t, os.WriteFile(f.attemptPath(1, 1), []byte(junk), 0o666))
	work(t, f, "a")
	wantWhole(t, f, []job{{"queens/4", "naive", 0, Limits{}}, {"queens/5", "naive", 0, Limits{}}})
	if _, notes := joined(t, f); len(notes) != 7+6 {
		t.Errorf("got %d notes, want one for each of 7 files and 6 lines: %q", len(notes), notes)
	}
}

func TestAChangedPlanIsRefused(t *testing.T) {
	for name, change := range map[string]func(f *Folder){
		"a task":         func(f *Folder) { edit(t, f.packPath(2), `"from":`, `"from":1`) },
		"another build":  func(f *Folder) { edit(t, f.packPath(2), `"build":"`, `"build":"x`) },
		"half a line":    func(f *Folder) { must(t, os.Truncate(f.packPath(2), 40)) },
		"an empty pack":  func(f *Folder) { must(t, os.Truncate(f.packPath(2), 0)) },
		"no pack":        func(f *Folder) { must(t, os.Remove(f.packPath(2))) },
		"a pack twice":   func(f *Folder) { must(t, os.Rename(f.packPath(3), f.packPath(2))); f.head.Packs-- },
		"no trunk":       func(f *Folder) { must(t, os.Rename(f.packPath(2), f.packPath(1))) },
		"the last pack":  func(f *Folder) { f.head.Packs-- },
		"the last part":  func(f *Folder) { f.head.Packs--; f.head.Tasks-- },
		"another search": func(f *Folder) { f.head.Tasks++ },
		"the problem":    func(f *Folder) { edit(t, filepath.Join(f.path, problemsFile), "r1", "r0") },
		"no problem":     func(f *Folder) { must(t, os.Truncate(filepath.Join(f.path, problemsFile), 10)) },
	} {
		f := planned(t, 1, time.Minute, job{"queens/5", "dlx_index", 5, Limits{}})
		work(t, f, "a")
		change(f)
		if _, _, err := join(f); err == nil {
			t.Errorf("%s: got no error", name)
		}
	}
	f := planned(t, 1, time.Minute, job{"queens/4", "naive", 0, Limits{}})
	f.head.Build = "other"
	if err := f.CheckBuild(); err == nil || !strings.Contains(err.Error(), "build other") {
		t.Errorf("got %v, want an error that names the build of the plan", err)
	}
	for text, want := range map[string]string{"{}": "not the head", `{"format":2,"packs":1,"lease_ns":1}`: "format 2", "x": "not the head"} {
		must(t, os.WriteFile(filepath.Join(f.path, headFile), []byte(text), 0o666))
		if _, err := Open(f.path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("a head %s: got %v, want %s", text, err, want)
		}
	}
	must(t, os.Remove(filepath.Join(f.path, headFile)))
	if _, err := Open(f.path); err == nil || !strings.Contains(err.Error(), "never finished") {
		t.Errorf("no head: got %v, want that the plan was never finished", err)
	}
	if _, err := Create(f.path, 1, time.Minute); err == nil {
		t.Error("a plan in a folder that is not empty: got no error")
	}
}

func edit(t *testing.T, path, from, to string) {
	t.Helper()
	text, err := os.ReadFile(path)
	must(t, err)
	if !bytes.Contains(text, []byte(from)) {
		t.Fatalf("%s has no %s", path, from)
	}
	must(t, os.WriteFile(path, bytes.Replace(text, []byte(from), []byte(to), 1), 0o666))
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
	if done, err := Work(context.Background(), f.Queue(machine("b"), tasks[0].Name, nil), f.Lease()); done != 1 || err != nil {
		t.Errorf("did %d tasks, %v, want the missing one", done, err)
	}
	wantWhole(t, f, []job{{"queens/6", "dlx_index", 20, Limits{}}})
}

func TestAFullDiskLeavesNoHalfLine(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	a := &attempt{file: full}
	if err := a.write(line{End: &End{}}); err == nil || a.size != 0 {
		t.Errorf("got %v and a size of %d, want an error and 0", err, a.size)
	}
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
	if (&Problem{Format: "dlx", Text: "a"}).hashText() == (&Problem{Format: "cnf", Text: "a"}).hashText() {
		t.Error("two formats of one text have the same hash")
	}
}

func TestFailuresOfASolverAreResults(t *testing.T) {
	f := planned(t, 1, time.Minute, job{"queens/17", "lanes", 0, Limits{}}, job{"queens/13", "naive", 0, Limits{Timeout: time.Millisecond}},
		job{"queens/6", "dlx_index", 20, Limits{}}, job{"queens/5", "count", 0, Limits{}})
	work(t, f, "a")
	all, _ := joined(t, f)
	if all[0].Status() != cover.Unsupported || all[0].Fault == "" || all[1].Status() != cover.Timeout {
		t.Errorf("got %s, %s, want unsupported, timeout", all[0].Status(), all[1].Status())
	}
	tasks, err := f.tasks(3)
	must(t, err)
	p, err := f.Problem(tasks[0])
	must(t, err)
	task := tasks[0]
	task.Trunk, task.Part = nil, &divide.Part{From: 8, To: 9}
	var x Performer
	if r, err := x.Perform(context.Background(), task, p); err != nil || r.Stats.Status != results.Crash || !strings.Contains(r.Fault, "no part /8-8") {
		t.Errorf("a part that does not exist: got %+v, %v, want a crash", r, err)
	}
	task.Part = nil
	for fault, s := range map[string]cover.Search{"panic: oh": broken(nil), "item": broken{1, 2}} {
		must(t, x.prepare(task, p))
		x.search = s
		if r, err := x.Perform(context.Background(), task, p); err != nil || !strings.Contains(r.Fault, fault) ||
			r.Stats.Status != results.Crash && r.Stats.Status != results.Wrong {
			t.Errorf("got %+v, %v, want a fault with %q", r, err, fault)
		}
	}
	task.Solver = "nobody"
	if _, err := x.Perform(context.Background(), task, p); err == nil {
		t.Error("an unknown solver: got no error")
	}
	p.Known = corpus.Exact(91)
	if !p.Known.Allows(91, nil) || p.Known.Allows(92, nil) {
		t.Error("a known number does not decide")
	}
}

// broken shows its options as a solution; it panics if there are none.
type broken []int

func (b broken) Run(_ context.Context, _ cover.Limits, visit cover.Visitor) cover.Stats {
	if b == nil {
		panic("oh\nno")
	}
	visit(b)
	return cover.Stats{Status: cover.Solved, Solutions: 1, Nodes: 1}
}

func TestAKnownNumberOfSolutionsRefutes(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "jobs")
	p, err := Create(dir, 1, time.Minute)
	must(t, err)
	in, err := corpus.Find("queens/6")
	must(t, err)
	in.Solutions = corpus.Exact(5)
	problem, err := p.Add(in)
	must(t, err)
	puzzle, err := in.Puzzle()
	must(t, err)
	v, _ := solvers.Find("dlx_index")
	parts, err := divide.Plan(context.Background(), v, puzzle.Problem(), 20, 1, nil)
	must(t, err)
	must(t, errors.Join(p.Divided(problem, "dlx_index", parts), p.Whole(problem, "bitset", Limits{}), p.Close()))
	f := opened(t, dir)
	work(t, f, "a")
	all, _ := joined(t, f)
	for _, s := range all {
		if s.Status() != results.Wrong || s.Fault != "4 solutions, expected 5" {
			t.Errorf("%s: got %s, %q, want wrong", s.Solver, s.Status(), s.Fault)
		}
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
