package count

import (
	"context"
	"math"
	"slices"
	"testing"

	"xcbench/cover"
	"xcbench/internal/corpustest"
)

// A fake is a contestant whose numbers are written down.
type fake struct {
	prepares float64              // steps
	guesses  func(*probe) float64 // steps of a run
	exact    bool
	held     int64
	needs    int64 // steps of a run

	prepared, results int
	widths            []int // of the probes
	begun, bounds     []int64
}

func (f *fake) name() string          { return "fake" }
func (f *fake) entry() float64        { return f.prepares }
func (f *fake) prepare() bool         { f.prepared++; return true }
func (f *fake) bytes(float64) float64 { return float64(f.held) }
func (f *fake) memory() int64         { return f.held }
func (f *fake) status() cover.Status  { return cover.Solved }
func (f *fake) bound(bytes int64)     { f.bounds = append(f.bounds, bytes) }

func (f *fake) estimate(p *probe) estimate {
	f.widths = append(f.widths, p.width)
	p.steps = 100
	return estimate{steps: f.guesses(p), exact: f.exact}
}

func (f *fake) begin(_ context.Context, limits cover.Limits) {
	f.begun = append(f.begun, limits.Memory)
}

func (f *fake) turn(steps int64) bool {
	f.needs -= steps
	return f.needs <= 0
}

func (f *fake) result() cover.Stats {
	f.results++
	return cover.Stats{Status: cover.Solved}
}

// raceOf returns a race of fakes that has begun.
func raceOf(t *testing.T, memory int64, all ...*fake) *bestSearch {
	x := &bestSearch{}
	for _, f := range all {
		x.field = append(x.field, &runner{contestant: f, first: firstWidth})
	}
	x.begin(t.Context(), cover.Limits{Memory: memory})
	return x
}

// steps returns an estimate that is the same for each probe.
func steps(n float64) func(*probe) float64 { return func(*probe) float64 { return n } }

// A contestant gets the memory that the others leave, and a byte at least: no bound means all memory.
func TestContestantsShareTheMemory(t *testing.T) {
	a, b, c := &fake{held: 30, needs: 1e9}, &fake{needs: 1e9}, &fake{needs: 1e9}
	x := raceOf(t, 100, a, b, c)
	x.turn(x.field[0], 10)
	x.turn(x.field[1], 10)
	b.held, a.held = 50, 40
	x.turn(x.field[1], 10)
	a.held = 200
	x.turn(x.field[2], 10)
	for k, want := range []struct{ begun, bounds []int64 }{
		{[]int64{100}, []int64{100}}, {[]int64{70}, []int64{70, 60}}, {[]int64{1}, []int64{1}},
	} {
		if f := []*fake{a, b, c}[k]; !slices.Equal(f.begun, want.begun) || !slices.Equal(f.bounds, want.bounds) {
			t.Errorf("contestant %d: began with %d bytes and had %d, want %v", k, f.begun, f.bounds, want)
		}
	}
}

// All contestants that began get an end, which frees the goroutines of some.
func TestARaceEndsAllContestants(t *testing.T) {
	a, b, c := &fake{needs: 1e9}, &fake{needs: 1000}, &fake{needs: 1e9}
	x := raceOf(t, 0, a, b, c)
	if got := x.Run(t.Context(), cover.Limits{}, nil); got.Status != cover.Solved {
		t.Errorf("got %s, want solved", got.Status)
	}
	if a.results != 1 || b.results != 1 || c.results != 0 || len(c.begun) != 0 {
		t.Errorf("got %d, %d and %d results, want those of the two that began", a.results, b.results, c.results)
	}
}

