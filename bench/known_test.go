package bench_test

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"xcbench/bench"
	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/format"
	"xcbench/results"
	"xcbench/solvers"
)

// exactWork is a solver that does known amounts of work when it is measured, on the problem of
// ways. No claim about it depends on the speed or the load of the machine. A solver takes processor
// time until its own thread has used enough, and reports how much that was.
type exactWork struct {
	claim   time.Duration // run k reports k times this, plus its own reading of cpu
	cpu     time.Duration // run k takes k times this processor time on its thread, and as much beside it
	allocs  int           // the first run makes this many objects, each later run three times as many
	touched int           // the first run touches this many bytes
}

// objectSize is the size of one object, in bytes. Smaller objects may share an allocation.
const objectSize = 64

var object, pages []byte

func (exactWork) Capabilities() cover.Capabilities { return cover.Capabilities{Secondary: true} }

func (k exactWork) Prepare(p *cover.Problem) (cover.Search, error) {
	return &exactSearch{exactWork: k, p: p}, nil
}

type exactSearch struct {
	exactWork
	p    *cover.Problem
	runs int
	cover.Meter
}

func (s *exactSearch) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	began := ownTime()
	s.Start(ctx, s.p, limits, visit, 1)
	var used time.Duration
	if s.runs++; visit == nil {
		s.work(began)
		used = ownTime() - began
	}
	for k := range s.p.Options() {
		if k == 0 && s.Node(0) {
			s.Add(0, 17)
		}
		if !s.Node(1) || !s.Solution([]int{k}) {
			break
		}
	}
	stats := s.Stats()
	stats.Search = time.Duration(s.runs)*s.claim + used
	return stats
}

// work does the work of one run, which began at this processor time of the thread.
func (s *exactSearch) work(began time.Duration) {
	if s.runs > 1 {
		allocate(3 * s.allocs)
	} else if allocate(s.allocs); s.touched > 0 {
		pages = make([]byte, s.touched)
		for k := 0; k < len(pages); k += 4096 {
			pages[k] = 1
		}
		pages = nil
		debug.FreeOSMemory()
	}
	cpu, beside := time.Duration(s.runs)*s.cpu, make(chan bool)
	go func() {
		runtime.LockOSThread() // the thread ends with the goroutine
		spinUntil(ownTime() + cpu)
		close(beside)
	}()
	spinUntil(began + cpu)
	<-beside
}

// spinUntil takes processor time until the thread has used this much.
func spinUntil(end time.Duration) {
	for ownTime() < end {
	}
}

func allocate(objects int) {
	for range objects {
		object = make([]byte, objectSize)
	}
}

// ways returns an instance with an item that so many options cover, and one that the other options do not
// cover.
func ways(t *testing.T, solutions, others int) corpus.Instance {
	var b cover.Builder
	b.Primary("a", "b")
	for range solutions {
		b.OptionOf(0, 1)
	}
	for range others {
		b.OptionOf(0)
	}
	p, err := b.Problem()
	if err != nil {
		t.Fatal(err)
	}
	in := corpus.FromPuzzle("ways", format.NewPuzzle(p))
	in.Name, in.Solutions, in.Source = fmt.Sprint(solutions), corpus.Count{N: int64(solutions)}, "by hand"
	return in
}

// largeBytes is more memory than the process of a small search changes by itself.
const largeBytes = 96 << 20

var knownVariants = []solvers.Variant{
	variant("known", exactWork{claim: time.Second, cpu: 5 * time.Millisecond, allocs: 5_000}),
	variant("known_large", exactWork{claim: 3 * time.Second, touched: largeBytes}),
}

func TestEachUnitOfARowIsWhatTheSolverDid(t *testing.T) {
	t.Parallel()
	p := bench.Plan{Instances: []corpus.Instance{ways(t, 3, 0)}, Variants: knownVariants, Samples: 2, MinTime: 6 * time.Second,
		Isolation: bench.Isolation{Command: worker}}
	want := map[string]struct {
		runs   int     // run k claims k, 2k or 3k seconds, so this many run until there are 6
		search float64 // seconds
		cpu    float64 // the solver takes at least this
		allocs float64
		bytes  float64
	}{
		"known":       {3, 2, 0.010, 5_000, 5_000 * objectSize},
		"known_large": {2, 4.5, 0, 1, largeBytes},
	}
	done := execute(t, p, "")
	small, large := 0.0, float64(1<<40) // peaks
	for _, r := range done.rows {
		within := func(unit string, least, most float64) {
			const digits = 1e-5 // a row has six digits
			if got := r.Value(unit); got < least*(1-digits) || got > most*(1+digits) {
				t.Errorf("%s: got %v %s, want %v to %v", r.Solver, got, unit, least, most)
			}
		}
		c := want[r.Solver]
		if r.Status != cover.Solved || r.Runs != c.runs {
			t.Errorf("%s: got %s in %d runs, want solved in %d", r.Solver, r.Status, r.Runs, c.runs)
		}
		used := r.Search - c.search // the processor time that the solver reads
		within(results.Seconds, c.search+c.cpu, c.search+c.cpu+60)
		within(results.Solutions, 3, 3)
		within(results.Nodes, 4, 4)
		within(results.Updates, 17, 17)
		within(results.Allocs, c.allocs, 1.5*c.allocs+1000)
		within(results.AllocBytes, c.bytes, 1.5*c.bytes)
		if r.Solver == "known_large" {
			large = min(large, r.Value(results.PeakBytes))
			continue
		}
		if runtime.GOOS == "linux" {
			within(results.CPUSeconds, used-1e-5, 1.4*used)
		}
		small = max(small, r.Value(results.PeakBytes))
	}
	if len(done.rows) != 4 || done.err != nil {
		t.Errorf("got %d rows, %v, want 4", len(done.rows), done.err)
	}
	if _, err := os.Stat("/proc/self/clear_refs"); err == nil && !raceDetector && !(small > 0 && large > small+largeBytes/2) {
		t.Errorf("got peaks of up to %v bytes without and from %v bytes with %d bytes touched", small, large, largeBytes)
	}
}
