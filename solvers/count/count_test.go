package count_test

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/internal/corpustest"
	"xcbench/internal/textbook"
	"xcbench/solvers/count"
)

// The figures of the catalogue are published, or follow from a formula.
func TestCountsArePublishedFigures(t *testing.T) {
	ids := []string{"lozenge/4x4x4", "golfers/4x4x3", "squares/9x9", "matching/k14", "aztec/6", "domino/12x12", "squares/2x20", "bell/9"}
	for _, id := range ids {
		in, err := corpus.Find(id)
		if err != nil || in.Solutions.N == corpus.Unknown {
			t.Fatalf("%s: got no figure, %v", id, err)
		}
		got := solve(t, count.Frontier(count.Separation), corpustest.Problem(id), cover.Limits{})
		if got.Status != cover.Solved || !in.Solutions.Allows(got.Solutions, got.Big) {
			t.Errorf("%s: got %s solutions, want %s", id, got.CountText(), in.Solutions)
		}
	}
}

// The winner of the turns is the same each time, also after runs that were stopped on the way. Without
// memory for a sweep, the enumeration goes on.
func TestTheWinnerIsTheSameEachTime(t *testing.T) {
	for id, winner := range map[string]string{
		"queens/8": "dlx_index", "langford/10": "dlx_index", "domino/8x8": "count_frontier_separation", "squares/9x9": "count_frontier",
	} {
		x := textbook.Prepared(t, best(), corpustest.Problem(id))
		want := ""
		for _, limits := range []cover.Limits{{}, {Nodes: 300}, {Solutions: 1}, {Memory: 2000, Nodes: 5000}} {
			x.Run(t.Context(), limits, nil)
			stats := x.Run(t.Context(), cover.Limits{}, nil)
			stats.Search = 0
			got := fmt.Sprintf("%+v", stats)
			if by := x.(interface{ Chosen() string }).Chosen(); stats.Status != cover.Solved || by != winner || want != "" && got != want {
				t.Errorf("%s after %+v: got %d nodes by %s, want those of the run before by %s", id, limits, stats.Nodes, by, winner)
			}
			want = got
		}
	}
	got := solve(t, best(), corpustest.Problem("pentomino/3x20"), cover.Limits{Memory: 2000})
	if got.Status != cover.Solved || got.Solutions != 8 || got.Tables != (cover.Tables{}) {
		t.Errorf("got %d solutions, %s, %+v without memory for a sweep, want enumeration", got.Solutions, got.Status, got.Tables)
	}
}

// Items that meet only in secondary items are neighbours: a path whose items come in a bad order has
// few states. The parts of a problem are swept one after the other, so their states add up.
func TestTheOrderKeepsTheStatesFew(t *testing.T) {
	const length, parts = 12, 4
	var options [][]int
	for i := range length * parts { // item i is in part i%parts, at a place far from its neighbours'
		for colour := range 3 {
			o := []int{i}
			place := i / parts * 5 % length
			for _, edge := range []int{place - 1, place} {
				if edge >= 0 && edge < length-1 {
					o = append(o, length*parts+(i%parts*length+edge)*3+colour)
				}
			}
			options = append(options, o)
		}
	}
	got := solve(t, count.Frontier(count.Separation), textbook.Mixed(length*parts, length*parts*3, options...), cover.Limits{})
	want := new(big.Int).Exp(big.NewInt(3<<(length-1)), big.NewInt(parts), nil)
	if got.CountText() != want.String() || got.Nodes > 9*length*parts {
		t.Errorf("got %s solutions from %d states, want %s from at most %d", got.CountText(), got.Nodes, want, 9*length*parts)
	}
	// Neither the input order nor the breadth-first one is good here.
	for _, s := range []cover.Solver{count.Frontier(count.Separation), best()} {
		if got := solve(t, s, corpustest.Problem("aztec/8"), cover.Limits{}); got.Nodes > 4500 {
			t.Errorf("aztec/8: got %d states, want at most 4500", got.Nodes)
		}
	}
}

// Counts are exact beyond 64 bits: those of the solutions with an option add up to all for each item.
// Samples have each option as often as all solutions do.
func TestTheCountsOfAnItemsOptionsAddUp(t *testing.T) {
	dice := rand.New(rand.NewPCG(4, 4))
	for n, p := range []*cover.Problem{wide(dice, 30), wide(dice, 70), meeting(3), textbook.Problem(150, choices(150)...)} {
		s := solvers()[[]string{"input", "separation"}[n%2]]
		d := diagram(t, s, p)
		if d.Count().IsInt64() {
			t.Fatalf("problem %d: got %s solutions, want more", n, d.Count())
		}
		const draws = 2000
		times, checker := make([]float64, p.Options()), cover.NewChecker(p)
		for options := range d.Samples(draws, 3) {
			if err := checker.Check(options); err != nil {
				t.Fatal(err)
			}
			for _, o := range options {
				times[o]++
			}
		}
		items := slices.Repeat([]big.Int{{}}, p.Items())
		for o := range p.Options() {
			with, ok := new(big.Int).SetString(solve(t, s, p.Restrict([]int32{int32(o)}, nil), cover.Limits{}).CountText(), 10)
			if !ok {
				t.Fatal("no number")
			}
			for _, i := range p.Option(o) {
				items[i].Add(&items[i], with)
			}
			share, _ := new(big.Rat).SetFrac(with, d.Count()).Float64()
			if off := math.Abs(times[o] - draws*share); off > 1+5*math.Sqrt(draws*share*(1-share)) {
				t.Errorf("option %d: drew it %v times in %d, want a share of %.3f", o, times[o], draws, share)
			}
		}
		for i := range p.Primary() {
			if items[i].Cmp(d.Count()) != 0 {
				t.Errorf("problem %d, item %d: got %s, want %s", n, i, &items[i], d.Count())
			}
		}
	}
}

