package bench_test

import (
	"errors"
	"math/big"
	"slices"
	"strings"
	"testing"

	"xcbench/bench"
	"xcbench/compare"
	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/naive"
	"xcbench/results"
	"xcbench/solvers"
	"xcbench/solvers/bitset"
	"xcbench/solvers/count"
)

func TestOnlyTheMinorityIsBlamed(t *testing.T) {
	const wrong, disagree, solved, limit = results.Wrong, results.Disagree, cover.Solved, cover.Limit
	bad, badToo := variant("bad", extraNode(3)), variant("bad_too", extraNode(3))
	parallel := variant("bad_parallel", extraNode(3))
	parallel.Algorithm = bad.Algorithm
	lossy, lossyToo := variant("lossy", dropping), variant("lossy_too", dropping)
	known, open := instance(t, "queens/8"), unknown(t, "queens/8")
	chosen, _ := solvers.Find("bitset")
	many := unknown(t, "queens/9") // 352 solutions are too many for the SAT solver
	cutOff := bench.Bounds{Limits: cover.Limits{Nodes: 500}}
	for _, c := range []struct {
		name     string
		in       corpus.Instance
		variants []solvers.Variant
		bounds   bench.Bounds
		want     []cover.Status
		fault    string // of the first solver
	}{
		{"the faulty solver comes first", open, []solvers.Variant{bad, good, alsoGood}, bench.Bounds{},
			[]cover.Status{disagree, solved, solved},
			"nodes differ on level 3: bad has 139; good, also_good have 138"},
		{"one against one", open, []solvers.Variant{bad, good}, bench.Bounds{}, []cover.Status{disagree, disagree},
			"nodes differ on level 3: bad has 139; good has 138"},
		{"two against two", open, []solvers.Variant{bad, good, badToo, alsoGood}, bench.Bounds{},
			[]cover.Status{disagree, disagree, disagree, disagree},
			"nodes differ on level 3: bad, bad_too have 139; good, also_good have 138"},
		{"forms of one algorithm count once", open, []solvers.Variant{bad, parallel, good},
			bench.Bounds{}, []cover.Status{disagree, disagree, disagree},
			"nodes differ on level 3: bad, bad_parallel have 139; good has 138"},
		{"auto and its choice count once", many, []solvers.Variant{lossy, solvers.Auto(), chosen}, bench.Bounds{},
			[]cover.Status{disagree, disagree, disagree},
			"sets of solutions differ: lossy has 351; auto, bitset have 352"},
		{"Knuth's figures decide against a majority", known, []solvers.Variant{bad, badToo, good}, bench.Bounds{},
			[]cover.Status{wrong, wrong, solved},
			"1200 nodes, expected the 1199 of Knuth's program; on level 3 it has 139, and good has 138"},
		{"the catalogue decides against a majority", known, []solvers.Variant{lossy, lossyToo, good}, bench.Bounds{},
			[]cover.Status{wrong, wrong, solved}, "91 solutions, expected 92 (OEIS A000170)"},
		{"the SAT solver decides against a majority", open, []solvers.Variant{lossy, lossyToo, good}, bench.Bounds{},
			[]cover.Status{wrong, wrong, solved}, "91 solutions, a SAT solver finds 92"},
		{"nothing independent decides about solutions", many, []solvers.Variant{lossy, good, alsoGood}, bench.Bounds{},
			[]cover.Status{disagree, solved, solved},
			"sets of solutions differ: lossy has 351; good, also_good have 352"},
		{"a search that was cut off", known, []solvers.Variant{bad, good, alsoGood}, cutOff,
			[]cover.Status{disagree, limit, limit}, "nodes differ on level 3: bad has "},
		{"a solution lost before the cut", known, []solvers.Variant{lossy, good, alsoGood}, cutOff,
			[]cover.Status{disagree, limit, limit}, "numbers of solutions differ: lossy has "},
	} {
		r, err := bench.Verify(t.Context(), c.in, c.variants, c.bounds)
		if err != nil {
			t.Fatal(err)
		}
		var got []cover.Status
		for _, o := range r.Outcomes {
			got = append(got, o.Stats.Status)
		}
		fault, found := r.Outcomes[0].Fault, false
		if found = fault == c.fault; strings.HasSuffix(c.fault, " ") { // the number does not matter
			found = strings.HasPrefix(fault, c.fault)
		}
		if !slices.Equal(got, c.want) || !found {
			t.Errorf("%s: got %v and fault %q, want %v and %q", c.name, got, fault, c.want, c.fault)
		}
	}
}

