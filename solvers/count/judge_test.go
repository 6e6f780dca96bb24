package count

import (
	"math"
	"slices"
	"testing"

	"xcbench/cover"
	"xcbench/internal/corpustest"
)

// A sweep that took three times its estimate so far is estimated three times as long, and the other
// sweeps are trusted as little. Exact estimates and those of no sweep are not.
func TestAWrongEstimateCastsDoubtOnTheOtherSweeps(t *testing.T) {
	sweeping := func(bound float64) *sweeper {
		return &sweeper{sweep: &sweep{plan: &plan{bound: bound}, at: 2, effort: 300}}
	}
	layers := []float64{50, 100, 1000}
	for _, c := range []struct {
		bound, bias float64
		spent       int64
		begun       bool
		want, other float64
	}{
		{1e9, 1, 300, true, 3000, 1500}, {2000, 1, 300, true, 2000, 1000}, {1e9, 1, 5000, true, 5500, 2750},
		{1e9, 10, 300, true, 3000, 5000}, {1e9, 1, 300, false, 600, 500},
	} {
		r := &runner{contestant: sweeping(c.bound), begun: c.begun, spent: c.spent, width: 64, total: 1000,
			guess: estimate{steps: 1000, exact: true, layers: layers}}
		other := &runner{contestant: sweeping(1e9), width: 16, total: 500, guess: estimate{steps: 500}}
		narrow := &runner{contestant: sweeping(1e9), width: 1, total: 500, guess: estimate{steps: 500}}
		exact := &runner{contestant: sweeping(1e9), width: 16, total: 100, guess: estimate{steps: 1, exact: true}}
		corrected := &runner{contestant: sweeping(1e9), width: 16, total: 500, floor: 9000}
		memory := &runner{contestant: &rememberer{}, width: 16, total: 700, guess: estimate{steps: 999}}
		unprobed := &runner{contestant: sweeping(1e9), guess: unknown}
		x := &bestSearch{bias: c.bias, field: []*runner{r, other, narrow, exact, corrected, memory, unprobed}}
		x.correct(r)
		if r.guess.steps != c.want || r.guess.exact || other.guess.steps != c.other || narrow.guess.steps != c.other ||
			exact.guess.steps != 100 || corrected.guess.steps != 9000 || memory.guess.steps != 700 ||
			!math.IsInf(unprobed.guess.steps, 1) {
			t.Errorf("%+v: got %g, %v, and %g, %g, %g, %g, %g for the others", c, r.guess.steps, r.guess.exact,
				other.guess.steps, narrow.guess.steps, exact.guess.steps, corrected.guess.steps, memory.guess.steps)
		}
	}
	r, other := &runner{contestant: &fake{}, spent: 300, guess: estimate{steps: 10}},
		&runner{contestant: sweeping(1e9), width: 16, total: 500, guess: estimate{steps: 400}}
	x := &bestSearch{bias: 5, field: []*runner{r, other}}
	if x.correct(r); other.guess.steps != 400 {
		t.Errorf("got %g steps of a sweep after another contestant was wrong, want 400", other.guess.steps)
	}
}

// A race is over when a contestant is done or the time is over. Otherwise it has the statistics of the
// first one that ended, or of one that stopped at a limit.
func TestTheEndOfAContestant(t *testing.T) {
	for _, c := range []struct {
		ends   []cover.Status
		over   bool
		chosen string
	}{
		{[]cover.Status{cover.Solved}, true, "0"}, {[]cover.Status{cover.Timeout}, true, "0"},
		{[]cover.Status{cover.Memout}, false, "0"},
		{[]cover.Status{cover.Memout, cover.Memout}, false, "0"}, {[]cover.Status{cover.Memout, cover.Limit}, false, "1"},
		{[]cover.Status{cover.Limit, cover.Memout}, false, "0"}, {[]cover.Status{cover.Memout, cover.Solved}, true, "1"},
	} {
		var all []*fake
		for k, status := range c.ends {
			all = append(all, &fake{label: string(rune('0' + k)), ends: status})
		}
		x := raceOf(t, 0, all...)
		over := false
		for _, r := range x.field {
			over = x.turn(r, 10)
		}
		if over != c.over || x.chosen != c.chosen || x.stats.Status != c.ends[c.chosen[0]-'0'] {
			t.Errorf("%v: got over %v, chosen %s with %s", c.ends, over, x.chosen, x.stats.Status)
		}
		if x.turn(x.field[0], 10) || len(all[0].begun) != 1 {
			t.Errorf("%v: got another turn of a contestant that is out", c.ends)
		}
		x.spent = 5
		if x.begin(t.Context(), cover.Limits{}); x.chosen != "" || x.spent != 0 || x.stats.Status != cover.Memout {
			t.Errorf("got %q chosen and %d steps at the beginning of a race", x.chosen, x.spent)
		}
	}
}

