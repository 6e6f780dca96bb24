package count_test

import (
	"bytes"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
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

// A family is a ZDD, read from nothing but its text.
type family struct {
	option []int    // by node, from 2
	child  [][2]int // low and high, by node
}

// families reads the text of a ZDD. It fails if the IDs do not count up, a child follows its parent,
// the diagram is not reduced, or a node is not reached.
func families(t *testing.T, d *count.Diagram) *family {
	t.Helper()
	z, err := d.ZDD(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := z.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(text.String(), "\n")
	if n := len(lines); n < 3 || lines[n-2] != "." || lines[n-1] != "" || n-3 != max(1, z.Nodes())-1 {
		t.Fatalf("got %d nodes in the text %q, want a line for each and a full stop", z.Nodes(), lines)
	}
	terminals := map[string]int{"B": 0, "T": 1}
	if z.Nodes() == 0 {
		root, ok := terminals[lines[0]]
		if !ok {
			t.Fatalf("got the line %q, want a terminal", lines[0])
		}
		return &family{[]int{0, 0}[:1+root], make([][2]int, 1+root)}
	}
	f, known, parents := &family{make([]int, 2), make([][2]int, 2)}, map[string]bool{}, make([]int, z.Nodes()+2)
	for _, line := range lines[:z.Nodes()] {
		id, rest, _ := strings.Cut(line, " ")
		fields := strings.Fields(rest)
		option, err := strconv.Atoi(fields[0])
		if id != strconv.Itoa(len(f.option)) || err != nil || fields[2] == "B" || known[rest] {
			t.Fatalf("node %q is not reduced, or not the next: %v", line, err)
		}
		var child [2]int
		for k, text := range fields[1:] {
			to, ok := terminals[text]
			if !ok {
				if to, err = strconv.Atoi(text); err != nil || to < 2 || to >= len(f.option) {
					t.Fatalf("node %q comes before its child", line)
				}
			}
			child[k] = to
			parents[to]++
		}
		known[rest], f.option, f.child = true, append(f.option, option), append(f.child, child)
	}
	if slices.Contains(parents[2:len(parents)-1], 0) {
		t.Fatal("got a node that is not reached from the root")
	}
	return f
}

// size returns the number of sets.
func (f *family) size() *big.Int {
	sets := []*big.Int{big.NewInt(0), big.NewInt(1)}
	for _, child := range f.child[min(2, len(f.child)):] {
		sets = append(sets, new(big.Int).Add(sets[child[0]], sets[child[1]]))
	}
	return sets[len(f.child)-1]
}

// sets returns the sets. It fails if options are tested in different orders on two paths.
func (f *family) sets(t *testing.T) (all [][]int) {
	t.Helper()
	before := map[[2]int]bool{}
	var walk func(n int, tested, chosen []int)
	walk = func(n int, tested, chosen []int) {
		switch n {
		case 0:
		case 1:
			all = append(all, slices.Clone(chosen))
		default:
			for _, o := range tested {
				if before[[2]int{o, f.option[n]}] = true; before[[2]int{f.option[n], o}] {
					t.Fatalf("options %d and %d are tested in both orders", o, f.option[n])
				}
			}
			tested = append(slices.Clip(tested), f.option[n])
			walk(f.child[n][0], tested, chosen)
			walk(f.child[n][1], tested, append(slices.Clip(chosen), f.option[n]))
		}
	}
	walk(len(f.child)-1, nil, nil)
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
		d := diagram(t, rules[(n+2)%len(rules)], p)
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
					items[i] = new(big.Int).Add(n, cmpOr(items[i]))
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

func cmpOr(n *big.Int) *big.Int {
	if n == nil {
		return new(big.Int)
	}
	return n
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

// In input order, the solutions come as those of a solver that branches on the leftmost item. The
// text tests options in the order of the sweep.
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

// chiSquare returns the statistic of draws among classes of the same probability, and its 99.9%
// quantile by the approximation of Wilson and Hilferty (1931).
func chiSquare(drawn map[string]int, classes int) (statistic, quantile float64) {
	n := 0
	for _, times := range drawn {
		n += times
	}
	mean := float64(n) / float64(classes)
	statistic = float64(classes-len(drawn)) * mean
	for _, times := range drawn {
		statistic += (float64(times) - mean) * (float64(times) - mean) / mean
	}
	free := float64(classes - 1)
	cube := 1 - 2/(9*free) + 3.0902*math.Sqrt(2/(9*free))
	return statistic, free * cube * cube * cube
}

// Samples are uniform. A walk that takes each transition with the same probability is the usual
// mistake, and the test finds it.
func TestSamplesAreUniform(t *testing.T) {
	for id, solutions := range map[string]int{"domino/4x6": 281, "queens/6": 4, "langford/7": 26, "matching/k8": 105} {
		p := corpustest.Problem(id)
		for _, name := range []string{"reverse", "best"} {
			drawn := map[string]int{}
			for options := range diagramOf(t, diagrammers()[name], p).Samples(100*solutions, 2026) {
				drawn[setOf(options)]++
			}
			if got, limit := chiSquare(drawn, solutions); got > limit {
				t.Errorf("%s, %s: got a chi-square of %.1f, want at most %.1f", id, name, got, limit)
			}
		}
	}
	dice, biased, steps := rand.New(rand.NewPCG(1, 2)), map[string]int{}, map[string][]int{}
	for n := 0; n < 28100; {
		chosen, key := []int(nil), ""
		for {
			if key = setOf(chosen); steps[key] == nil {
				node := textbook.NewNode(corpustest.Problem("domino/4x6"), chosen)
				steps[key] = append([]int{}, node.With(max(0, node.Branch(cover.First)))...)
			}
			if len(steps[key]) == 0 {
				break
			}
			chosen = append(chosen, steps[key][dice.IntN(len(steps[key]))])
		}
		if len(chosen) == 12 {
			biased[key]++
			n++
		}
	}
	if got, limit := chiSquare(biased, 281); got <= limit {
		t.Errorf("got a chi-square of %.1f for a biased walk, want more than %.1f", got, limit)
	}
}

// A seed stands for the same samples in all versions of the package.
func TestTheSeedDeterminesTheSamples(t *testing.T) {
	d := diagram(t, count.Input, problem(1, 1, [][]int{{0}, {0}, {0}, {0}, {0}}))
	draw := func(seed uint64) (drawn []int) {
		for options := range d.Samples(12, seed) {
			drawn = append(drawn, options...)
		}
		return drawn
	}
	if got, want := fmt.Sprint(draw(7)), "[0 1 1 3 2 3 2 1 3 3 1 1]"; got != want || fmt.Sprint(draw(8)) == want {
		t.Errorf("got the options %s and, from another seed, %v, want %s", got, draw(8), want)
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
