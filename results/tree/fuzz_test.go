package tree_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/results/tree"
)

// FuzzReader reads any bytes twice: as a gzip file, and as the unpacked content of one. A tree that
// was read is written and read again as the same tree, if its sketch has all of its nodes.
func FuzzReader(f *testing.F) {
	for _, n := range []int{0, 1, 2, 50} {
		file := encode(f, randomTree(rand.New(rand.NewPCG(uint64(n), 3)), n), cover.Limit)
		text := unpack(f, file)
		for _, seed := range []string{string(file), string(file[:len(file)-3]), text, text[:len(text)-3], text + text, small,
			strings.Replace(text, "queens/8", "\x1b]0;title\a/\r", 1), strings.Replace(text, "tree 3", "tree 99", 1)} {
			f.Add([]byte(seed))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		decode(data)
		s, err := decode(pack(string(data)))
		if err != nil {
			if bad, ok := errors.AsType[*tree.Error](err); !ok || bad.Reason == "" {
				t.Errorf("got %v, want an error with its reason", err)
			}
			return
		}
		if s.Unit > 1 || s.Step > 1 {
			return
		}
		s.Labels = nil
		file, err := record(t, s.Record, nodesOf(s), s.Status)
		if err != nil {
			return // a head of many bytes, which only the writer rejects
		}
		again, err := decode(file)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(again, s) {
			t.Errorf("got %.500s written and read again, want %.500s", fmt.Sprint(again), fmt.Sprint(s))
		}
	})
}
