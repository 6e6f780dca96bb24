package solvers_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"testing"
	"time"

	"xcbench/cover"
	"xcbench/internal/corpustest"
	"xcbench/solvers"
)

// forEach runs a test with a search of every variant: 10 queens, or 8 under -short.
func forEach(t *testing.T, test func(t *testing.T, s cover.Search, whole cover.Stats)) {
	id := "queens/10"
	if testing.Short() {
		id = "queens/8" // 1199 nodes
	}
	p := corpustest.Problem(id)
	for _, v := range everything() {
		t.Run(v.Name, func(t *testing.T) {
			s, err := cover.Prepare(v, p)
			if err != nil {
				t.Fatal(err)
			}
			test(t, s, run(s, cover.Limits{}, nil))
		})
	}
}

// run runs a search and returns the statistics without the time.
func run(s cover.Search, limits cover.Limits, visit cover.Visitor) cover.Stats {
	stats := s.Run(context.Background(), limits, visit)
	stats.Search = 0
	return stats
}

func TestSearchRunsAgainWithTheSameResultWhateverStoppedIt(t *testing.T) {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	forEach(t, func(t *testing.T, s cover.Search, whole cover.Stats) {
		for name, stop := range map[string]func(){
			"end":            func() { run(s, cover.Limits{}, nil) },
			"solution limit": func() { run(s, cover.Limits{Solutions: 3}, nil) },
			"node limit":     func() { run(s, cover.Limits{Nodes: 77}, nil) },
			"update limit":   func() { run(s, cover.Limits{Updates: 5000}, nil) },
			"visitor":        func() { run(s, cover.Limits{}, func([]int) bool { return false }) },
			"context":        func() { s.Run(ended, cover.Limits{}, nil) },
		} {
			stop()
			if got := run(s, cover.Limits{}, nil); !reflect.DeepEqual(got, whole) {
				t.Errorf("after a run stopped by its %s: got %+v, want %+v", name, got, whole)
			}
		}
	})
}

func TestLimitsStopTheSearch(t *testing.T) {
	forEach(t, func(t *testing.T, s cover.Search, whole cover.Stats) {
		if got := run(s, cover.Limits{Solutions: 3}, nil); got.Solutions != 3 || got.Status != cover.Limit {
			t.Errorf("3 solutions: got %d, %s", got.Solutions, got.Status)
		}
		for _, n := range []int64{1, 255, 256, 257, whole.Nodes - 1} {
			if got := run(s, cover.Limits{Nodes: n}, nil); got.Nodes != n || got.Status != cover.Limit {
				t.Errorf("%d nodes: got %d, %s", n, got.Nodes, got.Status)
			}
		}
		if got := run(s, cover.Limits{Nodes: whole.Nodes}, nil); !reflect.DeepEqual(got, whole) {
			t.Errorf("as many nodes as there are: got %v, want %v", got, whole)
		}
		got := run(s, cover.Limits{Updates: whole.Updates / 2}, nil)
		if got.Updates < whole.Updates/2 || got.Updates > whole.Updates*6/10 || got.Status != cover.Limit {
			t.Errorf("half the updates: got %d of %d, %s", got.Updates, whole.Updates, got.Status)
		}
		seen := int64(0)
		got = run(s, cover.Limits{}, func([]int) bool { seen++; return seen < 5 })
		if seen != 5 || got.Solutions != 5 || got.Status != cover.Limit {
			t.Errorf("a visitor that stops at the fifth solution: saw %d, got %d, %s",
				seen, got.Solutions, got.Status)
		}
	})
}

