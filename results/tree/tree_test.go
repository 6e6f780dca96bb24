package tree_test

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/internal/corpustest"
	"xcbench/results/tree"
)

const (
	maxLevel = 1 << 20
	maxLine  = 1 << 13
)

type node struct {
	level    int
	solution bool
}

var head = tree.Head{InstanceID: "queens/8", Solver: "dlx_index", Rule: cover.MRV}

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
func record(t testing.TB, head tree.Head, nodes []node, status cover.Status) ([]byte, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.tree")
	f, err := tree.Create(path, head)
	if err != nil {
		return nil, err
	}
	trace := f.Trace()
	for _, n := range nodes {
		if trace.Node(n.level); n.solution {
			trace.Solution()
		}
	}
	err = f.Close(status)
	if stopped := trace.Stop(0); stopped != (err != nil) {
		t.Errorf("got a search that was stopped: %v, and the error %v", stopped, err)
	}
	if err != nil {
		return nil, err
	}
	return os.ReadFile(path)
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
		all = append(all, node{b.level, b.Leaf && b.Solutions > 0})
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

func TestFileHasTheDocumentedFormat(t *testing.T) {
	file := encode(t, []node{{0, false}, {1, false}, {2, true}, {2, false}, {1, true}}, cover.Limit)
	got := unpack(t, file)
	want := "xcbench tree 1\ninstance: queens/8\nsolver: dlx_index\nrule: mrv\n\n" +
		"\x00\x00\x01\x02\x05\x06" + "status: limit\nnodes: 5\nsolutions: 2\n"
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTreesThatNoSearchHasAreRejected(t *testing.T) {
	for want, nodes := range map[string][]node{
		"a node on level 1 after one on level -1 cannot be recorded, expected 1 to 0":                  {{1, false}},
		"a node on level 2 after one on level 0 cannot be recorded, expected 1 to 1":                   {{0, false}, {2, false}},
		"a node on level 0 after one on level 0 cannot be recorded, expected 1 to 1":                   {{0, false}, {0, false}},
		"a node on level -1 after one on level 0 cannot be recorded, expected 1 to 1":                  {{0, false}, {-1, false}},
		"a node below a solution cannot be recorded, expected a solution to be a leaf":                 {{0, true}, {1, false}},
		"a node on level 1048577 after one on level 1048576 cannot be recorded, expected 1 to 1048576": path(maxLevel + 1),
	} {
		if _, err := record(t, head, nodes, cover.Solved); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestValuesOfTheHeadAreOneLineEach(t *testing.T) {
	long := strings.Repeat("a", maxLine/2)
	for id, valid := range map[string]bool{long: true, long + "a": false, "a\nb": false, "a\rb": false} {
		file, err := record(t, tree.Head{InstanceID: id}, []node{{0, false}}, cover.Solved)
		if want := fmt.Sprintf("instance %q cannot be recorded, expected one line of at most 4096 bytes", id); !valid {
			if err == nil || err.Error() != want {
				t.Errorf("got %v, want %s", err, want)
			}
		} else if s, err := decode(file); err != nil || s.InstanceID != id {
			t.Errorf("got %v, %v, want %q", s, err, id)
		}
	}
}

// path returns a path of nodes down to a level.
func path(deepest int) (nodes []node) {
	for level := range deepest + 1 {
		nodes = append(nodes, node{level, false})
	}
	return nodes
}

// A path down and back to level 1 is read back, whatever number of bytes the way back takes.
func TestTreesReachTheDeepestLevel(t *testing.T) {
	for _, deepest := range []int{1, 63, 64, 8191, 8192, maxLevel} {
		for _, solution := range []bool{true, false} {
			if !solution && deepest == maxLevel {
				continue // the codes of both differ in one bit
			}
			s, err := decode(encode(t, append(path(deepest), node{1, solution}), cover.Limit))
			if err != nil || s.Nodes != int64(deepest+2) || len(s.Levels) != deepest+1 || s.Levels[1].Nodes != 2 || s.Leaves != 2 ||
				(s.Levels[1].Solutions == 1) != solution {
				t.Fatalf("a tree down to level %d: got %d nodes on %d levels, %v", deepest, s.Nodes, len(s.Levels), err)
			}
		}
	}
}

func TestInvalidFilesAreRejected(t *testing.T) {
	const notGzip = "byte 0 unpacked: not a gzip file, expected a tree written by 'xcbench solve --tree'"
	const notEnded = "byte 86 unpacked: data after the tree, expected the end of the file"
	replaced := func(text, old, new string) []byte { return pack(strings.Replace(text, old, new, 1)) }
	const start = "xcbench tree 1\ninstance: a\nsolver: b\nrule: c\n\n"
	const end = "status: solved\nnodes: 2\nsolutions: 1\n"
	const whole = start + "\x00\x01\x06" + end
	const labels = "labels: 2\na\t\n\tb c\n"
	for _, valid := range [][]byte{pack(whole), pack(whole + labels), replaced(whole, "solver: b", "solver: "+strings.Repeat("b", maxLine-8))} {
		if _, err := decode(valid); err != nil {
			t.Fatal(err)
		}
	}
	for what, c := range map[string]struct {
		file []byte
		want string
	}{
		"an empty file": {nil, notGzip},
		"text":          {[]byte(whole), notGzip},
		"another gzip file": {pack("hello"),
			`byte 0 unpacked: not a tree, expected "xcbench tree 1" as the first line; 'xcbench solve --tree' writes trees`},
		"another version": {replaced(whole, "1", "2"),
			`byte 0 unpacked: a tree in format "xcbench tree 2", expected "xcbench tree 1"`},
		"another program": {replaced(whole, "tree 1", "trees"),
			`byte 0 unpacked: not a tree, expected "xcbench tree 1" as the first line; 'xcbench solve --tree' writes trees`},
		"a long line": {replaced(whole, "solver: b", "solver: "+strings.Repeat("b", maxLine-7)),
			"byte 27 unpacked: a line longer than 8192 bytes"},
		"another key":   {replaced(whole, "solver", "silver"), `byte 27 unpacked: "silver: b", expected "solver: "`},
		"no empty line": {replaced(whole, "\n\n", "\nx\n"), `byte 45 unpacked: "x", expected an empty line`},
		"a second root": {pack(start + "\x00\x00\x04" + end),
			"byte 48 unpacked: node code 4, expected one below 4, or 6 for the end"},
		"no root": {pack(start + "\x03" + end), "byte 46 unpacked: node code 3, expected one below 2, or 2 for the end"},
		"a sibling of the root": {pack(start + "\x00\x02" + end),
			"byte 47 unpacked: node code 2, expected one below 2, or 4 for the end"},
		"a level above the root": {pack(start + "\x00\x07" + end),
			"byte 47 unpacked: node code 7, expected one below 2, or 4 for the end"},
		"a long number": {pack(start + "\x80\x00"),
			"byte 47 unpacked: a number with a superfluous zero byte, expected the shortest form"},
		"an endless number": {pack(start + "\xff\xff\xff\xff\xff\xff\xff"),
			"byte 51 unpacked: a number longer than five bytes"},
		"a child of a solution": {pack(start + "\x00\x01\x00" + end),
			"byte 48 unpacked: a node below a solution, expected a solution to be a leaf"},
		"a solution below a solution": {pack(start + "\x00\x01\x01" + end),
			"byte 48 unpacked: a node below a solution, expected a solution to be a leaf"},
		"a level too deep": {pack(start + strings.Repeat("\x00", maxLevel+2)),
			"byte 1048623 unpacked: a node on level 1048577, expected level 1048576 at most"},
		"half a gzip header": {pack(whole)[:5], notGzip},
		"no end":             {pack(start + "\x00\x01"), "byte 48 unpacked: the file is cut off"},
		"half a gzip file":   {pack(whole)[:80], "byte 65 unpacked: the file is cut off"},
		"another count":      {replaced(whole, "nodes: 2", "nodes: 3"), "byte 64 unpacked: nodes: 3, but the tree has 2"},
		"another status": {replaced(whole, "solved", "wrong"),
			`byte 49 unpacked: status "wrong", expected solved, limit or timeout`},
		"another line":            {pack(whole + "x"), notEnded},
		"labels without a number": {pack(whole + "labels\n"), `byte 86 unpacked: "labels", expected "labels: "`},
		"too few labels": {pack(whole + "labels: 1\na\t\n"),
			"byte 86 unpacked: labels: 1, expected one for each of 2 nodes, and 60 at most"},
		"labels that are cut off": {pack(whole + labels[:13]), "byte 99 unpacked: the file is cut off"},
		"a label of one column": {pack(whole + "labels: 2\na\t\nb\n"),
			`byte 99 unpacked: label "b", expected an item, a tab and an option`},
		"a label of three columns": {pack(whole + "labels: 2\na\tb\tc\n\tb\n"),
			`byte 96 unpacked: label "a\tb\tc", expected an item, a tab and an option`},
		"data after the labels": {pack(whole + labels + "x"), "byte 104 unpacked: data after the tree, expected the end of the file"},
		"two trees":             {append(pack(whole), pack(whole)...), notEnded},
		"trailing garbage":      {append(pack(whole), "something else"...), notEnded},
	} {
		_, err := decode(c.file)
		if !errors.As(err, new(*tree.Error)) || err.Error() != "t.tree: "+c.want {
			t.Errorf("%s: got error %v, want t.tree: %s", what, err, c.want)
		}
	}
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
		io.WriteString(zip, "xcbench tree 1\ninstance: queens/6\nsolver: naive\nrule: mrv\n\n\x00\x00")
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

func TestOnlyACompleteFileAppears(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.tree")
	for _, end := range []struct {
		want string // the files
		do   func(*tree.File) error
	}{
		{"[]", func(f *tree.File) error { f.Discard(); return nil }},
		{"[]", func(f *tree.File) error {
			f.Trace().Node(7)
			if f.Close(cover.Solved) == nil {
				return errors.New("no error of a wrong tree")
			}
			return nil
		}},
		{"[]", func(f *tree.File) error { // a write fails, and the search that makes the nodes has to stop
			trace := f.Trace()
			f.Discard()
			rng := rand.New(rand.NewPCG(1, 1))
			trace.Node(0)
			for nodes := 0; !trace.Stop(0); nodes++ {
				if nodes > 1<<20 {
					return errors.New("a million nodes after the file was closed")
				}
				for level := range 1 + rng.IntN(1000) {
					trace.Node(1 + level)
				}
			}
			if err := f.Close(cover.Timeout); err == nil || !strings.Contains(err.Error(), "closed") {
				return fmt.Errorf("got %v, want that the file is closed", err)
			}
			return nil
		}},
		{"[a.tree]", func(f *tree.File) error { return f.Close(cover.Solved) }},
	} {
		f, err := tree.Create(path, head)
		if err != nil {
			t.Fatal(err)
		}
		if err := end.do(f); err != nil {
			t.Error(err)
		}
		names(t, dir, end.want)
	}
	if _, err := tree.Create(filepath.Join(dir, "b.tree"), tree.Head{InstanceID: "a\nb"}); err == nil {
		t.Error("a head of two lines: got no error")
	}
	names(t, dir, "[a.tree]")
	if _, err := tree.Create(filepath.Join(dir, "none", "a.tree"), head); err == nil {
		t.Error("a missing folder: got no error")
	}
}

// names fails unless a folder has the wanted files.
func names(t *testing.T, dir, want string) {
	t.Helper()
	got := []string{}
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if err != nil || fmt.Sprint(got) != want {
		t.Errorf("got the files %q, %v, want %s", got, err, want)
	}
}

func Example() {
	path := filepath.Join(os.TempDir(), "queens.tree")
	defer os.Remove(path)
	f, err := tree.Create(path, tree.Head{InstanceID: "queens/6", Solver: "dlx_index", Rule: cover.MRV})
	if err != nil {
		panic(err)
	}
	p := corpustest.Problem("queens/6")
	stats, err := cover.Solve(context.Background(), dlx.Index(cover.MRV), p, cover.Limits{Trace: f.Trace()}, nil)
	if err := cmp.Or(err, f.Close(stats.Status)); err != nil {
		panic(err)
	}
	in, err := os.Open(path)
	if err != nil {
		panic(err)
	}
	defer in.Close()
	s, err := tree.ReadSketch(path, in)
	if err != nil {
		panic(err)
	}
	fmt.Println(s.Nodes, "nodes,", s.Leaves, "leaves,", s.Solutions, "solutions")
	// Output: 111 nodes, 38 leaves, 4 solutions
}
