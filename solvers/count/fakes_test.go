package count

import (
	"cmp"
	"context"
	"math"
	"slices"
	"testing"

	"xcbench/cover"
)

// A fake is a contestant whose numbers are written down.
type fake struct {
	prepares float64              // steps
	guesses  func(*probe) float64 // steps of a run
	exact    bool
	held     int64
	needs    int64 // steps of a run
	label    string
	ends     cover.Status // of a run; solved if it is ""
	refuses  bool         // to be prepared

	prepared, results int
	widths            []int // of the probes
	budgets           []int64
	begun, bounds     []int64
}

func (f *fake) name() string          { return f.label }
func (f *fake) entry() float64        { return f.prepares }
func (f *fake) prepare() bool         { f.prepared++; return !f.refuses }
func (f *fake) bytes(float64) float64 { return float64(f.held) }
func (f *fake) memory() int64         { return f.held }
func (f *fake) status() cover.Status  { return cmp.Or(f.ends, cover.Solved) }
func (f *fake) bound(bytes int64)     { f.bounds = append(f.bounds, bytes) }

func (f *fake) estimate(p *probe) estimate {
	f.widths, f.budgets = append(f.widths, p.width), append(f.budgets, p.budget)
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
	return cover.Stats{Status: f.status()}
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

// The first round of a sprint has the contestants that are prepared in twice its steps.
func TestASprintBeginsWithThoseThatAreReady(t *testing.T) {
	late, early := &fake{prepares: 2*firstSprint + 1, needs: 1}, &fake{prepares: 2 * firstSprint, needs: 1}
	if x := raceOf(t, 0, late, early); !x.sprint() || late.prepared != 0 || early.results != 1 {
		t.Errorf("got %d and %d results, want the second contestant's", late.results, early.results)
	}
}

// A first probe may take a share of the best estimate, and may always take some steps.
func TestTheStepsOfAFirstProbe(t *testing.T) {
	for best, want := range map[float64]int64{
		math.Inf(1): longProbe, 40 * firstProbe: firstProbe, 80 * firstProbe: 2 * firstProbe, 1e12: longProbe,
	} {
		a, b := &fake{guesses: steps(best)}, &fake{guesses: steps(best)}
		raceOf(t, 0, a, b).firstProbes()
		if b.budgets[0] != want {
			t.Errorf("%g steps: got a probe of %d steps, want %d", best, b.budgets[0], want)
		}
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
		{"cheap", fake{guesses: steps(2*cheapEntry - 1)}, fake{prepares: cheapEntry, guesses: steps(100 * least)}, 1},
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
		var all []*fake
		for k := range 3 {
			all = append(all, &fake{guesses: steps((1 + float64(k)/4) * c.least)})
		}
		x := raceOf(t, 0, all...)
		x.survey()
		if len(all[0].widths) > 1 != c.more || len(all[1].widths) > 0 != c.more || len(all[2].widths) > 0 != c.more {
			t.Errorf("%g steps: got probes of the widths %v, %v and %v", c.least, all[0].widths, all[1].widths, all[2].widths)
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
