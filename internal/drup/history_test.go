package drup_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"xcbench/internal/drup"
)

func TestAHistoryHasWhatTheWriterWrote(t *testing.T) {
	var b bytes.Buffer
	w := drup.NewWriter(&b)
	w.Name("queens/8")
	w.Learn([]int32{-3, 5})
	w.Learn([]int32{-3, 5, 12})
	w.Restart()
	w.Forget([]int32{5, -3})
	w.Solution([]int{1, 6})
	w.Learn([]int32{-3})
	w.Restart()
	w.Restart()
	w.Learn(nil)
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	h, err := drup.ReadHistory("p.drup", &b)
	want := drup.History{Name: "queens/8", Lengths: []int32{2, 3, 1, 0}, Kept: []int32{1, 2, 2, 3}, Restarts: []int{2, 3, 3}, Complete: true}
	if err != nil || fmt.Sprint(*h) != fmt.Sprint(want) {
		t.Errorf("got %+v, %v, want %+v", h, err, want)
	}
}

func TestAHistoryIsOfAnyProofText(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "{ [] [] [] false}"},
		{"c\nc proofs\n\n 1 -2  0 \r\n", "{ [2] [1] [] false}"},
		{"1 0\n0\n", "{ [1 0] [1 2] [] true}"},
		{"1 0\n0\n2 0\n", "{ [1 0 1] [1 2 3] [] false}"},
		{"d 1 0\n", "{ [] [] [] false}"},
		{"1 0\n2\n", "p.drup:2: expected a line of a DRUP proof, which ends with 0; 'xcbench solve --proof FILE INSTANCE' writes one"},
		{"BenchmarkSolve 0\n", "p.drup:1: expected a line of a DRUP proof, which ends with 0; 'xcbench solve --proof FILE INSTANCE' writes one"},
		{"1 " + strings.Repeat("2 ", 9<<20), "p.drup:1: bufio.Scanner: token too long"},
	} {
		h, err := drup.ReadHistory("p.drup", strings.NewReader(c.text))
		got := errorText(err)
		if err == nil {
			got = fmt.Sprint(*h)
		}
		if got != c.want {
			t.Errorf("%.40q: got %s, want %s", c.text, got, c.want)
		}
	}
	broken := errors.New("broken")
	if _, err := drup.ReadHistory("p.drup", iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Errorf("got %v, want %v", err, broken)
	}
}

// FuzzReadHistory reads any text as a proof. What Check believes has a history.
func FuzzReadHistory(f *testing.F) {
	f.Add("2 0\n0\n")
	f.Add("c a proof of x\nc restart\ns 1 0\n2 3 0\nd 2 3 0\n0\n")
	f.Fuzz(func(t *testing.T, proof string) {
		h, err := drup.ReadHistory("p", strings.NewReader(proof))
		if err != nil {
			if drup.Check(t.Context(), strings.NewReader(square), strings.NewReader(proof), plenty, nil) == nil {
				t.Errorf("got %v, but the proof holds", err)
			}
			return
		}
		if len(h.Lengths) != len(h.Kept) || slices.ContainsFunc(h.Lengths, func(l int32) bool { return l < 0 }) {
			t.Errorf("got %+v", h)
		}
	})
}
