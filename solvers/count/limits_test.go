package count

import (
	"context"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/internal/corpustest"
)

// A builder that stops has given all its memory back, and one that ends has that of its diagram.
func TestABuilderHasTheMemoryOfItsDiagram(t *testing.T) {
	for n, p := range []*cover.Problem{corpustest.Problem("domino/6x6"), wide(t, rand.New(rand.NewPCG(3, 3)), 70, 2)} {
		pl := compile(p, inputOrder(p))
		build := func(limits cover.Limits) (*Diagram, cover.Stats, *budget) {
			limits = unbounded(limits)
			b, memory := &builder{plan: pl}, &budget{bound: limits.Memory}
			b.begin(t.Context(), p, memory, limits)
			b.sweep()
			d, stats := b.finish()
			return d, stats, memory
		}
		whole, _, memory := build(cover.Limits{})
		chunks := int64(len(whole.first.chunks)*4 + len(whole.edges.chunks)*8)
		if want := chunks*chunkSize + 8*int64(len(whole.below)); memory.used != want || len(whole.below) != (whole.States()+1)*whole.limbs {
			t.Errorf("problem %d: got %d bytes in use, want the %d of the diagram", n, memory.used, want)
		}
		solved := 0
		for bound := int64(1); bound < 2*memory.peak; bound += 1 + bound/3 {
			d, stats, m := build(cover.Limits{Memory: bound})
			switch {
			case stats.Status == cover.Solved && d != nil && d.Count().Cmp(whole.Count()) == 0 && m.peak <= bound:
				solved++
			case stats.Status != cover.Memout || d != nil || m.used != 0 || m.peak > bound || solved > 0:
				t.Errorf("problem %d, %d bytes: got %s, %d bytes in use and %d before", n, bound, stats.Status, m.used, m.peak)
			}
		}
		if solved < 2 {
			t.Errorf("problem %d: solved with %d bounds, want some", n, solved)
		}
		for k := int64(1); k <= 30; k += 7 {
			_, nodes, m := build(cover.Limits{Nodes: k})
			_, updates, _ := build(cover.Limits{Updates: k})
			if nodes.Status != cover.Limit || nodes.Nodes != k || m.used != 0 || updates.Status != cover.Limit || updates.Updates < k {
				t.Errorf("problem %d: got %s after %d nodes and %d updates, want %d each", n, nodes.Status, nodes.Nodes, updates.Updates, k)
			}
		}
	}
}

