package bench

import (
	"context"
	"math/big"
	"strings"
	"testing"
	"time"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/naive"
	"xcbench/solvers"
	"xcbench/solvers/cells"
	"xcbench/solvers/count"
)

// faulty is a correct solver with a planted fault.
type faulty struct {
	before func()                                  // called before each run
	show   func(visit cover.Visitor) cover.Visitor // changes the solutions reported
	count  func(s *cover.Stats)                    // changes the statistics
}

func (f faulty) Prepare(p *cover.Problem) (cover.Search, error) {
	s, err := dlx.Index(cover.MRV).Prepare(p)
	return &faultySearch{Search: s, faulty: f}, err
}

type faultySearch struct {
	cover.Search
	faulty
}

func (f *faultySearch) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	if f.before != nil {
		f.before()
	}
	if f.show != nil && visit != nil {
		visit = f.show(visit)
	}
	stats := f.Search.Run(ctx, limits, visit)
	if f.count != nil {
		f.count(&stats)
	}
	return stats
}

func variant(name string, s cover.Solver) solvers.Variant {
	return solvers.Variant{Solver: s, Name: name, Algorithm: strings.TrimSuffix(name, solvers.ParallelSuffix), Rule: cover.MRV, Counter: solvers.Links}
}

// recount is count_frontier with another number of solutions.
type recount func(n *big.Int)

func (recount) Capabilities() cover.Capabilities {
	return cover.Capabilities{Secondary: true, CountsOnly: true}
}

func (f recount) Prepare(p *cover.Problem) (cover.Search, error) {
	s, err := count.Frontier(count.Input).Prepare(p)
	return &faultySearch{Search: s, faulty: faulty{count: func(s *cover.Stats) {
		n, _ := new(big.Int).SetString(s.CountText(), 10)
		f(n)
		s.SetCount(n)
	}}}, err
}

// Two solvers without a fault are a majority against one that has a fault.
var (
	good     = variant("good", dlx.Pointer(cover.MRV))
	alsoGood = variant("also_good", cells.New(cover.MRV))
)

// dropThird does not report the third solution.
func dropThird(visit cover.Visitor) cover.Visitor {
	n := 0
	return func(options []int) bool {
		n++
		return n == 3 || visit(options)
	}
}

// repeatFirst reports the first solution in place of the third.
func repeatFirst(visit cover.Visitor) cover.Visitor {
	n := 0
	var first []int
	return func(options []int) bool {
		if n++; n == 1 {
			first = append(first, options...)
		}
		if n == 3 {
			options = first
		}
		return visit(options)
	}
}

// cutShort leaves an option out of each solution.
func cutShort(visit cover.Visitor) cover.Visitor {
	return func(options []int) bool { return visit(options[1:]) }
}

func instance(t *testing.T, id string) corpus.Instance {
	in, err := corpus.Find(id)
	if err != nil {
		t.Fatalf("no instance %s", id)
	}
	return in
}

func TestVerifyCatchesPlantedFaults(t *testing.T) {
	for _, c := range []struct {
		name   string
		faulty faulty
		want   string // in the fault, beside two solvers without a fault
		alone  bool   // the fault shows without another solver
	}{
		{"a set of options that is no solution", faulty{show: cutShort}, `solution 1: primary item "r`, true},
		{"a solution lost", faulty{show: dropThird, count: func(s *cover.Stats) { s.Solutions-- }},
			"91 solutions, expected 92 (OEIS A000170)", true},
		{"a solution counted and not shown", faulty{show: dropThird}, "92 solutions counted, 91 shown", true},
		{"a solution shown in place of another", faulty{show: repeatFirst}, "solution 3: repeats an earlier solution", true},
		{"a node too many in all", faulty{count: func(s *cover.Stats) { s.Nodes++ }}, "1200 nodes in all, 1199 by level",
			true},
		{"an update too few in all", faulty{count: func(s *cover.Stats) { s.Updates-- }},
			"21110 updates in all, 21111 by level", true},
		{"a miscounted node", faulty{count: func(s *cover.Stats) { s.Levels[3].Nodes++; s.Nodes++ }},
			"nodes differ on level 3: bad has 139; good, also_good have 138", false},
		{"a miscounted update", faulty{count: func(s *cover.Stats) { s.Levels[2].Updates--; s.Updates-- }},
			"updates differ on level 2: bad has 3927; good, also_good have 3928", false},
		{"a level too many", faulty{count: func(s *cover.Stats) {
			s.Levels = append(s.Levels, cover.Level{Nodes: 1})
			s.Nodes++
		}}, "nodes differ on level 9: bad has 1; good, also_good have 0", false},
	} {
		bad := variant("bad", c.faulty)
		in := instance(t, "queens/8")
		in.Nodes, in.Updates = corpus.Unknown, corpus.Unknown
		r, err := Verify(context.Background(), in, []solvers.Variant{good, bad, alsoGood}, Bounds{})
		if err != nil {
			t.Fatal(err)
		}
		wrong := r.Faulty()
		if len(wrong) != 1 || wrong[0].Variant.Name != "bad" || !strings.Contains(wrong[0].Fault, c.want) {
			t.Errorf("%s: got faults %q, want %q of bad", c.name, faults(r), c.want)
		}
		r, err = Verify(context.Background(), in, []solvers.Variant{bad}, Bounds{})
		if err != nil {
			t.Fatal(err)
		}
		if got := len(r.Faulty()) == 1; got != c.alone {
			t.Errorf("%s, without another solver: got caught %v, want %v", c.name, got, c.alone)
		}
	}
}

