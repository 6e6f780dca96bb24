package tree

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
)

type node struct {
	level    int
	solution bool
}

var head = Head{InstanceID: "queens/8", Solver: "dlx_index", Rule: cover.MRV}

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

func encode(t testing.TB, nodes []node, status cover.Status) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := newWriter(&out, head)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range nodes {
		w.node(n.level)
		if n.solution {
			w.solution()
		}
	}
	if err := w.Close(status); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func decode(file []byte) (nodes []node, r *reader, err error) {
	r, err = newReader("t.tree", bytes.NewReader(file))
	if err != nil {
		return nil, nil, err
	}
	for {
		level, solution, err := r.Next()
		if err == io.EOF {
			return nodes, r, nil
		}
		if err != nil {
			return nil, nil, err
		}
		nodes = append(nodes, node{level, solution})
	}
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

func TestReaderReturnsTheNodesWritten(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 1))
		want := randomTree(rng, int(seed)*int(seed)/4)
		status := []cover.Status{cover.Solved, cover.Limit, cover.Timeout}[seed%3]
		got, r, err := decode(encode(t, want, status))
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if !slices.Equal(got, want) || r.Head() != head || r.Tail().Status != status ||
			r.Tail().Nodes != int64(len(want)) {
			t.Errorf("seed %d: got %d nodes, %+v, %+v, want the %d written",
				seed, len(got), r.Head(), r.Tail(), len(want))
		}
	}
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

func TestReaderRejectsInvalidFiles(t *testing.T) {
	const notGzip = "byte 0 unpacked: not a gzip file, expected a tree written by 'xcbench solve --tree'"
	const notEnded = "byte 86 unpacked: data after the tree, expected the end of the file"
	replaced := func(text, old, new string) []byte { return pack(strings.Replace(text, old, new, 1)) }
	const start = "xcbench tree 1\ninstance: a\nsolver: b\nrule: c\n\n"
	const end = "status: solved\nnodes: 2\nsolutions: 1\n"
	const whole = start + "\x00\x01\x06" + end
	for _, valid := range [][]byte{pack(whole), replaced(whole, "solver: b", "solver: "+strings.Repeat("b", maxLine-8))} {
		if _, _, err := decode(valid); err != nil {
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
		"another line":     {pack(whole + "x"), notEnded},
		"two trees":        {append(pack(whole), pack(whole)...), notEnded},
		"trailing garbage": {append(pack(whole), "something else"...), notEnded},
	} {
		_, _, err := decode(c.file)
		var wrong *Error
		if !errors.As(err, &wrong) || err.Error() != "t.tree: "+c.want {
			t.Errorf("%s: got error %v, want t.tree: %s", what, err, c.want)
		}
	}
}

func TestReaderRejectsEveryTruncatedFile(t *testing.T) {
	file := encode(t, randomTree(rand.New(rand.NewPCG(1, 2)), 300), cover.Solved)
	text := unpack(t, file)
	for n := range len(file) {
		if _, _, err := decode(file[:n]); err == nil {
			t.Errorf("the first %d of %d bytes: got no error", n, len(file))
		}
	}
	for n := range len(text) {
		if _, _, err := decode(pack(text[:n])); err == nil {
			t.Errorf("the first %d of %d unpacked bytes: got no error", n, len(text))
		}
	}
}

func TestReaderDetectsADamagedByte(t *testing.T) {
	want := randomTree(rand.New(rand.NewPCG(1, 2)), 300)
	file := encode(t, want, cover.Solved)
	rejected := 0
	for n := 10; n < len(file); n++ { // the first ten bytes are gzip's header, which has no checksum
		bad := bytes.Clone(file)
		bad[n] ^= 0x10
		if got, _, err := decode(bad); err != nil {
			rejected++
		} else if !slices.Equal(got, want) { // a changed padding bit changes nothing
			t.Errorf("byte %d of %d changed: got another tree, want an error", n, len(file))
		}
	}
	if want := len(file) - 20; rejected < want {
		t.Errorf("got errors for %d of %d changed bytes, want at least %d", rejected, len(file)-10, want)
	}
}

func Example() {
	var file bytes.Buffer
	w, err := newWriter(&file, Head{InstanceID: "mine", Solver: "dlx_index", Rule: cover.MRV})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, level := range []int{0, 1, 2, 1} { // in a search, a trace calls node
		w.node(level)
	}
	w.solution()
	if err := w.Close(cover.Solved); err != nil {
		fmt.Println(err)
		return
	}
	s, err := ReadSketch("mine.tree", &file)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Nodes, "nodes,", s.Leaves, "leaves,", s.Solutions, "solution")
	// Output: 4 nodes, 2 leaves, 1 solution
}
