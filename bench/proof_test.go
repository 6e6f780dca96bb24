package bench_test

import (
	"strings"
	"testing"
	"time"

	"xcbench/bench"
	"xcbench/cover"
	"xcbench/solvers/learn"
)

// liar is the solver learn with planted faults in its proofs. It shows and proves what it likes.
type liar struct {
	proof func(to learn.Proof) learn.Proof // changes the proof
	faulty
}

func (liar) Capabilities() cover.Capabilities { return learn.New().Capabilities() }

func (l liar) Prepare(p *cover.Problem) (cover.Search, error) {
	s, err := learn.New().Prepare(p)
	return &liarSearch{faultySearch{Search: s, faulty: l.faulty}, l.proof}, err
}

type liarSearch struct {
	faultySearch
	change func(learn.Proof) learn.Proof
}

func (l *liarSearch) Prove(to learn.Proof) {
	if to != nil && l.change != nil {
		to = l.change(to)
	}
	l.Search.(learn.Prover).Prove(to)
}

// edited passes a proof on, in part.
type edited struct {
	learn.Proof
	shown int
	skip  func(*edited) bool
}

func (e *edited) pass(f func()) {
	if !e.skip(e) {
		f()
	}
}

func (e *edited) Learn(c []int32) {
	e.pass(func() { e.Proof.Learn(c) })
}

func (e *edited) Solution(options []int) {
	e.shown++
	e.pass(func() { e.Proof.Solution(options) })
}

func without(skip func(*edited) bool) func(learn.Proof) learn.Proof {
	return func(to learn.Proof) learn.Proof { return &edited{Proof: to, skip: skip} }
}

// endsAtOnce proves without any step that there are no more solutions.
func endsAtOnce(to learn.Proof) learn.Proof {
	to.Learn(nil)
	return to
}

func TestVerifyFollowsTheProofsOfASearch(t *testing.T) {
	// The second solution is neither shown nor counted, and the proof says nothing of it either.
	lost := faulty{
		show:  instead(2, func([][]int) []int { return nil }),
		count: func(_ int, s *cover.Stats) { s.Solutions-- },
	}
	skips := func(n int) func(learn.Proof) learn.Proof {
		return without(func(e *edited) bool { return n == 0 || e.shown == n })
	}
	says := func(options ...int) func(learn.Proof) learn.Proof {
		return func(to learn.Proof) learn.Proof { to.Solution(options); return to }
	}
	const fails, none = "its proof fails: ", "line 1 of the proof: no solution that was shown: options "
	for name, c := range map[string]struct {
		id     string
		solver liar
		want   string // how the fault begins; "" for none
	}{
		"no fault":                {"queens/6", liar{}, ""},
		"no solution":             {"onefactor/petersen", liar{}, ""},
		"items left out":          {"sudoku/ai_escargot", liar{}, ""},
		"secondary items":         {"golfers/3x3x4", liar{}, ""},
		"no empty clause":         {"onefactor/petersen", liar{proof: skips(0)}, fails + "the proof ends without"},
		"only the empty clause":   {"onefactor/petersen", liar{proof: endsAtOnce}, fails + "line 1 of the proof: the clause does not follow"},
		"a solution not named":    {"queens/6", liar{proof: skips(2)}, fails + "line"},
		"a solution lost":         {"queens/6", liar{faulty: lost}, fails + "line"},
		"lost and not named":      {"queens/6", liar{skips(2), lost}, fails + "line"},
		"solutions of no option":  {"queens/6", liar{proof: says()}, fails + none + "[]"},
		"a variable of no option": {"sudoku/ai_escargot", liar{proof: says(300)}, fails + none + "[-301]"},
	} {
		v := variant("liar", c.solver)
		v.Rule = learn.Learn
		got := strings.Join(faults(verify(t, unknown(t, c.id), bench.Bounds{Timeout: time.Minute}, v)), "; ")
		if (c.want == "") != (got == "") || !strings.HasPrefix(strings.TrimPrefix(got, "liar: "), c.want) {
			t.Errorf("%s: got fault %q, want %q...", name, got, c.want)
		}
	}
}

// A proof that takes too long decides nothing. Neither does a search that a limit stopped.
func TestProofsThatDoNotEndInTimeDecideNothing(t *testing.T) {
	slow := liar{proof: func(to learn.Proof) learn.Proof { time.Sleep(20 * time.Millisecond); return to }}
	late := variant("late", slow)
	for _, b := range []bench.Bounds{
		{Timeout: 20 * time.Millisecond}, {Limits: cover.Limits{Solutions: 2}}, {Limits: cover.Limits{Nodes: 3}},
	} {
		if got := faults(verify(t, unknown(t, "queens/6"), b, late)); len(got) > 0 {
			t.Errorf("%+v: got %v, want no fault", b, got)
		}
	}
}