// A budget of updates stops solvers of different counter classes at different nodes.
// Numbers of solutions are compared to the last digit, of any size.
func TestNumbersOfSolutionsAreCompared(t *testing.T) {
	frontier, _ := solvers.Find("count_frontier")
	breadth, _ := solvers.Find("count_frontier_bfs")
	for id, changes := range map[string]map[string]recount{
		"domino/12x12": { // 53060477521960000
			"one too many":     func(n *big.Int) { n.Add(n, big.NewInt(1)) },
			"2^32 too many":    func(n *big.Int) { n.Add(n, big.NewInt(1<<32)) },
			"2^64 times again": func(n *big.Int) { n.Add(n, new(big.Int).Lsh(big.NewInt(1), 64)) },
		},
		"domino/14x14": { // more than 2^64
			"half":          func(n *big.Int) { n.Rsh(n, 1) },
			"one too many":  func(n *big.Int) { n.Add(n, big.NewInt(1)) },
			"2^64 too many": func(n *big.Int) { n.Add(n, new(big.Int).Lsh(big.NewInt(1), 64)) },
		},
	} {
		for name, change := range changes {
			bad := variant("bad", change)
			bad.Rule, bad.Counter = frontier.Rule, frontier.Counter
			r, err := bench.Verify(t.Context(), unknown(t, id), []solvers.Variant{bad, frontier, breadth}, bench.Bounds{})
			if err != nil {
				t.Fatal(err)
			}
			if fault := r.Outcomes[0].Fault; !strings.HasPrefix(fault, "numbers of solutions differ: bad has ") {
				t.Errorf("%s, %s: got %s and fault %q", id, name, r.Outcomes[0].Stats.Status, fault)
			}
		}
	}
}

func TestSearchesThatUpdatesCutOffAreNotCompared(t *testing.T) {
	other := solvers.Variant{Solver: naive.New(cover.MRV), Name: "naive", Algorithm: "naive", Rule: cover.MRV, Counter: solvers.Entries}
	r, err := bench.Verify(t.Context(), instance(t, "queens/8"), []solvers.Variant{good, other, variant("bad", extraNode(3))},
		bench.Bounds{Limits: cover.Limits{Updates: 5000}})
	if err != nil || len(r.Faulty()) > 0 {
		t.Errorf("got %v, faults %q, want none", err, faults(r))
	}
	for _, o := range r.Outcomes {
		if o.Stats.Status != cover.Limit {
			t.Errorf("%s: got status %s, want limit", o.Variant.Name, o.Stats.Status)
		}
	}
}

// A search that ends within a budget of nodes disagrees with one that needs more.
func TestASearchThatEndsTooSoonDisagreesWithOneThatIsCutOff(t *testing.T) {
	small := variant("small", faulty{count: func(_ int, s *cover.Stats) {
		s.Status, s.Nodes = cover.Solved, s.Nodes-s.Levels[3].Nodes
		s.Updates -= s.Levels[3].Updates
		s.Levels[3] = cover.Level{}
	}})
	p := planOf(t, []solvers.Variant{good, small, alsoGood})
	p.Instances, p.Bounds.Nodes = []corpus.Instance{unknown(t, "queens/9")}, 500
	found, ok := errors.AsType[*bench.ErrFaults](execute(t, p, "").err)
	if !ok || len(found.Faults) != 1 || !strings.HasPrefix(found.Faults[0].What, "nodes differ on level 3: small has 0;") {
		t.Errorf("got %+v, want one fault, of small", found)
	}
}

