package count

import (
	"math"
	"testing"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/internal/corpustest"
)

// newProbe returns a probe without a budget.
func newProbe(t *testing.T, width int) *probe {
	c := newClock(t.Context())
	return &probe{width: width, budget: math.MaxInt64, clock: &c}
}

func TestEstimatesAreNearTheTruth(t *testing.T) {
	for _, c := range []struct {
		id    string
		rule  cover.Rule
		width int
		most  float64 // the estimate may be wrong by this factor
	}{
		{"queens/10", Input, 256, 2}, {"domino/14x14", Breadth, 16, 3}, {"domino/12x12", Breadth, 256, 1.5},
		{"aztec/10", Greedy, 64, 1.5}, {"sudoku_empty/1x5", Input, 64, 3}, {"squares/9x9", Input, 256, 2},
		{"langford/9", Input, 256, 2}, {"tiling/v3_7x9", Breadth, 64, 2}, {"domino/8x8", Input, 1 << 20, 1},
	} {
		s := &sweeper{rule: c.rule, p: corpustest.Problem(c.id)}
		if !s.prepare() {
			t.Fatal(c.id)
		}
		got := newProbe(t, c.width).sweep(s.sweep.plan)
		s.begin(t.Context(), cover.Limits{})
		s.turn(math.MaxInt64 / 2)
		ratio := got.sample / float64(s.sweep.effort)
		t.Logf("%s, %s: %.2f of %d steps", c.id, c.rule, ratio, s.sweep.effort)
		if ratio > c.most || ratio < 1/c.most {
			t.Errorf("%s, %s: estimated %.2f of the steps, want within a factor %g", c.id, c.rule, ratio, c.most)
		}
		// The race takes steps, which lean upwards on purpose, so that a wrong order is not run first.
		if most := 12 * float64(s.sweep.effort); got.steps < got.sample || got.steps > most {
			t.Errorf("%s, %s: got %g steps, want the sample's %g at least and %g at most",
				c.id, c.rule, got.steps, got.sample, most)
		}
		if got.exact && got.steps != got.sample {
			t.Errorf("%s, %s: got %g steps, want the %g that were counted", c.id, c.rule, got.steps, got.sample)
		}
		if got.exact != (c.width == 1<<20) {
			t.Errorf("%s, %s: got exact %v", c.id, c.rule, got.exact)
		}
	}
}

// Sixteen states of a layer tell the order that suits a tiling.
func TestTheBestOrderOfATilingIsFoundFromFewStates(t *testing.T) {
	for id, want := range map[string]cover.Rule{
		"domino/14x14": Breadth, "domino/16x16": Breadth, "domino/20x20": Breadth, "lozenge/7x7x7": Input, "aztec/10": Greedy,
	} {
		best, least := cover.Rule(""), math.Inf(1)
		for _, rule := range rules {
			s := &sweeper{rule: rule, p: corpustest.Problem(id)}
			if !s.prepare() {
				t.Fatal(id)
			}
			got := s.estimate(newProbe(t, 16))
			if got.steps < least {
				best, least = rule, got.steps
			}
			if got.steps < got.sample {
				t.Errorf("%s, %s: got fewer steps than the sample alone", id, rule)
			}
		}
		if best != want {
			t.Errorf("%s: got %s, want %s", id, best, want)
		}
	}
}

func TestTheTreeIsEstimated(t *testing.T) {
	for id, most := range map[string]float64{
		"queens/10": 1.3, "domino/6x6": 1.3, "langford/9": 1.3, "pentomino/3x20": 1.5, "aztec/5": 1.1, "squares/7x7": 2.5,
	} {
		if testing.Short() && most > 1.3 {
			continue // the large trees
		}
		p := corpustest.Problem(id)
		s, err := cover.Prepare(dlx.Index(cover.MRV), p)
		if err != nil {
			t.Fatal(err)
		}
		want := s.Run(t.Context(), cover.Limits{}, nil).Nodes
		x, err := newMemo(p)
		if err != nil {
			t.Fatal(err)
		}
		got, _, _ := newProbe(t, 256).tree(x)
		ratio := got / float64(want)
		t.Logf("%s: %.2f of %d nodes", id, ratio, want)
		if ratio > most || ratio < 1/most {
			t.Errorf("%s: estimated %.2f of the nodes, want within a factor %g", id, ratio, most)
		}
	}
}

// A contestant without an estimate does not get a small one because it stopped early.
func TestAnUnknownEstimateStaysUnknown(t *testing.T) {
	x, r := &bestSearch{bias: 1}, &runner{contestant: &rememberer{}, guess: unknown, spent: 1000}
	if x.correct(r); !math.IsInf(r.guess.steps, 1) {
		t.Errorf("got an estimate of %g steps", r.guess.steps)
	}
	r.guess.steps = 900
	if x.correct(r); r.guess.steps != 2000 {
		t.Errorf("got %g steps after 1000, want twice as many", r.guess.steps)
	}
}
