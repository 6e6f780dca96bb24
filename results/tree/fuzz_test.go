package tree_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/results/tree"
)

// FuzzReader reads any bytes twice: as a gzip file, and as the unpacked content of one. Writing a
// tree that was read gives the same bytes again, if its sketch has all of its nodes. A text that is
// no tree is an error at one of its bytes.
func FuzzReader(f *testing.F) {
	for _, n := range []int{0, 1, 2, 50} {
		file := encode(f, randomTree(rand.New(rand.NewPCG(uint64(n), 3)), n), cover.Limit)
		text := unpack(f, file)
		for _, seed := range []string{
			string(file), string(file[:len(file)-3]), text, text[:len(text)-3],
			strings.Replace(text, "queens/8", "\x1b]0;title\a/\r", 1),
			strings.Replace(text, "solutions: ", "solutions: 1", 1),
			strings.Replace(text, "tree 1", "tree 99", 1),
			"\xff\xfe" + text, text + text, text + "labels: 2\na\t\n\tb c\n",
		} {
			f.Add([]byte(seed))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		decode(data)
		s, err := decode(pack(string(data)))
		if err != nil {
			var at *tree.Error
			if !errors.As(err, &at) || at.At < 0 || at.At > int64(len(data)) {
				t.Errorf("got %v, want an error at one of %d bytes", err, len(data))
			}
			return
		}
		if s.Unit > 1 || s.Step > 1 {
			return
		}
		nodes := nodesOf(s)
		if s.Nodes != int64(len(nodes)) {
			t.Errorf("got %d nodes, want %d", s.Nodes, len(nodes))
		}
		file, err := record(t, s.Head, nodes, s.Status)
		if err != nil {
			return // a value with a carriage return, which only the writer rejects
		}
		got := unpack(t, file)
		if s.Labels == nil && got != string(data) || s.Labels != nil && !strings.HasPrefix(string(data), got+"labels: ") {
			t.Errorf("got %q, want %q, without its labels", got, data)
		}
	})
}
