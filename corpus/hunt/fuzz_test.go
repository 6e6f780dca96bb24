package hunt

import (
	"bytes"
	"strings"
	"testing"

	"xcbench/solvers"
)

// Reading a written hunt and writing it again gives the same text.
func FuzzRead(f *testing.F) {
	v, _ := solvers.Find("bitset")
	o := Options{Solver: v, Measure: Nodes, Copies: 1, Seed: 1, Count: 2, Climbs: 1}
	h, err := New(o)
	if err != nil {
		f.Fatal(err)
	}
	var begun bytes.Buffer
	if err := h.write(&begun); err != nil {
		f.Fatal(err)
	}
	f.Add(begun.String())
	if err := h.Step(f.Context(), 1); err != nil {
		f.Fatal(err)
	}
	var text bytes.Buffer
	if err := h.write(&text); err != nil {
		f.Fatal(err)
	}
	f.Add(text.String())
	f.Fuzz(func(t *testing.T, text string) {
		if once, ok := rewritten(t, o, text); ok {
			if again, ok := rewritten(t, o, once); !ok || again != once {
				t.Errorf("got %q, %v, want %q", again, ok, once)
			}
		}
	})
}

// rewritten reads a hunt and writes it.
func rewritten(t *testing.T, o Options, text string) (string, bool) {
	h, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.read(strings.NewReader(text)); err != nil {
		return "", false
	}
	var out bytes.Buffer
	if err := h.write(&out); err != nil {
		t.Fatal(err)
	}
	return out.String(), true
}
