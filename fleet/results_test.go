package fleet_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/big"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"xcbench/bench"
	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/fleet"
	. "xcbench/internal/fleettest"
	"xcbench/internal/zst"
	"xcbench/results"
	"xcbench/solvers"
	"xcbench/solvers/divide"
)

// resultOf returns the first result of an attempt.
func resultOf(t *testing.T, f *fleet.Folder, pack int) fleet.Result {
	t.Helper()
	lines := read[line](t, path(f, pack, 1))
	return *lines[slices.IndexFunc(lines, func(l line) bool { return l.Result != nil })].Result
}

func TestResultsThatDifferNameBothMachines(t *testing.T) {
	f := Plan(t, 1, minute, job("queens/4", "naive"))
	work(t, f, "left")
	timeout := resultOf(t, f, 1)
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
		wrong := resultOf(t, f, 1)
		change(&wrong.Stats)
		attempt(t, f, 1, 2, "right", timeout, wrong)
		_, _, err := Join(f)
		if _, conflict := errors.AsType[*fleet.ConflictError](err); !conflict || !strings.Contains(err.Error(), "left (worker left)") ||
			!strings.Contains(err.Error(), "right (worker right)") {
			t.Errorf("%s: got %v, want a conflict of left and right", name, err)
		}
	}
}

// Neither of two failures is an answer, and the first one is told. An answer replaces a failure.
// Totals that are not the sums of the levels are none.
func TestOnlyAnAnswerReplacesAFailure(t *testing.T) {
	result := func(status cover.Status, fault string) fleet.Result {
		return fleet.Result{Stats: cover.Stats{Status: status, Solutions: 2, Nodes: cover.Uncounted, Updates: cover.Uncounted}, Fault: fault}
	}
	timeout, crash, solved, torn := result(cover.Timeout, "late"), result(results.Crash, "oh"), result(cover.Solved, ""), result(cover.Solved, "")
	torn.Stats.Nodes, torn.Stats.Levels = 3, []cover.Level{{Nodes: 2}}
	for _, c := range []struct {
		found [][]fleet.Result // by machine: a, b, ...
		want  int              // the machine whose first result counts
		notes int
	}{
		{[][]fleet.Result{{timeout}}, 0, 0}, {[][]fleet.Result{{crash}, {timeout}}, 0, 0}, {[][]fleet.Result{{timeout}, {crash}}, 0, 0},
		{[][]fleet.Result{{timeout}, {solved, timeout}}, 1, 0}, {[][]fleet.Result{{torn}, {timeout}}, 1, 1},
	} {
		f := Plan(t, 1, minute, job("queens/4", "naive"))
		for n, found := range c.found {
			for k := range found {
				found[k].Task = tasks(t, f, 1)[0].Name
			}
			attempt(t, f, 1, n+1, string(rune('a'+n)), found...)
		}
		all, notes := joined(t, f)
		want := c.found[c.want][0]
		if s := all[0]; s.Status() != want.Stats.Status || s.Fault != want.Fault || len(notes) != c.notes ||
			!slices.Equal(s.Machines, []results.Machine{{Host: string(rune('a' + c.want)), CPU: "test"}}) {
			t.Errorf("%+v: got %s, %q of %v with notes %q, want that of machine %d", c.found, s.Status(), s.Fault, s.Machines, notes, c.want)
		}
	}
}

func TestTheWorstStatusOfAPartIsTheOneOfTheSearch(t *testing.T) {
	f := Plan(t, 1, minute, Job{ID: "queens/7", Solver: "dlx_index", Nodes: 20})
	if f.Tasks() < 4 {
		t.Fatalf("got %d tasks, want a trunk and several parts", f.Tasks())
	}
	order := []cover.Status{cover.Solved, cover.Limit, cover.Timeout, results.Memout, results.Crash, results.Wrong}
	for k, worst := range order[1:] {
		for _, at := range []int{1, 3, f.Tasks()} { // each pack has one task, and the first is the trunk
			for pack := 1; pack <= f.Tasks(); pack++ {
				status := order[pack%(k+1)]
				if pack == at {
					status = worst
				}
				attempt(t, f, pack, 1, "a", fleet.Result{Task: tasks(t, f, pack)[0].Name, Stats: cover.Stats{Status: status}})
			}
			if all, _ := joined(t, f); len(all) != 1 || all[0].Status() != worst {
				t.Errorf("task %d of %d: got %+v, want one search with %s", at, f.Tasks(), all, worst)
			}
		}
	}
}

