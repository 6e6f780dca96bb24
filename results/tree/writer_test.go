package tree

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
)

func TestWriterRejectsInvalidTrees(t *testing.T) {
	for what, c := range map[string]struct {
		nodes []node
		want  string
	}{
		"no root":               {[]node{{1, false}}, "a node on level 1 after one on level -1 cannot be recorded, expected 1 to 0"},
		"a skipped level":       {[]node{{0, false}, {2, false}}, "a node on level 2 after one on level 0 cannot be recorded, expected 1 to 1"},
		"two roots":             {[]node{{0, false}, {0, false}}, "a node on level 0 after one on level 0 cannot be recorded, expected 1 to 1"},
		"a negative level":      {[]node{{0, false}, {-1, false}}, "a node on level -1 after one on level 0 cannot be recorded, expected 1 to 1"},
		"a child of a solution": {[]node{{0, true}, {1, false}}, "a node below a solution cannot be recorded, expected a solution to be a leaf"},
	} {
		w, err := newWriter(io.Discard, head)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range c.nodes {
			w.node(n.level)
			if n.solution {
				w.solution()
			}
		}
		if err := w.Close(cover.Solved); err == nil || err.Error() != c.want {
			t.Errorf("%s: got %v, want %s", what, err, c.want)
		}
	}
}

func TestValuesOfTheHeadAreOneLineEach(t *testing.T) {
	long := strings.Repeat("a", maxLine/2)
	for what, c := range map[string]struct{ id, want string }{
		"4096 bytes":        {long, ""},
		"4097 bytes":        {long + "a", fmt.Sprintf("instance %q cannot be recorded, expected one line of at most 4096 bytes", long+"a")},
		"a line break":      {"a\nb", `instance "a\nb" cannot be recorded, expected one line of at most 4096 bytes`},
		"a carriage return": {"a\rb", `instance "a\rb" cannot be recorded, expected one line of at most 4096 bytes`},
	} {
		var out bytes.Buffer
		w, err := newWriter(&out, Head{InstanceID: c.id})
		if text := fmt.Sprint(err); err != nil {
			if text != c.want {
				t.Errorf("%s: got %s, want %s", what, text, c.want)
			}
			continue
		}
		w.node(0)
		if err := w.Close(cover.Solved); err != nil {
			t.Fatal(err)
		}
		if _, r, err := decode(out.Bytes()); err != nil || c.want != "" || r.Head().InstanceID != c.id {
			t.Errorf("%s: got no error and read back %v, want %q", what, err, c.want)
		}
	}
}

// A path down and back to level 1 is read back, whatever number of bytes the way back takes.
func TestTreesReachMaxLevelAndNoDeeper(t *testing.T) {
	for _, deepest := range []int{1, 62, 63, 64, 65, 127, 128, 8190, 8191, 8192, 8193, 16384, maxLevel, maxLevel + 1} {
		var nodes []node
		for level := range deepest + 1 {
			nodes = append(nodes, node{level, false})
		}
		for _, last := range []node{{1, true}, {1, false}} {
			nodes := append(nodes, last)
			var out bytes.Buffer
			w, err := newWriter(&out, head)
			if err != nil {
				t.Fatal(err)
			}
			stop := w.Trace().Stop
			for _, n := range nodes {
				if w.node(n.level); n.solution {
					w.solution()
				}
			}
			if failed := stop.Load(); failed != (deepest > maxLevel) {
				t.Errorf("a tree down to level %d: got a search that goes on %v, want %v", deepest, !failed, failed)
			}
			if err := w.Close(cover.Limit); (err == nil) != (deepest <= maxLevel) {
				t.Errorf("a tree down to level %d: got error %v", deepest, err)
			} else if err != nil {
				if want := "a node on level 1048577 after one on level 1048576 cannot be recorded, expected 1 to 1048576"; err.Error() != want {
					t.Errorf("got %v, want %s", err, want)
				}
				continue
			}
			got, r, err := decode(out.Bytes())
			if err != nil || !slices.Equal(got, nodes) {
				t.Fatalf("a tree down to level %d: got %d nodes, %v, want the %d written", deepest, len(got), err, len(nodes))
			}
			if _, _, err := r.Next(); err != io.EOF {
				t.Errorf("after the end: got %v, want io.EOF again", err)
			}
		}
	}
}

func TestFileOfEqualNodesIsSmall(t *testing.T) {
	nodes := []node{{0, false}}
	for range 100_000 {
		nodes = append(nodes, node{1, false})
	}
	if file := encode(t, nodes, cover.Solved); len(file) > 2000 {
		t.Errorf("got %d bytes for %d nodes, want them compressed", len(file), len(nodes))
	}
}