// A survey probes all that are quickly prepared, and the others while that costs little compared with
// the best estimate. It goes on while the best estimate is long and the contestants are close.
func TestASurveyProbesWhatIsWorthIt(t *testing.T) {
	const least = 4e6
	for _, c := range []struct {
		name          string
		first, second fake
		widths        int // probes of the second
	}{
		{"cheap", fake{guesses: steps(least)}, fake{prepares: cheapEntry, guesses: steps(100 * least)}, 1},
		{"not cheap", fake{guesses: steps(2*cheapEntry - 1)}, fake{prepares: cheapEntry + 1, guesses: steps(1e9)}, 0},
		{"free", fake{guesses: steps(least)}, fake{prepares: freeEntry, guesses: steps(1000 * least)}, 1},
		{"not free", fake{guesses: steps(least)}, fake{prepares: freeEntry + 1, guesses: steps(1000 * least)}, 0},
		{"half of the best", fake{guesses: steps(freeEntry)}, fake{prepares: freeEntry / 2, guesses: steps(1e9)}, 1},
		{"more than half", fake{guesses: steps(freeEntry)}, fake{prepares: freeEntry/2 + 1, guesses: steps(1e9)}, 0},
		{"a share of the best", fake{guesses: steps(32 * 5e6)}, fake{prepares: 5e6, guesses: steps(1e12)}, 1},
		{"more than a share", fake{guesses: steps(32 * 5e6)}, fake{prepares: 5e6 + 1, guesses: steps(1e12)}, 0},
		{"no estimate yet", fake{guesses: steps(math.Inf(1))}, fake{prepares: 1e12, guesses: steps(least)}, 1},
	} {
		x := raceOf(t, 0, &c.first, &c.second)
		x.quick = 0
		x.firstProbes()
		if len(c.first.widths) != 1 || len(c.second.widths) != c.widths || c.second.prepared != c.widths {
			t.Errorf("%s: probed %d and %d times, prepared %d times, want 1 and %d", c.name, len(c.first.widths),
				len(c.second.widths), c.second.prepared, c.widths)
		}
	}
}

// A survey ends when the best estimate is short.
func TestASurveyIsShortForShortRuns(t *testing.T) {
	for _, c := range []struct {
		least float64
		more  bool
	}{{quickly, true}, {quickly - 1, false}} {
		a, b := &fake{guesses: steps(c.least)}, &fake{guesses: steps(1.5 * c.least)}
		x := raceOf(t, 0, a, b)
		if x.survey(); len(a.widths) > 1 != c.more || len(b.widths) > 0 != c.more {
			t.Errorf("%g steps: got probes of the widths %v and %v", c.least, a.widths, b.widths)
		}
	}
	a, b := &fake{guesses: steps(1e9)}, &fake{guesses: steps(1.5e9)}
	x := raceOf(t, 0, a, b)
	if x.survey(); !slices.Equal(a.widths, []int{16, 64, 256, 1024, 4096, 16384}) || !slices.Equal(b.widths, a.widths) {
		t.Errorf("got probes of the widths %v and %v, want wider ones up to %d", a.widths, b.widths, lastWidth)
	}
	x = raceOf(t, 0, a, b)
	a.widths = nil
	for _, r := range x.field {
		r.width, r.ready = reliable, true
	}
	if x.survey(); len(a.widths) > 0 {
		t.Errorf("got probes of the widths %v of contestants that need too much memory", a.widths)
	}
}

// A contestant that is out has no say.
func TestTheLeastEstimateIsOfThoseThatRun(t *testing.T) {
	x := raceOf(t, 0, &fake{}, &fake{}, &fake{}, &fake{})
	for k, c := range []runner{
		{guess: estimate{steps: 50}, out: true, spent: 7}, {guess: estimate{steps: 900}, spent: 20},
		{guess: unknown, spent: 1000}, {guess: estimate{steps: 990}},
	} {
		c.contestant = x.field[k].contestant
		*x.field[k] = c
	}
	if least, all := x.known(); least != 880 || all != 1027 || x.leader() != x.field[1] {
		t.Errorf("got %g steps left and %d so far, want 880 and 1027", least, all)
	}
}

// What is left is an estimate without the steps so far, but a tenth at least.
func TestTheStepsThatAreLeft(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		steps float64
		spent int64
		width int
		want  float64
	}{
		{1000, 0, 16, 1000}, {1000, 300, 16, 700}, {1000, 950, 16, 100}, {inf, 0, 16, inf}, {inf, 0, 1, inf},
		{inf, 0, 0, longProbe * probeShare}, {inf, 2 * longProbe, 0, 2 * longProbe * probeShare},
	} {
		r := &runner{guess: estimate{steps: c.steps}, spent: c.spent, width: c.width}
		if got := r.left(); got != c.want {
			t.Errorf("%+v: got %g", c, got)
		}
	}
}