func TestTheTimeOfADividedSearchIsTheSumOverItsParts(t *testing.T) {
	f := Plan(t, 1, minute, Job{ID: "queens/6", Solver: "naive", Nodes: 20})
	work(t, f, "a")
	var sum time.Duration
	for pack := 1; pack <= f.Tasks(); pack++ {
		sum += resultOf(t, f, pack).Stats.Search
	}
	var got fleet.Search
	Must(t, f.Join(func(s fleet.Search) error { got = s; return nil }, nil))
	if got.Stats.Search != sum || got.Tasks < 3 {
		t.Errorf("%d tasks: got %v, want the sum %v", got.Tasks, got.Stats.Search, sum)
	}
}

func TestAKnownNumberOfSolutionsRefutes(t *testing.T) {
	p, end := Create(t, 1, minute)
	in, problem := Instance(t, "queens/6")
	in.Solutions = corpus.Exact(5)
	placed, err := p.Add(in)
	Must(t, err)
	v, _ := solvers.Find("dlx_index")
	parts, err := divide.Plan(t.Context(), v, problem, 20, 1, nil)
	Must(t, errors.Join(err, p.Divided(placed, "dlx_index", parts), p.Whole(placed, "bitset", fleet.Limits{})))
	f := end()
	work(t, f, "a")
	all, _ := joined(t, f)
	for _, s := range all {
		if s.Status() != results.Wrong || !strings.HasPrefix(s.Fault, "4 solutions, expected 5 (") {
			t.Errorf("%s: got %s, %q, want wrong", s.Solver, s.Status(), s.Fault)
		}
	}
}

func TestAPartThatIsNotThereIsACrash(t *testing.T) {
	p, end := Create(t, 1, minute)
	in, _ := Instance(t, "queens/6")
	placed, err := p.Add(in)
	none := divide.Sized{Part: divide.Part{From: 8, To: 9}}
	Must(t, errors.Join(err, p.Divided(placed, "dlx_index", []divide.Sized{none}), p.Whole(placed, "nobody", fleet.Limits{})))
	f := end()
	if _, err := workOn(t.Context(), f, f.Queue(Machine("a"), "", nil)); err == nil || !strings.Contains(err.Error(), "unknown solver nobody") {
		t.Errorf("got %v, want an unknown solver", err)
	}
	if all, _ := joined(t, f); all[0].Status() != results.Crash || !strings.Contains(all[0].Fault, "no part /8-8") {
		t.Errorf("got %+v, want a crash", all[0])
	}
}

// batched plans a task for each solver on all instances, or on each of them.
func batched(t *testing.T, batch bool, limits fleet.Limits, names []string, instances ...corpus.Instance) *fleet.Folder {
	t.Helper()
	p, end := Create(t, 0, minute)
	whole := func(placed fleet.Placed, err error) {
		Must(t, err)
		for _, s := range names {
			Must(t, p.Whole(placed, s, limits))
		}
	}
	var all []bench.Problem
	for _, in := range instances {
		problem, err := bench.ProblemOf(&in)
		Must(t, err)
		if all = append(all, problem); !batch {
			whole(p.Add(in))
		}
	}
	if batch {
		whole(p.AddBatch(all))
	}
	return end()
}

// threeQueens plans a batch of three problems.
func threeQueens(t *testing.T) *fleet.Folder {
	return batched(t, true, fleet.Limits{}, []string{"naive"}, instances(t, "queens/4", "queens/5", "queens/6")...)
}

func instances(t *testing.T, ids ...string) (all []corpus.Instance) {
	t.Helper()
	for _, id := range ids {
		in, _ := Instance(t, id)
		all = append(all, in)
	}
	return all
}

// A batch that is not done is one search that is not whole.
func TestABatchWithoutAResultIsMissingAsAWhole(t *testing.T) {
	all, _ := joined(t, threeQueens(t))
	if len(all) != 1 || all[0].Whole() || len(all[0].Missing) != 1 || all[0].InstanceID != "queens/4 and 2 more" {
		t.Errorf("got %+v, want one missing task", all)
	}
}

