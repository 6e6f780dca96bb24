package bench_test

import (
	"math/big"
	"slices"
	"strings"
	"testing"

	"xcbench/bench"
	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/naive"
	"xcbench/results"
	"xcbench/solvers"
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
	nodes := func(n int64) bench.Bounds { return bench.Bounds{Limits: cover.Limits{Nodes: n}} }
	other := solvers.Variant{Solver: naive.New(cover.MRV), Name: "naive", Algorithm: "naive", Rule: cover.MRV,
		Counter: solvers.Entries}
	small := variant("small", faulty{count: func(_ int, s *cover.Stats) {
		s.Status, s.Nodes, s.Updates = cover.Solved, s.Nodes-s.Levels[3].Nodes, s.Updates-s.Levels[3].Updates
		s.Levels[3] = cover.Level{}
	}})
	larger := variant("larger", faulty{count: func(_ int, s *cover.Stats) {
		s.Status, s.Nodes = cover.Limit, s.Nodes+1
		s.Levels[3].Nodes++
	}})
	for _, c := range []struct {
		name     string
		in       corpus.Instance
		variants []solvers.Variant
		bounds   bench.Bounds
		want     []cover.Status
		fault    string // of the first solver; or how it begins, if the rest does not matter
	}{
		{"the faulty solver comes first", open, []solvers.Variant{bad, good, alsoGood}, nodes(0),
			[]cover.Status{disagree, solved, solved}, "nodes differ on level 3: bad has 139; good, also_good have 138"},
		{"two against two", open, []solvers.Variant{bad, good, badToo, alsoGood}, nodes(0),
			[]cover.Status{disagree, disagree, disagree, disagree},
			"nodes differ on level 3: bad, bad_too have 139; good, also_good have 138"},
		{"forms of one algorithm count once", open, []solvers.Variant{bad, parallel, good}, nodes(0),
			[]cover.Status{disagree, disagree, disagree}, "nodes differ on level 3: bad, bad_parallel have 139; good has 138"},
		{"auto and its choice count once", many, []solvers.Variant{lossy, solvers.Auto(), chosen}, nodes(0),
			[]cover.Status{disagree, disagree, disagree}, "sets of solutions differ: lossy has 351; auto, bitset have 352"},
		{"Knuth's figures decide against a majority", known, []solvers.Variant{bad, badToo, good}, nodes(0),
			[]cover.Status{wrong, wrong, solved},
			"1200 nodes, expected the 1199 of Knuth's program; on level 3 it has 139, and good has 138"},
		{"the catalogue decides against a majority", known, []solvers.Variant{lossy, lossyToo, good}, nodes(0),
			[]cover.Status{wrong, wrong, solved}, "91 solutions, expected 92 (OEIS A000170)"},
		{"the SAT solver decides against a majority", open, []solvers.Variant{lossy, lossyToo, good}, nodes(0),
			[]cover.Status{wrong, wrong, solved}, "91 solutions, a SAT solver finds 92"},
		{"nothing independent decides about solutions", many, []solvers.Variant{lossy, good, alsoGood}, nodes(0),
			[]cover.Status{disagree, solved, solved}, "sets of solutions differ: lossy has 351; good, also_good have 352"},
		{"a search that was cut off", known, []solvers.Variant{bad, good, alsoGood}, nodes(500),
			[]cover.Status{disagree, limit, limit}, "nodes differ on level 3: bad has "},
		{"a solution lost before the cut", known, []solvers.Variant{lossy, good, alsoGood}, nodes(500),
			[]cover.Status{disagree, limit, limit}, "numbers of solutions differ: lossy has "},
		{"a search that ends before the cut", unknown(t, "pentomino/6x10"), []solvers.Variant{small, good, alsoGood}, nodes(500),
			[]cover.Status{disagree, limit, limit}, "nodes differ on level 3: small has 0; "},
		{"updates cut counter classes off at other nodes", known, []solvers.Variant{bad, good, other},
			bench.Bounds{Limits: cover.Limits{Updates: 5000}}, []cover.Status{limit, limit, limit}, ""},
		{"a tree larger than Knuth's that a budget stopped", known, []solvers.Variant{larger}, nodes(2000),
			[]cover.Status{wrong}, "1200 nodes, expected the 1199 of Knuth's program"},
	} {
		r := verify(t, c.in, c.bounds, c.variants...)
		var got []cover.Status
		for _, o := range r.Outcomes {
			got = append(got, o.Stats.Status)
		}
		fault := r.Outcomes[0].Fault
		if !slices.Equal(got, c.want) || !strings.HasPrefix(fault, c.fault) || fault != c.fault && !strings.HasSuffix(c.fault, " ") {
			t.Errorf("%s: got %v and fault %q, want %v and %q", c.name, got, fault, c.want, c.fault)
		}
	}
}

// Numbers of solutions are compared to the last digit, of any size.
func TestNumbersOfSolutionsAreCompared(t *testing.T) {
	frontier, _ := solvers.Find("count_frontier")
	breadth, _ := solvers.Find("count_frontier_separation")
	for name, change := range map[string]recount{ // of more than 2^64
		"half":          func(n *big.Int) { n.Rsh(n, 1) },
		"one too many":  func(n *big.Int) { n.Add(n, big.NewInt(1)) },
		"2^64 too many": func(n *big.Int) { n.Add(n, new(big.Int).Lsh(big.NewInt(1), 64)) },
	} {
		bad := variant("bad", change)
		bad.Rule, bad.Counter = frontier.Rule, frontier.Counter
		r := verify(t, unknown(t, "domino/14x14"), bench.Bounds{}, bad, frontier, breadth)
		if fault := r.Outcomes[0].Fault; !strings.HasPrefix(fault, "numbers of solutions differ: bad has ") {
			t.Errorf("%s: got %s and fault %q", name, r.Outcomes[0].Stats.Status, fault)
		}
	}
}

// recount is count_frontier with another number of solutions.
type recount func(n *big.Int)

func (recount) Capabilities() cover.Capabilities {
	return cover.Capabilities{Secondary: true, Colours: true, CountsOnly: true}
}

func (f recount) Prepare(p *cover.Problem) (cover.Search, error) {
	s, err := count.Frontier(count.Input).Prepare(p)
	return &faultySearch{Search: s, faulty: faulty{count: func(_ int, s *cover.Stats) {
		n, _ := new(big.Int).SetString(s.CountText(), 10)
		f(n)
		s.SetCount(n)
	}}}, err
}
