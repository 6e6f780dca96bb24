package fleet

import (
	"context"
	"errors"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/results"
	"xcbench/solvers"
	"xcbench/solvers/divide"
)

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
		"solutions": func(s *cover.Stats) { s.Solutions++ },
		"status":    func(s *cover.Stats) { s.Status = cover.Limit },
		"nodes":     func(s *cover.Stats) { s.Nodes++; s.Levels[1].Nodes++ },
		"updates":   func(s *cover.Stats) { s.Updates++; s.Levels[1].Updates++ },
		"a level":   func(s *cover.Stats) { s.Levels[0].Updates++; s.Levels[1].Updates-- },
		"the depth": func(s *cover.Stats) { s.Levels = append(s.Levels, cover.Level{}) },
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
	solved := Result{Task: tasks[0].Name, Stats: cover.Stats{Status: cover.Solved, Solutions: 2, Nodes: cover.Uncounted, Updates: cover.Uncounted}}
	b, err := f.claim(1, 2, machine("fast"))
	must(t, err)
	must(t, errors.Join(b.write(line{Result: &solved}), b.write(line{Result: &timeout}), b.close(End{})))
	if all, _ := joined(t, f); all[0].Status() != cover.Solved || !slices.Equal(all[0].Machines, []results.Machine{{Host: "fast", CPU: "test"}}) {
		t.Errorf("got %s of %v, want solved by fast", all[0].Status(), all[0].Machines)
	}
}

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
		if s.Status() != results.Wrong || !strings.HasPrefix(s.Fault, "4 solutions, expected 5 (") {
			t.Errorf("%s: got %s, %q, want wrong", s.Solver, s.Status(), s.Fault)
		}
	}
}

func TestAPartThatIsNotThereIsACrash(t *testing.T) {
	p, err := Create(filepath.Join(t.TempDir(), "jobs"), 1, time.Minute)
	must(t, err)
	problem, err := p.Add(instances(t, "queens/6")[0])
	must(t, err)
	none := divide.Sized{Part: divide.Part{From: 8, To: 9}}
	must(t, errors.Join(p.Divided(problem, "dlx_index", []divide.Sized{none}), p.Whole(problem, "nobody", Limits{}), p.Close()))
	f := opened(t, p.folder.path)
	if _, err := workOn(t.Context(), f, f.Queue(machine("a"), "", nil)); err == nil || !strings.Contains(err.Error(), "unknown solver nobody") {
		t.Errorf("got %v, want an unknown solver", err)
	}
	if all, _ := joined(t, f); all[0].Status() != results.Crash || !strings.Contains(all[0].Fault, "no part /8-8") {
		t.Errorf("got %+v, want a crash", all[0])
	}
}
