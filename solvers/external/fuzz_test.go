package external

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/internal/corpustest"
)

// parse reads recorded output as the answer of one process.
func parse(p *cover.Problem, s Spec, out, stderr []byte, limit int64) (cover.Stats, *reply, error) {
	solver, err := New(s)
	if err != nil {
		panic(err)
	}
	made, err := cover.Prepare(solver, p)
	if err != nil {
		panic(err)
	}
	counts := solver.Capabilities().CountsOnly
	r := &run{search: made.(*search), ctx: context.Background(), wish: wish{limit, !counts}, counts: counts,
		book: newBook(p, limit, func([]int) bool { return true })}
	r.book.strict = r.engine.codec.limits
	r.stats.Costs = new(cover.Costs)
	r.said.restart()
	a := newReply(r, bytes.NewReader(out))
	a.stderr = stderr
	if err = r.said.read(a); err == nil && !r.book.over {
		if err = r.said.finish(a); err == nil {
			err = a.settle()
		}
	}
	return r.stats, a, errors.Join(err, r.book.fault)
}

// fuzz searches for an output that makes a parser panic, believe nonsense, or print control
// characters.
func fuzz(f *testing.F, pattern string, p *cover.Problem, s Spec) {
	outs, err := filepath.Glob(filepath.Join("testdata", pattern+".out"))
	if err != nil || len(outs) == 0 {
		f.Fatalf("got %d seeds and %v", len(outs), err)
	}
	for _, name := range outs {
		out, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		stderr, _ := os.ReadFile(strings.TrimSuffix(name, ".out") + ".err")
		f.Add(out, stderr)
	}
	s.Name, s.Command = "test", "x"
	f.Fuzz(func(t *testing.T, out, stderr []byte) {
		stats, a, err := parse(p, s, out, stderr, 3)
		switch {
		case err != nil && strings.ContainsFunc(err.Error(), func(c rune) bool { return c < ' ' && c != '\n' }):
			t.Errorf("got %q, want no control characters", err)
		case err == nil && (min(stats.Nodes, stats.Updates, stats.Costs.Mems) < 0 || a.run.book.found > 3 &&
			!a.run.book.over):
			t.Errorf("got %+v and %d solutions", stats, a.run.book.found)
		case err == nil && !a.run.book.over && !a.answered:
			t.Errorf("got no error, and no answer")
		}
	})
}

func FuzzKnuth(f *testing.F) {
	fuzz(f, "*-queens6", corpustest.Problem("queens/6"), Spec{Protocol: "knuth"})
}
func FuzzDimacs(f *testing.F) {
	fuzz(f, "[mcpz]*-queens6", corpustest.Problem("queens/6"), Spec{Protocol: "dimacs"})
}
func FuzzASP(f *testing.F) {
	fuzz(f, "clingo*-queens6", corpustest.Problem("queens/6"), Spec{Protocol: "asp"})
}
func FuzzFlatZinc(f *testing.F) {
	fuzz(f, "gecode*-queens6", corpustest.Problem("queens/6"), Spec{Protocol: "flatzinc"})
}
func FuzzLP(f *testing.F) { fuzz(f, "cbc-*", corpustest.Problem("queens/6"), Spec{Protocol: "lp"}) }

func FuzzLines(f *testing.F) {
	fuzz(f, "sudoku", corpustest.Problem("sudoku/wikipedia"), Spec{Protocol: "lines"})
}

func FuzzNamed(f *testing.F) {
	fuzz(f, "z3-*", corpustest.Problem("queens/6"), Spec{Protocol: "regexp",
		Patterns: map[string]string{"solutions": `:sat-(?:mk-)?\S+ +(\d+)`}})
}
