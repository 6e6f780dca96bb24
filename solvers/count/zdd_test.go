package count_test

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"

	"xcbench/solvers/count"
)

// A family is a ZDD, read from nothing but its text.
type family struct {
	nodes map[string][]string // by ID: option, low and high child
	order []string            // the IDs, and the terminals before them
}

// root returns the ID of the root.
func (f *family) root() string { return f.order[len(f.order)-1] }

// families reads the text of a ZDD. It fails if the IDs do not count up, a child follows its parent,
// the diagram is not reduced, or a node is not reached.
func families(t *testing.T, d *count.Diagram) *family {
	t.Helper()
	var text strings.Builder
	z, err := d.ZDD(t.Context())
	if err == nil {
		err = z.WriteText(&text)
	}
	body, whole := strings.CutSuffix(text.String(), "\n.\n")
	lines := strings.Split(body, "\n")
	if err != nil || !whole || len(lines) != max(1, z.Nodes()) {
		t.Fatalf("got %d nodes in the text %q, %v, want a line for each and a full stop", z.Nodes(), text.String(), err)
	}
	f := &family{map[string][]string{}, []string{"B", "T"}}
	if z.Nodes() == 0 {
		f.order = f.order[:1+strings.Index("BT", body)]
		return f
	}
	known, reached := map[string]bool{}, map[string]bool{}
	for _, line := range lines {
		id, rest, _ := strings.Cut(line, " ")
		n := strings.Fields(rest)
		if id != strconv.Itoa(len(f.order)) || n[2] == "B" || known[rest] || !slices.Contains(f.order, n[1]) || !slices.Contains(f.order, n[2]) {
			t.Fatalf("node %q is not reduced, or not the next", line)
		}
		known[rest], reached[n[1]], reached[n[2]] = true, true, true
		f.nodes[id], f.order = n, append(f.order, id)
	}
	for _, id := range f.order[2 : len(f.order)-1] {
		if !reached[id] {
			t.Fatalf("node %s is not reached from the root", id)
		}
	}
	return f
}

// size returns the number of sets.
func (f *family) size() *big.Int {
	sets := map[string]*big.Int{"B": big.NewInt(0), "T": big.NewInt(1)}
	for _, id := range f.order[2:] {
		sets[id] = new(big.Int).Add(sets[f.nodes[id][1]], sets[f.nodes[id][2]])
	}
	return sets[f.root()]
}

// sets returns the sets. It fails if options are tested in different orders on two paths.
func (f *family) sets(t *testing.T) (all [][]int) {
	t.Helper()
	before := map[[2]string]bool{}
	var walk func(id string, tested []string, chosen []int)
	walk = func(id string, tested []string, chosen []int) {
		n := f.nodes[id]
		if id == "T" {
			all = append(all, slices.Clone(chosen))
		}
		if n == nil {
			return
		}
		for _, o := range tested {
			if before[[2]string{o, n[0]}] = true; before[[2]string{n[0], o}] {
				t.Fatalf("options %s and %s are tested in both orders", o, n[0])
			}
		}
		option, err := strconv.Atoi(n[0])
		if err != nil {
			t.Fatal(err)
		}
		tested = append(slices.Clip(tested), n[0])
		walk(n[1], tested, chosen)
		walk(n[2], tested, append(slices.Clip(chosen), option))
	}
	walk(f.root(), nil, nil)
	return all
}
