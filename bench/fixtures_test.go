package bench_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xcbench/bench"
	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/results"
	"xcbench/solvers"
	"xcbench/solvers/cells"
)

// faulty is a correct solver with planted faults. Its functions get the number of the run, from 1.
type faulty struct {
	prepare func(*cover.Problem)
	before  func(run int, ctx context.Context, limits cover.Limits)
	show    func(run int, visit cover.Visitor) cover.Visitor // changes the solutions reported
	count   func(run int, s *cover.Stats)                    // changes the statistics
}

func (faulty) Capabilities() cover.Capabilities { return cover.Capabilities{Secondary: true} }

func (f faulty) Prepare(p *cover.Problem) (cover.Search, error) {
	if f.prepare != nil {
		f.prepare(p)
	}
	s, err := dlx.Index(cover.MRV).Prepare(p)
	return &faultySearch{Search: s, faulty: f}, err
}

type faultySearch struct {
	cover.Search
	faulty
	runs int
}

func (f *faultySearch) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	f.runs++
	if f.before != nil {
		f.before(f.runs, ctx, limits)
	}
	if f.show != nil && visit != nil {
		visit = f.show(f.runs, visit)
	}
	stats := f.Search.Run(ctx, limits, visit)
	if f.count != nil {
		f.count(f.runs, &stats)
	}
	return stats
}

func variant(name string, s cover.Solver) solvers.Variant {
	return solvers.Variant{Solver: s, Name: name, Algorithm: name, Rule: cover.MRV, Counter: solvers.Links}
}

// Two solvers without a fault are a majority against one that has a fault.
var (
	good     = variant("good", dlx.Pointer(cover.MRV))
	alsoGood = variant("also_good", cells.New(cover.MRV))
)

// cutShort leaves an option out of each solution.
func cutShort(_ int, visit cover.Visitor) cover.Visitor {
	return func(options []int) bool { return visit(options[1:]) }
}

// worker is the command of the worker process of the tests.
var worker = []string{os.Args[0]}

// instance returns an instance of the corpus, or one of ways: "ways/3", or "ways/3+2" with two other options. A
// question mark after its id takes away its known figures, a tilde those of Knuth's programs, and with an
// exclamation mark it has a solution less than is known.
func instance(t *testing.T, id string) (in corpus.Instance) {
	t.Helper()
	solutions, others := 0, 0
	if n, _ := fmt.Sscanf(id, "ways/%d+%d", &solutions, &others); n > 0 {
		in = ways(t, solutions, others)
	} else {
		var err error
		if in, err = corpus.Find(strings.TrimRight(id, "~?!")); err != nil {
			t.Fatal(err)
		}
	}
	switch id[len(id)-1] {
	case '!':
		in.Solutions.N++
	case '?':
		in.Solutions = corpus.Count{N: corpus.Unknown}
		fallthrough
	case '~':
		in.Nodes, in.Updates = corpus.Unknown, corpus.Unknown
	}
	return in
}

// planOf plans two samples of one run each.
func planOf(t *testing.T, variants []solvers.Variant, ids ...string) bench.Plan {
	p := bench.Plan{Variants: variants, Samples: 2}
	for _, id := range ids {
		p.Instances = append(p.Instances, instance(t, id))
	}
	return p
}

func quiet(int, int, string) {}

// ran is what a run left in its directory.
type ran struct {
	dir      string
	rows     []results.Row
	profiles []results.Profile
	record   results.Record
	plan     string
	log      []string
	err      error // of the run
}

// execute carries out a plan in a new directory, or resumes the run in one.
func execute(t *testing.T, p bench.Plan, dir string) (r ran) {
	t.Helper()
	job := bench.Job{Dir: dir, Resume: dir != "", Command: "xcbench run", Progress: quiet}
	return executeJob(t, t.Context(), p, job)
}

func executeJob(t *testing.T, ctx context.Context, p bench.Plan, job bench.Job) (r ran) {
	t.Helper()
	if r.dir = job.Dir; r.dir == "" {
		r.dir = filepath.Join(t.TempDir(), "run")
	}
	job.Dir, job.Log = r.dir, func(line string) { r.log = append(r.log, line) }
	r.err = p.Execute(ctx, job)
	var err error
	if r.rows, r.profiles, err = results.ReadDir(r.dir); err != nil {
		t.Fatal(r.err, err)
	}
	if r.record, err = results.ReadRecord(r.dir); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(r.dir, results.PlanFile))
	if err != nil {
		t.Fatal(err)
	}
	r.plan = string(text)
	return r
}

// counts counts the rows of each solver by status: "good solved".
func (r ran) counts() map[string]int {
	all := map[string]int{}
	for _, row := range r.rows {
		all[fmt.Sprint(row.Solver, " ", row.Status)]++
	}
	return all
}

// verify verifies solvers on an instance, in worker processes that a command starts.
func verify(t *testing.T, command []string, in corpus.Instance, b bench.Bounds, variants ...solvers.Variant) bench.Report {
	t.Helper()
	v := bench.NewVerifier(command)
	defer v.Close()
	r, err := v.Verify(t.Context(), in, variants, b)
	if err != nil || len(r.Outcomes) != len(variants) {
		t.Fatalf("got %d outcomes, %v, want %d", len(r.Outcomes), err, len(variants))
	}
	return r
}
