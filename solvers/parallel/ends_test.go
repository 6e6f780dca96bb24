package parallel_test

import (
	"context"
	"reflect"
	"runtime"
	"slices"
	"testing"
	"time"

	"xcbench/cover"
	"xcbench/internal/corpustest"
	"xcbench/solvers"
	"xcbench/solvers/parallel"
)

// However a run ends, the next run must be complete.
func TestRunsEndLikeRunsOfOneWorkerAndCanBeRepeated(t *testing.T) {
	instance, times := "queens/9", 4
	switch {
	case thorough:
		instance, times = "queens/10", 5
	case testing.Short():
		times = 2
	}
	for _, v := range quick(divisible()) {
		t.Run(v.Name, func(t *testing.T) { endsAndRepeats(t, v, corpustest.Problem(instance), times) })
	}
}

func endsAndRepeats(t *testing.T, v solvers.Variant, p *cover.Problem, times int) {
	one, err := cover.Prepare(v, p)
	if err != nil {
		t.Fatal(err)
	}
	x := eager(t, v, 3, p)
	for name, test := range map[string]func(){
		"visitor": func() {
			seen := int64(0)
			got := run(x, cover.Limits{}, func([]int) bool { seen++; return seen < 5 })
			if seen != 5 || got.Solutions != 5 || got.Status != cover.Limit {
				t.Errorf("a visitor that stops at the fifth solution saw %d, got %d, %s, want 5, 5, limit",
					seen, got.Solutions, got.Status)
			}
		},
		"limits": func() {
			for _, limits := range []cover.Limits{{Solutions: 3}, {Nodes: 777}, {Updates: 2000}} {
				if got, want := run(x, limits, nil), run(one, limits, nil); !reflect.DeepEqual(got, want) {
					t.Errorf("%+v: got %+v, want %+v", limits, got, want)
				}
			}
		},
		"ended context": func() {
			ctx, cancel := context.WithCancel(context.Background())
			cancel()
			if got := x.Run(ctx, cover.Limits{}, nil); got.Status != cover.Timeout {
				t.Errorf("an ended context: got %s, want timeout", got.Status)
			}
		},
		"context": func() {
			ctx, cancel := context.WithCancel(context.Background())
			got := x.Run(ctx, cover.Limits{}, func([]int) bool { cancel(); return true })
			if got.Status != cover.Timeout {
				t.Errorf("a context that ends at a solution: got %s, want timeout", got.Status)
			}
		},
		"panic": func() {
			calls := 0
			defer func() {
				if got := recover(); got != "enough" || calls != 1 {
					t.Errorf("a visitor that panics: got %v after %d calls, want enough after 1", got, calls)
				}
			}()
			run(x, cover.Limits{}, func([]int) bool { calls++; panic("enough") })
		},
		"Goexit": func() {
			returned := make(chan bool, 1)
			go func() {
				defer func() { returned <- false }()
				run(x, cover.Limits{}, func([]int) bool { runtime.Goexit(); return true })
				returned <- true
			}()
			if <-returned {
				t.Error("a visitor that ends its goroutine: the run returned, want that it does not")
			}
		},
		"trace": func() {
			order := func(x cover.Search) (levels []int) {
				trace := cover.Trace{Node: func(level int) { levels = append(levels, level) }}
				x.Run(context.Background(), cover.Limits{Trace: &trace}, nil)
				return levels
			}
			if !slices.Equal(order(x), order(one)) {
				t.Error("got another tree in the trace, want the tree of one worker")
			}
		},
	} {
		for range times {
			test()
			if got, want := run(x, cover.Limits{}, nil), run(one, cover.Limits{}, nil); !reflect.DeepEqual(got, want) {
				t.Errorf("after a run ended by %s: got %+v, want %+v", name, got, want)
			}
		}
	}
}

func TestLongRunEndsWithItsContext(t *testing.T) {
	for _, v := range divisible() {
		x := long(t, v)
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
		if got := x.Run(ctx, cover.Limits{}, nil); got.Status != cover.Timeout {
			t.Errorf("%s: a deadline: got %s, want timeout", v.Name, got.Status)
		}
		cancel()
		ctx, cancel = context.WithCancel(context.Background())
		time.AfterFunc(20*time.Millisecond, cancel)
		if got := x.Run(ctx, cover.Limits{}, nil); got.Status != cover.Timeout {
			t.Errorf("%s: cancelled: got %s, want timeout", v.Name, got.Status)
		}
	}
}

// long returns a search by two workers that takes v at least some seconds.
func long(t testing.TB, v solvers.Variant) cover.Search {
	t.Helper()
	for _, id := range []string{"pentomino/6x10", "queens/16"} {
		x, err := cover.Prepare(parallel.New(v, 2), corpustest.Problem(id))
		if err == nil {
			return x
		}
		if !refused(err) {
			t.Fatal(err)
		}
	}
	t.Fatalf("%s refuses all long problems, want one that it takes", v.Name)
	return nil
}

// BenchmarkStop reports the longest time from the end of the context to the end of a search by two
// workers.
func BenchmarkStop(b *testing.B) {
	for _, v := range divisible() {
		b.Run(v.Name, func(b *testing.B) {
			x := long(b, v)
			worst := time.Duration(0)
			for b.Loop() {
				deadline := time.Now().Add(20 * time.Millisecond)
				ctx, cancel := context.WithDeadline(context.Background(), deadline)
				x.Run(ctx, cover.Limits{}, nil)
				worst = max(worst, time.Since(deadline))
				cancel()
			}
			b.ReportMetric(worst.Seconds()*1e3, "worst-ms")
		})
	}
}

func TestRefusalIsPassedOn(t *testing.T) {
	if _, err := cover.Prepare(parallel.New(refusing{}, 2), corpustest.Problem("queens/6")); err == nil {
		t.Error("got no error from a solver that refuses")
	}
}

type refusing struct{}

func (refusing) Capabilities() cover.Capabilities { return cover.Capabilities{} }

func (refusing) Prepare(*cover.Problem) (cover.Search, error) {
	return nil, cover.Unsupportedf("no problem is good enough")
}
