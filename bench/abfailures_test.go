package bench

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/results/compare/ab"
	"xcbench/solvers"
)

// Two programs are compared on every solver and instance.
func TestProgramsAreComparedOnTheirSolvers(t *testing.T) {
	program := Side{Command: []string{os.Args[0]}}
	a := AB{Sides: [2]Side{program, program}, Variants: []solvers.Variant{good, alsoGood},
		Instances: []corpus.Instance{instance(t, "queens/4")}, Samples: 1}
	r, err := a.Compare(t.Context(), ab.Plan{Margin: 0.02, SearchMargin: 0.05, Time: time.Nanosecond}, func(int, int, string) {})
	if err != nil || r.Searches != 2 || len(r.Failed) > 0 {
		t.Errorf("got %d searches, %+v failed, %v, want 2", r.Searches, r.Failed, err)
	}
}

func TestAWorkerOfAComparisonHasItsArgumentsAndEndsWithTheRound(t *testing.T) {
	a := AB{Sides: [2]Side{{Command: []string{os.Args[0], "-test.v"}}, {Command: []string{os.Args[0]}}}}
	w, err := a.openWorkers()
	if err != nil {
		t.Fatal(err)
	}
	in := instance(t, "queens/4")
	for side := range w.sides {
		if _, err := w.sample(t.Context(), side, abTask{&in, [2]solvers.Variant{good, good}}, a); err != nil {
			t.Fatal(err)
		}
		r := w.sides[side].(*remote)
		if got, want := r.isolation.Command[1:], a.Sides[side].Command[1:]; !slices.Equal(got, want) {
			t.Errorf("side %d: got the arguments %q, want %q", side, got, want)
		}
		if r.isolation.Grace <= 0 {
			t.Errorf("side %d: got the grace %v, want some time to stop at a timeout", side, r.isolation.Grace)
		}
	}
	w.close()
	for side := range w.sides {
		if w.sides[side].(*remote).worker != nil {
			t.Errorf("side %d: got a worker after the round", side)
		}
	}
}

func TestNothingIsLeftOfAComparisonThatCannotBegin(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	a := AB{Sides: [2]Side{{Command: []string{os.Args[0]}}, {Command: []string{filepath.Join(dir, "missing")}}}}
	if _, err := a.openWorkers(); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v, want the error of a missing program", err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("got %v left, %v, want nothing", left, err)
	}
}

// erring is a side that has answers at first, and then an error.
type erring struct {
	measurer
	answers, taken int
	err            error
}

func (e *erring) sample(context.Context, task) (measurement, error) {
	if e.taken++; e.taken > e.answers {
		return measurement{}, e.err
	}
	return measurement{Stats: cover.Stats{Status: cover.Solved, Search: time.Second}, Runs: 1}, nil
}

// A worker that refuses a search does not support it. Any other error ends the comparison. Neither
// is asked for twice.
func TestASideThatRefusesASearchDoesNotSupportIt(t *testing.T) {
	broken := errors.New("broken")
	for _, answers := range []int{0, 1} {
		for _, err := range []error{&requestError{"queens/6", "too wide"}, broken} {
			in := instance(t, "queens/6")
			s := newSearch(&in, [2]solvers.Variant{good, alsoGood})
			r := abRounds{AB: AB{Samples: 3}, dice: rand.New(rand.NewPCG(1, 2)),
				tasks: map[*ab.Search]abTask{s: {&in, [2]solvers.Variant{good, alsoGood}}}}
			now := &erring{answers: answers, err: err}
			got := r.measure(t.Context(), s, abWorkers{sides: [2]measurer{&erring{answers: 100}, now}})
			if now.taken != answers+1 {
				t.Errorf("%v after %d answers: got %d requests, want %d", err, answers, now.taken, answers+1)
			}
			if err == broken {
				if got != broken {
					t.Errorf("got the error %v, want %v", got, broken)
				}
				continue
			}
			if want := "unsupported on the new side: too wide"; got != nil || s.Stats[1].Status != cover.Unsupported || s.Why != want {
				t.Errorf("after %d answers: got %v, %s (%q), want unsupported (%q)", answers, got, s.Stats[1].Status, s.Why, want)
			}
		}
	}
}
