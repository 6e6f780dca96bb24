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
)

// Most tests are written from outside, and so are most solvers of the tests. These here are for the
// steps that have no effect outside.

// aSecond is a solver whose runs say that they took a second.
type aSecond struct{}

func (aSecond) Capabilities() cover.Capabilities { return cover.Capabilities{Secondary: true} }

func (s aSecond) Prepare(*cover.Problem) (cover.Search, error) { return s, nil }

func (aSecond) Run(context.Context, cover.Limits, cover.Visitor) cover.Stats {
	return cover.Stats{Status: cover.Solved, Search: time.Second}
}

// strict are the rules of a puzzle that has no solution.
type strict struct{ format.Answer }

func (strict) Check([]int) error { return errors.New("against the rules") }

// An exact cover may break the rules of its puzzle, if the conversion to a problem is wrong.
func TestASolutionMustFollowTheRulesOfItsPuzzle(t *testing.T) {
	in, err := corpus.Find("queens/6")
	if err != nil {
		t.Fatal(err)
	}
	puzzle, err := in.Puzzle()
	if err != nil {
		t.Fatal(err)
	}
	changed := puzzle.Copy()
	changed.Answer = strict{puzzle.Answer}
	const want = "solution 1: against the rules"
	s := server{known: new(Problem), puzzle: changed}
	one := checkedSearch{server: &s, call: call{variant: solvers.Variant{Solver: dlx.Index(cover.MRV)}}}
	if got := one.outcome(t.Context()); got.Fault != want {
		t.Errorf("got %+v, want %s", got, want)
	}
}
