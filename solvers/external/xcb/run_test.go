package xcb

import (
	"context"
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
		refused := strings.HasPrefix(c.answer, "unsupported")
		if s.broken != (c.want != "" && !refused) || stats.Search <= 0 ||
			(stats.Setup > 0) != strings.HasPrefix(c.answer, "ready") {
			t.Errorf("%q: got a session that is broken: %v, and the times %v and %v", c.answer, s.broken, stats.Setup, stats.Search)
		}
	}
	s, _ := sessionOf(&used{cpu: []time.Duration{0}}, "ready\ndone solved solutions 2\n")
	s.greeting.Capabilities.CountsOnly = true
	x := &search{problem: p, checker: cover.NewChecker(p)}
	if stats := x.in(t.Context(), s, cover.Limits{}, func([]int) bool { return true }); stats.Status != cover.Unsupported || s.broken {
		t.Errorf("a visitor of an engine that counts: got %+v, want it unsupported", stats)
	}
	if stats := x.in(t.Context(), s, cover.Limits{}, nil); stats.Solutions != 2 || stats.Err != nil {
		t.Errorf("an engine that counts: got %+v, want two solutions", stats)
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

// A visitor that wants no more ends the run, whatever becomes of the engine, unless an answer is wrong.
func TestARunEndsWithItsVisitor(t *testing.T) {
	p := textbook.Tiny()
	for answer, want := range map[string]string{
		"done limit solutions 1\n":                "",
		"solution 1 2\ndone solved solutions 2\n": "",
		"done timeout\n":                          "",
		"":                                        "",
		"done solved search 3600000000000\n":      "says it searched for 1h0m0s",
		"level 1 3\ndone solved nodes 4 updates 3\n": "4 nodes and 3 updates in all",
	} {
		s, sent := sessionOf(&used{cpu: []time.Duration{0}}, "ready\nsolution 3\n"+answer)
		x := &search{problem: p, checker: cover.NewChecker(p)}
		shown := 0
		stats := x.in(t.Context(), s, cover.Limits{}, func([]int) bool { shown++; return false })
		if shown != 1 || (stats.Err == nil) != (want == "") || stats.Err != nil && !strings.Contains(stats.Err.Error(), want) ||
			want == "" && (stats.Status != cover.Limit || stats.Solutions != 1) {
			t.Errorf("%q: got %+v after %d solutions, want one, %q", answer, stats, shown, want)
		}
		if !strings.HasSuffix(sent.String(), "run show 1\ncancel\n") {
			t.Errorf("%q: got the requests %q, want the last one to cancel", answer, sent)
		}
	}
}

// A run whose context has ended is a timeout, unless the engine refused it or was wrong.
func TestARunWhoseContextHasEndedIsATimeout(t *testing.T) {
	p := textbook.Tiny()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for answer, want := range map[string]cover.Status{
		"":                          cover.Timeout,
		"ready\ndone timeout\n":     cover.Timeout,
		"ready\nsolution 3 3\n":     cover.Failed,
		"unsupported wide\n":        cover.Unsupported,
		"ready\nunsupported deep\n": cover.Unsupported,
	} {
		s, _ := sessionOf(&used{cpu: []time.Duration{0}}, answer)
		s.loaded, s.setup = new(search), 7
		x := &search{problem: p, checker: cover.NewChecker(p)}
		stats := x.in(ctx, s, cover.Limits{}, func([]int) bool { return true })
		if stats.Status != want || (stats.Err == nil) != (want == cover.Timeout) {
			t.Errorf("%q: got %+v, want %s", answer, stats, want)
		}
		if taken := strings.HasPrefix(answer, "ready"); (s.loaded == x) != taken || !taken && (s.loaded != nil || stats.Setup != 0) {
			t.Errorf("%q: got a session with the problem %p and %v, want this one: %v", answer, s.loaded, stats.Setup, taken)
		}
	}
}