// A tree with more nodes than Knuth's is another one, even if a budget stops the search.
func TestABudgetAboveKnuthsFiguresRefutesLargerTrees(t *testing.T) {
	larger := variant("larger", faulty{count: func(_ int, s *cover.Stats) {
		s.Status, s.Nodes = cover.Limit, s.Nodes+1
		s.Levels[3].Nodes++
	}})
	r, err := bench.Verify(t.Context(), instance(t, "queens/8"), []solvers.Variant{larger},
		bench.Bounds{Limits: cover.Limits{Nodes: 2000}})
	if got, want := faults(r), "larger: 1200 nodes, expected the 1199 of Knuth's program"; err != nil || len(got) != 1 ||
		got[0] != want {
		t.Errorf("got %v and faults %q, want %q", err, got, want)
	}
}

// panel is solvers without a fault, and one that breaks ties the wrong way: in its scan for the
// smallest item, < has become <=.
func panel() []solvers.Variant {
	return []solvers.Variant{
		variant("last_tie", lastTie{}), good, alsoGood,
		{Solver: naive.New(cover.MRV), Name: "naive", Algorithm: "naive", Rule: cover.MRV, Counter: solvers.Entries},
		{Solver: bitset.New(cover.MRV), Name: "bitset", Algorithm: "bitset", Rule: cover.MRV, Counter: solvers.Options},
	}
}

// The faulty solver comes first, complete searches and cut-off ones are mixed, and some instances
// have no known figures. On bell/9 the budget of nodes cuts all searches off after 9998 solutions.
// The solver finds others than the rest, but no counter differs, so there is no fault.
func TestOneChangedComparisonBlamesNobodyElse(t *testing.T) {
	ids := []string{"queens/8", "bell/9", "langford/7", "permanent/circulant12x5", "matching/paley17", "sudoku/wikipedia",
		"numbertriples/progression8", "sts/9"}
	p := planOf(t, panel(), ids...)
	p.Bounds.Nodes, p.Samples = 20_000, 1
	done := execute(t, p, "")
	found, ok := errors.AsType[*bench.ErrFaults](done.err)
	if !ok {
		t.Fatalf("got %v, want an ErrFaults", done.err)
	}
	statuses := map[cover.Status]int{}
	for _, f := range found.Faults {
		statuses[f.Status]++
		if f.Solver != "last_tie" || f.InstanceID == "bell/9" {
			t.Errorf("got fault %+v, want none of solvers without a fault, and none on bell/9", f)
		}
	}
	if statuses[results.Wrong] == 0 || statuses[results.Disagree] < 4 {
		t.Errorf("got %v, want wrong answers and 4 or more disagreements", statuses)
	}
	if lines := found.Faults.Summary(len(ids)); len(lines) != 1 || !strings.HasPrefix(lines[0], "last_tie: wrong on ") {
		t.Errorf("got summary %q, want one line about last_tie", lines)
	}
	standings := compare.Rank(compare.GroupBy(results.RowsOf(done.rows)), results.Seconds, compare.PAR2, 1).Standings
	if last := standings[len(standings)-1].Solver; last != "last_tie" {
		t.Errorf("got %s last in the ranking, want last_tie", last)
	}
}

// recount is count_frontier with another number of solutions.
type recount func(n *big.Int)

func (recount) Capabilities() cover.Capabilities {
	return cover.Capabilities{Secondary: true, CountsOnly: true}
}

func (f recount) Prepare(p *cover.Problem) (cover.Search, error) {
	s, err := count.Frontier(count.Input).Prepare(p)
	return &faultySearch{Search: s, faulty: faulty{count: func(_ int, s *cover.Stats) {
		n, _ := new(big.Int).SetString(s.CountText(), 10)
		f(n)
		s.SetCount(n)
	}}}, err
}
