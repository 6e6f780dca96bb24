package drup_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"xcbench/internal/drup"
)

const plenty = 64 << 20 // bytes

// shows accepts one solution, a list of variables, once.
func shows(solution ...int) func([]int) error {
	return func(variables []int) error {
		if !slices.Equal(variables, solution) {
			return fmt.Errorf("%v, expected %v", variables, solution)
		}
		solution = nil
		return nil
	}
}

// errorText returns the text of an error, or "".
func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// All four clauses of two variables.
const square = "c two variables\np cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n"

// Of three variables, at least one is true, and no two are.
const oneOfThree = "p cnf 3 4\n1 2 3 0\n-1 -2 0\n-1 -3 0\n-2 -3 0\n"

func TestProofsThatHoldAndProofsThatFail(t *testing.T) {
	for _, c := range []struct{ name, formula, proof, want string }{
		{"a lemma", square, "2 0\n0\n", ""},
		{"comments and blank lines", square, "c first\n\n  2   0\r\n\n0", ""},
		{"a clause already there", square, "1 2 0\n2 0\n0\n", ""},
		{"both signs of a variable", square, "1 -1 0\n2 0\n0\n", ""},
		{"one literal twice", square, "2 2 0\n0\n", ""},
		{"what comes after the empty clause", square, "2 0\n0\nd 1 2 0\n", ""},
		{"a formula that propagation alone refutes", "p cnf 1 2\n1 0\n-1 0\n", "0\n", ""},
		{"an empty clause in the formula", "p cnf 0 1\n0\n", "0\n", ""},
		{"the other order of a deleted clause", square, "2 0\nd 2 1 0\n0\n", ""},
		{"one of two equal clauses deleted", square, "1 2 0\nd 1 2 0\n2 0\n0\n", ""},
		{"what followed from a deleted clause stays", "p cnf 2 3\n1 0\n-1 2 0\n-1 -2 0\n", "d 1 0\nd -1 2 0\n0\n", ""},
		{"a clause deleted after it was watched", square, "2 0\nd 1 2 0\nd -1 2 0\n0\n", ""},

		{"no proof", square, "", "the proof ends without the empty clause"},
		{"no empty clause", square, "2 0\n", "the proof ends without the empty clause"},
		{"no empty clause where none is needed", "p cnf 1 2\n1 0\n-1 0\n", "-1 0\n", "the proof ends without the empty clause"},
		{"no lemma", square, "0\n", "line 1 of the proof: the clause does not follow by unit propagation"},
		{"a lemma that does not follow", oneOfThree, "c x\n-1 0\n", "line 2 of the proof: the clause does not follow by unit propagation"},
		{"the empty clause of a formula with models", oneOfThree, "0\n", "line 1 of the proof: the clause does not follow by unit propagation"},
		{"all clauses of a lemma deleted", square, "d 1 2 0\n2 0\n0\n", "line 2 of the proof: the clause does not follow by unit propagation"},
		{"a second deletion", square, "d 1 2 0\nd 1 2 0\n", "line 2 of the proof: there is no such clause to delete"},
		{"a deletion of part of a clause", square, "d 1 0\n", "line 1 of the proof: there is no such clause to delete"},
		{"a solution that was not shown", oneOfThree, "s 1 0\ns 3 0\n", "line 2 of the proof: no solution that was shown: [3], expected []"},
		{"a solution shown once and named twice", oneOfThree, "s 1 0\ns 1 0\n", "line 2 of the proof: no solution that was shown: [1], expected []"},
		{"a negative literal in a solution", oneOfThree, "s -1 0\n", "line 1 of the proof: a solution with a negative literal, expected variables"},
		{"one solution of three", oneOfThree, "s 1 0\n2 3 0\n0\n", "line 3 of the proof: the clause does not follow by unit propagation"},

		{"no end of a line", square, "2\n0\n", "line 1 of the proof: the line does not end with 0"},
		{"a line with nothing", square, "d\n", "line 1 of the proof: the line does not end with 0"},
		{"two clauses in a line", square, "2 0 0\n", `line 1 of the proof: "0", expected a variable from 1 to 2 or its negative`},
		{"an unknown variable", square, "3 0\n", `line 1 of the proof: "3", expected a variable from 1 to 2 or its negative`},
		{"an unknown negative", square, "-3 0\n", `line 1 of the proof: "-3", expected a variable from 1 to 2 or its negative`},
		{"a word", square, "x 0\n", `line 1 of the proof: "x", expected a variable from 1 to 2 or its negative`},
		{"a number too large", square, "99999999999999999999 0\n",
			`line 1 of the proof: "99999999999999999999", expected a variable from 1 to 2 or its negative`},
		{"a line too long", square, strings.Repeat("2 ", 9<<20), "line 1 of the proof: bufio.Scanner: token too long"},

		{"no formula", "", "0\n", "the formula has no heading"},
		{"no heading", "1 0\n", "0\n", "line 1 of the formula: expected p cnf, the number of variables and the number of clauses"},
		{"another heading", "p dnf 1 1\n", "0\n", "line 1 of the formula: expected p cnf, the number of variables and the number of clauses"},
		{"a negative number of variables", "p cnf -1 1\n", "0\n", `line 1 of the formula: "-1" variables, expected 0 to 536870912`},
		{"too many variables", "p cnf 536870913 1\n", "0\n", `line 1 of the formula: "536870913" variables, expected 0 to 536870912`},
		{"a solution in the formula", "p cnf 1 1\ns 1 0\n", "0\n", `line 2 of the formula: "s", expected a variable from 1 to 1 or its negative`},
		{"a clause without end", "p cnf 1 1\n\n1\n", "0\n", "line 3 of the formula: the line does not end with 0"},
	} {
		err := drup.Check(t.Context(), strings.NewReader(c.formula), strings.NewReader(c.proof), plenty, shows(1))
		if got := errorText(err); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestASolutionIsExcludedOnce(t *testing.T) {
	// Of two variables, one is true.
	const formula = "p cnf 2 2\n1 2 0\n-1 -2 0\n"
	named := []int(nil)
	keep := func(variables []int) error { named = append(named, variables...); return nil }
	if err := drup.Check(t.Context(), strings.NewReader(formula), strings.NewReader("s 1 0\ns 2 0\n0\n"), plenty, keep); err != nil {
		t.Error(err)
	}
	if !slices.Equal(named, []int{1, 2}) {
		t.Errorf("got solutions %v, want 1 and 2", named)
	}
	err := drup.Check(t.Context(), strings.NewReader(formula), strings.NewReader("s 1 0\n0\n"), plenty, nil)
	if want := "line 1 of the proof: a solution, expected none"; errorText(err) != want {
		t.Errorf("nobody to ask: got %v, want %s", err, want)
	}
}

// endless is a proof without an end, of clauses that follow. It counts its lines. A clause with the
// number of its line is new, and it stays or is deleted at once.
type endless struct {
	lines   int
	deletes bool
	text    []byte
}

func (e *endless) Read(p []byte) (int, error) {
	if len(e.text) == 0 {
		e.lines++
		a, b := 1+e.lines%1000, 1001+e.lines/1000%1000
		e.text = fmt.Appendf(e.text, "1 %d %d 0\n", a+1, b)
		if e.deletes {
			e.text = fmt.Appendf(e.text, "d 1 %d %d 0\n", a+1, b)
		}
	}
	n := copy(p, e.text)
	e.text = e.text[n:]
	return n, nil
}

// The formula has 2000 variables, and says that the first one is true.
const wide = "p cnf 2000 1\n1 0\n"

func TestClausesTakeNoMoreMemoryThanAllowed(t *testing.T) {
	proof := endless{}
	err := drup.Check(t.Context(), strings.NewReader(wide), &proof, 1<<20, nil)
	if !errors.Is(err, drup.ErrMemory) || proof.lines < 1000 || proof.lines > 10_000 {
		t.Errorf("got %v after %d lines, want %v after some thousands", err, proof.lines, drup.ErrMemory)
	}
	err = drup.Check(t.Context(), strings.NewReader("p cnf 500000000 0\n"), strings.NewReader("0\n"), 1<<20, nil)
	if !errors.Is(err, drup.ErrMemory) {
		t.Errorf("many variables: got %v, want %v", err, drup.ErrMemory)
	}
}

func TestDeletedClausesTakeNoMemory(t *testing.T) {
	const lines = 100_000
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	heap := func() int64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	proof, before := endless{deletes: true}, heap()
	read := readerFunc(func(p []byte) (int, error) {
		if proof.lines == lines && ctx.Err() == nil {
			if more := heap() - before; more > 4<<20 {
				t.Errorf("%d bytes after %d clauses that were deleted, want 4 MB at most", more, lines)
			}
			cancel()
		}
		return proof.Read(p)
	})
	err := drup.Check(ctx, strings.NewReader(wide), read, 1<<20, nil)
	if !errors.Is(err, context.Canceled) || proof.lines > lines+1000 {
		t.Errorf("got %v after %d lines, want %v soon after %d", err, proof.lines, context.Canceled, lines)
	}
}

type readerFunc func(p []byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// ends is a context that ends after some looks at it.
type ends struct {
	context.Context
	looks int
}

func (e *ends) Err() error {
	if e.looks--; e.looks < 0 {
		return context.Canceled
	}
	return nil
}

func TestTheCheckEndsWithItsContext(t *testing.T) {
	// A chain: each variable makes the next one true, so that one clause takes 100,000 steps.
	const n = 100_000
	var chain strings.Builder
	fmt.Fprintf(&chain, "p cnf %d %d\n", n, n)
	for v := 1; v < n; v++ {
		fmt.Fprintf(&chain, "-%d %d 0\n", v, v+1)
	}
	fmt.Fprintf(&chain, "-%d -%d 0\n", n-1, n)
	looks := &ends{t.Context(), 1 << 30}
	if err := drup.Check(looks, strings.NewReader(chain.String()), strings.NewReader("-1 0\nc\n"), plenty, nil); err == nil {
		t.Fatal("got no error, want one at the end of the proof")
	}
	all := 1<<30 - looks.looks
	if all < n+90 {
		t.Errorf("got %d looks at the context for %d steps, want one each 1024 of them, and one each clause", all, n)
	}
	for _, k := range []int{0, 1, n / 2, n, n + 1, n + 50, all - 2} {
		err := drup.Check(&ends{t.Context(), k}, strings.NewReader(chain.String()), strings.NewReader("-1 0\n0\n"), plenty, nil)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("a context that ends after %d looks of %d: got %v, want %v", k, all, err, context.Canceled)
		}
	}
}

func TestFailuresToReadAreTold(t *testing.T) {
	broken := errors.New("broken")
	if err := drup.Check(t.Context(), iotest.ErrReader(broken), strings.NewReader("0\n"), plenty, nil); !errors.Is(err, broken) {
		t.Errorf("formula: got %v, want %v", err, broken)
	}
	proof := io.MultiReader(strings.NewReader("2 0\n"), iotest.ErrReader(broken))
	if err := drup.Check(t.Context(), strings.NewReader(square), proof, plenty, nil); !errors.Is(err, broken) {
		t.Errorf("proof: got %v, want %v", err, broken)
	}
}

// naive does what Check does for learned and deleted clauses, by repeated scans of all clauses. It
// returns the line of the proof that fails, from 1, or 0.
func naive(n int, formula, proof [][]int, deletes []bool) int {
	clauses := slices.Clone(formula)
	facts := make([]int8, n+1)
	// units extends the facts until nothing follows, and reports a conflict.
	units := func(value []int8) bool {
		for again := true; again; {
			again = false
			for _, c := range clauses {
				open, last, satisfied := 0, 0, false
				for k, l := range c {
					switch v := value[max(l, -l)]; {
					case v == 0 && !slices.Contains(c[:k], l):
						open, last = open+1, l
					case v > 0 == (l > 0) && v != 0:
						satisfied = true
					}
				}
				switch {
				case satisfied:
				case open == 0:
					return true
				case open == 1:
					value[max(last, -last)], again = int8(max(-1, min(last, 1))), true
				}
			}
		}
		return false
	}
	refuted := false
	for k, c := range proof {
		refuted = refuted || units(facts)
		if deletes[k] {
			same := func(d []int) bool { return sameLiterals(c, d) }
			at := slices.IndexFunc(clauses, same)
			if at < 0 {
				return k + 1
			}
			clauses = slices.Delete(clauses, at, at+1)
			continue
		}
		value, follows := slices.Clone(facts), refuted
		for _, l := range c {
			v := &value[max(l, -l)]
			follows = follows || *v != 0 && (*v > 0) == (l > 0)
			*v = int8(max(-1, min(-l, 1)))
		}
		if !follows && !units(value) {
			return k + 1
		}
		clauses = append(clauses, c)
		if len(c) == 0 {
			return 0
		}
	}
	return len(proof) + 1
}

func sameLiterals(c, d []int) bool {
	in := func(a, b []int) bool {
		return !slices.ContainsFunc(a, func(l int) bool { return !slices.Contains(b, l) })
	}
	return in(c, d) && in(d, c)
}

func text(clauses [][]int, deletes []bool) string {
	var b strings.Builder
	for k, c := range clauses {
		if deletes != nil && deletes[k] {
			b.WriteString("d ")
		}
		for _, l := range c {
			fmt.Fprint(&b, l, " ")
		}
		b.WriteString("0\n")
	}
	return b.String()
}

// Random clauses that follow are learned, random clauses are deleted, and now and then one that does
// not follow or that is not there ends the proof.
func TestWatchedLiteralsFindWhatScansFind(t *testing.T) {
	held, failed, late := 0, 0, 0
	for seed := range uint64(4000) {
		r := rand.New(rand.NewPCG(seed, 36))
		n := 4 + r.IntN(6)
		random := func(most int) []int {
			c := make([]int, 1+r.IntN(most))
			for k := range c {
				c[k] = (1 + r.IntN(n)) * (1 - 2*r.IntN(2))
			}
			return c
		}
		formula := make([][]int, n*(3+r.IntN(3)))
		for k := range formula {
			formula[k] = append(random(3), random(1)...)
		}
		var proof [][]int
		var deletes []bool
		clauses := slices.Clone(formula)
		for range 30 {
			c, gone := random(3), r.IntN(4) == 0 && len(clauses) > 0
			if gone && r.IntN(20) > 0 {
				c = slices.Clone(clauses[r.IntN(len(clauses))])
				r.Shuffle(len(c), func(i, j int) { c[i], c[j] = c[j], c[i] })
			} else if r.IntN(30) == 0 {
				c = nil
			}
			last := len(proof) + 1
			proof, deletes = append(proof, c), append(deletes, gone)
			if naive(n, formula, proof, deletes) == last && r.IntN(20) > 0 {
				proof, deletes = proof[:last-1], deletes[:last-1]
				continue
			}
			if gone {
				clauses = slices.DeleteFunc(clauses, func(d []int) bool { return sameLiterals(c, d) })
			} else {
				clauses = append(clauses, c)
			}
		}
		proof, deletes = append(proof, nil), append(deletes, false)
		want := ""
		switch line := naive(n, formula, proof, deletes); {
		case line == 0:
			held++
		case deletes[line-1]:
			want = fmt.Sprintf("line %d of the proof: there is no such clause to delete", line)
		default:
			want = fmt.Sprintf("line %d of the proof: the clause does not follow by unit propagation", line)
			failed++
			if line > 8 {
				late++
			}
		}
		err := drup.Check(t.Context(), strings.NewReader(fmt.Sprintf("p cnf %d %d\n%s", n, len(formula), text(formula, nil))),
			strings.NewReader(text(proof, deletes)), plenty, nil)
		if got := errorText(err); got != want {
			t.Fatalf("seed %d: got %q, want %q for\n%s\nof\n%s", seed, got, want, text(proof, deletes), text(formula, nil))
		}
	}
	t.Logf("%d proofs hold, %d have a clause that does not follow, %d of them after line 8", held, failed, late)
	if held < 500 || failed < 500 || late < 200 {
		t.Errorf("%d proofs hold, %d fail, %d of them after line 8; want more", held, failed, late)
	}
}

// full takes some bytes, and then fails.
type full struct {
	room int
	err  error
}

func (f *full) Write(p []byte) (int, error) {
	if f.room -= len(p); f.room < 0 {
		return 0, f.err
	}
	return len(p), nil
}

func TestAWriterWritesWhatCheckReadsAndStopsWhenItFails(t *testing.T) {
	var b strings.Builder
	w := drup.NewWriter(&b)
	w.Learn([]int32{-3, 5})
	w.Forget([]int32{5, -3})
	w.Solution([]int{1, 6})
	w.Learn(nil)
	if err := w.Flush(); err != nil || w.Stop.Load() || b.String() != "-3 5 0\nd 5 -3 0\ns 2 7 0\n0\n" {
		t.Errorf("got %q, %v, stop %v", b.String(), err, w.Stop.Load())
	}
	disk := errors.New("no space left on device")
	w = drup.NewWriter(&full{1 << 20, disk})
	lines := 0
	for ; !w.Stop.Load() && lines < 1<<20; lines++ {
		w.Learn([]int32{1234567})
	}
	if err := w.Flush(); err != disk || lines > 1<<17 {
		t.Errorf("got %v after %d lines, want %v after 1 MB", err, lines, disk)
	}
}
