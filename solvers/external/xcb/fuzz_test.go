package xcb

import (
	"bytes"
	"context"
	"io"
	"testing"
	"time"

	"xcbench/cover"
	"xcbench/internal/child"
	"xcbench/internal/textbook"
)

// corpse is a process that has ended.
type corpse struct{}

func (corpse) Kill()                 {}
func (corpse) Done() <-chan struct{} { done := make(chan struct{}); close(done); return done }
func (corpse) Wait() child.Exit      { return child.Exit{} }
func (corpse) Stderr() []byte        { return nil }
func (corpse) CPU() time.Duration    { return 0 }
func (corpse) Peak() int64           { return 0 }

type nowhere struct{ io.Writer }

func (nowhere) Close() error { return nil }

// FuzzAnswers takes the input for everything that an engine writes. Whatever it is, the run ends, and
// an answer that is believed has only right solutions, all of which were shown.
func FuzzAnswers(f *testing.F) {
	const greeting = "xcb 1\nname fake\ntakes secondary\nready\n"
	for _, answer := range []string{
		greeting + "ready setup 5\nsolution 1 2\nsolution 3\nlevel 1 3\nlevel 2 1\nlevel 1 0\n" +
			"done solved solutions 2 nodes 4 updates 4 search 7\n",
		greeting + "ready\ndone limit nodes 9\n",
		greeting + "ready\ndone timeout\n",
		greeting + "ready\nsolution 3 3\n",
		greeting + "unsupported too large\n",
		greeting + "error\nready\n",
		"xcb 1\nproblem binary\ncounts only\nready\nready\n",
		"xcb 2\n",
		greeting + "ready\nlevel 1\nlevel -1\n",
	} {
		f.Add([]byte(answer))
	}
	p := textbook.Tiny()
	f.Fuzz(func(t *testing.T, answers []byte) {
		s := newSession(corpse{}, bytes.NewReader(answers), nowhere{io.Discard}, time.Second)
		if s.greet(context.Background()) != nil {
			return
		}
		shown := int64(0)
		x := &search{engine: &Engine{}, problem: p, checker: cover.NewChecker(p)}
		limits := cover.Limits{Solutions: 3}
		stats := x.in(context.Background(), s, limits, func(options []int) bool {
			if shown++; cover.Check(p, options) != nil {
				t.Fatalf("%v was shown, which is no solution", options)
			}
			return true
		})
		switch {
		case (stats.Err != nil) == (stats.Status.Measured() || stats.Status == cover.Timeout):
			t.Fatalf("the status is %s and the error %v", stats.Status, stats.Err)
		case stats.Err == nil && (stats.Solutions != shown || shown > limits.Solutions):
			t.Fatalf("%d solutions counted, %d shown", stats.Solutions, shown)
		case stats.Err == nil && stats.Levels != nil && len(stats.Levels) > p.MaxDepth()+1:
			t.Fatalf("%d levels", len(stats.Levels))
		}
	})
}

// FuzzProblems reads problems of both forms as a server does, and writes them again.
func FuzzProblems(f *testing.F) {
	f.Add([]byte("a b | c\na c\nb\n"))
	f.Add([]byte("\n"))
	f.Add([]byte{1, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0})
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, form := range forms {
			p, err := form.parse(text)
			if err != nil {
				continue
			}
			first := form.append(nil, p)
			again, err := form.parse(first)
			if err != nil {
				t.Fatalf("%s: %q cannot be read: %v", form.name, first, err)
			}
			if second := form.append(nil, again); !bytes.Equal(first, second) {
				t.Fatalf("%s: %q became %q", form.name, first, second)
			}
		}
	})
}