// Rivals come in the order of their estimates. Those that are out, or have none, are no rivals, and one
// of two orders that are the same. The next probe is wider than the narrowest that is not exact.
func TestRivals(t *testing.T) {
	runners := []*runner{
		{width: 64, total: 4, guess: estimate{steps: 1.5e6}}, {width: 64, total: 1, guess: estimate{steps: 1e6}},
		{width: 64, total: 1, guess: estimate{steps: 1e6}}, {width: 16, total: 1, guess: estimate{steps: 1.2e6, exact: true}},
		{width: 64, total: 2, guess: estimate{steps: 1e6}, out: true}, {total: 3, guess: estimate{steps: 1e6}},
	}
	for _, r := range runners {
		r.contestant = &fake{}
	}
	rivals, width := (&bestSearch{field: runners}).rivals()
	if want := []*runner{runners[1], runners[3], runners[0]}; !slices.Equal(rivals, want) || width != 256 {
		t.Errorf("got %d rivals and the width %d, want 3 and 256", len(rivals), width)
	}
}

// A contestant that is ready sprints, and one that was left out does not take part in a probe.
func TestContestantsThatAreReadySprint(t *testing.T) {
	f := &fake{prepares: 1e12, needs: 1}
	x := raceOf(t, 0, f)
	x.field[0].ready = true
	if !x.sprint() || f.results != 1 {
		t.Errorf("got %d results in the sprint, want 1", f.results)
	}
	a, b := &fake{guesses: steps(1e9)}, &fake{guesses: steps(1e9), refuses: true}
	x = raceOf(t, 0, a, b)
	x.field[0].twin = x.field[1]
	if x.probe(x.field[0], 16, 1000); len(b.widths) > 0 {
		t.Error("got a probe of a contestant that cannot be prepared")
	}
}

// Wide probes may take twice their share of the best estimate.
func TestTheStepsOfAWideProbe(t *testing.T) {
	a, b := &fake{guesses: steps(1e9)}, &fake{guesses: steps(1.5e9)}
	raceOf(t, 0, a, b).survey()
	if want := int64(2 * 1e9 / surveyShare); a.budgets[1] != want || b.budgets[1] != want {
		t.Errorf("got wide probes of %d and %d steps, want %d", a.budgets[1], b.budgets[1], want)
	}
}

// A probe looks at the time now and then, and has no result if it stops.
func TestAProbeEndsWithItsTimeOrItsSteps(t *testing.T) {
	p := corpustest.Problem("domino/10x10")
	pl := compile(p, inputOrder(p))
	queens := corpustest.Problem("queens/6")
	other := compile(queens, inputOrder(queens))
	x, err := newMemo(queens)
	if err != nil {
		t.Fatal(err)
	}
	const plenty = 1 << 30
	ctx := &looks{t.Context(), plenty}
	c := newClock(ctx)
	whole := (&probe{width: 1 << 20, budget: math.MaxInt64, clock: &c})
	sweep := whole.sweep(pl)
	if n, want := plenty-ctx.left, int(whole.steps/lookAfter); n < want || n > want+2 || want < 3 || sweep.tight {
		t.Errorf("looked %d times in %d steps, want %d; tight %v", n, whole.steps, want, sweep.tight)
	}
	c = newClock(ended(t))
	if late := (&probe{width: 16, budget: math.MaxInt64, clock: &c}); !math.IsInf(late.sweep(pl).steps, 1) {
		t.Error("got an estimate after the end of the time")
	}
	tree := newProbe(t, 8)
	nodes, _, _ := tree.tree(x)
	last := newProbe(t, 1)
	if last.budget, last.steps = 5, 5; last.over() {
		t.Error("got the end of a probe at its last step")
	}
	known, again := 0, newProbe(t, 1<<20)
	again.sweep(pl)
	for budget := int64(0); budget < 2*tree.steps; budget += 1 + tree.steps/100 {
		some := newProbe(t, 8)
		some.budget = budget
		switch got, _, _ := some.tree(x); {
		case got == nodes:
			known++
		case !math.IsInf(got, 1) || known > 0:
			t.Errorf("%d steps: got %g nodes, want %g or none", budget, got, nodes)
		}
	}
	// What a probe that stopped leaves behind is not in the next one.
	if again.budget, again.steps = 300, 0; !math.IsInf(again.sweep(other).steps, 1) {
		t.Error("got an estimate with few steps")
	}
	again.budget, again.steps = math.MaxInt64, 0
	if got := again.sweep(pl); got.steps != sweep.steps || !got.exact || known < 10 {
		t.Errorf("got %g steps after probes that stopped, want %g", got.steps, sweep.steps)
	}
}

// A sample as wide as its layer is the whole layer.
func TestASampleOfTheWholeLayerIsExact(t *testing.T) {
	x, err := newMemo(problem(t, 3, 3, [][]int{{0}, {0}, {1}, {1}, {2}}))
	if err != nil {
		t.Fatal(err)
	}
	if _, _, got := newProbe(t, 1).tree(x); !got.exact || got.peak != 3 {
		t.Errorf("got %+v, want an exact estimate of 3 states", got)
	}
}
