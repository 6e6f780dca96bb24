package fleet_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"xcbench/bench"
	"xcbench/cover"
	"xcbench/fleet"
	. "xcbench/internal/fleettest"
	"xcbench/solvers/divide"
)

// ours are two divided searches and three whole ones.
var ours = []Job{
	{ID: "queens/7", Solver: "dlx_index", Nodes: 60}, job("queens/6", "naive"), {ID: "queens/7", Solver: "bitset", Nodes: 20},
	{ID: "langford/7", Solver: "bitset", Limits: fleet.Limits{Limits: cover.Limits{Nodes: 50}}}, job("domino/4x4", "count"),
}

func TestSumsAreTheCountersOfOneSearch(t *testing.T) {
	f := Plan(t, 2, time.Second, ours...)
	ended := make(chan int)
	for _, name := range []string{"a", "b", "c"} {
		go func() { ended <- work(t, f, name) }()
	}
	done := <-ended + <-ended + <-ended
	if done != f.Tasks() || done < 15 {
		t.Errorf("did %d tasks, want each of %d once, and at least 15", done, f.Tasks())
	}
	Whole(t, f, ours...)
	s, err := f.Status()
	if err != nil || s.Done != f.Tasks() || len(s.Running)+len(s.Aside)+len(s.Notes) > 0 {
		t.Errorf("got %+v, %v, want all tasks done", s, err)
	}
	if again := work(t, f, "d"); again != 0 {
		t.Errorf("a worker that came late did %d tasks, want none", again)
	}
}

func TestMissingTasksAreNamed(t *testing.T) {
	jobs := []Job{{ID: "queens/6", Solver: "dlx_index", Nodes: 20}}
	f := Plan(t, 1, minute, jobs...)
	work(t, f, "a")
	name := tasks(t, f, 3)[0].Name
	Must(t, os.Remove(path(f, 3, 1)))
	all, _ := joined(t, f)
	if len(all) != 1 || all[0].Whole() || all[0].Status() != "" || len(all[0].Missing) != 1 || all[0].Missing[0].Name != name {
		t.Fatalf("got %+v, want task %s missing", all, name)
	}
	if done, err := workOn(t.Context(), f, f.Queue(Machine("b"), name, nil)); done != 1 || err != nil {
		t.Errorf("did %d tasks, %v, want the missing one", done, err)
	}
	Whole(t, f, jobs...)
}

func TestEverythingThatDecidesTheResultIsInTheName(t *testing.T) {
	p, end := Create(t, 1, minute)
	add := func(id, format, text string) fleet.Placed {
		placed, err := p.AddBatch([]bench.Problem{{InstanceID: id, Format: format, Text: text}})
		Must(t, err)
		return placed
	}
	base := add("a/b", "dlx", "a")
	for _, placed := range []fleet.Placed{base, add("a/c", "dlx", "a"), add("a/b", "cnf", "a"), add("a/b", "dlx", "b")} {
		Must(t, p.Whole(placed, "s", fleet.Limits{}))
	}
	Must(t, p.Whole(base, "t", fleet.Limits{}))
	for _, l := range []fleet.Limits{{Limits: cover.Limits{Solutions: 1}}, {Limits: cover.Limits{Nodes: 1}},
		{Limits: cover.Limits{Updates: 1}}, {Timeout: 1}} {
		Must(t, p.Whole(base, "s", l))
	}
	for _, part := range []divide.Part{{From: 0, To: 1}, {From: 1, To: 2}, {Path: []int32{1}, From: 1, To: 2}} {
		Must(t, p.Divided(base, "s", []divide.Sized{{Part: part}})) // and a trunk without the part
	}
	f := end()
	names := map[string]bool{}
	for pack := range f.Tasks() {
		name := tasks(t, f, pack+1)[0].Name
		if names[name] = true; len(name) != 20 {
			t.Errorf("got the name %s, want 20 digits", name)
		}
	}
	if len(names) != 15 {
		t.Errorf("got %d names, want 15", len(names))
	}
	// A plan of an earlier version, which a divided search has made.
	text := `{"name":"6a7f832a0ce851e51a17","problem":"p","instance":"a/b","solver":"s","build":"b",` +
		`"limits":{"solutions":1,"nodes":2,"updates":3,"timeout_ns":4},"at":5}` + "\n"
	Must(t, os.WriteFile(filepath.Join(f.Path(), "packs", "00001.jsonl"), []byte(text), 0o666))
	head := `{"format":1,"build":"b","packs":1,"tasks":1,"lease_ns":1}`
	Must(t, os.WriteFile(filepath.Join(f.Path(), "fleet.json"), []byte(head), 0o666))
	if all, _ := joined(t, reopened(t, f)); all[0].Limits.Timeout != 4 || all[0].Limits.Updates != 3 {
		t.Errorf("got %+v, want a timeout of 4 ns", all[0])
	}
}

