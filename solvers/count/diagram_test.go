package count_test

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/internal/corpustest"
	"xcbench/internal/textbook"
	"xcbench/solvers/count"
)

// diagramOf returns the diagram of a problem.
func diagramOf(t testing.TB, s count.Diagrammer, p *cover.Problem) *count.Diagram {
	t.Helper()
	d, stats, err := s.Diagram(t.Context(), p, cover.Limits{})
	if err != nil || stats.Status != cover.Solved || d.Count().String() != stats.CountText() {
		t.Fatalf("got %s, %v, want a diagram", stats.Status, err)
	}
	return d
}

// diagram returns the diagram of a problem in some order.
func diagram(t testing.TB, rule cover.Rule, p *cover.Problem) *count.Diagram {
	t.Helper()
	return diagramOf(t, count.Frontier(rule).(count.Diagrammer), p)
}

// setOf returns options as a text that does not show their order.
func setOf(options []int) string { return fmt.Sprint(slices.Sorted(slices.Values(options))) }

// listOf returns the solutions that a diagram lists. It fails if there are more than expected: a list
// that goes wrong may never end.
func listOf(t *testing.T, d *count.Diagram, expected int) (all [][]int) {
	t.Helper()
	for options := range d.Solutions() {
		if all = append(all, slices.Clone(options)); len(all) > expected {
			t.Fatalf("got more than %d solutions in the list", expected)
		}
	}
	return all
}

// texts returns sets of options as sorted text.
func texts(sets [][]int) (all []string) {
	for _, set := range sets {
		all = append(all, setOf(set))
	}
	slices.Sort(all)
	return all
}

// checkDiagram compares all that a diagram says with the set of all solutions.
func checkDiagram(t *testing.T, p *cover.Problem, d *count.Diagram, want []string) {
	t.Helper()
	listed := listOf(t, d, len(want))
	if !slices.Equal(texts(listed), want) || d.Count().String() != fmt.Sprint(len(want)) || (d.First() == nil) != (want == nil) {
		t.Fatalf("got %s solutions, %v, want %v", d.Count(), listed, want)
	}
	if len(listed) > 0 && !slices.Equal(d.First(), listed[0]) {
		t.Fatalf("got the first solution %v, want %v", d.First(), listed[0])
	}
	var bySize []int
	often, numbered := make([]int, p.Options()), [][]int(nil)
	for _, options := range listed {
		for len(bySize) <= len(options) {
			bySize = append(bySize, 0)
		}
		bySize[len(options)]++
		var numbers []int // as the text has options: some were perhaps dropped before
		for _, o := range options {
			often[o]++
			numbers = append(numbers, p.Number(o))
		}
		numbered = append(numbered, numbers)
	}
	for options := range d.Samples(20, 7) {
		if !slices.Contains(want, setOf(options)) {
			t.Fatalf("drew %v, want one of %v", options, want)
		}
	}
	if got, err := d.BySize(t.Context()); err != nil || fmt.Sprint(got) != fmt.Sprint(bySize) {
		t.Fatalf("got %v solutions by size, %v, want %v", got, err, bySize)
	}
	if got, err := d.Frequencies(t.Context()); err != nil || fmt.Sprint(got) != fmt.Sprint(often) {
		t.Fatalf("got the frequencies %v, %v, want %v", got, err, often)
	}
	if got := texts(families(t, d).sets(t)); !slices.Equal(got, texts(numbered)) {
		t.Fatalf("got the family %v, want %v", got, numbered)
	}
}