// A pass with little memory stops or is right, and gives its memory back.
func TestPassesAreRightWithAnyMemory(t *testing.T) {
	p := wide(t, rand.New(rand.NewPCG(3, 4)), 20, 2)
	d := diagramOf(t, Frontier(Input).(Diagrammer), p)
	if d.limbs != 2 {
		t.Fatalf("got numbers of %d limbs, want 2", d.limbs)
	}
	used := d.Bytes()
	passes := map[string]func(ctx context.Context) (string, error){
		"by size":     func(ctx context.Context) (string, error) { n, err := d.BySize(ctx); return text(n), err },
		"frequencies": func(ctx context.Context) (string, error) { n, err := d.Frequencies(ctx); return text(n), err },
		"zdd": func(ctx context.Context) (string, error) {
			var b strings.Builder
			z, err := d.ZDD(ctx)
			if err == nil {
				z.WriteText(&b)
			}
			return b.String(), err
		},
	}
	for name, pass := range passes {
		d.memory.bound = 1 << 40
		want, err := pass(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := pass(ended(t)); err == nil || err.(*Stop).Status != cover.Timeout || d.Bytes() != used {
			t.Errorf("%s: got %v after the end of the context, and %d bytes, want a timeout and %d", name, err, d.Bytes(), used)
		}
		right := 0
		for more := int64(0); more < 1<<19; more += 1 + more/3 {
			d.memory.bound = used + more
			switch got, err := pass(t.Context()); {
			case err == nil && got == want && d.Bytes() == used:
				right++
			case err == nil || err.(*Stop).Status != cover.Memout || right > 0 || d.Bytes() != used:
				t.Errorf("%s, %d bytes: got %v and %d bytes in use, want %d", name, more, err, d.Bytes(), used)
			}
		}
		if right == 0 || right > 40 {
			t.Errorf("%s: right with %d bounds, want some", name, right)
		}
	}
}

func text(numbers []*big.Int) string {
	var all []string
	for _, n := range numbers {
		all = append(all, n.String())
	}
	return strings.Join(all, " ")
}

// The sums by size and by option are those of all solutions, beyond 64 bits too.
func TestSumsOverADiagramAreItsCount(t *testing.T) {
	for seed := range uint64(4) {
		d := diagramOf(t, Frontier(rules[seed]).(Diagrammer), wide(t, rand.New(rand.NewPCG(seed, 4)), 30, 2))
		bySize, err := d.BySize(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		frequencies, err := d.Frequencies(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		sum, options, chosen := new(big.Int), new(big.Int), new(big.Int)
		for k, n := range bySize {
			sum.Add(sum, n)
			options.Add(options, new(big.Int).Mul(n, big.NewInt(int64(k))))
		}
		for _, n := range frequencies {
			chosen.Add(chosen, n)
		}
		if d.Count().IsInt64() || sum.Cmp(d.Count()) != 0 || options.Cmp(chosen) != 0 || len(bySize) < 20 {
			t.Errorf("seed %d: got %s solutions with %s options by size, want %s with %s", seed, sum, options, d.Count(), chosen)
		}
		z, err := d.ZDD(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		// Every node is there once, and the sets of the root are the solutions.
		known, sets := map[node]bool{}, []*big.Int{big.NewInt(0), big.NewInt(1)}
		for k := range z.Nodes() {
			n := *z.nodes.at(k)
			if known[n] || n.hi == bottom {
				t.Fatalf("seed %d: node %+v is not reduced", seed, n)
			}
			known[n] = true
			sets = append(sets, new(big.Int).Add(sets[n.lo], sets[n.hi]))
		}
		if z.Nodes() < 200 || sets[z.root].Cmp(d.Count()) != 0 {
			t.Errorf("seed %d: got %d nodes of %s sets, want %s", seed, z.Nodes(), sets[z.root], d.Count())
		}
	}
}

// script is a source of random numbers that are written down.
type script []uint64

func (s *script) Uint64() uint64 {
	next := (*s)[0]
	*s = (*s)[1:]
	return next
}

func TestARandomNumberIsBelowItsBound(t *testing.T) {
	for _, c := range []struct {
		draws script
		bound []uint64
		want  []uint64
	}{
		{script{7, 5, 8 + 4}, []uint64{5}, []uint64{4}},
		{script{7, 5, 8 + 4}, []uint64{5, 0, 0}, []uint64{4, 0, 0}},
		{script{9, 8 + 3, 6, 1, 5, 8 + 1}, []uint64{6, 1, 0}, []uint64{5, 1, 0}},
		{script{9, 8 + 2}, []uint64{6, 1}, []uint64{9, 0}},
		{script{1 << 63}, []uint64{1<<63 + 1}, []uint64{1 << 63}},
	} {
		n := []uint64{7, 7, 7}[:len(c.bound)]
		if below(&c.draws, n, c.bound); !slices.Equal(n, c.want) || len(c.draws) > 0 {
			t.Errorf("below %v: got %v with %d draws left, want %v", c.bound, n, len(c.draws), c.want)
		}
	}
}

// A run says how long it took, and what it can do.
func TestARunTellsItsTime(t *testing.T) {
	p := corpustest.Problem("domino/10x10")
	for name, s := range all() {
		if c := s.Capabilities(); !c.Secondary || !c.CountsOnly || c.NoLevels {
			t.Errorf("%s: got %+v, want counts, secondary items and levels", name, c)
		}
		if got := count(t, s, p, cover.Limits{}); got.Search <= 0 || got.Tables.PeakBytes < 1000 {
			t.Errorf("%s: got %v and %d bytes, want some", name, got.Search, got.Tables.PeakBytes)
		}
	}
	for name, s := range diagrammers() {
		if _, got, _ := s.Diagram(t.Context(), p, cover.Limits{}); got.Search <= 0 {
			t.Errorf("%s: got %v, want some time", name, got.Search)
		}
	}
	if d := diagramOf(t, diagrammers()["best"], problem(t, 2, 2, [][]int{{0}, {1}})); d.Order() != "count_frontier" {
		t.Errorf("got the order of %s, want the first of several that are equal", d.Order())
	}
	if d := diagramOf(t, diagrammers()["best"], corpustest.Problem("domino/6x10")); d.Order() == "count_frontier" ||
		!strings.HasPrefix(d.Order(), "count_frontier_") {
		t.Errorf("got the order of %s, want a better one than the input's", d.Order())
	}
}

// looks is a context that ends at some look.
type looks struct {
	context.Context
	left int
}

func (l *looks) Err() error {
	if l.left--; l.left < 0 {
		return context.Canceled
	}
	return nil
}

// Whatever a run does when its context ends, it says so, and the next run is right.
func TestARunStopsAtAnyLook(t *testing.T) {
	for name, c := range map[string]struct {
		solver cover.Solver
		id     string
	}{
		"sweep": {Frontier(Reverse), "domino/8x10"}, "memory": {Memo(), "domino/8x10"},
		"best": {Best(dlx.Index(cover.MRV), "x"), "domino/12x12"},
	} {
		x, err := cover.Prepare(c.solver, corpustest.Problem(c.id))
		if err != nil {
			t.Fatal(err)
		}
		whole := x.Run(t.Context(), cover.Limits{}, nil)
		n := 0
		for step := 1; ; n, step = n+step, step+1 {
			ctx := &looks{t.Context(), n}
			got := x.Run(ctx, cover.Limits{}, nil)
			if got.Status == cover.Solved {
				if !got.SameCount(whole) || got.Nodes != whole.Nodes || got.Updates != whole.Updates || got.Tables != whole.Tables {
					t.Errorf("%s: got %+v after runs that stopped, want %+v", name, got, whole)
				}
				break
			}
			if got.Status != cover.Timeout || got.Nodes > whole.Nodes && name != "best" {
				t.Fatalf("%s, look %d: got %s after %d nodes of %d", name, n+1, got.Status, got.Nodes, whole.Nodes)
			}
		}
		if t.Logf("%s: %d looks", name, n); n < 3 {
			t.Errorf("%s: looked %d times, want more", name, n)
		}
	}
}
