package bench_test

import (
	"context"
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
	learned, shown, lines int
	skip                  func(*edited) bool
}

func (e *edited) pass(f func()) {
	if e.lines++; !e.skip(e) {
		f()
	}
}

func (e *edited) Learn(c []int32) {
	e.learned++
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
	for name, c := range map[string]struct {
		id     string
		solver liar
		want   string // how the fault begins; "" for none
	}{
		"no fault":                      {"queens/6", liar{}, ""},
		"no solution":                   {"onefactor/petersen", liar{}, ""},
		"items left out":                {"sudoku/ai_escargot", liar{}, ""},
		"secondary items":               {"golfers/3x3x4", liar{}, ""},
		"no empty clause":               {"onefactor/petersen", liar{proof: without(func(*edited) bool { return true })}, "its proof fails: the proof ends without"},
		"only the empty clause":         {"onefactor/petersen", liar{proof: endsAtOnce}, "its proof fails: line 1 of the proof: the clause does not follow"},
		"a solution not named":          {"queens/6", liar{proof: without(func(e *edited) bool { return e.shown == 2 })}, "its proof fails: line"},
		"a solution lost":               {"queens/6", liar{faulty: lost}, "its proof fails: line"},
		"lost and not named":            {"queens/6", liar{without(func(e *edited) bool { return e.shown == 2 }), lost}, "its proof fails: line"},
		"solutions of no option":        {"queens/6", liar{proof: func(to learn.Proof) learn.Proof { to.Solution(nil); return to }}, "its proof fails: line 1 of the proof: no solution that was shown: options []"},
		"a long proof that fails early": {"queens/10", liar{faulty: lost}, "its proof fails: line"},
		"a variable of no option": {"sudoku/ai_escargot", liar{proof: func(to learn.Proof) learn.Proof { to.Solution([]int{300}); return to }},
			"its proof fails: line 1 of the proof: no solution that was shown: options [-301]"},
		"an option too many": {"queens/6", liar{proof: func(to learn.Proof) learn.Proof { to.Solution([]int{9999}); return to }},
			"its proof fails: line 1 of the proof: "},
	} {
		t.Run(name, func(t *testing.T) {
			liar := variant("liar", c.solver)
			liar.Rule = learn.Learn
			r := verify(t, unknown(t, c.id), bench.Bounds{Timeout: time.Minute}, liar)
			got := strings.Join(faults(r), "; ")
			if c.want == "" && got != "" || !strings.HasPrefix(got, strings.TrimSuffix("liar: "+c.want, "liar: ")) {
				t.Errorf("got fault %q, want %q...", got, c.want)
			}
		})
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

// A search that was too slow to show its solutions counts them. The solutions of its proof cannot be
// compared with any then.
func TestProofsOfSearchesThatOnlyCountDecideNothing(t *testing.T) {
	var end <-chan struct{}
	slow := variant("slow", liar{faulty: faulty{
		before: func(_ int, ctx context.Context, _ cover.Limits) { end = ctx.Done() },
		show: func(_ int, visit cover.Visitor) cover.Visitor {
			return func(options []int) bool {
				defer func() { <-end }()
				return visit(options)
			}
		},
	}})
	if got := faults(verify(t, unknown(t, "queens/9"), bench.Bounds{Timeout: 300 * time.Millisecond}, slow)); len(got) > 0 {
		t.Errorf("got %v, want no fault", got)
	}
}
