package bench_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"xcbench/bench"
	"xcbench/cover"
	"xcbench/results"
)

// short is the longest search that is run again as a whole.
const short = 20 * time.Millisecond

// The second run stops after half of the nodes, a thousand at most. The third one is like the first,
// or like the second if the first was long.
func TestFurtherRunsHaveTheLimitsOfTheirPart(t *testing.T) {
	given := cover.Limits{Nodes: 10_000, Updates: 5}
	part := func(nodes int64) cover.Limits { return cover.Limits{Nodes: nodes, Updates: 5} }
	for _, c := range []struct {
		status cover.Status
		nodes  int64
		took   time.Duration
		want   []cover.Limits
	}{
		{cover.Solved, 0, 0, []cover.Limits{given, part(1), given}},
		{cover.Solved, 4, short, []cover.Limits{given, part(2), given}},
		{cover.Solved, 4, short + 1, []cover.Limits{given, part(2), part(2)}},
		{cover.Limit, 5000, 0, []cover.Limits{given, part(1000), given}},
		{cover.Timeout, 1998, 0, []cover.Limits{given, part(999), part(999)}},
	} {
		v, seen := script(stats(c.status, c.nodes, c.took))
		if r := verify(t, threeWays(t), bench.Bounds{Limits: given}, v); len(r.Faulty()) > 0 {
			t.Fatalf("got faults %q, want none", faults(r))
		}
		if !slices.Equal(*seen, c.want) {
			t.Errorf("%s after %d nodes and %v: got runs with the limits %+v, want %+v", c.status, c.nodes, c.took, *seen,
				c.want)
		}
	}
}

// An engine may have no limit of nodes. Then a long search is not run a third time, because the
// second run has no part to compare. Another error in a second run is its fault.
func TestAnEngineWithoutALimitOfNodesIsRunAgainIfItIsQuick(t *testing.T) {
	for took, want := range map[time.Duration]int{short: 3, short + 1: 2} {
		none := cover.Stats{Status: cover.Unsupported, Err: errors.New("no limit of nodes")}
		first := stats(cover.Solved, 4, took)
		v, seen := script(first, none, first)
		if r := verify(t, threeWays(t), bench.Bounds{}, v); len(r.Faulty()) > 0 || len(*seen) != want {
			t.Errorf("%v: got %d runs, faults %q, want %d runs", took, len(*seen), faults(r), want)
		}
	}
	broken := stats(cover.Failed, 3, 0)
	broken.Err = &cover.WrongError{Reason: "7 is no option"}
	v, _ := script(solved, broken)
	if f := verify(t, threeWays(t), bench.Bounds{}, v).Faults(); len(f) != 1 || f[0].Status != results.Wrong ||
		f[0].What != "in a second run: 7 is no option" {
		t.Errorf("got %q, want a wrong answer in a second run", f)
	}
}

func TestAnOutcomeHasTheTimeToPrepare(t *testing.T) {
	wait := func(*cover.Problem) { time.Sleep(2 * time.Millisecond) }
	for _, s := range []cover.Solver{faulty{prepare: wait}, refusing{faulty{prepare: wait}}} {
		if o := verify(t, instance(t, "queens/6"), bench.Bounds{}, variant("slow", s)).Outcomes[0]; o.Stats.Setup < 2*time.Millisecond {
			t.Errorf("%s: got %v to prepare, want 2ms or more", o.Stats.Status, o.Stats.Setup)
		}
	}
}
