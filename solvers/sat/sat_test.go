package sat_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/internal/textbook"
	"xcbench/solvers/sat"
)

func problem(t *testing.T, id string) *cover.Problem {
	t.Helper()
	in, err := corpus.Find(id)
	if err != nil {
		t.Fatal(err)
	}
	puzzle, err := in.Puzzle()
	if err != nil {
		t.Fatal(err)
	}
	return puzzle.Problem()
}

func count(t *testing.T, p *cover.Problem, limit int64) int64 {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second) // it takes milliseconds
	defer cancel()
	n, err := sat.Count(ctx, p, limit)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Gini refutes the formula before its first decision, and says so each time that it is asked.
func TestARefutationEndsTheCount(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	if n, err := sat.Count(ctx, pigeons(t, 2), 0); n != 0 || err != nil {
		t.Errorf("got %d, %v, want 0 soon", n, err)
	}
}

func TestCountsAreThoseOfTheLiterature(t *testing.T) {
	for id, want := range map[string]int64{
		"queens/6":         4,
		"queens/8":         92,
		"langford/7":       52, // 26 and their mirror images
		"langford/6":       0,
		"domino/4x4":       36,
		"sudoku/wikipedia": 1,
	} {
		if got := count(t, problem(t, id), 0); got != want {
			t.Errorf("%s: got %d solutions, want %d", id, got, want)
		}
	}
}

func TestCountStopsAtTheLimit(t *testing.T) {
	if got := count(t, problem(t, "queens/8"), 10); got != 10 {
		t.Errorf("got %d, want the limit, 10", got)
	}
	if got := count(t, problem(t, "queens/6"), 5); got != 4 {
		t.Errorf("got %d, want all 4, which is below the limit", got)
	}
}

func TestCountEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := sat.Count(ctx, problem(t, "queens/8"), 0); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}

func TestCountOfDegenerateProblems(t *testing.T) {
	for _, c := range []struct {
		name      string
		primary   []string
		secondary []string
		options   [][]string
		want      int64
		solutions string
	}{
		{"nothing", nil, nil, nil, 1, "the empty solution"},
		{"only secondary", nil, []string{"x"}, [][]string{{"x"}}, 1, "the empty solution"},
		{"an item without options", []string{"a", "b"}, nil, [][]string{{"a"}}, 0, "none"},
		{"equal options", []string{"a"}, nil, [][]string{{"a"}, {"a"}}, 2, "each of the two"},
		{"a secondary item twice", []string{"a", "b"}, []string{"x"},
			[][]string{{"a", "x"}, {"b", "x"}, {"b"}}, 1, "the one with x once"},
	} {
		var b cover.Builder
		b.Primary(c.primary...)
		b.Secondary(c.secondary...)
		for _, o := range c.options {
			b.Option(o...)
		}
		p, err := b.Problem()
		if err != nil {
			t.Fatal(err)
		}
		if got := count(t, p, 0); got != c.want {
			t.Errorf("%s: got %d, want %d: %s", c.name, got, c.want, c.solutions)
		}
	}
}

// The problems have at most 14 options, so that all sets of options can be tried.
func TestCountEqualsTheNumberOfSetsThatTheCheckerAccepts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	solvable := 0
	for seed := range uint64(300) {
		p := random(t, r)
		if seed%2 == 1 {
			p = textbook.Coloured(p, seed)
		}
		var want int64
		for set := range 1 << p.Options() {
			var options []int
			for o := range p.Options() {
				if set>>o&1 == 1 {
					options = append(options, o)
				}
			}
			if cover.Check(p, options) == nil {
				want++
			}
		}
		if want > 1 {
			solvable++
		}
		if got := count(t, p, 0); got != want {
			t.Errorf("got %d solutions, want %d", got, want)
		}
	}
	if solvable < 60 {
		t.Errorf("got %d problems with several solutions, want at least 60", solvable)
	}
}

func random(t *testing.T, r *rand.Rand) *cover.Problem {
	var b cover.Builder
	primary := 1 + r.IntN(4)
	items := primary + r.IntN(3)
	for i := range items {
		name := fmt.Sprint("i", i)
		if i < primary {
			b.Primary(name)
		} else {
			b.Secondary(name)
		}
	}
	for range 6 + r.IntN(9) {
		option := r.Perm(items)[:1+r.IntN(min(2, items))]
		b.OptionOf(option...)
	}
	p, err := b.Problem()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// pigeons returns the problem of putting n pigeons into n-1 holes, which takes a SAT solver very
// long.
func pigeons(t *testing.T, n int) *cover.Problem {
	var b cover.Builder
	for i := range n {
		b.Primary(fmt.Sprint("pigeon", i))
	}
	for i := range n - 1 {
		b.Secondary(fmt.Sprint("hole", i))
	}
	for i := range n {
		for hole := range n - 1 {
			b.OptionOf(i, n+hole)
		}
	}
	p, err := b.Problem()
	if err != nil {
		t.Fatal(err)
	}
	return p
}
