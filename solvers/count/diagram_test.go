package count

import (
	"bufio"
	"bytes"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

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
