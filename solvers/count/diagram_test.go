package count

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/internal/corpustest"
)

// diagrammers returns the solvers with diagrams by name.
func diagrammers() map[string]Diagrammer {
	solvers := map[string]Diagrammer{"best": Best(dlx.Index(cover.MRV), "dlx_index").(Diagrammer)}
	for _, r := range rules {
		solvers[string(r)] = Frontier(r).(Diagrammer)
	}
	return solvers
}

// diagramOf returns the diagram of a problem.
func diagramOf(t testing.TB, s Diagrammer, p *cover.Problem) *Diagram {
	t.Helper()
	d, stats, err := s.Diagram(t.Context(), p, cover.Limits{})
	if err != nil || stats.Status != cover.Solved {
		t.Fatalf("got %s, %v, want a diagram", stats.Status, err)
	}
	if d.Count().String() != stats.CountText() {
		t.Fatalf("got %s solutions in the statistics, want %s", stats.CountText(), d.Count())
	}
	return d
}

// allSets returns all sets of options that are solutions, each as a text, in order.
func allSets(p *cover.Problem) []string {
	var found []string
	var choose func(o int, covered uint64, chosen []int)
	choose = func(o int, covered uint64, chosen []int) {
		if o == p.Options() {
			if primary := uint64(1)<<p.Primary() - 1; covered&primary == primary {
				found = append(found, fmt.Sprint(chosen))
			}
			return
		}
		choose(o+1, covered, chosen)
		mask := uint64(0)
		for _, i := range p.Option(o) {
			mask |= 1 << i
		}
		if covered&mask == 0 {
			choose(o+1, covered|mask, append(slices.Clip(chosen), o))
		}
	}
	choose(0, 0, []int{})
	slices.Sort(found)
	return found
}

// setOf returns options in any order as allSets writes them.
func setOf(options []int) string {
	sorted := append([]int{}, options...)
	slices.Sort(sorted)
	return fmt.Sprint(sorted)
}

// members returns the sets of options in the text of a ZDD, in order. It reads nothing but the text.
// It fails if the diagram is not reduced, or if options come in different orders on two paths.
func members(t *testing.T, text string) []string {
	t.Helper()
	type line struct {
		option int
		lo, hi string
	}
	nodes, known, last := map[string]line{}, map[line]bool{}, ""
	scan := bufio.NewScanner(strings.NewReader(text))
	for scan.Scan() && scan.Text() != "." {
		f := strings.Fields(scan.Text())
		if last = f[0]; len(f) == 1 {
			continue
		}
		option, err := strconv.Atoi(f[1])
		n := line{option, f[2], f[3]}
		if err != nil || f[3] == "B" || known[n] {
			t.Fatalf("node %q is not reduced: %v", scan.Text(), err)
		}
		nodes[f[0]], known[n] = n, true
		for _, child := range f[2:] {
			if _, ok := nodes[child]; !ok && child != "B" && child != "T" {
				t.Fatalf("node %q comes before its child %s", scan.Text(), child)
			}
		}
	}
	if scan.Text() != "." {
		t.Fatalf("got %q in the last line, want a full stop", scan.Text())
	}
	var found []string
	before, reached := map[[2]int]bool{}, map[string]bool{}
	var walk func(id string, tested, chosen []int)
	walk = func(id string, tested, chosen []int) {
		switch reached[id] = true; id {
		case "T":
			found = append(found, setOf(chosen))
		case "B":
		default:
			n := nodes[id]
			for _, o := range tested {
				before[[2]int{o, n.option}] = true
				if before[[2]int{n.option, o}] {
					t.Fatalf("options %d and %d are tested in both orders", o, n.option)
				}
			}
			tested = append(slices.Clip(tested), n.option)
			walk(n.lo, tested, chosen)
			walk(n.hi, tested, append(slices.Clip(chosen), n.option))
		}
	}
	walk(last, nil, nil)
	for id := range nodes {
		if !reached[id] {
			t.Fatalf("node %s is not reached from the root", id)
		}
	}
	slices.Sort(found)
	return found
}