func reopened(t *testing.T, f *fleet.Folder) *fleet.Folder {
	f, err := fleet.Open(f.Path())
	Must(t, err)
	return f
}

// Half of the sized work took 10 s, and two of four other tasks took 1 s each. Two workers run.
func TestTimeLeftFollowsTheSizes(t *testing.T) {
	p, end := Create(t, 1, minute)
	in, _ := Instance(t, "queens/6")
	placed, err := p.Add(in)
	Must(t, err)
	part := func(n int32, nodes float64) divide.Sized {
		return divide.Sized{Part: divide.Part{From: n, To: n + 1}, Nodes: nodes}
	}
	Must(t, p.Divided(placed, "naive", []divide.Sized{part(0, 100), part(1, 60), part(2, 40)}))
	for _, solver := range []string{"bitset", "dlx_index", "cells"} {
		Must(t, p.Whole(placed, solver, fleet.Limits{}))
	}
	f := end()
	took := func(pack int, setup, search time.Duration) {
		attempt(t, f, pack, 1, "a", fleet.Result{Task: tasks(t, f, pack)[0].Name,
			Stats: cover.Stats{Status: cover.Solved, Setup: setup, Search: search}})
	}
	took(1, 0, time.Second) // the trunk
	took(2, 4*time.Second, 6*time.Second)
	took(5, time.Second, 0)
	for range 2 {
		_, err := f.Queue(Machine("b"), "", nil).Take(t.Context())
		Must(t, err)
	}
	if s, err := f.Status(); err != nil || s.Left != 6*time.Second || len(s.Running) != 2 || s.Done != 3 {
		t.Errorf("got %+v, %v, want 6 s", s, err)
	}
}

func TestPacksGrowWithThePlan(t *testing.T) {
	p, end := Create(t, 0, minute)
	in, _ := Instance(t, "queens/4")
	placed, err := p.Add(in)
	Must(t, err)
	for k := range 1000 {
		Must(t, p.Whole(placed, "naive", fleet.Limits{Limits: cover.Limits{Nodes: int64(k + 1)}}))
	}
	f := end()
	sum, n := 0, packs(t, f)
	for pack := range n {
		sum += len(tasks(t, f, pack+1))
	}
	if f.Tasks() != 1000 || sum != 1000 || n < 300 || n > 700 {
		t.Errorf("got %d tasks, %d of them in %d packs, want 1,000 in 300 to 700", f.Tasks(), sum, n)
	}
	// The parts of a divided search are packs of their own. Other tasks are not.
	p, end = Create(t, 10, minute)
	placed, err = p.Add(in)
	Must(t, errors.Join(err, p.Whole(placed, "cells", fleet.Limits{}), p.Divided(placed, "naive", []divide.Sized{{Part: divide.Part{To: 1}}}),
		p.Whole(placed, "bitset", fleet.Limits{}), p.Whole(placed, "dlx_index", fleet.Limits{})))
	if n := packs(t, end()); n != 4 {
		t.Errorf("got %d packs, want one of a task, the trunk, a part, and one of two tasks", n)
	}
}

