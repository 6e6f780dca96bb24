package external_test

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/internal/child"
	"xcbench/internal/corpustest"
	"xcbench/solvers/external"
)

// FuzzAnswers searches for an output that makes the parser of a protocol panic, believe nonsense, or
// print control characters.
func FuzzAnswers(f *testing.F) {
	names, _ := filepath.Glob("testdata/*6.out")
	for _, name := range append(names, "testdata/sudoku.out") {
		out := must(os.ReadFile(name))
		stderr, _ := os.ReadFile(strings.TrimSuffix(name, ".out") + ".err")
		for k := range len(external.Protocols()) {
			f.Add(byte(k), out, stderr)
		}
	}
	var said, warned []byte
	f.Cleanup(child.Register("fuzz", func(_ context.Context, _ child.Command, in io.Reader, out, stderr io.Writer) int {
		go io.Copy(io.Discard, in)
		out.Write(said)
		stderr.Write(warned)
		return 0
	}))
	queens, sudoku := corpustest.Problem("queens/6"), corpustest.Problem("sudoku/wikipedia")
	f.Fuzz(func(t *testing.T, k byte, out, stderr []byte) {
		said, warned = out, stderr
		s, p := external.Spec{Name: "fuzz", Command: "fuzz", Protocol: external.Protocols()[int(k)%len(external.Protocols())]}, queens
		switch s.Protocol {
		case "xcb":
			return // it has a target of its own
		case "lines":
			p = sudoku
		case "regexp":
			s.Patterns = map[string]string{"solutions": `:sat-(?:mk-)?\S+ +(\d+)`}
		}
		solver := must(external.New(s))
		shown := int64(0)
		visit := func(options []int) bool { shown++; return cover.Check(p, options) == nil }
		if solver.Capabilities().CountsOnly {
			visit = nil
		}
		stats, err := cover.Solve(t.Context(), solver, p, cover.Limits{Solutions: 3}, visit)
		switch {
		case err != nil || (stats.Err != nil) == (stats.Status.Measured() || stats.Status == cover.Timeout):
			t.Fatalf("%v, the status is %s and the error %v", err, stats.Status, stats.Err)
		case stats.Err != nil && strings.ContainsFunc(stats.Err.Error(), func(c rune) bool { return c < ' ' }):
			t.Errorf("got %q, want no control characters", stats.Err)
		case stats.Err == nil && (shown > 3 || visit != nil && shown != stats.Solutions || stats.Costs.Mems < 0 || min(stats.Nodes, stats.Updates) < cover.Uncounted):
			t.Errorf("got %+v, %d shown", stats, shown)
		}
	})
}
