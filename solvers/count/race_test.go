package count

import (
	"math"
	"os"
	"reflect"
	"testing"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/internal/corpustest"
)

// race returns a search of [Best] for an instance.
func race(t testing.TB, id string) *bestSearch {
	t.Helper()
	s, err := cover.Prepare(Best(dlx.Index(cover.MRV), "dlx_index"), corpustest.Problem(id))
	if err != nil {
		t.Fatal(err)
	}
	return s.(*bestSearch)
}

// worked returns the steps of the last run of a contestant.
func worked(c contestant) int64 {
	switch c := c.(type) {
	case *sweeper:
		if c.sweep != nil {
			return c.sweep.effort
		}
	case *rememberer:
		if c.x != nil {
			return c.x.steps
		}
	case *enumerator:
		return c.stats.Nodes * c.cost
	}
	return 0
}

// alone returns the steps that a contestant takes without the others, or the bound if it is not done
// by then.
func alone(t *testing.T, r *runner, bound int64) int64 {
	if !r.ready && !r.prepare() {
		return bound
	}
	r.begin(t.Context(), unbounded(cover.Limits{}))
	ended := false
	for spent := int64(0); spent < bound && !ended; spent += 1 << 20 {
		ended = r.turn(1 << 20)
	}
	solved := r.result().Status == cover.Solved && ended
	if steps := worked(r.contestant) + int64(r.entry()); solved && steps < bound {
		return steps
	}
	return bound
}

// long is true under "make test-long", which tries more.
var long = os.Getenv("XCBENCH_LONG") != ""

// A race takes at most 1.5 times the steps of its best contestant, and 7 million more, which are 5 to
// 7 ms. Some of these problems suit one order of the sweeps only, others the enumerator or the
// memory.
func TestARaceTakesLittleMoreThanItsBestContestant(t *testing.T) {
	ids := []string{
		"domino/10x10", "aztec/8", "matching/k16", "queens/10", "domino/12x12", "aztec/10", "squares/9x9",
		"squares/8x13", "langford/10", "bell/11", "lozenge/5x5x5", "tiling/v3_7x9",
		"rectangles/5x5", "matching/k20", "blocks/15_k3", "skolem/10", "threepartition/12_b200_s1", "triangles/lattice20",
	}
	switch {
	case long:
		ids = append(ids, "queens/12", "pentomino/3x20", "domino/14x14", "sudoku_empty/1x5", "langford/11", "skolem/11")
	case testing.Short():
		ids = ids[:4]
	}
	for _, id := range ids {
		x := race(t, id)
		got := x.Run(t.Context(), cover.Limits{}, nil)
		steps := x.spent
		for _, r := range x.field {
			if r.ready {
				steps += worked(r.contestant) + int64(r.entry())
			}
		}
		best, name := 2*steps, ""
		for _, r := range x.field {
			if took := alone(t, r, best); took < best {
				best, name = took, r.name()
			}
		}
		t.Logf("%-20s %6.2f times the %10d steps of %s, by %s", id, float64(steps)/float64(best), best, name, x.Chosen())
		if got.Status != cover.Solved || steps > best*3/2+7_000_000 {
			t.Errorf("%s: %s after %d steps by %s, want at most 1.5 times the %d of %s, plus 7 million",
				id, got.Status, steps, x.Chosen(), best, name)
		}
	}
}

// An estimate is worth twice its steps only if it comes from a wide probe and was not corrected.
func TestAnEstimateIsTrustedAsFarAsItIsKnown(t *testing.T) {
	for _, c := range []struct {
		width               int
		steps, floor, spent float64
		want                int64
	}{
		{64, 4e6, 0, 0, 8e6}, {16, 4e6, 0, 0, 4e6}, {64, 4e6, 4e6, 2e6, 4e6}, {64, 4e6, 4e6, 3e6, 6e6}, {64, 1e5, 0, 0, firstProbe}, {63, 4e6, 0, 0, 4e6}, {16, 1 << 60, 0, 0, longProbe / 10},
		{0, math.Inf(1), 0, 0, longProbe / 10}, {0, math.Inf(1), 0, longProbe, 2 * longProbe},
	} {
		r := &runner{width: c.width, floor: c.floor, spent: int64(c.spent), guess: estimate{steps: c.steps}}
		if got := r.patience(); got != c.want {
			t.Errorf("%+v: got %d steps", c, got)
		}
	}
}

// The tree of a block design has many branches and is expensive to sample. The sweeps are not, and
// are sampled again without it.
func TestAnExpensiveProbeDoesNotEndTheSurvey(t *testing.T) {
	x := race(t, "blocks/14_k4")
	x.Run(t.Context(), cover.Limits{}, nil)
	if tree, sweep := x.field[1].width, x.field[2].width; tree >= sweep || sweep < 64 {
		t.Errorf("got probes of width %d of the tree and %d of the sweep, won by %s", tree, sweep, x.Chosen())
	}
}

func TestARaceIsTheSameEachTime(t *testing.T) {
	ids := []string{"domino/8x8", "aztec/8", "queens/10", "squares/8x13"}
	if testing.Short() {
		ids = ids[:2]
	}
	for _, id := range ids {
		var first cover.Stats
		x := race(t, id)
		for n := range 3 {
			if n == 2 {
				x = race(t, id)
			}
			got := x.Run(t.Context(), cover.Limits{}, nil)
			got.Search = 0
			if n == 0 {
				first = got
			}
			if got.Status != cover.Solved || !reflect.DeepEqual(got, first) {
				t.Errorf("%s, run %d: got %+v by %s, want %+v", id, n+1, got, x.Chosen(), first)
			}
		}
	}
}

