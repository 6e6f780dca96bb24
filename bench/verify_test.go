package bench

import (
	"context"
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

// threeWays returns an instance with one item and three options.
func threeWays(t *testing.T) corpus.Instance {
	in := corpus.FromPuzzle("known", format.NewPuzzle(waysProblem(t, 3, 0)))
	in.Name = "three_ways"
	return in
}

// aSecond is a solver whose runs say that they took a second.
type aSecond struct{}

func (aSecond) Capabilities() cover.Capabilities { return cover.Capabilities{Secondary: true} }

func (s aSecond) Prepare(*cover.Problem) (cover.Search, error) { return s, nil }

func (aSecond) Run(context.Context, cover.Limits, cover.Visitor) cover.Stats {
	return cover.Stats{Status: cover.Solved, Search: time.Second}
}

// seconds returns a task to sample such runs.
func seconds(t *testing.T, minTime time.Duration) task {
	in := threeWays(t)
	return task{instance: &in, variants: []solvers.Variant{variant("a_second", aSecond{})}, minTime: minTime}
}
