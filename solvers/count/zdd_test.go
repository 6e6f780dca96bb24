package count_test

import (
	"bytes"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"

	"xcbench/solvers/count"
)

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
