package count

import (
	"math"
	"math/rand/v2"
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
		{"matching/k20", Input, 64, 1.3}, {"skolem/10", Reverse, 256, 1.3}, {"blocks/15_k3", Input, 256, 1.3},
		{"threepartition/12_b200_s1", Reverse, 256, 1.4}, {"triangles/lattice20", Reverse, 64, 2},
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
		most := 12 * float64(s.sweep.effort)
		if c.width >= 256 {
			most /= 8 // larger samples lean less
		}
		if got.steps < got.sample || got.steps > most {
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

// A sample of the edges into a layer tells how many states the layer has, although some states have
// nine times as many edges as others.
func TestStatesThatASampleMissesAreEstimated(t *testing.T) {
	const states = 4000
	var into []uint64 // by edge, its state
	for s := range uint64(states) {
		for range 1 + 8*(s%2) {
			into = append(into, s)
		}
	}
	dice := rand.New(rand.NewPCG(1, 2))
	dice.Shuffle(len(into), func(i, j int) { into[i], into[j] = into[j], into[i] })
	for share, most := range map[float64]float64{0.02: 1.5, 0.1: 1.5, 0.5: 1.1, 0.9: 1.02, 1: 1} {
		var s sample
		n := int(share * float64(len(into)))
		for _, state := range into[:n] {
			s.add([]uint64{state}, 1/share)
		}
		_, got := newProbe(t, n).merge(&s, 1)
		t.Logf("%.2f of the edges: %.3f of the states", share, got/states)
		if ratio := got / states; ratio > most || ratio < 1/most {
			t.Errorf("%.2f of the edges: estimated %.0f of %d states, want within a factor %g",
				share, got, states, most)
		}
	}
}

// The bound on a layer counts only if it is near and the sample repeats few states.
func TestBoundsHelpSmallSamples(t *testing.T) {
	for _, c := range []struct {
		met, width  int
		size, bound float64
		want        float64
		bounded     bool
	}{
		{0, 16, 1000, 64_000, 16_000, true}, {enough / 2, 16, 1000, 64_000, 4000, true}, {enough, 16, 1000, 64_000, 1000, false},
		{0, 16, 1000, 256_000, 1000 * math.Pow(256, 2./3), true}, {0, 16, 1000, 257_000, 1000, false}, {0, 16, 1000, 1000, 1000, true},
		{0, 8, 1000, 64_000, 16_000, true}, {0, 64, 1000, 64_000, 2000, true}, {enough / 2, 64, 1000, 16_000, 1000 * math.Pow(2, 1./3), true},
	} {
		got, bounded := (&probe{met: c.met, width: c.width}).likely(c.size, c.bound)
		if math.Abs(got-c.want) > 1e-6*c.want || bounded != c.bounded {
			t.Errorf("%+v: got %g, %v", c, got, bounded)
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

// The memory rarely wins, so its estimates lean upwards.
func TestTheMemoryIsEstimated(t *testing.T) {
	for _, id := range []string{"queens/8", "langford/8", "matching/k14", "skolem/8"} {
		x, err := newMemo(corpustest.Problem(id))
		if err != nil {
			t.Fatal(err)
		}
		_, _, got := newProbe(t, 128).tree(x)
		x.Run(t.Context(), cover.Limits{}, nil)
		ratio := got.steps / float64(x.steps)
		t.Logf("%s: %.2f of %d steps, exact %v", id, ratio, x.steps, got.exact)
		if ratio < 1.4 || ratio > 3 {
			t.Errorf("%s: estimated %.2f of the steps, want about %d times", id, ratio, memoryDoubt)
		}
	}
}

// An estimate that was proven wrong casts doubt on the others, and less on those from larger samples.
func TestLargerSamplesAreLessBiased(t *testing.T) {
	x, s := &bestSearch{bias: 3, biased: 64}, &sweeper{sweep: &sweep{plan: &plan{bound: 1e9}}}
	for width, want := range map[int]float64{16: 30, 64: 30, 256: 10 * math.Sqrt(3)} {
		r := &runner{contestant: s, total: 10, width: width}
		if x.adjust(r); r.guess.steps != want {
			t.Errorf("width %d: got %g steps, want %g", width, r.guess.steps, want)
		}
	}
}

// A contestant with a bad estimate stays in the survey if its sample is small, or if the next one
// costs next to nothing.
func TestNarrowProbesRuleNoOneOut(t *testing.T) {
	leader := &runner{contestant: &rememberer{}, width: 256, total: 1, guess: estimate{steps: 1e6}}
	for _, c := range []struct {
		width  int
		times  float64
		probed int64
		rival  bool
	}{
		{16, 2000, 1e6, true}, {16, 3000, 1e6, false}, {64, 10, 1e6, true}, {64, 12, 1e6, false},
		{256, 1.9, 1e6, true}, {256, 2.1, 1e6, false}, {256, 1e6, 125, true}, {256, 1e6, 126, false},
	} {
		other := &runner{contestant: &rememberer{}, width: c.width, total: 2, guess: estimate{steps: c.times * 1e6}, probed: c.probed}
		rivals, width := (&bestSearch{field: []*runner{leader, other}}).rivals()
		if want := probeGrowth * c.width; (len(rivals) == 2) != c.rival || c.rival && width != want {
			t.Errorf("%+v: got %d rivals and a probe of width %d", c, len(rivals), width)
		}
	}
}

// A contestant without an estimate does not get a small one because it stopped early.
func TestAnUnknownEstimateStaysUnknown(t *testing.T) {
	x, r := &bestSearch{bias: 1}, &runner{contestant: &rememberer{}, guess: unknown, spent: 1000}
	if x.correct(r); !math.IsInf(r.guess.steps, 1) {
		t.Errorf("got an estimate of %g steps", r.guess.steps)
	}
	r.guess.steps, r.begun = 900, true
	x.quick = quickly
	if x.correct(r); r.guess.steps != 2000 || x.quick != 0 {
		t.Errorf("got %g steps after 1000, want twice as many, and surveys without an early end", r.guess.steps)
	}
}