func TestAChangedPlanIsRefused(t *testing.T) {
	pack := func(f *fleet.Folder, n int) string {
		return filepath.Join(f.Path(), "packs", fmt.Sprintf("%05d.jsonl", n))
	}
	problems := func(f *fleet.Folder) string { return filepath.Join(f.Path(), "problems.jsonl") }
	fewer := func(f *fleet.Folder, key string) { head(t, f, key, func(n float64) any { return n - 1 }) }
	for name, change := range map[string]func(f *fleet.Folder){
		"a task":         func(f *fleet.Folder) { edit(t, pack(f, 2), `"from":`, `"from":1`) },
		"another build":  func(f *fleet.Folder) { edit(t, pack(f, 2), `"build":"`, `"build":"x`) },
		"half a line":    func(f *fleet.Folder) { Must(t, os.Truncate(pack(f, 2), 40)) },
		"an empty pack":  func(f *fleet.Folder) { Must(t, os.Truncate(pack(f, 2), 0)) },
		"no pack":        func(f *fleet.Folder) { Must(t, os.Remove(pack(f, 2))) },
		"a pack twice":   func(f *fleet.Folder) { Must(t, os.Rename(pack(f, 3), pack(f, 2))); fewer(f, "packs") },
		"no trunk":       func(f *fleet.Folder) { Must(t, os.Rename(pack(f, 2), pack(f, 1))) },
		"the last pack":  func(f *fleet.Folder) { fewer(f, "packs") },
		"the last part":  func(f *fleet.Folder) { fewer(f, "packs"); fewer(f, "tasks") },
		"another search": func(f *fleet.Folder) { head(t, f, "tasks", func(n float64) any { return n + 1 }) },
		"the problem":    func(f *fleet.Folder) { edit(t, problems(f), "r1", "r0") },
		"no problem":     func(f *fleet.Folder) { Must(t, os.Truncate(problems(f), 10)) },
	} {
		f := Plan(t, 1, minute, Job{ID: "queens/5", Solver: "dlx_index", Nodes: 5})
		work(t, f, "a")
		change(f)
		if _, _, err := Join(reopened(t, f)); err == nil {
			t.Errorf("%s: got no error", name)
		}
	}
	f := Plan(t, 1, minute, job("queens/4", "naive"))
	head(t, f, "build", func(string) any { return "other" })
	if err := reopened(t, f).CheckBuild(); err == nil || !strings.Contains(err.Error(), "build other") {
		t.Errorf("got %v, want an error that names the build of the plan", err)
	}
	for text, want := range map[string]string{"{}": "not the head", `{"format":2,"packs":1,"lease_ns":1}`: "format 2", "x": "not the head",
		"": "never finished"} {
		if path := filepath.Join(f.Path(), "fleet.json"); text == "" {
			Must(t, os.Remove(path))
		} else {
			Must(t, os.WriteFile(path, []byte(text), 0o666))
		}
		if _, err := fleet.Open(f.Path()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("a head %q: got %v, want %s", text, err, want)
		}
	}
	if _, err := fleet.Create(f.Path(), 1, minute); err == nil {
		t.Error("a plan in a folder that is not empty: got no error")
	}
}

// head changes a value of the head.
func head[T any](t *testing.T, f *fleet.Folder, key string, change func(T) any) {
	t.Helper()
	path := filepath.Join(f.Path(), "fleet.json")
	text, err := os.ReadFile(path)
	Must(t, err)
	var all map[string]any
	Must(t, json.Unmarshal(text, &all))
	all[key] = change(all[key].(T))
	text, err = json.Marshal(all)
	Must(t, errors.Join(err, os.WriteFile(path, text, 0o666)))
}

func edit(t *testing.T, path, from, to string) {
	t.Helper()
	text, err := os.ReadFile(path)
	Must(t, err)
	if !strings.Contains(string(text), from) {
		t.Fatalf("%s has no %s", path, from)
	}
	Must(t, os.WriteFile(path, []byte(strings.Replace(string(text), from, to, 1)), 0o666))
}
