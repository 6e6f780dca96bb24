package parallel_test

import (
	"context"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/internal/corpustest"
	"xcbench/solvers/parallel"
)

// However a run ends, the next run is complete, and its visitor sees each solution once.
func TestRunsEndLikeRunsOfOneWorkerAndCanBeRepeated(t *testing.T) {
	p := corpustest.Problem("queens/8")
	shown := func(x cover.Search) (all []string) {
		run(x, cover.Limits{}, func(options []int) bool { all = append(all, fmt.Sprint(options)); return true })
		slices.Sort(all)
		return all
	}
	for _, v := range divisible() {
		one := prepared(t, v, p)
		whole, solutions := run(one, cover.Limits{}, nil), shown(one)
		for eager, s := range map[bool]cover.Solver{true: parallel.Eager(v, 3), false: parallel.New(v, 3)} {
			x := prepared(t, s, p)
			for want, visitor := range map[string]func(cancel func()) cover.Visitor{
				"limit 5": func(func()) cover.Visitor {
					seen := 0
					return func([]int) bool {
						if seen++; seen > 5 {
							t.Errorf("%s: got solution %d, want 5", v.Name, seen)
						}
						return seen < 5
					}
				},
				"timeout 0": func(cancel func()) cover.Visitor { cancel(); return nil },
				"timeout":   func(cancel func()) cover.Visitor { return func([]int) bool { cancel(); return true } },
				"enough":    func(func()) cover.Visitor { return func([]int) bool { panic("enough") } },
				"<nil>":     func(func()) cover.Visitor { return func([]int) bool { runtime.Goexit(); return true } },
			} {
				ctx, cancel := context.WithCancel(t.Context())
				if got := outcome(ctx, x, visitor(cancel)); !strings.HasPrefix(got, want) {
					t.Errorf("%s: got %s, want %s", v.Name, got, want)
				}
				cancel()
				if idle, _ := parallel.Waiting(x); eager && idle != 2 && (want == "enough" || want == "<nil>") {
					t.Errorf("%s: %d of the other workers have ended after %s, want 2", v.Name, idle, want)
				}
				if got := run(x, cover.Limits{}, nil); !reflect.DeepEqual(got, whole) || !slices.Equal(shown(x), solutions) {
					t.Errorf("%s, after %s: got %+v or other solutions, want %+v", v.Name, want, got, whole)
				}
			}
		}
	}
}

// outcome runs a search on a goroutine of its own. It returns the status and the number of solutions, what
// Run panicked with, or <nil> if it ended its goroutine.
func outcome(ctx context.Context, x cover.Search, visit cover.Visitor) (ended string) {
	var caller sync.WaitGroup
	caller.Go(func() {
		defer func() {
			if ended == "" {
				ended = fmt.Sprint(recover())
			}
		}()
		got := x.Run(ctx, cover.Limits{}, visit)
		ended = fmt.Sprint(got.Status, " ", got.Solutions)
	})
	caller.Wait()
	return ended
}

// A watched solver may fail to prepare its second and further searches. It notes the runs of the first
// one, and a trial ends as it says.
type watched struct {
	cover.Solver
	fail  func() error
	trial cover.Status
	made  atomic.Int32
	runs  []string
}

func (s *watched) Prepare(p *cover.Problem) (cover.Search, error) {
	x, err := s.Solver.Prepare(p)
	if s.made.Add(1) == 1 {
		return first{x, s}, err
	}
	if s.fail != nil {
		err = s.fail()
	}
	return x, err
}

type first struct {
	cover.Search
	*watched
}

func (x first) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	stats := x.Search.Run(context.WithoutCancel(ctx), limits, visit)
	switch _, trial := ctx.Deadline(); {
	case trial:
		x.runs, stats.Status = append(x.runs, "trial"), x.trial
	case limits.Trace == nil:
		x.runs = append(x.runs, "alone")
	default:
		x.runs = append(x.runs, "divided")
	}
	return stats
}

// A worker is set up on a goroutine of its own. The next run sets the workers up again.
func TestFailureOfAWorkerEndsTheRunInTheCaller(t *testing.T) {
	for want, fail := range map[string]func() error{
		"broken":                 func() error { panic("broken") },
		"<nil>":                  func() error { runtime.Goexit(); return nil },
		"unsupported: not again": func() error { return cover.Unsupportedf("not again") },
	} {
		s := &watched{Solver: dlx.Index(cover.MRV), fail: fail, trial: cover.Timeout}
		x := prepared(t, parallel.New(s, 3), corpustest.Problem("queens/6"))
		if got := outcome(t.Context(), x, nil); got != want {
			t.Errorf("got %s, want the failure %s", got, want)
		}
		s.fail = nil
		if got := run(x, cover.Limits{}, nil); got.Solutions != 4 || got.Nodes != 111 || s.made.Load() != 5 {
			t.Errorf("the run after %s: got %+v by %d searches, want 4 solutions, 111 nodes, 5 searches", want, got, s.made.Load())
		}
	}
}

// The first run tries whether the search is brief. If it is not, all workers begin anew, and in later
// runs at once.
func TestLaterRunsBeginAsTheFirstOneEnded(t *testing.T) {
	for trial, want := range map[cover.Status]string{
		cover.Solved:  "[trial alone]",
		cover.Timeout: "[trial divided]",
	} {
		s := &watched{Solver: dlx.Index(cover.MRV), trial: trial}
		x := prepared(t, parallel.Alone(s, 3), corpustest.Problem("queens/6"))
		for range 3 {
			run(x, cover.Limits{}, nil)
		}
		if got := fmt.Sprint(slices.Compact(s.runs)); got != want { // a run may take more than one job
			t.Errorf("a trial that ends with %s: got runs %s of the first worker, want %s", trial, got, want)
		}
	}
}

func TestShortRunsAllocateNoMoreThanTheSolver(t *testing.T) {
	for _, v := range divisible() {
		allocs := func(s cover.Solver) float64 {
			x := prepared(t, s, corpustest.Problem("domino/3x3"))
			return testing.AllocsPerRun(20, func() { run(x, cover.Limits{}, nil) })
		}
		if got, want := allocs(parallel.Alone(v, 2)), allocs(v); got > want {
			t.Errorf("%s: got %v allocations in a run, want %v", v.Name, got, want)
		}
	}
}