// Results of a batch are as trustworthy as single ones. Junk in their place is an error, also if it
// stands for far more than results can be.
func TestResultsOfABatchAreChecked(t *testing.T) {
	const most = 1 << 30
	f := threeQueens(t)
	work(t, f, "a")
	right := resultOf(t, f, 1)
	packed := func(change func(all []bench.Found) []bench.Found) []byte {
		text, err := zst.Unpack(right.Batch, most)
		Must(t, err)
		var all []bench.Found
		Must(t, json.NewDecoder(bytes.NewReader(text)).Decode(&all))
		text, err = json.Marshal(change(all))
		Must(t, err)
		again, err := zst.Pack(text)
		Must(t, err)
		return again
	}
	cases := map[string]struct {
		batch  []byte
		alone  string // the error of the join; "" for none
		beside string // the right results of machine a; "" if they agree
	}{
		"times": {packed(func(all []bench.Found) []bench.Found { all[1].Stats.Search++; return all }), "", ""},
		"solutions": {packed(func(all []bench.Found) []bench.Found { all[1].Stats.Solutions++; return all }), "",
			"b (worker b) found 16 solutions"},
		"nodes": {packed(func(all []bench.Found) []bench.Found { all[1].Stats.Nodes++; return all }),
			"result 2: the levels have 52 nodes", "b (worker b) found 16 solutions"},
		"levels": {packed(func(all []bench.Found) []bench.Found { all[2].Levels[0].Nodes++; return all }),
			"result 3: the levels have 112 nodes", "b (worker b) found 16 solutions"},
		"fewer":   {packed(func(all []bench.Found) []bench.Found { return all[:2] }), "2 results, expected 3", "b (worker b) found"},
		"nothing": {nil, "expected 3", "b (worker b) found"},
		"junk":    {[]byte("x"), "the results cannot be read", "b (worker b) found"},
	}
	if os.Getenv("XCBENCH_LONG") != "" { // a bomb takes a second to make
		bomb, err := zst.Pack(make([]byte, most+1))
		Must(t, err)
		bombed := cases["junk"]
		bombed.batch = bomb
		cases["a bomb"] = bombed
	}
	for name, c := range cases {
		changed := right
		changed.Batch = c.batch
		for want, found := range map[string][2]fleet.Result{c.alone: {changed, changed}, c.beside: {right, changed}} {
			attempt(t, f, 1, 1, "a", found[0])
			attempt(t, f, 1, 2, "b", found[1])
			_, _, err := Join(f)
			if _, conflict := errors.AsType[*fleet.ConflictError](err); (err == nil) != (want == "") ||
				err != nil && !strings.Contains(err.Error(), want) && !conflict {
				t.Errorf("%s: got %v, want %q", name, err, want)
			}
		}
	}
}

// A search that several machines made together is of all of them. One that is not whole has no row.
func TestTheRecordOfAPlanHasItsWholeSearches(t *testing.T) {
	f := Plan(t, 1, minute, job("queens/4", "naive"))
	dir := filepath.Join(t.TempDir(), "run")
	r, err := f.Record(dir, "xcbench fleet join jobs", "jobs")
	Must(t, err)
	levels := []cover.Level{{Nodes: 1, Updates: 2}, {Nodes: 3, Updates: 4}}
	machines := []results.Machine{{Host: "a", CPU: "x"}, {Host: "b", CPU: "x"}}
	whole := fleet.Search{InstanceID: "queens/4", Solver: "naive", Limits: fleet.Limits{Timeout: 3 * time.Second}, Machines: machines,
		Found: bench.Found{Stats: cover.Stats{Status: cover.Solved, Solutions: 2, Nodes: 4, Updates: 6, Levels: levels,
			Setup: time.Second, Search: 2 * time.Second}}}
	begun := fleet.Search{InstanceID: "queens/5", Solver: "naive", Tasks: 1, Missing: []fleet.Task{{}}}
	Must(t, errors.Join(r.Add(whole), r.Add(begun), r.Close()))
	runs, err := results.ReadRuns([]string{dir}, nil, results.Filter{})
	if err != nil || runs[0].Rows.Len() != 1 || runs[0].Limit != 3 {
		t.Fatalf("got %+v, %v, want one row and a limit of 3 s", runs, err)
	}
	row := runs[0].Rows.At(0)
	if m := row.On(); m.Host != "a; b" || m.CPU != "x" {
		t.Errorf("got machine %+v, want both", m)
	}
	want := results.Row{Family: "queens", Name: "4", Solver: "naive", Status: cover.Solved, Runs: 1, Search: 2, Setup: 1,
		Solutions: 2, Nodes: 4, Updates: 6, Machine: row.Machine}
	if !reflect.DeepEqual(row, want) {
		t.Errorf("got %+v, want %+v", row, want)
	}
	for p, err := range runs[0].AllProfiles() {
		if err != nil || len(p.Levels) != 2 || p.Levels[1] != levels[1] {
			t.Errorf("got levels %v, %v, want %v", p.Levels, err, levels)
		}
	}
}
