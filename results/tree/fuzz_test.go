package tree

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"xcbench/cover"
)

// mostFuzzed bounds the inputs of the fuzz target, in bytes. A longer tree has more of the same
// nodes, and takes longer.
const mostFuzzed = 4 << 10

// FuzzReader reads any bytes twice: as a gzip file, and as the unpacked content of one. Writing a
// tree that was read gives the same bytes again. A text that is no tree is an error at one of its
// bytes.
func FuzzReader(f *testing.F) {
	for _, n := range []int{0, 1, 2, 50} {
		file := encode(f, randomTree(rand.New(rand.NewPCG(uint64(n), 3)), n), cover.Limit)
		text := unpack(f, file)
		for _, seed := range []string{
			string(file), string(file[:len(file)-3]), text, text[:len(text)-3],
			strings.Replace(text, "queens/8", "\x1b]0;title\a/\r", 1),
			strings.Replace(text, "solutions: ", "solutions: 1", 1),
			strings.Replace(text, magic, magic[:len(magic)-1]+"99", 1),
			"\xff\xfe" + text, text + text,
		} {
			f.Add([]byte(seed))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > mostFuzzed {
			return
		}
		if nodes, r, err := decode(data); err == nil && r.Tail().Nodes != int64(len(nodes)) {
			t.Errorf("got %d nodes, want %d", r.Tail().Nodes, len(nodes))
		}
		packed := pack(string(data))
		nodes, r, err := decode(packed)
		if err != nil {
			var at *Error
			if !errors.As(err, &at) || at.At < 0 || at.At > int64(len(data)) {
				t.Errorf("got %v, want an error at one of %d bytes", err, len(data))
			}
			return
		}
		var out bytes.Buffer
		w, err := newWriter(&out, r.Head())
		if err != nil {
			return // a value with a carriage return, which only the writer rejects
		}
		for _, n := range nodes {
			w.node(n.level)
			if n.solution {
				w.solution()
			}
		}
		if err := w.Close(r.Tail().Status); err != nil {
			t.Fatal(err)
		}
		if got := unpack(t, out.Bytes()); got != string(data) {
			t.Errorf("got %q, want %q", got, data)
		}
		if s, err := ReadSketch("again", bytes.NewReader(packed)); err != nil || s.Nodes != int64(len(nodes)) {
			t.Errorf("got a sketch of %+v (%v), want %d nodes", s, err, len(nodes))
		}
	})
}