// In input order, solutions come as those of a search that branches on the leftmost item. Those of a
// restriction are options of its base.
func TestSolutionsComeInTheOrderOfTheItems(t *testing.T) {
	base := textbook.Problem(3, []int{0}, []int{1}, []int{2}, []int{1, 2}, []int{0, 1})
	for _, c := range []struct {
		p    *cover.Problem
		want string
	}{{base, "[[0 1 2] [0 3] [4 2]]"}, {base.Restrict([]int32{0}, nil), "[[1 2] [3]]"}} {
		var got [][]int
		for options := range diagram(t, count.Frontier(count.Input), c.p).Solutions() {
			got = append(got, slices.Clone(options))
		}
		if fmt.Sprint(got) != c.want {
			t.Errorf("got %v, want %s", got, c.want)
		}
	}
}

// runs returns all ways to count the solutions of a problem.
func runs(t *testing.T, p *cover.Problem) map[string]func(ctx context.Context, limits cover.Limits) cover.Stats {
	all := map[string]func(ctx context.Context, limits cover.Limits) cover.Stats{}
	for name, s := range solvers() {
		x := textbook.Prepared(t, s, p)
		all[name] = func(ctx context.Context, limits cover.Limits) cover.Stats { return x.Run(ctx, limits, nil) }
	}
	s := count.Frontier(count.Separation).(count.Diagrammer)
	all["diagram"] = func(ctx context.Context, limits cover.Limits) cover.Stats {
		_, stats, _ := s.Diagram(ctx, p, limits)
		return stats
	}
	return all
}

// A run stops where its limits say, and the next run is as if nothing had happened. The levels of each
// have all its nodes and updates.
func TestARunStopsAtItsLimits(t *testing.T) {
	const solutions = 12988816
	for name, run := range runs(t, corpustest.Problem("domino/8x8")) {
		ctx, peak := t.Context(), run(t.Context(), cover.Limits{}).Tables.PeakBytes
		clock := textbook.NewClock(0)
		for _, c := range []struct {
			ctx    context.Context
			limits cover.Limits
			status cover.Status
			nodes  int64 // 0 for any number
		}{
			{ctx, cover.Limits{Nodes: 1}, cover.Limit, 1}, {ctx, cover.Limits{Nodes: 500}, cover.Limit, 500},
			{ctx, cover.Limits{Updates: 1}, cover.Limit, 0}, {ctx, cover.Limits{Solutions: solutions}, cover.Limit, 0},
			{ctx, cover.Limits{Solutions: solutions + 1}, cover.Solved, 0}, {clock, cover.Limits{}, cover.Timeout, 0},
			{ctx, cover.Limits{Memory: 2 * peak}, cover.Solved, 0}, {ctx, cover.Limits{Memory: peak / 3}, cover.Memout, 0},
		} {
			if name == "best" && c.limits.Memory > 0 {
				continue // it would enumerate
			}
			got := run(c.ctx, c.limits)
			sum := got.ByLevel()
			if got.Status != c.status || c.nodes > 0 && got.Nodes != c.nodes || got.Search <= 0 ||
				sum.Nodes != got.Nodes || sum.Updates != got.Updates || c.limits.Memory > 0 && got.Tables.PeakBytes > c.limits.Memory {
				t.Errorf("%s, %+v: got %s after %d nodes, %+v in all levels, want %s", name, c.limits, got.Status, got.Nodes, sum, c.status)
			}
			if again := run(ctx, cover.Limits{}); again.Status != cover.Solved || again.Solutions != solutions {
				t.Errorf("%s after %+v: got %d solutions, %s", name, c.limits, again.Solutions, again.Status)
			}
		}
	}
}

// Whatever a run does when its context ends, it says so. It looks at the context as it works.
func TestARunStopsAtAnyLook(t *testing.T) {
	for name, run := range runs(t, corpustest.Problem("domino/10x10")) {
		n := 0
		for ; run(textbook.NewClock(n), cover.Limits{}).Status != cover.Solved; n++ {
			if got := run(textbook.NewClock(n), cover.Limits{}); got.Status != cover.Timeout {
				t.Fatalf("%s, look %d: got %s", name, n+1, got.Status)
			}
		}
		if n < 2 {
			t.Errorf("%s: looked %d times, want more looks", name, n)
		}
	}
}