// Sums over a diagram are exact beyond 64 bits: each item is in every solution, and each solution has
// a size. Samples have each option as often as all solutions do.
func TestSumsOverADiagramAreItsCount(t *testing.T) {
	dice, problems := rand.New(rand.NewPCG(4, 4)), []*cover.Problem{corpustest.Problem("domino/8x30"), meeting(3)}
	for range 4 {
		problems = append(problems, wide(dice, 30, 2))
	}
	for n, p := range append(problems, problem(150, 150, choices(150))) {
		d := diagram(t, rules[(n+1)%len(rules)], p)
		if d.Count().IsInt64() {
			t.Fatalf("problem %d: got %s solutions, want more", n, d.Count())
		}
		bySize, err := d.BySize(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		frequencies, err := d.Frequencies(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		sum, options := new(big.Int), new(big.Int)
		for k, n := range bySize {
			sum.Add(sum, n)
			options.Add(options, new(big.Int).Mul(n, big.NewInt(int64(k))))
		}
		chosen, items := new(big.Int), make([]*big.Int, p.Primary())
		for o, n := range frequencies {
			chosen.Add(chosen, n)
			for _, i := range p.Option(o) {
				if int(i) < len(items) {
					items[i] = new(big.Int).Add(n, cmp.Or(items[i], new(big.Int)))
				}
			}
		}
		for i, n := range append(items, sum, families(t, d).size()) {
			if n.Cmp(d.Count()) != 0 {
				t.Errorf("problem %d, sum %d: got %s, want %s", n, i, n, d.Count())
			}
		}
		if options.Cmp(chosen) != 0 || bySize[len(bySize)-1].Sign() == 0 {
			t.Errorf("problem %d: got %s options by size, want %s", n, options, chosen)
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
		for o, n := range frequencies {
			share, _ := new(big.Rat).SetFrac(n, d.Count()).Float64()
			if off := math.Abs(times[o] - draws*share); off > 1+5*math.Sqrt(draws*share*(1-share)) {
				t.Errorf("option %d: drew it %v times in %d, want a share of %.3f", o, times[o], draws, share)
			}
		}
	}
}

// On a path of items with two options each, and one for each pair of neighbours, the number of solutions
// of k options follows from those of the shorter paths. It outgrows 64 bits.
func TestSizesBeyond64BitsAreExact(t *testing.T) {
	const items = 90
	options, sizes := choices(items), [][]*big.Int{{big.NewInt(1)}}
	for i := range items {
		next := make([]*big.Int, i+2)
		for k := range next {
			next[k] = new(big.Int)
			if k > 0 {
				next[k].Lsh(sizes[i][k-1], 1)
			}
			if k > 0 && i > 0 && k <= i {
				next[k].Add(next[k], sizes[i-1][k-1])
			}
		}
		if sizes = append(sizes, next); i > 0 {
			options = append(options, []int{i - 1, i})
		}
	}
	got, err := diagram(t, count.Input, problem(items, items, options)).BySize(t.Context())
	if want := sizes[items]; err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
}

// In input order, the solutions come as those of a solver that branches on the leftmost item.
func TestSolutionsComeInTheOrderOfTheItems(t *testing.T) {
	for _, id := range []string{"domino/4x6", "queens/8", "langford/8", "bell/6", "matching/k8"} {
		p := corpustest.Problem(id)
		x, err := cover.Prepare(dlx.Index(cover.First), p)
		if err != nil {
			t.Fatal(err)
		}
		want := textbook.RunUntraced(t.Context(), x, cover.Limits{}).Shown
		if got := listOf(t, diagram(t, count.Input, p), len(want)); len(want) == 0 || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: got other solutions, or in another order", id)
		}
	}
}

// Solutions of a restriction are shown as options of its base.
func TestDiagramsOfRestrictionsShowOptionsOfTheBase(t *testing.T) {
	base := problem(3, 3, [][]int{{0}, {1}, {2}, {1, 2}, {0, 1}})
	d := diagram(t, count.Input, base.Restrict([]int32{0}, nil))
	want := []string{"[1 2]", "[3]"}
	for options := range d.Samples(5, 1) {
		if !slices.Contains(want, setOf(options)) {
			t.Errorf("drew %v, want one of %v", options, want)
		}
	}
	if listed := texts(listOf(t, d, len(want))); !slices.Equal(listed, want) {
		t.Errorf("got %v, want %v", listed, want)
	}
}

// The figures of docs/solutions.md.
func BenchmarkDiagrams(b *testing.B) {
	for _, id := range []string{"domino/8x8", "domino/12x12", "domino/16x16", "langford/8", "langford/11", "langford/12",
		"queens/8", "queens/10", "queens/12"} {
		p, s := corpustest.Problem(id), best().(count.Diagrammer)
		d := diagramOf(b, s, p)
		b.Run(id+"/diagram", func(b *testing.B) {
			for b.Loop() {
				_, stats, _ := s.Diagram(b.Context(), p, cover.Limits{})
				b.ReportMetric(float64(stats.Nodes), "swept")
			}
			b.ReportMetric(float64(d.States()), "states")
			b.ReportMetric(float64(d.Transitions()), "transitions")
			b.ReportMetric(float64(d.Bytes()), "bytes")
		})
		b.Run(id+"/samples", func(b *testing.B) {
			checker := cover.NewChecker(p)
			for b.Loop() {
				for options := range d.Samples(1000, 1) {
					if err := checker.Check(options); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