// listOf returns the solutions that a diagram lists, as text. It fails if there are more than expected:
// a list that goes wrong may never end.
func listOf(t *testing.T, d *Diagram, expected int, text func(options []int) string) []string {
	t.Helper()
	var listed []string
	for options := range d.Solutions() {
		if listed = append(listed, text(options)); len(listed) > expected {
			t.Fatalf("got more than %d solutions in the list", expected)
		}
	}
	return listed
}

// checkDiagram compares all that a diagram says with the set of all solutions.
func checkDiagram(t *testing.T, p *cover.Problem, d *Diagram, want []string) {
	t.Helper()
	if d.Count().Cmp(big.NewInt(int64(len(want)))) != 0 {
		t.Fatalf("got %s solutions, want %d", d.Count(), len(want))
	}
	size, often := map[int]int64{}, make([]int64, p.Options())
	listed := listOf(t, d, len(want), func(options []int) string {
		size[len(options)]++
		for _, o := range options {
			often[o]++
		}
		return setOf(options)
	})
	slices.Sort(listed)
	if !slices.Equal(listed, want) {
		t.Fatalf("got the solutions %v, want %v", listed, want)
	}
	for options := range d.Samples(20, 7) {
		if !slices.Contains(want, setOf(options)) {
			t.Fatalf("drew %v, want one of %v", options, want)
		}
	}
	bySize, err := d.BySize(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for k, n := range bySize {
		if n.Cmp(big.NewInt(size[k])) != 0 || k == len(bySize)-1 && size[k] == 0 {
			t.Fatalf("got %v solutions by size, want %v", bySize, size)
		}
		delete(size, k)
	}
	if len(size) > 0 {
		t.Fatalf("got %v solutions by size, want %v too", bySize, size)
	}
	frequencies, err := d.Frequencies(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for o, n := range frequencies {
		if n.Cmp(big.NewInt(often[o])) != 0 {
			t.Fatalf("got the frequencies %v, want %v", frequencies, often)
		}
	}
	z, err := d.ZDD(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := z.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	var numbered []string // as the text numbers options, which were perhaps dropped before
	for _, set := range want {
		var numbers []int
		for _, o := range strings.Fields(strings.Trim(set, "[]")) {
			index, _ := strconv.Atoi(o)
			numbers = append(numbers, p.Number(index))
		}
		numbered = append(numbered, setOf(numbers))
	}
	slices.Sort(numbered)
	if got := members(t, text.String()); !slices.Equal(got, numbered) {
		t.Fatalf("got the family %v, want %v\n%s", got, numbered, &text)
	}
}

func TestDiagramsHaveAllSolutionsOnce(t *testing.T) {
	trials := 250
	switch {
	case long:
		trials = 1500
	case testing.Short():
		trials = 200
	}
	for seed := range uint64(trials) {
		p := random(t, rand.New(rand.NewPCG(seed, 18)))
		want := allSets(p)
		for name, s := range diagrammers() {
			t.Run(fmt.Sprint(seed, name), func(t *testing.T) { checkDiagram(t, p, diagramOf(t, s, p), want) })
		}
	}
}

func TestDiagramsOfSmallestProblems(t *testing.T) {
	for _, c := range []struct {
		name           string
		primary, items int
		options        [][]int
		want           []string
		states         int
	}{
		{"no items", 0, 0, nil, []string{"[]"}, 0},
		{"secondary items only", 0, 2, [][]int{{0}, {0, 1}}, []string{"[]"}, 0}, // such options are dropped
		{"an item without options", 2, 2, [][]int{{0}}, nil, 0},
		{"no solution", 3, 3, [][]int{{0, 1}, {1, 2}}, nil, 0},
		{"one solution", 2, 2, [][]int{{0, 1}, {0}}, []string{"[0]"}, 1},
		{"an option without primary items", 1, 2, [][]int{{1}, {0}, {0, 1}}, []string{"[0]", "[1]"}, 1},
		{"a secondary item of one option", 2, 3, [][]int{{0}, {0, 2}, {1}}, []string{"[0 2]", "[1 2]"}, 2},
		{"dead ends", 3, 3, [][]int{{0}, {0, 1}, {1}, {2}, {0}}, []string{"[0 2 3]", "[1 3]", "[2 3 4]"}, 3},
	} {
		p := problem(t, c.primary, c.items, c.options)
		for _, s := range diagrammers() {
			d := diagramOf(t, s, p)
			checkDiagram(t, p, d, c.want)
			if d.States() != c.states {
				t.Errorf("%s: got %d states, want %d", c.name, d.States(), c.states)
			}
		}
	}
}

// In input order, the solutions come as those of a solver that branches on the leftmost item.
func TestSolutionsComeInTheOrderOfTheItems(t *testing.T) {
	for _, id := range []string{"domino/4x6", "queens/8", "langford/8", "bell/6", "matching/k8"} {
		p := corpustest.Problem(id)
		var want []string
		_, err := cover.Solve(t.Context(), dlx.Index(cover.First), p, cover.Limits{}, func(options []int) bool {
			want = append(want, fmt.Sprint(options))
			return true
		})
		if err != nil || len(want) == 0 {
			t.Fatalf("%s: got %d solutions, %v", id, len(want), err)
		}
		got := listOf(t, diagramOf(t, Frontier(Input).(Diagrammer), p), len(want),
			func(options []int) string { return fmt.Sprint(options) })
		if !slices.Equal(got, want) {
			t.Errorf("%s: got other solutions, or in another order", id)
		}
	}
}

// Solutions of a restriction are shown as options of its base.
func TestDiagramsOfRestrictionsShowOptionsOfTheBase(t *testing.T) {
	base := problem(t, 3, 3, [][]int{{0}, {1}, {2}, {1, 2}, {0, 1}})
	d := diagramOf(t, Frontier(Input).(Diagrammer), base.Restrict([]int32{0}, nil))
	for options := range d.Samples(5, 1) {
		if set := setOf(options); set != "[1 2]" && set != "[3]" {
			t.Errorf("drew %s, want [1 2] or [3]", set)
		}
	}
	want := []string{"[1 2]", "[3]"}
	if listed := listOf(t, d, len(want), setOf); !slices.Equal(listed, want) {
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
	cube := 1 - 2/(9*free) + 3.0902*sqrt(2/(9*free))
	return statistic, free * cube * cube * cube
}

func sqrt(x float64) float64 {
	root, _ := new(big.Float).Sqrt(big.NewFloat(x)).Float64()
	return root
}

func TestSamplesAreUniform(t *testing.T) {
	for _, c := range []struct {
		id        string
		solutions int
	}{{"domino/4x6", 281}, {"queens/6", 4}, {"langford/7", 26}, {"matching/k8", 105}} {
		for name, s := range diagrammers() {
			d := diagramOf(t, s, corpustest.Problem(c.id))
			drawn := map[string]int{}
			for options := range d.Samples(100*c.solutions, 2026) {
				drawn[setOf(options)]++
			}
			if got, limit := chiSquare(drawn, c.solutions); got > limit {
				t.Errorf("%s, %s: got a chi-square of %.1f, want at most %.1f", c.id, name, got, limit)
			}
		}
	}
}

// A walk that takes each transition with the same probability is the usual mistake. The test of
// uniformity finds it.
func TestTheTestOfUniformityFindsAWalkWithoutCounts(t *testing.T) {
	d := diagramOf(t, Frontier(Input).(Diagrammer), corpustest.Problem("domino/4x6"))
	rng, drawn := rand.New(rand.NewPCG(1, 2)), map[string]int{}
	for range 28100 {
		var options []int
		for state := 0; state < d.States(); {
			from, to := d.out(state)
			e := d.edges.at(from + rng.IntN(to-from))
			options, state = append(options, int(e.option)), int(e.to)
		}
		drawn[setOf(options)]++
	}
	if got, limit := chiSquare(drawn, 281); got <= limit {
		t.Errorf("got a chi-square of %.1f for a biased walk, want more than %.1f", got, limit)
	}
}

// With two options for each of n items, any set of n choices is a solution: a sample is n random
// bits, of which a 64-bit number would have the first 64 only.
func TestSamplesBeyond64BitsAreUniform(t *testing.T) {
	const n, draws = 150, 2000
	var options [][]int
	for i := range n {
		options = append(options, []int{i}, []int{i})
	}
	d := diagramOf(t, Frontier(Input).(Diagrammer), problem(t, n, n, options))
	if got := d.Count().BitLen(); got != n+1 || d.limbs != 3 {
		t.Fatalf("got a count of %d bits in %d limbs, want %d", got, d.limbs, n+1)
	}
	ones, pairs := make([]int, n), make([]int, n)
	for options := range d.Samples(draws, 3) {
		for i, o := range options {
			ones[i] += o & 1
			pairs[i] += (o ^ options[(i+1)%n]) & 1
		}
	}
	for i := range n { // 5 standard deviations
		if off := max(ones[i], draws-ones[i], pairs[i], draws-pairs[i]) - draws/2; off > 112 {
			t.Errorf("bit %d: got %d ones and %d changes in %d draws, want about half", i, ones[i], pairs[i], draws)
		}
	}
}

func TestTheSeedDeterminesTheSamples(t *testing.T) {
	d := diagramOf(t, Frontier(Breadth).(Diagrammer), corpustest.Problem("domino/12x12"))
	draw := func(seed uint64) (all []string) {
		for options := range d.Samples(3, seed) {
			all = append(all, fmt.Sprint(options))
		}
		return all
	}
	if one, again := draw(1), draw(1); !slices.Equal(one, again) {
		t.Error("got other samples from the same seed")
	}
	if one, two := draw(1), draw(2); slices.Equal(one, two) {
		t.Error("got the same samples from two seeds")
	}
}

func TestNumbersBeyond64BitsAreExact(t *testing.T) {
	p := corpustest.Problem("domino/16x16")
	d := diagramOf(t, Frontier(Breadth).(Diagrammer), p)
	want := "2444888770250892795802079170816" // Kasteleyn 1961
	if d.Count().String() != want {
		t.Fatalf("got %s solutions, want %s", d.Count(), want)
	}
	bySize, err := d.BySize(t.Context())
	if err != nil || len(bySize) != 129 || bySize[128].String() != want || bySize[127].Sign() != 0 {
		t.Errorf("got %v, %v, want %s solutions of 128 options", bySize, err, want)
	}
	frequencies, err := d.Frequencies(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	cells := make([]*big.Int, p.Items())
	for i := range cells {
		cells[i] = new(big.Int)
	}
	for o, n := range frequencies {
		for _, i := range p.Option(o) {
			cells[i].Add(cells[i], n)
		}
	}
	for i, n := range cells { // every tiling has one domino on each cell
		if n.String() != want {
			t.Errorf("cell %s: got %s tilings, want %s", p.Name(i), n, want)
		}
	}
	checker := cover.NewChecker(p)
	for options := range d.Samples(100, 1) {
		if err := checker.Check(options); err != nil {
			t.Error(err)
		}
	}
}

// Carries run through all limbs, which numbers of solutions seldom make them do.
func TestProductsAreExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 2))
	limb := func() uint64 { return []uint64{0, 1, 1 << 63, ^uint64(0), rng.Uint64()}[rng.IntN(5)] }
	for range 2000 {
		a, b, product := make([]uint64, 6), make([]uint64, 6), make([]uint64, 6)
		for k := range 3 {
			a[k], b[k] = limb(), limb()
		}
		multiply(product, a, b)
		if want := new(big.Int).Mul(integer(a), integer(b)); integer(product).Cmp(want) != 0 {
			t.Fatalf("%v times %v: got %s, want %s", a, b, integer(product), want)
		}
	}
}

// The race drops what is not needed, and keeps to its memory.
func TestDiagramsStopAtTheirLimits(t *testing.T) {
	p := corpustest.Problem("domino/8x8")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for name, s := range diagrammers() {
		for _, c := range []struct {
			ctx    context.Context
			limits cover.Limits
			want   cover.Status
		}{
			{t.Context(), cover.Limits{}, cover.Solved},
			{t.Context(), cover.Limits{Nodes: 100}, cover.Limit},
			{t.Context(), cover.Limits{Updates: 100}, cover.Limit},
			{t.Context(), cover.Limits{Memory: 60_000}, cover.Memout},
			{ended, cover.Limits{}, cover.Timeout},
		} {
			d, stats, err := s.Diagram(c.ctx, p, c.limits)
			if err != nil || stats.Status != c.want || (d != nil) != (c.want == cover.Solved) {
				t.Errorf("%s, %+v: got %s, %v, want %s", name, c.limits, stats.Status, err, c.want)
			}
			if c.limits.Memory > 0 && stats.Tables.PeakBytes > c.limits.Memory {
				t.Errorf("%s: got a peak of %d bytes, want at most %d", name, stats.Tables.PeakBytes, c.limits.Memory)
			}
			if c.ctx == ended && stats.Nodes != 0 {
				t.Errorf("%s: got %d nodes, want none after the end of the time", name, stats.Nodes)
			}
			if d != nil && d.Bytes() > stats.Tables.PeakBytes {
				t.Errorf("%s: got %d bytes and a peak of %d", name, d.Bytes(), stats.Tables.PeakBytes)
			}
		}
	}
}

// Passes over a diagram need memory of their own.
func TestPassesKeepToTheMemory(t *testing.T) {
	d := diagramOf(t, Frontier(Breadth).(Diagrammer), corpustest.Problem("domino/8x8"))
	used := d.Bytes()
	d.memory.bound = used + 1000
	_, bySize := d.BySize(t.Context())
	_, frequencies := d.Frequencies(t.Context())
	_, zdd := d.ZDD(t.Context())
	for name, err := range map[string]error{"by size": bySize, "frequencies": frequencies, "zdd": zdd} {
		if stop, ok := err.(*Stop); !ok || stop.Status != cover.Memout {
			t.Errorf("%s: got %v, want memout", name, err)
		}
	}
	d.memory.bound = 1 << 30
	if _, err := d.BySize(t.Context()); err != nil || d.Bytes() != used {
		t.Errorf("got %v and %d bytes, want no error and %d bytes", err, d.Bytes(), used)
	}
}

func TestADiagramStopsSoonAfterItsDeadline(t *testing.T) {
	for name, s := range diagrammers() {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		_, stats, _ := s.Diagram(ctx, corpustest.Problem("latin/7"), cover.Limits{Memory: 1 << 29})
		cancel()
		if late := stats.Search - 50*time.Millisecond; stats.Status != cover.Timeout || late > 500*time.Millisecond {
			t.Errorf("%s: got %s, %v late", name, stats.Status, late)
		}
	}
}

// The race returns the diagram of the order that needs the fewest transitions, and the others' memory
// is free.
func TestTheRaceKeepsTheBestOrder(t *testing.T) {
	for _, id := range []string{"domino/12x12", "squares/8x8", "aztec/8"} {
		p := corpustest.Problem(id)
		least := slices.MinFunc(rules, func(a, b cover.Rule) int {
			_, x, _ := Frontier(a).(Diagrammer).Diagram(t.Context(), p, cover.Limits{})
			_, y, _ := Frontier(b).(Diagrammer).Diagram(t.Context(), p, cover.Limits{})
			return cmp.Compare(x.Updates, y.Updates)
		})
		_, alone, _ := Frontier(least).(Diagrammer).Diagram(t.Context(), p, cover.Limits{})
		d, best, _ := diagrammers()["best"].Diagram(t.Context(), p, cover.Limits{})
		if best.Updates > alone.Updates+4096 { // the loss of a few turns
			t.Errorf("%s: got %d updates of %s, want about %d of %s", id, best.Updates, d.Order(), alone.Updates, least)
		}
		rest := int64(0)
		for _, chunks := range []int{len(d.first.chunks) / 2, len(d.edges.chunks)} {
			rest += int64(chunks) * chunkSize * 8
		}
		if most := rest + chunkSize*4 + 8*int64(len(d.below)); d.Bytes() > most {
			t.Errorf("%s: got %d bytes, want at most %d: the others' memory is free", id, d.Bytes(), most)
		}
	}
}

// With memory for one order only, the race gives up the others.
func TestTheRaceNeedsTheMemoryOfOneOrder(t *testing.T) {
	p := corpustest.Problem("domino/14x14")
	_, alone, _ := Frontier(Breadth).(Diagrammer).Diagram(t.Context(), p, cover.Limits{})
	d, stats, err := diagrammers()["best"].Diagram(t.Context(), p, cover.Limits{Memory: alone.Tables.PeakBytes * 5 / 4})
	if err != nil || stats.Status != cover.Solved || d.limbs != 2 {
		t.Errorf("got %s, %v, want a diagram in %d bytes", stats.Status, err, alone.Tables.PeakBytes)
	}
}
