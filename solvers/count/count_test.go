package count_test

import (
	"fmt"
	"math/big"
	"os"
	"reflect"
	"slices"
	"testing"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/internal/corpustest"
	"xcbench/internal/textbook"
	"xcbench/solvers/count"
)

// rules are the rules of all frontier solvers.
var rules = []cover.Rule{count.Input, count.Breadth, count.Greedy}

func best() cover.Solver { return count.Best(dlx.Index(cover.MRV), "dlx_index") }

// solvers returns the solvers of the package by name.
func solvers() map[string]cover.Solver {
	all := map[string]cover.Solver{"best": best()}
	for _, r := range rules {
		all[string(r)] = count.Frontier(r)
	}
	return all
}

// diagrammers returns the solvers with diagrams by name.
func diagrammers() map[string]count.Diagrammer {
	all := map[string]count.Diagrammer{}
	for name, s := range solvers() {
		if d, ok := s.(count.Diagrammer); ok {
			all[name] = d
		}
	}
	return all
}

// solve runs a solver on a problem.
func solve(t *testing.T, s cover.Solver, p *cover.Problem, limits cover.Limits) cover.Stats {
	t.Helper()
	stats, err := cover.Solve(t.Context(), s, p, limits, nil)
	if err != nil {
		t.Fatal(err)
	}
	return stats
}

// Solvers and diagrams agree with the search of all sets of options.
func FuzzCounts(f *testing.F) {
	for seed := range uint64(160) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		p := textbook.Random(seed)
		want := textbook.BruteForce(p)
		for name, s := range solvers() {
			if got := solve(t, s, p, cover.Limits{}); got.Solutions != int64(len(want)) || got.Status != cover.Solved {
				t.Errorf("%s: got %d solutions, %s, want %d", name, got.Solutions, got.Status, len(want))
			}
		}
		for name, s := range diagrammers() {
			d := diagramOf(t, s, p)
			if t.Run(name, func(t *testing.T) { checkDiagram(t, p, d, want) }); t.Failed() {
				t.FailNow()
			}
		}
	})
}

// A run has the states of its definition: counts of any size, nodes and updates level by level, and
// the statistics of the tables. A diagram has those that lead to the end, and takes their memory.
func TestRunsHaveTheStatesOfTheirDefinition(t *testing.T) {
	check := func(name string, got, want cover.Stats) {
		t.Helper()
		if got.Tables.PeakBytes < 8*got.Tables.PeakStates {
			t.Errorf("%s: got a peak of %d bytes with %d states", name, got.Tables.PeakBytes, got.Tables.PeakStates)
		}
		got.Setup, got.Search, got.Tables.PeakBytes = 0, 0, 0
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, want %+v", name, got, want)
		}
	}
	for n, p := range examples() {
		counts := map[string]bool{}
		for _, rule := range rules {
			name, want := fmt.Sprintf("problem %d, %s", n, rule), newReference(p, orders[rule](p))
			check(name, solve(t, count.Frontier(rule), p, cover.Limits{}), want.Stats)
			d, got, err := count.Frontier(rule).(count.Diagrammer).Diagram(t.Context(), p, cover.Limits{})
			want.Tables.PeakStates = want.Tables.Remembered // it keeps them all
			check(name+", diagram", got, want.Stats)
			if err != nil || d.States() != want.states || d.Transitions() != want.transitions ||
				d.Count().String() != want.CountText() || d.Bytes() != bytesOf(want) {
				t.Errorf("%s: got a diagram of %d states, %d transitions, %d bytes, %v, want %d, %d, %d", name, d.States(),
					d.Transitions(), d.Bytes(), err, want.states, want.transitions, bytesOf(want))
			}
			counts[want.CountText()] = true
		}
		if got := solve(t, best(), p, cover.Limits{}); len(counts) != 1 || !counts[got.CountText()] {
			t.Errorf("problem %d: got %s solutions by the best, want %v", n, got.CountText(), counts)
		}
	}
}

// bytesOf returns the memory of a diagram: its states and transitions, in chunks of 4096, and the
// numbers of their solutions.
func bytesOf(r *reference) int64 {
	solutions, _ := new(big.Int).SetString(r.CountText(), 10)
	if solutions.Sign() == 0 {
		return 0
	}
	chunks := func(n int) int64 { return int64(n+4095) / 4096 * 4096 }
	return 4*chunks(r.states+1) + 8*chunks(r.transitions) + 8*int64(r.states+1)*int64((solutions.BitLen()+63)/64)
}

// A problem with too many pairs of items is swept in its order. Finding another one takes too long.
func TestOrdersOfDenseProblemsAreTheInput(t *testing.T) {
	const items = 4097
	far := [][]int{{items - 1, 0}}
	for i := range items {
		far = append(far, []int{i})
	}
	long := inputOrder(problem(2000, 2000, nil))
	var dense [][]int
	for k := range 17 {
		o := make([]int, len(long)-k)
		for i := range o {
			o[i] = i + k
		}
		dense = append(dense, o, []int{k})
	}
	for _, p := range []*cover.Problem{problem(items, items, far), problem(2000, 2000, dense)} {
		want := solve(t, count.Frontier(count.Input), p, cover.Limits{})
		for _, rule := range []cover.Rule{count.Breadth, count.Greedy} {
			if got := solve(t, count.Frontier(rule), p, cover.Limits{}); got.Nodes != want.Nodes || !slices.Equal(got.Levels, want.Levels) {
				t.Errorf("%s: got %d nodes, want the %d of the input order", rule, got.Nodes, want.Nodes)
			}
		}
	}
}

// The figures of the catalogue are published, or follow from a formula.
func TestCountsArePublishedFigures(t *testing.T) {
	ids := map[cover.Rule][]string{
		count.Input:   {"lozenge/4x4x4", "latin/4", "latin/5", "squares/9x9", "matching/k14", "aztec/5"},
		count.Breadth: {"domino/8x8", "domino/12x12", "domino/16x16", "aztec/6", "squares/2x20"},
		count.Greedy:  {"aztec/12", "bell/9", "lozenge/8x8x8", "matching/k20"},
		count.Turns:   {"domino/10x10"},
	}
	if os.Getenv("XCBENCH_LONG") != "" {
		ids[count.Turns] = append(ids[count.Turns], "bell/14", "bell/16", "matching/k28", "domino/20x20", "squares/13x13",
			"squares/14x14", "rectangles/7x7")
	}
	for rule, ids := range ids {
		s := solvers()[map[cover.Rule]string{count.Turns: "best"}[rule]]
		if s == nil {
			s = count.Frontier(rule)
		}
		for _, id := range ids {
			in, err := corpus.Find(id)
			if err != nil || in.Solutions.N == corpus.Unknown {
				t.Fatalf("%s: got no figure, %v", id, err)
			}
			got := solve(t, s, corpustest.Problem(id), cover.Limits{})
			if got.Status != cover.Solved || !in.Solutions.Allows(got.Solutions, got.Big) {
				t.Errorf("%s, %s: got %s solutions, want %s", id, rule, got.CountText(), in.Solutions)
			}
		}
	}
}