// An estimate at the bound of the doubt is a rival's still.
func TestRivalsAreWithinTheDoubt(t *testing.T) {
	for times, want := range map[float64]int{sureDoubt: 2, sureDoubt * 1.01: 1} {
		x := raceOf(t, 0, &fake{}, &fake{})
		for k, r := range x.field {
			r.width, r.total, r.probed = 256, float64(k), 1e9
			r.guess = estimate{steps: []float64{1e6, times * 1e6}[k], tight: true}
		}
		if rivals, width := x.rivals(); len(rivals) != want || width <= lastWidth {
			t.Errorf("%g times the best: got %d rivals and a probe of width %d, want %d and none", times,
				len(rivals), width, want)
		}
	}
}

// Estimates of the memory rule a contestant out only if they are exact, or of a wide probe.
func TestOnlySureEstimatesOfTheMemoryCount(t *testing.T) {
	for _, c := range []struct {
		exact bool
		width int
		held  int64
		out   bool
	}{{true, 16, 101, true}, {true, 16, 100, false}, {false, reliable, 101, true}, {false, reliable - 1, 101, false}} {
		x := raceOf(t, 100, &fake{held: c.held})
		x.learn(x.field[0], estimate{steps: 5, exact: c.exact}, c.width)
		if got := math.IsInf(x.field[0].guess.steps, 1); got != c.out {
			t.Errorf("%+v: got out %v", c, got)
		}
	}
}

// The progress of a sweep is known from the first layer that it has done.
func TestTheProgressOfASweep(t *testing.T) {
	layers := []float64{10, 0, 40} // the steps until each is done
	for _, c := range []struct {
		at     int
		layers []float64
		begun  bool
		want   float64
	}{
		{0, layers, true, 0}, {1, layers, true, 12}, {1, layers, false, 0}, {2, layers, true, 0}, {3, layers, true, 3},
		{4, layers, true, 0}, {1, nil, true, 0},
	} {
		s := &sweep{at: c.at, effort: 120}
		r := &runner{contestant: &sweeper{sweep: s}, begun: c.begun, guess: estimate{layers: c.layers}}
		if got := r.progress(); got != c.want {
			t.Errorf("%+v: got %g", c, got)
		}
	}
	if got := (&runner{contestant: &fake{}, begun: true}).progress(); got != 0 {
		t.Errorf("got %g of a contestant that is no sweep", got)
	}
}

// grid returns a problem with so many items and options, one item an option.
func grid(t *testing.T, items, options int) *cover.Problem {
	var all [][]int
	for o := range options {
		all = append(all, []int{o % items})
	}
	return problem(t, items, items, all)
}

func TestTheStepsToPrepareAContestant(t *testing.T) {
	small, large := problem(t, 3, 4, [][]int{{0, 1}, {1, 2, 3}, {0}}), grid(t, 2000, 2000)
	for _, c := range []struct {
		rule cover.Rule
		p    *cover.Problem
		want float64
	}{
		{Input, small, 50 * (6 + 4)}, {Reverse, small, 500}, {Breadth, small, 500 + 9 + 5*(4+9+1)},
		{Greedy, small, 500 + 9 + 70 + 3*9/2.},
		{Input, large, 200_000}, {Breadth, large, 200_000 + 4e6 + 10_000},
		{Greedy, large, 200_000 + 4e6 + 10_000 + 2*orderWork},
	} {
		if got := (&sweeper{rule: c.rule, p: c.p}).entry(); got != c.want {
			t.Errorf("%s of %d items: got %g, want %g", c.rule, c.p.Items(), got, c.want)
		}
	}
	for _, c := range []struct{ items, options, want int }{
		{64, 126, 126*(1+1+2)*4 + 50*126}, {126, 128, 128*(2+1+2)*4 + 50*128}, {3, 3, 3*2*4 + 150},
	} {
		p := grid(t, c.items, c.options)
		if got := (&rememberer{p: p}).entry(); got != float64(c.want) {
			t.Errorf("the memory, %d items and %d options: got %g, want %d", c.items, c.options, got, c.want)
		}
		if got := (&enumerator{p: p}).entry(); got != float64(100*c.options) {
			t.Errorf("the enumerator, %d options: got %g, want %d", c.options, got, 100*c.options)
		}
	}
}

