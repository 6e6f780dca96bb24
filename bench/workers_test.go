package bench_test

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"slices"
	"testing"
	"time"
	"unsafe"

	"xcbench/bench"
	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/solvers"
)

// The test binary is the worker process too. It knows bad solvers in addition.
var everySolver solvers.Set

func TestMain(m *testing.M) {
	var err error
	if everySolver, err = solvers.NewSet(slices.Concat(misbehaving(), plantedVariants(), knownVariants, engineVariants())); err != nil {
		panic(err)
	}
	if role := os.Getenv(roleVariable); role != "" {
		beEngine(role)
	}
	if os.Getenv(bench.WorkerVariable) != "" {
		if err := bench.Work(everySolver, os.Stdin, os.Stdout); err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	pids, err := os.MkdirTemp("", "xcbench-test-*")
	if err != nil {
		panic(err)
	}
	os.Setenv(pidVariable, pids)
	status := m.Run()
	os.RemoveAll(pids)
	os.Exit(status)
}

// misbehaving are solvers that hang, crash, or end their process, and two without a fault.
func misbehaving() []solvers.Variant {
	hang := func() { time.Sleep(30 * time.Minute) } // longer than any limit; a bubble of synctest needs an end
	inEach := func(do func()) faulty { return faulty{before: func(int, context.Context, cover.Limits) { do() }} }
	again := func(do func()) faulty {
		return faulty{before: func(run int, _ context.Context, _ cover.Limits) {
			if run > 1 {
				do()
			}
		}}
	}
	return []solvers.Variant{
		variant("hang", inEach(hang)),
		variant("spin", inEach(func() {
			for {
				spun++
			}
		})),
		variant("eater", inEach(eat)),
		variant("panics", inEach(func() { panic("no more") })),
		variant("names_program", inEach(func() { panic(os.Args[0]) })),
		variant("exits", inEach(killSelf)), // as when the system runs out of memory
		variant("killed_once", inEach(killAtTurn)),
		variant("quits_at_third", atThird(quit)),
		variant("quits", inEach(quit)),
		variant("quits_again", again(quit)),
		variant("hangs_again", again(hang)),
		variant("damages", inEach(damage)),
		variant("leaves", inEach(runtime.Goexit)),
		variant("panics_beside", inEach(func() {
			go panic("no more")
			hang()
		})),
		alsoGood,
		variant("below_zero", faulty{count: func(_ int, s *cover.Stats) { s.Solutions = -1 }}), // not even a worker says so
		variant("late", lateCrash{}),
		variant("one_second", takes(time.Second)),
		variant("two_seconds", takes(2*time.Second)),
		good,
	}
}

func quit() { os.Exit(3) }

// damage writes to read-only memory. Go does not turn this fault into a panic.
func damage() { *unsafe.StringData("constant") = 0 }

// killSelf kills this process as others do.
func killSelf() {
	self, _ := os.FindProcess(os.Getpid())
	self.Kill()
	select {}
}

// killVariable names a file and a number of runs. The solver killed_once kills its process when it
// begins the next run after that many.
const killVariable = "XCBENCH_TEST_KILL"

// killAtTurn notes each run in the file, so that the number of runs outlives the process.
func killAtTurn() {
	var path string
	var turn int
	fmt.Sscan(os.Getenv(killVariable), &path, &turn)
	runs, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
	if err != nil {
		panic(err)
	}
	info, err := runs.Stat()
	if err != nil {
		panic(err)
	}
	runs.WriteString("x")
	runs.Close()
	if info.Size() == int64(turn) {
		killSelf()
	}
}

// atThird shows a solver's first two solutions, and then calls a function.
func atThird(do func()) faulty {
	return faulty{show: func(_ int, visit cover.Visitor) cover.Visitor {
		n := 0
		return func(options []int) bool {
			if n++; n == 3 {
				do()
			}
			return visit(options)
		}
	}}
}

var (
	eaten [][]byte
	spun  int
)

// eat takes all memory.
func eat() {
	for k := 0; ; k++ {
		eaten = append(eaten, make([]byte, 1<<20))
		for i := 0; i < 1<<20; i += 4096 {
			eaten[k][i] = 1
		}
	}
}

// lateCrash passes the verification and panics when it is measured.
type lateCrash struct{ faulty }

func (lateCrash) Prepare(p *cover.Problem) (cover.Search, error) {
	s, err := dlx.Index(cover.MRV).Prepare(p)
	return lateCrashSearch{s}, err
}

type lateCrashSearch struct{ cover.Search }

func (l lateCrashSearch) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	if visit == nil {
		panic("too late")
	}
	return l.Search.Run(ctx, limits, visit)
}

// takes is a solver that says its search took this long.
func takes(d time.Duration) faulty {
	return faulty{count: func(_ int, s *cover.Stats) { s.Search, s.Costs = d, &cover.Costs{CPU: d, Wall: d} }}
}