// A race in which every sweep and the memory give up for want of memory is won by the enumerator.
func TestEnumerationIsLeftWhenMemoryEnds(t *testing.T) {
	x := race(t, "queens/8")
	got := x.Run(t.Context(), cover.Limits{Memory: 2000}, nil)
	if got.Status != cover.Solved || got.Solutions != 92 || x.Chosen() != "dlx_index" {
		t.Errorf("got %d solutions, %s by %s, want 92 by dlx_index", got.Solutions, got.Status, x.Chosen())
	}
}

func TestLimitsStopARace(t *testing.T) {
	x := race(t, "domino/12x12")
	for name, limits := range map[string]cover.Limits{"nodes": {Nodes: 100}, "updates": {Updates: 100}} {
		got := x.Run(t.Context(), limits, nil)
		if got.Status != cover.Limit || got.Nodes > 200 {
			t.Errorf("%s: got %s after %d nodes, want limit", name, got.Status, got.Nodes)
		}
	}
	if got := x.Run(t.Context(), cover.Limits{Solutions: 5}, nil); got.Status != cover.Limit || got.Solutions != 5 {
		t.Errorf("solutions: got %d, %s, want 5, limit", got.Solutions, got.Status)
	}
	if got := x.Run(t.Context(), cover.Limits{}, nil); got.Status != cover.Solved || got.Solutions != 53060477521960000 {
		t.Errorf("after the limits: got %d solutions, %s", got.Solutions, got.Status)
	}
}

func TestMemoryForgetsLevelsThatDoNotHit(t *testing.T) {
	for id, keeps := range map[string]bool{"random/i200_m600_k6_s1": false, "langford/9": true} {
		s, err := cover.Prepare(Memo(), corpustest.Problem(id))
		if err != nil {
			t.Fatal(err)
		}
		x := s.(*memoSearch)
		got := x.Run(t.Context(), cover.Limits{Nodes: 30_000}, nil)
		forgotten, kept := 0, false
		for k, l := range x.levels {
			if l.forgotten {
				forgotten++
			}
			kept = kept || !l.forgotten && l.stored > forgetAfter
			// A level is forgotten as soon as it has enough states, and hits below the share.
			if few := l.stored >= forgetAfter && l.hits*forgetRatio < l.stored; few != l.forgotten ||
				l.forgotten && l.stored != max(forgetAfter, l.hits*forgetRatio+1) {
				t.Errorf("%s, level %d: got %+v", id, k, l)
			}
		}
		if forgotten == 0 || kept != keeps || !keeps && got.Tables.Remembered > got.Nodes/2 {
			t.Errorf("%s: got %d levels forgotten, a large one kept %v, %d of %d nodes remembered", id, forgotten, kept,
				got.Tables.Remembered, got.Nodes)
		}
	}
}

// A level with few hits is forgotten by the state that makes their share too small.
func TestTheShareOfHitsIsExact(t *testing.T) {
	for stored, want := range map[int64]bool{100*forgetRatio - 1: false, 100 * forgetRatio: true} {
		x, err := newMemo(problem(t, 2, 2, [][]int{{0}, {1}, {1}}))
		if err != nil {
			t.Fatal(err)
		}
		x.clock = newClock(t.Context())
		x.begin(cover.Limits{})
		x.levels[1].hits, x.levels[1].stored = 100, stored
		x.root()
		if l := x.levels[1]; l.stored != stored+1 || l.forgotten != want {
			t.Errorf("got %d stored and forgotten %v, want %d and %v", l.stored, l.forgotten, stored+1, want)
		}
	}
}

// The count is the same when the table cannot grow and states replace each other.
func TestAFullMemoryReplacesStates(t *testing.T) {
	s, err := cover.Prepare(Memo(), corpustest.Problem("domino/8x8"))
	if err != nil {
		t.Fatal(err)
	}
	whole := s.Run(t.Context(), cover.Limits{}, nil)
	tight := s.Run(t.Context(), cover.Limits{Memory: 40_000}, nil)
	if tight.Solutions != 12988816 || tight.Tables.PeakBytes > 40_000 || tight.Nodes <= whole.Nodes {
		t.Errorf("got %d solutions, %d bytes, %d nodes, %d without the bound",
			tight.Solutions, tight.Tables.PeakBytes, tight.Nodes, whole.Nodes)
	}
}

// The estimate of a sweep has the memory of its tables. A sweep that needs more than there is does
// not lead.
func TestASweepThatNeedsTooMuchMemoryIsNotRun(t *testing.T) {
	for id, rule := range map[string]cover.Rule{"domino/12x12": Breadth, "squares/10x10": Input, "bell/11": Input, "aztec/10": Greedy} {
		s := &sweeper{rule: rule, p: corpustest.Problem(id)}
		if !s.prepare() {
			t.Fatal(id)
		}
		guess := s.estimate(newProbe(t, 1<<20))
		bytes := s.bytes(guess.peak)
		took := count(t, Frontier(rule), s.p, cover.Limits{}).Tables.PeakBytes
		if ratio := bytes / float64(took); ratio < 1./4 || ratio > 4 {
			t.Errorf("%s: estimated %.0f bytes, and it took %d", id, bytes, took)
		}
		x, r := &bestSearch{bias: 1}, &runner{contestant: s}
		x.limits.Memory = int64(bytes) + 1
		if x.learn(r, guess, 16); math.IsInf(r.left(), 1) || r.guess.steps != guess.steps {
			t.Errorf("%s: with enough memory: got %g steps, want %g", id, r.guess.steps, guess.steps)
		}
		x.limits.Memory = int64(bytes) - 1
		if x.learn(r, guess, 16); !math.IsInf(r.guess.steps, 1) {
			t.Errorf("%s: without enough memory: got an estimate of %g steps", id, r.guess.steps)
		}
	}
}