// A probe of the tree is made once for its two contestants. One without a result is made again.
func TestTheContestantsOfATreeShareItsProbe(t *testing.T) {
	x := race(t, "queens/8")
	e, r := x.field[0].contestant.(*enumerator), x.field[1].contestant.(*rememberer)
	if !e.prepare() || !r.prepare() || e.cost != 60+64/32 {
		t.Fatalf("got the cost %d of a node before a probe, want 62", e.cost)
	}
	p := newProbe(t, 64)
	p.budget = 10
	if got := r.tree(p); !math.IsInf(got.nodes, 1) {
		t.Fatalf("got %g nodes from a probe without a budget", got.nodes)
	}
	p.budget, p.steps = math.MaxInt64, 0
	first := r.tree(p)
	taken := p.steps
	if math.IsInf(first.nodes, 1) || taken == 0 {
		t.Fatalf("got %g nodes in %d steps, want another probe", first.nodes, taken)
	}
	before := r.x.steps
	p.steps = 0
	if again := r.tree(p); again.nodes != first.nodes || r.x.steps != before || p.steps != taken {
		t.Errorf("got %g nodes in %d steps, want %g without another probe, and its %d", again.nodes, p.steps,
			first.nodes, taken)
	}
	guess := e.estimate(p)
	want := enumeratorNode*first.nodes + enumeratorBranch*first.branching
	if guess.steps != want || e.cost != int64(want/first.nodes) {
		t.Errorf("got %g steps, %d a node, want %g", guess.steps, e.cost, want)
	}
}

// The estimate of the greedy order is raised if it comes from bounds, and no other estimate is.
func TestTheGreedyEstimateIsRaised(t *testing.T) {
	var raised, left int
	for _, c := range []struct {
		id    string
		width int
	}{{"aztec/8", 16}, {"aztec/8", 1 << 20}, {"langford/8", 256}} {
		for _, rule := range rules {
			s := &sweeper{rule: rule, p: corpustest.Problem(c.id)}
			if !s.prepare() {
				t.Fatal(c.id)
			}
			want := newProbe(t, c.width).sweep(s.sweep.plan)
			if rule == Greedy && want.tight && !want.exact {
				want.steps *= ragged
				raised++
			} else if rule == Greedy {
				left++
			}
			if got := s.estimate(newProbe(t, c.width)); got.steps != want.steps {
				t.Errorf("%s, %s: got %g steps, want %g", c.id, rule, got.steps, want.steps)
			}
		}
	}
	if raised != 1 || left != 2 {
		t.Errorf("raised %d and left %d, want 1 and 2", raised, left)
	}
}

// A sweep keeps its memory for another run, unless it ran out of it.
func TestASweepThatRunsOutGivesItsMemoryBack(t *testing.T) {
	s := &sweeper{rule: Input, p: corpustest.Problem("domino/8x8")}
	s.prepare()
	s.begin(t.Context(), cover.Limits{})
	for !s.turn(1 << 30) {
	}
	if s.result(); s.status() != cover.Solved || s.memory() == 0 {
		t.Fatalf("got %s and %d bytes, want the memory kept", s.status(), s.memory())
	}
	if s.begin(t.Context(), cover.Limits{Memory: 2000}); s.memory() != s.sweep.pool.inUse || s.memory() > 2000 {
		t.Errorf("got %d bytes for the next run, %d in use", s.memory(), s.sweep.pool.inUse)
	}
	s.begin(t.Context(), cover.Limits{Memory: 1 << 30})
	s.bound(3000)
	for !s.turn(1 << 30) {
	}
	if got := s.result(); got.Status != cover.Memout || got.Tables.PeakBytes > 3000 || s.memory() != 0 {
		t.Errorf("got %s, %d bytes, and %d after the end, want memout and none", got.Status, got.Tables.PeakBytes, s.memory())
	}
}
