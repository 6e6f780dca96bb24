package tree_test

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/internal/corpustest"
	"xcbench/results/tree"
)

const (
	maxLevel   = 1 << 20
	maxText    = 1 << 20
	maxEntries = 1 << 16
)

type node struct {
	level    int
	solution bool
}

var head = tree.Record{InstanceID: "queens/8", Solver: "dlx_index", Rule: cover.MRV}

// randomTree returns the n nodes of a tree in the order of a search.
func randomTree(rng *rand.Rand, n int) []node {
	var all []node
	level := 0
	for range n {
		solution := level > 0 && rng.IntN(6) == 0
		all = append(all, node{level, solution})
		deepest := level + 1
		if solution {
			deepest = level
		}
		level = 1 + rng.IntN(max(1, deepest))
		if rng.IntN(3) > 0 {
			level = max(1, deepest)
		}
	}
	return all
}

// record returns the file of a tree, or why there is none.
func record(t testing.TB, head tree.Record, nodes []node, status cover.Status) ([]byte, error) {
	t.Helper()
	var file bytes.Buffer
	w := tree.NewWriter(&file, head.InstanceID, head.Solver, head.Rule)
	trace := w.Trace()
	for _, n := range nodes {
		if trace.Node(n.level); n.solution {
			trace.Solution()
		}
	}
	err := w.Close(status)
	if stopped := trace.Stop(0, 0); stopped != (err != nil) {
		t.Errorf("got a search that was stopped: %v, and the error %v", stopped, err)
	}
	return file.Bytes(), err
}

func encode(t testing.TB, nodes []node, status cover.Status) []byte {
	t.Helper()
	file, err := record(t, head, nodes, status)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func decode(file []byte) (*tree.Sketch, error) {
	return tree.ReadSketch("t.tree", bytes.NewReader(file))
}

// nodesOf returns the nodes of a sketch that has all of them: its unit and its step are 1.
func nodesOf(s *tree.Sketch) (all []node) {
	type block struct {
		tree.Block
		level int
	}
	var blocks []block
	for level, r := range s.Rows {
		for _, b := range r.Blocks {
			blocks = append(blocks, block{b, level})
		}
	}
	slices.SortFunc(blocks, func(a, b block) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.level, b.level))
	})
	for _, b := range blocks {
		all = append(all, node{b.level, b.Solution()})
	}
	return all
}

// packer does not compress. It is reused, because a new one takes 800 KB.
var packer, _ = gzip.NewWriterLevel(nil, gzip.NoCompression)

func pack(text string) []byte {
	var out bytes.Buffer
	packer.Reset(&out)
	packer.Write([]byte(text))
	packer.Close()
	return out.Bytes()
}

func unpack(t testing.TB, file []byte) string {
	t.Helper()
	zip, err := gzip.NewReader(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(zip)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A file that is cut off is rejected, and so is a damaged byte, unless it changes nothing.
func TestDamagedFilesAreRejected(t *testing.T) {
	want := randomTree(rand.New(rand.NewPCG(1, 2)), 300)
	file := encode(t, want, cover.Solved)
	text := unpack(t, file)
	for n := range len(file) {
		if _, err := decode(file[:n]); err == nil {
			t.Errorf("the first %d of %d bytes: got no error", n, len(file))
		}
	}
	for n := range len(text) {
		if _, err := decode(pack(text[:n])); err == nil {
			t.Errorf("the first %d of %d unpacked bytes: got no error", n, len(text))
		}
	}
	rejected := 0
	for n := 10; n < len(file); n++ { // the first ten bytes are gzip's header, which has no checksum
		bad := bytes.Clone(file)
		bad[n] ^= 0x10
		if got, err := decode(bad); err != nil {
			rejected++
		} else if !slices.Equal(nodesOf(got), want) { // a changed padding bit changes nothing
			t.Errorf("byte %d of %d changed: got another tree, want an error", n, len(file))
		}
	}
	if want := len(file) - 20; rejected < want {
		t.Errorf("got errors for %d of %d changed bytes, want at least %d", rejected, len(file)-10, want)
	}
}

// A tree of any size is read in little memory, but a pipe of nodes without end has to end.
func TestEndlessTreeIsAnError(t *testing.T) {
	from, to := io.Pipe()
	defer from.Close()
	go func() {
		zip, _ := gzip.NewWriterLevel(to, gzip.NoCompression)
		io.WriteString(zip, small[:strings.IndexByte(small, 1)]+"\x01\x01")
		var err error
		for block := bytes.Repeat([]byte{2}, 1<<16); err == nil; { // siblings of the last node
			_, err = zip.Write(block)
		}
	}()
	_, err := tree.ReadSketch("in", from)
	if err == nil || !strings.Contains(err.Error(), "16 MiB") {
		t.Errorf("got %v, want an error about its size", err)
	}
}

// full fails as a full disk does.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

// The search that makes the nodes has to stop.
func TestAWriteThatFailsStopsTheSearch(t *testing.T) {
	w := tree.NewWriter(full{}, head.InstanceID, head.Solver, head.Rule)
	trace, rng := w.Trace(), rand.New(rand.NewPCG(1, 1))
	trace.Node(0)
	for nodes := 0; nodes < 1<<20 && !trace.Stop(0, 0); nodes++ {
		for level := range 1 + rng.IntN(1000) {
			trace.Node(1 + level)
		}
	}
	if err := w.Close(cover.Timeout); !trace.Stop(0, 0) || err != io.ErrShortWrite {
		t.Errorf("got stopped %v, %v, want that it stops after the error of a write", trace.Stop(0, 0), err)
	}
}

func Example() {
	var file bytes.Buffer
	w := tree.NewWriter(&file, "queens/6", "dlx_index", cover.MRV)
	p := corpustest.Problem("queens/6")
	stats, err := cover.Solve(context.Background(), dlx.Index(cover.MRV), p, cover.Limits{Trace: w.Trace()}, nil)
	if err := cmp.Or(err, w.Close(stats.Status)); err != nil {
		panic(err)
	}
	s, err := tree.ReadSketch("queens.tree", &file)
	if err != nil {
		panic(err)
	}
	fmt.Println(s.Nodes, "nodes,", s.Leaves, "leaves,", s.Solutions, "solutions")
	// Output: 111 nodes, 38 leaves, 4 solutions
}

// The levels of a tree have a bound.
func TestTreesBeyondABoundAreRejected(t *testing.T) {
	want := "a node on level 1048577 after one on level 1048576, expected a level from 1 to 1048576"
	text := small[:strings.IndexByte(small, 1)] + strings.Repeat("\x01", maxLevel+2)
	if _, err := decode(pack(text)); err == nil || err.Error() != "t.tree: after node 1048577: "+want {
		t.Errorf("got %v, want %s", err, want)
	}
	var path []node
	for level := range maxLevel + 2 {
		path = append(path, node{level, false})
	}
	if _, err := record(t, head, path, cover.Solved); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
