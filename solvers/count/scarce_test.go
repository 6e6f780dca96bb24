package count

import (
	"context"
	"testing"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/internal/corpustest"
)

// BySize keeps the numbers of two neighbouring states of a chain at a time.
func TestTheSizesOfAChainTakeLittleMemory(t *testing.T) {
	const states = 100
	var options [][]int
	for i := range states {
		options = append(options, []int{i}, []int{i})
	}
	d := diagramOf(t, Frontier(Input).(Diagrammer), problem(t, states, states, options))
	if d.States() != states || d.limbs != 2 {
		t.Fatalf("got %d states and %d limbs, want %d and 2", d.States(), d.limbs, states)
	}
	before := d.memory.used
	d.memory.peak = before
	if _, err := d.BySize(t.Context()); err != nil {
		t.Fatal(err)
	}
	want := (states+1)*sizeOf[sizes]() + 8*2 // one number, since that of the first state is not counted
	if got := d.memory.peak - before; got != want {
		t.Errorf("took %d bytes, want %d", got, want)
	}
}

// A pass looks at its context now and then, not only when it needs memory.
func TestAZDDLooksAtTheTime(t *testing.T) {
	d := diagramOf(t, Frontier(Input).(Diagrammer), corpustest.Problem("domino/10x12"))
	const plenty = 1 << 30
	ctx := &looks{t.Context(), plenty}
	if _, err := d.ZDD(ctx); err != nil {
		t.Fatal(err)
	}
	work := d.Transitions() + d.States() // and as much again for the nodes, a few times
	if n := plenty - ctx.left; work < lookAfter || n < 1+work/lookAfter || n > 1+5*work/lookAfter {
		t.Errorf("looked %d times for %d steps and more", n, work)
	}
}

// A hash table of a builder grows with looks at the context.
func TestTheGrowthOfABuilderLooksAtTheTime(t *testing.T) {
	const plenty, states = 1 << 30, 2 * lookAfter
	ctx := &looks{t.Context(), plenty}
	b := &builder{plan: &plan{words: 1}, memory: &budget{bound: 1 << 40}, clock: newClock(ctx)}
	f := &front{keys: make([]uint64, states), serial: make([]uint32, states), index: make([]uint32, states)}
	for k := range f.keys {
		f.keys[k] = uint64(k)
	}
	if n := plenty - ctx.left; !b.spread(f) || len(f.index) != 2*states || plenty-ctx.left < n+2 {
		t.Errorf("looked %d times while %d states moved, want 2 or more", plenty-ctx.left-n, states)
	}
}

// A table that does not grow, for want of time or memory, leaves no memory that nobody has.
func TestATableThatStopsGivesItsMemoryBack(t *testing.T) {
	for words, late := range map[int]bool{1: true, 2: true, 3: false} {
		c := newClock(t.Context())
		p := &pool{free: map[int][][]uint64{}, bound: 1 << 30, clock: &c}
		tab := table{key: words, limbs: 1, shift: 64 - smallest}
		for k := range uint64(3000) {
			p.add(&tab, []uint64{k, 7, 7}[:words], []uint64{1})
		}
		if p.bound = p.inUse; late {
			p.bound, *p.clock = 1<<30, newClock(ended(t))
		}
		if p.resize(&tab, tab.shift-1, 1) {
			t.Errorf("keys of %d words: got a larger table without time or memory", words)
		}
		p.drop(&tab)
		free := int64(0)
		for _, list := range p.free {
			for _, memory := range list {
				free += 8 * int64(len(memory))
			}
		}
		if free != p.held || p.inUse != 0 {
			t.Errorf("keys of %d words: got %d bytes free and %d in use of %d", words, free, p.inUse, p.held)
		}
	}
}

// The levels of a run have all its nodes and updates, wherever it stops.
func TestLevelsAreCompleteAfterAStop(t *testing.T) {
	p := corpustest.Problem("domino/8x8")
	check := func(name string, stats cover.Stats) {
		var sum cover.Level
		for _, l := range stats.Levels {
			sum.Nodes, sum.Updates = sum.Nodes+l.Nodes, sum.Updates+l.Updates
		}
		if sum.Nodes != stats.Nodes || sum.Updates != stats.Updates {
			t.Errorf("%s, %s: got %+v in all levels, want %d nodes and %d updates", name, stats.Status, sum,
				stats.Nodes, stats.Updates)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, limits := range []cover.Limits{{}, {Nodes: 77}, {Updates: 77}, {Memory: 20_000}, {Memory: 68_000}} {
		for name, s := range all() {
			check(name, count(t, s, p, limits))
		}
		for name, s := range diagrammers() {
			_, stats, _ := s.Diagram(t.Context(), p, limits)
			check("diagram "+name, stats)
			_, stats, _ = s.Diagram(ended, p, limits)
			check("diagram "+name, stats)
		}
	}
}

// The root of a tree tries an option, and no state is expanded after it.
func TestALimitOfUpdatesIsKeptToTheNode(t *testing.T) {
	for name, s := range map[string]cover.Solver{"memory": Memo(), "best": Best(dlx.Index(cover.MRV), "x")} {
		p := corpustest.Problem("domino/8x8")
		if got := count(t, s, p, cover.Limits{Updates: 1}); got.Status != cover.Limit || got.Nodes != 1 || got.Updates < 1 {
			t.Errorf("%s: got %s after %d nodes and %d updates, want the limit after 1", name, got.Status, got.Nodes,
				got.Updates)
		}
	}
}

// No state is entered, or counted, after the end of the time.
func TestNoStateIsEnteredAfterTheEnd(t *testing.T) {
	p := corpustest.Problem("domino/4x4")
	x, err := newMemo(p)
	if err != nil {
		t.Fatal(err)
	}
	x.clock = newClock(ended(t))
	x.begin(cover.Limits{})
	c := newClock(t.Context())
	s := newSweep(compile(p, inputOrder(p)), &c)
	s.start(cover.Limits{})
	c = newClock(ended(t))
	if x.enter(0) || x.total.Nodes != 0 || s.enter() || s.total.Nodes != 0 {
		t.Errorf("got %d and %d states, want none", x.total.Nodes, s.total.Nodes)
	}
}