func faults(r Report) []string {
	var all []string
	for _, o := range r.Faulty() {
		all = append(all, o.Variant.Name+": "+o.Fault)
	}
	return all
}

func TestVerifyComparesWithTheFiguresOfTheCatalogue(t *testing.T) {
	in := instance(t, "queens/8")
	for _, c := range []struct {
		faulty faulty
		want   string
	}{
		{faulty{count: func(s *cover.Stats) { s.Levels[3].Nodes++; s.Nodes++ }},
			"bad: 1200 nodes, expected the 1199 of Knuth's dlx1"},
		{faulty{count: func(s *cover.Stats) { s.Levels[2].Updates--; s.Updates-- }},
			"bad: 21110 updates, expected the 21111 of Knuth's dlx1"},
	} {
		r, err := Verify(context.Background(), in, []solvers.Variant{variant("bad", c.faulty)}, Bounds{})
		if err != nil {
			t.Fatal(err)
		}
		if got := faults(r); len(got) != 1 || got[0] != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func TestVerifyChecksTheRulesOfThePuzzle(t *testing.T) {
	r, err := Verify(context.Background(), instance(t, "sudoku/wikipedia"), solvers.All(), Bounds{})
	if err != nil || len(r.Faulty()) > 0 {
		t.Errorf("got %v, wrong %+v, want none", err, r.Faulty())
	}
}

func TestVerifyComparesStoppedSearchesAsFarAsTheyGot(t *testing.T) {
	bounds := Bounds{Limits: cover.Limits{Nodes: 100}}
	bad := variant("bad", faulty{count: func(s *cover.Stats) { s.Levels[2].Nodes--; s.Nodes-- }})
	r, err := Verify(context.Background(), instance(t, "queens/8"),
		[]solvers.Variant{good, variant("same", dlx.Index(cover.MRV)), bad}, bounds)
	if err != nil {
		t.Fatal(err)
	}
	wrong := r.Faulty()
	if len(wrong) != 1 || wrong[0].Variant.Name != "bad" {
		t.Errorf("got wrong %+v, want bad", wrong)
	}
}

func TestTimeoutsAndRefusalsAreNotWrong(t *testing.T) {
	slow := instance(t, "pentomino/6x10")
	r, err := Verify(context.Background(), slow, []solvers.Variant{good}, Bounds{Timeout: time.Millisecond})
	if err != nil || len(r.Faulty()) > 0 || r.Outcomes[0].Stats.Status != cover.Timeout {
		t.Errorf("got %v, %+v, want a timeout", err, r.Outcomes)
	}
	refuses := variant("refuses", refusing{})
	r, err = Verify(context.Background(), slow, []solvers.Variant{refuses}, Bounds{})
	if err != nil || len(r.Faulty()) > 0 || r.Outcomes[0].Stats.Status != cover.Unsupported ||
		!strings.Contains(r.Outcomes[0].Fault, "too wide") {
		t.Errorf("got %v, %+v, want unsupported with the reason", err, r.Outcomes)
	}
}

type refusing struct{}

func (refusing) Prepare(*cover.Problem) (cover.Search, error) {
	return nil, cover.Unsupportedf("too wide")
}

func TestSolversWithOtherCountersAreNotComparedOnUpdates(t *testing.T) {
	other := solvers.Variant{Solver: naive.New(cover.MRV), Name: "naive", Algorithm: "naive", Rule: cover.MRV, Counter: solvers.Entries}
	r, err := Verify(context.Background(), instance(t, "queens/8"), []solvers.Variant{good, other}, Bounds{})
	if err != nil || len(r.Faulty()) > 0 {
		t.Errorf("got %v, wrong %+v, want none", err, r.Faulty())
	}
}
