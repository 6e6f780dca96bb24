package xcb

import (
	"strings"
	"testing"
	"time"

	"xcbench/cover"
	"xcbench/internal/textbook"
)

func TestAnswersAreRefuted(t *testing.T) {
	p := textbook.Tiny()
	for _, c := range []struct {
		answer string
		limits cover.Limits
		show   bool
		want   string // the error; "" for none
	}{
		{"ready\ndone limit nodes 7\n", cover.Limits{Nodes: 7}, false, ""},
		{"ready\ndone limit nodes 6\n", cover.Limits{Nodes: 7}, false, "it reached none"},
		{"ready\ndone limit updates 1\n", cover.Limits{Updates: 1}, false, ""},
		{"ready\ndone limit updates 0\n", cover.Limits{Updates: 1}, false, "it reached none"},
		{"ready\ndone limit solutions 1\n", cover.Limits{Solutions: 1}, false, ""},
		{"ready\ndone limit solutions 0\n", cover.Limits{Solutions: 1}, false, "it reached none"},
		{"ready\ndone limit solutions 2\n", cover.Limits{Solutions: 1}, false, "counts 2 solutions, more than the 1 that the run asks for"},
		{"ready\nsolution 3\ndone limit solutions 1\n", cover.Limits{Solutions: 1}, true, ""},
		{"ready\nsolution 3\nsolution 1 2\n", cover.Limits{Solutions: 1}, true, `answered "solution 1 2" after the 1 solutions`},
		{"ready\nsolution 3\n", cover.Limits{}, false, "expected no solution, because the run asks for their number only"},
		{"ready\nlevel 1\nlevel 2 5\nlevel 1\ndone solved solutions 0 nodes 4 updates 5\n", cover.Limits{}, false, ""},
		{"ready\nlevel 1\nlevel 2 5\ndone solved\n", cover.Limits{}, false, ""},
		{"ready\nlevel 1 2 3\n", cover.Limits{}, false, "expected nodes and updates of 3 levels at most"},
		{"ready\nlevel 1 x\n", cover.Limits{}, false, `answered "level 1 x": "x", expected a number from 0 to 2^53`},
		{"ready\nlevel 1 2\ndone solved nodes 1 updates 3\n", cover.Limits{}, false, "1 nodes and 3 updates in all, 1 and 2 by level"},
		{"ready\nhello\n", cover.Limits{}, false, `expected "solution", "level", "done", "unsupported" or "error"`},
		{"ready setup x\n", cover.Limits{}, false, `answered "ready setup x": setup "x", expected a number`},
		{"error full\n", cover.Limits{}, false, "the engine reports an error: full"},
		{"unsupported wide\n", cover.Limits{}, false, "the engine says: wide"},
		{"ready\ndone solved solutions 9007199254740992\n", cover.Limits{}, false, ""},
		{"ready\ndone timeout\n", cover.Limits{}, false, "expected no timeout, because the run has no time limit"},
	} {
		s, _ := sessionOf(&used{cpu: []time.Duration{0}}, c.answer)
		x := &search{problem: p, checker: cover.NewChecker(p)}
		var visit cover.Visitor
		if c.show {
			visit = func([]int) bool { return true }
		}
		stats := x.in(t.Context(), s, c.limits, visit)
		if (stats.Err == nil) != (c.want == "") || stats.Err != nil && !strings.Contains(stats.Err.Error(), c.want) {
			t.Errorf("%q: got %v, want %q", c.answer, stats.Err, c.want)
		}
	}
	s, _ := sessionOf(&used{cpu: []time.Duration{0}}, "ready\n")
	s.greeting.Capabilities.CountsOnly = true
	x := &search{problem: p, checker: cover.NewChecker(p)}
	if stats := x.in(t.Context(), s, cover.Limits{}, func([]int) bool { return true }); stats.Status != cover.Unsupported || s.broken {
		t.Errorf("a visitor of an engine that counts: got %+v, want it unsupported", stats)
	}
	var b cover.Builder
	b.Primary("a")
	b.Secondary("b")
	b.Option("a", "b")
	with, err := b.Problem()
	if err != nil {
		t.Fatal(err)
	}
	x = &search{problem: with, checker: cover.NewChecker(with)}
	if stats := x.in(t.Context(), s, cover.Limits{}, nil); stats.Status != cover.Unsupported {
		t.Errorf("secondary items: got %+v, want them unsupported", stats)
	}
}
