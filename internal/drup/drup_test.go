package drup_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"xcbench/internal/drup"
	"xcbench/internal/textbook"
)

const plenty = 64 << 20 // bytes

// All four clauses of two variables.
const square = "c two variables\np cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n"

// Of three variables, at least one is true, and no two are.
const oneOfThree = "p cnf 3 4\n1 2 3 0\n-1 -2 0\n-1 -3 0\n-2 -3 0\n"

// check checks a proof that may name the solution of variable 1, once.
func check(formula, proof string) error {
	solution := []int{1}
	return drup.Check(context.Background(), strings.NewReader(formula), strings.NewReader(proof), plenty, func(variables []int) (err error) {
		if !slices.Equal(variables, solution) {
			err = errors.New("not shown")
		}
		solution = nil
		return err
	})
}

func TestProofsHoldOrFailWithTheirPlace(t *testing.T) {
	const learned, solution = "does not follow by unit propagation", "no solution that was shown"
	for _, c := range []struct{ formula, proof, place, want string }{
		{square, "c first\n\n  2   0\r\n\n0", "<nil>", ""},
		{square, "2 0\n0\nd 1 2 0\n", "<nil>", ""}, // more after the end
		{"p cnf 0 1\n0\n", "0\n", "<nil>", ""},
		{"p cnf 1 2\n1 0\n-1 0\n", "0\n", "<nil>", ""},

		{square, "", "the proof", "ends without the empty clause"},
		{"p cnf 1 2\n1 0\n-1 0\n", "-1 0\n", "the proof", "ends without the empty clause"},
		{oneOfThree, "c x\n-1 0\n", "line 2 of the proof", learned},
		{oneOfThree, "s 1 0\n2 3 0\n0\n", "line 3 of the proof", learned},
		{square, "d 1 0\n", "line 1 of the proof", "no such clause"},
		{oneOfThree, "s 1 0\ns 3 0\n", "line 2 of the proof", solution},
		{oneOfThree, "s 1 0\ns 1 0\n", "line 2 of the proof", solution},
		{oneOfThree, "s -1 0\n", "line 1 of the proof", "negative literal"},

		{square, "2\n0\n", "line 1 of the proof", "does not end with 0"},
		{square, "d\n", "line 1 of the proof", "does not end with 0"},
		{square, "2 0 0\n", "line 1 of the proof", `"0", expected a variable from 1 to 2`},
		{square, "3 0\n", "line 1 of the proof", `"3", expected a variable from 1 to 2`},
		{square, "-3 0\n", "line 1 of the proof", `"-3", expected a variable from 1 to 2`},
		{square, "x 0\n", "line 1 of the proof", `"x", expected a variable from 1 to 2`},
		{square, strings.Repeat("2 ", 9<<20), "line 1 of the proof", "too long"},

		{"", "0\n", "the formula", "no heading"},
		{"1 0\n", "0\n", "line 1 of the formula", "expected p cnf"},
		{"p dnf 1 1\n", "0\n", "line 1 of the formula", "expected p cnf"},
		{"p cnf -1 1\n", "0\n", "line 1 of the formula", "expected 0 to 536870912"},
		{"p cnf 536870913 1\n", "0\n", "line 1 of the formula", "expected 0 to 536870912"},
		{"p cnf 1 1\ns 1 0\n", "0\n", "line 2 of the formula", `"s", expected a variable`},
		{"p cnf 1 1\n\n1\n", "0\n", "line 3 of the formula", "does not end with 0"},
	} {
		if got := fmt.Sprint(check(c.formula, c.proof)); !strings.HasPrefix(got, c.place) || !strings.Contains(got, c.want) {
			t.Errorf("%.20q of %q: got %v, want %s: %s", c.proof, c.formula, got, c.place, c.want)
		}
	}
	err := drup.Check(t.Context(), strings.NewReader(oneOfThree), strings.NewReader("s 1 0\n"), plenty, nil)
	if err == nil || !strings.Contains(err.Error(), "expected none") {
		t.Errorf("nobody to ask: got %v, want a solution to be refused", err)
	}
}

// endless is a proof without an end, of clauses that follow. A clause with the number of its line is
// new, and it stays or is deleted at once. After so many lines the proof cannot be read.
type endless struct {
	lines, most int
	deletes     bool
	heap        uint64 // at the end
}

var errBroken = errors.New("broken")

