package count

import (
	"math"
	"testing"

	"xcbench/cover"
	"xcbench/internal/corpustest"
)

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
		{4, layers, true, 0}, {1, nil, true, 0}, {1, []float64{0.5}, true, 240},
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

// The enumerator stops when it has visited the nodes of its turn.
func TestTheTurnsOfTheEnumerator(t *testing.T) {
	const nodes = 5000 // of a turn
	e := race(t, "queens/10").field[0].contestant.(*enumerator)
	e.prepare()
	for range 2 {
		e.begin(t.Context(), cover.Limits{})
		turns := int64(1)
		for !e.turn(nodes * e.cost) {
			turns++
		}
		got := e.result()
		if got.Solutions != 724 || turns < got.Nodes*9/10/nodes || turns > got.Nodes/nodes+1 {
			t.Errorf("got %d turns for %d nodes, want one for %d", turns, got.Nodes, nodes)
		}
	}
	e.begin(t.Context(), cover.Limits{})
	e.turn(nodes * e.cost)
	if got := e.result(); got.Status != cover.Timeout || got.Nodes < nodes || got.Nodes > 2*nodes {
		t.Errorf("got %s after %d nodes, want the end of a run after a turn", got.Status, got.Nodes)
	}
}

// The memory stops when it has made the steps of its turn, or a few more until it looks at the clock.
func TestTheTurnsOfTheMemory(t *testing.T) {
	const steps = 20 * lookAfter
	r := race(t, "langford/9").field[1].contestant.(*rememberer)
	r.prepare()
	for range 2 {
		r.begin(t.Context(), cover.Limits{})
		turns := int64(1)
		for !r.turn(steps) {
			turns++
		}
		if r.result(); turns < r.x.steps/(steps+2*lookAfter) || turns > r.x.steps/steps+1 || turns < 3 {
			t.Errorf("got %d turns for %d steps, want one for %d", turns, r.x.steps, steps)
		}
	}
}

// A problem in which an item has no options is its root.
func TestTheTreeOfAHopelessProblem(t *testing.T) {
	x, err := newMemo(problem(t, 2, 2, [][]int{{0}}))
	if err != nil {
		t.Fatal(err)
	}
	nodes, branching, memory := newProbe(t, 4).tree(x)
	if nodes != 1 || branching != 0 || memory.steps != 0 || !memory.exact {
		t.Errorf("got %g nodes, %g steps of choice and %+v, want 1 and nothing", nodes, branching, memory)
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
	got, words := s.result(), 0
	for _, tab := range s.sweep.tables {
		words += len(tab.words)
	}
	if got.Status != cover.Memout || got.Tables.PeakBytes > 3000 || s.memory() != 0 || words > 0 {
		t.Errorf("got %s, %d bytes, and %d after the end, want memout and none", got.Status, got.Tables.PeakBytes, s.memory())
	}
}
