package bench

import (
	"context"
	"errors"
	"testing"
	"time"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/format"
	"xcbench/solvers"
	"xcbench/solvers/cells"
)

// Most tests are written from outside, and so are most solvers of the tests. These here are for the
// steps that have no effect outside.

func variant(name string, s cover.Solver) solvers.Variant {
	return solvers.Variant{Solver: s, Name: name, Algorithm: name, Rule: cover.MRV, Counter: solvers.Links}
}

// Two solvers without a fault. The worker process of the tests knows them too.
var (
	good     = variant("good", dlx.Pointer(cover.MRV))
	alsoGood = variant("also_good", cells.New(cover.MRV))
)

func instance(t *testing.T, id string) corpus.Instance {
	t.Helper()
	in, err := corpus.Find(id)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// aSecond is a solver whose runs say that they took a second.
type aSecond struct{}

func (aSecond) Capabilities() cover.Capabilities { return cover.Capabilities{Secondary: true} }

func (s aSecond) Prepare(*cover.Problem) (cover.Search, error) { return s, nil }

func (aSecond) Run(context.Context, cover.Limits, cover.Visitor) cover.Stats {
	return cover.Stats{Status: cover.Solved, Search: time.Second}
}

// seconds returns how to sample such runs.
func seconds(t *testing.T, minTime time.Duration) sampling {
	return sampling{variant: variant("a_second", aSecond{}), minTime: minTime, problem: waysProblem(t, 3, 0)}
}

// strict are the rules of a puzzle that has no solution.
type strict struct{ format.Answer }

func (strict) Check([]int) error { return errors.New("against the rules") }

// An exact cover may break the rules of its puzzle, if the conversion to a problem is wrong.
func TestASolutionMustFollowTheRulesOfItsPuzzle(t *testing.T) {
	in := instance(t, "queens/6")
	puzzle, err := in.Puzzle()
	if err != nil {
		t.Fatal(err)
	}
	changed := puzzle.Copy()
	changed.Answer = strict{puzzle.Answer}
	const want = "solution 1: against the rules"
	r, err := verify(t.Context(), in, changed, []solvers.Variant{good}, Bounds{}, oracles{})
	if err != nil || r[0].Fault != want {
		t.Errorf("got %+v, %v, want %s", r, err, want)
	}
}
