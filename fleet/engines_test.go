package fleet_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"xcbench/bench"
	"xcbench/fleet"
	. "xcbench/internal/fleettest"
)

// plannedFor makes a plan for a build of the engine mine, in batches of this size.
func plannedFor(t *testing.T, build string, batch int, ids ...string) *fleet.Folder {
	t.Helper()
	p, end := Create(t, 1, minute)
	p.Engines = []fleet.Engine{{Name: "other", Build: "x"}, {Name: "mine", Build: build, Version: "1.0"}}
	for some := range slices.Chunk(instances(t, ids...), batch) {
		var all []bench.Problem
		for _, in := range some {
			problem, err := bench.ProblemOf(&in)
			Must(t, err)
			all = append(all, problem)
		}
		placed, err := p.AddBatch(all)
		Must(t, err)
		Must(t, p.Whole(placed, "mine", fleet.Limits{}))
	}
	return end()
}

// workWith lets a worker with a build of the engine do everything that is left.
func workWith(f *fleet.Folder, build func(string) (string, error)) (int, error) {
	w := Worker(testSolvers, minute)
	w.Engine = build
	return w.Work(context.Background(), f.Queue(Machine("a"), "", func(string) {}))
}

func always(build string) func(string) (string, error) {
	return func(name string) (string, error) {
		if name != "mine" {
			return "", fmt.Errorf("asked for %s", name)
		}
		return build, nil
	}
}

// Tasks of an engine are for one build of it, which every worker must have whenever it begins one.
func TestTasksOfAnEngineAreForOneBuild(t *testing.T) {
	ids := []string{"queens/4", "queens/5", "queens/6", "queens/7"}
	for _, batch := range []int{1, 2} {
		f := plannedFor(t, "first", batch, ids...)
		if all := f.Engines(); len(all) != 1 || all[0].Name != "mine" || all[0].Version != "1.0" {
			t.Errorf("got engines %+v, want the one that has tasks", all)
		}
		for name, build := range map[string]func(string) (string, error){
			"none": nil, "second": always("second"), "": func(string) (string, error) { return "", errors.New("it was written") },
		} {
			done, err := workWith(f, build)
			if done != 0 || err == nil || !strings.Contains(err.Error(), `the task is for build "first"`) &&
				!strings.Contains(err.Error(), "it was written") {
				t.Errorf("a worker with build %q did %d tasks, %v, want an error", name, done, err)
			}
		}
		begun := 0
		changing := func(string) (string, error) {
			begun++
			if begun > 1 { // after the first task
				return "second", nil
			}
			return "first", nil
		}
		if done, err := workWith(f, changing); done != 1 || err == nil {
			t.Errorf("a worker whose engine changes did %d tasks, %v, want one and an error", done, err)
		}
		if done, err := workWith(f, always("first")); done != len(ids)/batch-1 || err != nil {
			t.Errorf("the worker with the build did %d tasks, %v, want the rest", done, err)
		}
		all, _ := joined(t, f)
		for k, s := range all {
			in, _ := Instance(t, ids[k])
			if s.InstanceID != ids[k] || s.Solver != "mine" || s.Stats.Nodes != in.Nodes || s.Stats.Updates != in.Updates {
				t.Errorf("got %+v, want the counters of %s", s, ids[k])
			}
		}
		if len(all) != len(ids) {
			t.Errorf("got %d searches, want %d", len(all), len(ids))
		}
	}
	a, b := tasks(t, plannedFor(t, "first", 1, "queens/4"), 1), tasks(t, plannedFor(t, "second", 1, "queens/4"), 1)
	if a[0].Name == b[0].Name {
		t.Error("the tasks of two builds have one name, want two")
	}
}

func TestAWorkerLearnsWhichEngineItLacks(t *testing.T) {
	needed := []fleet.Engine{{Name: "mine", Build: "b1", Version: "1.0"}}
	for _, c := range []struct {
		have []fleet.Engine
		want string
	}{
		{nil, "jobs needs the engine mine, build b1 (version 1.0); expected --engine mine=COMMAND"},
		{[]fleet.Engine{{Name: "other", Build: "b1"}}, "jobs needs the engine mine"},
		{[]fleet.Engine{{Name: "mine", Build: "b2"}}, "engine mine is build b2 here, and jobs was planned with build b1 (version 1.0)"},
		{[]fleet.Engine{{Name: "other", Build: "b2"}, {Name: "mine", Build: "b1"}}, ""},
	} {
		err := fleet.CheckEngines("jobs", needed, c.have)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%+v: got %v, want %q", c.have, err, c.want)
		}
	}
}
