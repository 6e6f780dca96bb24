package learn_test

import (
	"fmt"
	"slices"
	"testing"

	"xcbench/cover"
	"xcbench/internal/corpustest"
	"xcbench/internal/textbook"
	"xcbench/solvers/learn"
)

// formula checks a proof. It has the clauses known so far, and knows nothing of items.
type formula struct {
	t                       *testing.T
	p                       *cover.Problem
	clauses                 [][]int32
	learned                 map[string]int // by sorted literals: how many of it are among the clauses
	ended                   bool
	added, forgotten, shown int
}

// newFormula returns the clauses of a problem: at least one option of each primary item, and at most
// one of two that do not agree.
func newFormula(t *testing.T, p *cover.Problem) *formula {
	f := &formula{t: t, p: p, learned: map[string]int{}}
	with := make([][]int32, p.Items())
	for o := range p.Options() {
		for _, i := range p.Option(o) {
			with[i] = append(with[i], int32(o+1))
		}
	}
	for i, options := range with {
		if i < p.Primary() {
			f.clauses = append(f.clauses, options)
		}
		for k, o := range options {
			for _, q := range options[:k] {
				if !p.Agree(int(o-1), int(q-1)) {
					f.clauses = append(f.clauses, []int32{-o, -q})
				}
			}
		}
	}
	return f
}

// follows reports whether unit propagation refutes that all literals of a clause are false.
func (f *formula) follows(clause []int32) bool {
	value := make([]int8, 2*f.p.Options()+1)
	at := func(l int32) *int8 { return &value[int(l)+f.p.Options()] }
	assume := func(l int32) bool { // l is true
		*at(l), *at(-l) = 1, -1
		return true
	}
	for _, l := range clause {
		if *at(-l) < 0 {
			return true
		}
		assume(-l)
	}
	for changed := true; changed; {
		changed = false
	next:
		for _, c := range f.clauses {
			unit := int32(0)
			for _, l := range c {
				if v := *at(l); v > 0 || v == 0 && unit != 0 {
					continue next
				} else if v == 0 {
					unit = l
				}
			}
			if unit == 0 {
				return true
			}
			changed = assume(unit)
		}
	}
	return false
}

func key(clause []int32) string { return fmt.Sprint(slices.Sorted(slices.Values(clause))) }

func (f *formula) Learn(clause []int32) {
	if f.ended {
		f.t.Fatalf("%v is learned after the empty clause", clause)
	}
	if !f.follows(clause) {
		f.t.Fatalf("%v does not follow", clause)
	}
	f.ended = len(clause) == 0
	f.clauses = append(f.clauses, slices.Clone(clause))
	f.learned[key(clause)]++
	f.added++
}

func (f *formula) Forget(clause []int32) {
	k := key(clause)
	if f.learned[k]--; f.learned[k] < 0 {
		f.t.Fatalf("%v is forgotten, but is not known", clause)
	}
	at := slices.IndexFunc(f.clauses, func(c []int32) bool { return key(c) == k })
	f.clauses = slices.Delete(f.clauses, at, at+1)
	f.forgotten++
}

func (f *formula) Restart() {}

func (f *formula) Solution(options []int) {
	if err := cover.Check(f.p, options); err != nil {
		f.t.Fatal(err)
	}
	var clause []int32
	for _, o := range options {
		clause = append(clause, -int32(o+1))
	}
	if slices.ContainsFunc(f.clauses, func(c []int32) bool { return key(c) == key(clause) }) {
		f.t.Fatalf("solution %v is shown twice", options)
	}
	f.clauses = append(f.clauses, clause)
	f.shown++
}

// prove runs a search of p whose proof it checks.
func prove(t *testing.T, p *cover.Problem, limits cover.Limits) (*formula, cover.Stats) {
	t.Helper()
	s, f := prepare(t, p), newFormula(t, p)
	plain := s.Run(t.Context(), limits, nil)
	s.(learn.Prover).Prove(f)
	stats := s.Run(t.Context(), limits, nil)
	if countsOf(plain) != countsOf(stats) || stats.Solutions != int64(f.shown) || f.ended != (stats.Status == cover.Solved) {
		t.Errorf("got %+v with a proof of %d solutions, ended: %v, want %+v", stats, f.shown, f.ended, plain)
	}
	s.(learn.Prover).Prove(nil)
	if again := s.Run(t.Context(), limits, nil); countsOf(again) != countsOf(plain) {
		t.Errorf("without a proof again: got %+v, want %+v", again, plain)
	}
	return f, stats
}

func TestEveryClauseFollowsByUnitPropagation(t *testing.T) {
	added := 0
	for seed := range trials() / 12 {
		for _, p := range []*cover.Problem{textbook.Random(seed), mixed(seed)} {
			f, _ := prove(t, p, cover.Limits{Solutions: int64(seed % 4)})
			added += f.added
		}
	}
	for _, id := range []string{"onefactor/flower9", "queens/6"} {
		prove(t, corpustest.Problem(id), cover.Limits{})
	}
	if added < int(trials())/2 {
		t.Errorf("got %d clauses in all, want more than %d", added, trials()/2)
	}
}

// With little memory clauses are forgotten early. They are taken back one by one, and the others
// suffice.
func TestClausesAreForgottenWhenMemoryIsScarce(t *testing.T) {
	const memory = 16 << 10
	for _, id := range []string{"onefactor/flower11"} {
		f, stats := prove(t, corpustest.Problem(id), cover.Limits{Memory: memory})
		if stats.Status != cover.Solved || f.forgotten < 20 || stats.Tables.PeakBytes > memory {
			t.Errorf("%s: got %+v, %d clauses and %d forgotten, want many forgotten", id, stats, f.added, f.forgotten)
		}
	}
}