func (e *endless) Read(p []byte) (int, error) {
	if e.lines++; e.lines == e.most {
		e.heap = heap()
		return 0, errBroken
	}
	clause := fmt.Sprintf("1 %d %d 0\n", 2+e.lines%1000, 1001+e.lines/1000%1000)
	if e.deletes {
		clause += "d " + clause
	}
	return copy(p, clause), nil
}

func heap() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// The formula has 2000 variables, and says that the first one is true.
const wide = "p cnf 2000 1\n1 0\n"

func TestClausesTakeNoMoreMemoryThanAllowed(t *testing.T) {
	kept, deleted, before := endless{}, endless{most: 100_000, deletes: true}, heap()
	err := drup.Check(t.Context(), strings.NewReader(wide), &kept, 1<<20, nil)
	if !errors.Is(err, drup.ErrMemory) || kept.lines < 1000 || kept.lines > 10_000 {
		t.Errorf("got %v after %d lines, want %v after some thousands", err, kept.lines, drup.ErrMemory)
	}
	if err := drup.Check(t.Context(), strings.NewReader(wide), &deleted, 1<<20, nil); !errors.Is(err, errBroken) {
		t.Errorf("deleted clauses: got %v after %d lines, want %v after %d", err, deleted.lines, errBroken, deleted.most)
	}
	if deleted.heap > before+4<<20 {
		t.Errorf("deleted clauses: got %d bytes, want 4 MB at most above %d", deleted.heap, before)
	}
	if err := drup.Check(t.Context(), &endless{most: 1}, &kept, plenty, nil); !errors.Is(err, errBroken) {
		t.Errorf("a formula that cannot be read: got %v, want %v", err, errBroken)
	}
	err = drup.Check(t.Context(), strings.NewReader("p cnf 500000000 0\n"), strings.NewReader("0\n"), 1<<20, nil)
	if !errors.Is(err, drup.ErrMemory) {
		t.Errorf("many variables: got %v, want %v", err, drup.ErrMemory)
	}
}

// A chain: each variable makes the next one true, so that one clause takes 30,000 steps.
func TestTheCheckEndsWithItsContext(t *testing.T) {
	const n = 30_000
	var chain strings.Builder
	fmt.Fprintf(&chain, "p cnf %d %d\n", n, n)
	for v := 1; v < n; v++ {
		fmt.Fprintf(&chain, "-%d %d 0\n", v, v+1)
	}
	fmt.Fprintf(&chain, "-%d -%d 0\n", n-1, n)
	run := func(looks int) (looked int, err error) {
		clock := textbook.NewClock(looks)
		err = drup.Check(clock, strings.NewReader(chain.String()), strings.NewReader("-1 0\n"), plenty, nil)
		return clock.Looks, err
	}
	all, err := run(math.MaxInt)
	if errors.Is(err, context.DeadlineExceeded) || all < n+29 {
		t.Errorf("got %v and %d looks at the context for %d steps, want one each 1024 of them, and one each clause", err, all, n)
	}
	for _, k := range []int{0, 1, n / 2, n, n + 1, n + 20, all - 1} {
		if _, err := run(k); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a context that ends after %d looks of %d: got %v, want %v", k, all, err, context.DeadlineExceeded)
		}
	}
}

func TestAWriterWritesWhatCheckReadsAndStopsWhenItFails(t *testing.T) {
	var b strings.Builder
	w := drup.NewWriter(&b)
	w.Name("queens/8")
	w.Step("", []int32{-3, 5})
	w.Step("d ", []int32{5, -3})
	w.Step("s ", []int32{2, 7})
	w.Step("", nil)
	const want = "c a proof of queens/8\n-3 5 0\nd 5 -3 0\ns 2 7 0\n0\n"
	if err := w.Flush(); err != nil || w.Stop.Load() || b.String() != want {
		t.Errorf("got %q, %v, stop %v, want %q", b.String(), err, w.Stop.Load(), want)
	}
	w = drup.NewWriter(full{})
	for lines := 0; !w.Stop.Load(); lines++ {
		if w.Step("", []int32{1234567}); lines > 1<<17 {
			t.Fatalf("no stop after %d lines, want one after the first write", lines)
		}
	}
	if err := w.Flush(); err != errBroken {
		t.Errorf("got %v, want %v", err, errBroken)
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errBroken }
