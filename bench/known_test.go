package bench_test

import (
	"bytes"
	"context"
	"os"
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/format"
	"xcbench/solvers"
)

// exactWork is a solver that does known amounts of work, for tests of the measuring. It solves the
// problem of threeWays only. The work that has no known amount in a verification, where the thread
// may change, is left out there.
type exactWork struct {
	claim     time.Duration // run k reports k times this, plus its own reading of cpu; 0: the time that it took
	prepare   time.Duration // Prepare sleeps this long
	prepares  int           // Prepare makes this many objects, and takes as many microseconds of processor time
	sleep     time.Duration // each run sleeps this long
	cpu       time.Duration // run k takes k times this processor time on its thread, and as much beside it
	allocs    int           // the first run makes this many objects, each later run three times as many
	touched   int           // the first run touches this many bytes
	exits     bool          // the process exits after the sleep
	change    func(prepared, run int, s *cover.Stats)
	timesMade int
}

// objectSize is the size of one object of a known solver, in bytes. Smaller objects may share an
// allocation.
const objectSize = 64

var object, pages []byte

func (k *exactWork) Prepare(p *cover.Problem) (cover.Search, error) {
	k.timesMade++
	time.Sleep(k.prepare)
	if onLockedThread() {
		allocate(k.prepares)
		began := ownTime()
		spinUntil(began + time.Duration(k.prepares)*time.Microsecond)
	}
	return &knownSearch{exactWork: k, p: p, prepared: k.timesMade}, nil
}

func (*exactWork) Capabilities() cover.Capabilities { return cover.Capabilities{Secondary: true} }

type knownSearch struct {
	*exactWork
	p              *cover.Problem
	prepared, runs int
	cover.Meter
}

func (s *knownSearch) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	began := ownTime()
	s.Start(ctx, s.p, limits, visit, 1)
	s.runs++
	var used time.Duration
	if measured := onLockedThread(); measured != (visit == nil) {
		panic("a search must be measured on a locked thread, and only there")
	} else if measured {
		s.work(began)
		used = ownTime() - began
	}
	time.Sleep(s.sleep)
	if s.exits {
		os.Exit(1)
	}
	for k := range s.p.Options() {
		if k == 0 && !s.Node(0) {
			break
		} else if k == 0 {
			s.Add(0, 17)
		}
		if !s.Node(1) || !s.Solution([]int{k}) {
			break
		}
	}
	stats := s.Stats()
	if s.claim > 0 {
		stats.Search = time.Duration(s.runs) * s.claim
	}
	if s.cpu > 0 {
		stats.Search += used
	}
	if s.change != nil {
		s.change(s.prepared, s.runs, &stats)
	}
	return stats
}

// work does the work of one run, which began at this processor time of the thread.
func (s *knownSearch) work(began time.Duration) {
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
	if s.cpu == 0 {
		return
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

// onLockedThread reports whether the goroutine is locked to its thread. The first line of its stack
// says so.
func onLockedThread() bool {
	var text [80]byte
	line, _, _ := bytes.Cut(text[:runtime.Stack(text[:], false)], []byte("\n"))
	return bytes.Contains(line, []byte("locked to thread"))
}

// threeWays returns an instance with one item and three options.
func threeWays(t *testing.T) corpus.Instance {
	var b cover.Builder
	if err := b.Primary("a"); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if err := b.Option("a"); err != nil {
			t.Fatal(err)
		}
	}
	p, err := b.Problem()
	if err != nil {
		t.Fatal(err)
	}
	in := corpus.FromPuzzle("known", format.NewPuzzle(p))
	in.Name, in.Solutions = "three_ways", corpus.Count{N: 3}
	return in
}

// knownVariants are the known solvers. Tests find them by name, in this process and in the worker.
func knownVariants() (all []solvers.Variant) {
	for name, k := range map[string]*exactWork{
		"known": {claim: time.Second, prepare: 20 * time.Millisecond, prepares: 20_000, cpu: 5 * time.Millisecond,
			allocs: 5_000},
		"known_twice": {claim: 2 * time.Second, prepare: 40 * time.Millisecond, prepares: 40_000,
			cpu: 10 * time.Millisecond, allocs: 10_000},
		"known_large":   {claim: 3 * time.Second, touched: largeBytes},
		"sleeper":       {prepare: 75 * time.Millisecond, sleep: 50 * time.Millisecond},
		"sleeper_twice": {prepare: 150 * time.Millisecond, sleep: 100 * time.Millisecond},
		"sleeps_well":   {sleep: time.Second},
		"sleeps_exits":  {sleep: 100 * time.Millisecond, exits: true},
		"drifting": {claim: time.Second, change: func(prepared, _ int, s *cover.Stats) {
			s.Updates += int64(prepared)
			s.Levels[1].Updates += int64(prepared)
		}},
	} {
		all = append(all, variant(name, k))
	}
	return all
}

// largeBytes is more memory than the process of a small search changes by itself.
const largeBytes = 96 << 20