func TestSearchStopsWhenItsContextEnds(t *testing.T) {
	// Both take seconds or hours. The second one is for solvers that limit the options of an item.
	long := []*cover.Problem{corpustest.Problem("pentomino/6x10"), corpustest.Problem("queens/16")}
	for _, v := range everything() {
		s, err := cover.Prepare(v, long[0])
		if err != nil {
			s, err = cover.Prepare(v, long[1])
			if refuses(v, err) {
				continue
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
		if got := s.Run(ctx, cover.Limits{}, nil); got.Status != cover.Timeout {
			t.Errorf("%s: a deadline: got %s, want timeout", v.Name, got.Status)
		}
		cancel()
		ctx, cancel = context.WithCancel(context.Background())
		time.AfterFunc(20*time.Millisecond, cancel)
		if got := s.Run(ctx, cover.Limits{}, nil); got.Status != cover.Timeout {
			t.Errorf("%s: cancelled: got %s, want timeout", v.Name, got.Status)
		}
	}
}

func TestSearchAllocatesNothingPerNode(t *testing.T) {
	forEach(t, func(t *testing.T, s cover.Search, whole cover.Stats) {
		// The level profile is one allocation, and the testing package may add a few.
		got := testing.AllocsPerRun(3, func() { s.Run(context.Background(), cover.Limits{}, nil) })
		if got > 4 {
			t.Errorf("got %v allocations in a run of %d nodes, want at most 4", got, whole.Nodes)
		}
	})
}

// wide returns a problem whose options contain 10 items each. One solution is planted. With a hub,
// every option also contains the hub, the only secondary item.
func wide(items, options int, hub bool) *cover.Problem {
	const size = 10
	rng := rand.New(rand.NewPCG(7, 7))
	return build(func(b *cover.Builder) {
		for i := range items {
			b.Primary("i" + strconv.Itoa(i))
		}
		var tail []int
		if hub {
			b.Secondary("hub")
			tail = []int{items}
		}
		order := rng.Perm(items)
		for k := 0; k < items; k += size {
			b.OptionOf(append(slices.Clone(order[k:k+size]), tail...)...)
		}
		for range options - items/size {
			var list []int
			for len(list) < size {
				if i := rng.IntN(items); !slices.Contains(list, i) {
					list = append(list, i)
				}
			}
			slices.Sort(list)
			b.OptionOf(append(list, tail...)...)
		}
	})
}

func TestWideProblemsTakeLittleMemoryOrAreUnsupported(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a few seconds to build")
	}
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := heap()
	p := wide(5000, 50_000, false)
	for _, v := range everything() {
		s, err := cover.Prepare(v, p)
		if v.Counter != solvers.Links {
			var unsupported *cover.UnsupportedError
			if !errors.As(err, &unsupported) {
				t.Errorf("%s: got %v, want unsupported", v.Name, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		got := s.Run(context.Background(), cover.Limits{Nodes: 2000}, nil)
		if got.Nodes != 2000 || got.Status != cover.Limit {
			t.Errorf("%s: got %d nodes, %s, want 2000, limit", v.Name, got.Nodes, got.Status)
		}
		if mb := int64(heap()-before) >> 20; mb > 100 {
			t.Errorf("%s: got %d MB with the problem, want at most 100", v.Name, mb)
		} else {
			t.Logf("%s: %d MB with the problem", v.Name, mb)
		}
		runtime.KeepAlive(s)
	}
}

// BenchmarkStop reports the longest time between the end of the context and the end of the search.
// With the hub, a single step of the search hides 100,000 options.
func BenchmarkStop(b *testing.B) {
	for name, p := range map[string]*cover.Problem{
		"wide": wide(5000, 100_000, false), "hub": wide(5000, 100_000, true),
	} {
		for _, v := range everything() {
			if v.Counter != solvers.Links {
				continue
			}
			b.Run(name+"/"+v.Name, func(b *testing.B) {
				s, err := cover.Prepare(v, p)
				if err != nil {
					b.Fatal(err)
				}
				worst := time.Duration(0)
				for b.Loop() {
					deadline := time.Now().Add(50 * time.Millisecond)
					ctx, cancel := context.WithDeadline(context.Background(), deadline)
					s.Run(ctx, cover.Limits{}, nil)
					worst = max(worst, time.Since(deadline))
					cancel()
				}
				b.ReportMetric(worst.Seconds()*1e3, "worst-ms")
			})
		}
	}
}

// A search of a problem with a hub spends most of its time in covering and uncovering the hub,
// because one cover hides 10,000 options. So a stop at any time comes in the middle of a cover.
func TestSearchRunsAgainAfterAStopInTheMiddleOfACover(t *testing.T) {
	if testing.Short() {
		t.Skip("uses one goroutine and takes long under the race detector")
	}
	p := wide(500, 10_000, true)
	for _, v := range everything() {
		if v.Counter != solvers.Links {
			continue
		}
		s, err := cover.Prepare(v, p)
		if err != nil {
			t.Fatal(err)
		}
		want := run(s, cover.Limits{Nodes: 10}, nil)
		for after := range 3 {
			ctx, cancel := context.WithTimeout(context.Background(), time.Duration(after+1)*2*time.Millisecond)
			if got := s.Run(ctx, cover.Limits{}, nil); got.Status != cover.Timeout {
				t.Errorf("%s: got %s after %v, want a timeout in the middle of the search",
					v.Name, got.Status, got.Search)
			}
			cancel()
			if got := run(s, cover.Limits{Nodes: 10}, nil); !reflect.DeepEqual(got, want) {
				t.Fatalf("%s: after a stop at %d ms: got %+v, want %+v", v.Name, 2*(after+1), got, want)
			}
		}
	}
}
