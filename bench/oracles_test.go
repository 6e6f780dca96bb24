package bench_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"xcbench/bench"
	"xcbench/cover"
	"xcbench/naive"
	"xcbench/results"
	"xcbench/solvers"
)

// instead shows solution n as another one: changed gets all solutions so far.
func instead(n int, changed func(all [][]int) []int) func(int, cover.Visitor) cover.Visitor {
	return func(_ int, visit cover.Visitor) cover.Visitor {
		var all [][]int
		return func(options []int) bool {
			if all = append(all, slices.Clone(options)); len(all) != n {
				return visit(options)
			}
			options = changed(all)
			return options == nil || visit(options)
		}
	}
}

// inRun changes one run: 1 is checked, 2 stops half-way, 3 repeats the first.
func inRun(n int, change func(s *cover.Stats)) func(int, *cover.Stats) {
	return func(run int, s *cover.Stats) {
		if run == n {
			change(s)
		}
	}
}

// swapped shows the first solution after the second.
func swapped(_ int, visit cover.Visitor) cover.Visitor {
	var held []int
	n := 0
	return func(options []int) bool {
		switch n++; n {
		case 1:
			held = slices.Clone(options)
			return true
		case 2:
			return visit(options) && visit(held)
		}
		return visit(options)
	}
}

// Each fault is found by the checks that suffice: by the known figures of the instance, by the
// solver's answer alone, or beside two solvers without a fault. Nobody else is blamed.
func TestVerifyFindsEachFault(t *testing.T) {
	blow := func(*cover.Stats) { panic("no\nstack") }
	lost := instead(3, func([][]int) []int { return nil })
	each := func(change func(*cover.Stats)) faulty {
		return faulty{count: func(_ int, s *cover.Stats) { change(s) }}
	}
	again := func(change func(*cover.Stats)) faulty { return faulty{count: inRun(3, change)} }
	shownAgain := func(show func(int, cover.Visitor) cover.Visitor) faulty {
		return faulty{show: func(run int, visit cover.Visitor) cover.Visitor {
			if run == 3 {
				return show(run, visit)
			}
			return visit
		}}
	}
	differ := func(solutions, nodes, updates int) string {
		return fmt.Sprintf("%d solutions, %d nodes, %d updates in one run and 4, 111, 1929 in another", solutions, nodes,
			updates)
	}
	for name, c := range map[string]struct {
		solver               faulty
		known, alone, beside string // "" for no fault, "=" for the one of known
	}{
		"no fault":    {faulty{}, "", "", ""},
		"no solution": {faulty{show: cutShort}, `solution 1: primary item "r0" is not covered`, "=", "="},
		"a solution lost": {faulty{show: lost, count: each(func(s *cover.Stats) { s.Solutions-- }).count},
			"3 solutions, expected 4 (OEIS A000170)", "3 solutions, a SAT solver finds 4 or more",
			"3 solutions, a SAT solver finds 4"},
		"counted and not shown": {faulty{show: lost}, "4 solutions counted, 3 shown", "=", "="},
		"shown twice": {faulty{show: instead(3, func(all [][]int) []int { return all[0] })},
			"solution 3: repeats an earlier solution", "=", "="},
		"a node too many in all": {each(func(s *cover.Stats) { s.Nodes++ }), "112 nodes in all, 111 by level", "=", "="},
		"an update too few in all": {each(func(s *cover.Stats) { s.Updates-- }), "1928 updates in all, 1929 by level", "=",
			"="},
		"a miscounted node": {extraNode(3), "112 nodes, expected the 111 of Knuth's program", "",
			"nodes differ on level 3: bad has 37; good, also_good have 36"},
		"a miscounted update": {each(func(s *cover.Stats) { s.Levels[1].Updates--; s.Updates-- }),
			"1928 updates, expected the 1929 of Knuth's program", "",
			"updates differ on level 1: bad has 493; good, also_good have 494"},
		"other counters again": {again(func(s *cover.Stats) { s.Levels[1].Updates++; s.Updates++ }), differ(4, 111, 1930),
			"=", "="},
		"other levels again": {again(func(s *cover.Stats) { s.Levels[1].Updates++; s.Levels[2].Updates-- }),
			"a second run differs: other nodes or updates by level", "=", "="},
		"another end again": {again(func(s *cover.Stats) { s.Status = cover.Limit }),
			"a second run differs: it ended with limit, the first with solved", "=", "="},
		"late at its end again": {again(func(s *cover.Stats) { s.Status, s.Updates = cover.Timeout, 9999 }), "", "", ""},
		"late after more nodes": {again(func(s *cover.Stats) { s.Status, s.Nodes = cover.Timeout, 112 }), differ(4, 112,
			1929), "=", "="},
		"fewer shown again": {shownAgain(lost), "a second run differs: other solutions, or in another order", "=", "="},
		"another order again": {shownAgain(swapped), "a second run differs: other solutions, or in another order",
			"=", "="},
		"no solution again": {shownAgain(cutShort), `solution 1 of a second run: primary item "r0" is not covered`,
			"=", "="},

		"panics in Prepare": {faulty{prepare: func(*cover.Problem) { blow(nil) }}, "panic: no", "=", "="},
		"panics in Run":     {faulty{count: inRun(1, blow)}, "panic: no", "=", "="},
		"panics again":      {faulty{count: inRun(2, blow)}, "in a second run: panic: no", "=", "="},
	} {
		synctest.Test(t, func(t *testing.T) { // no search is long by a clock that stands still
			bad := variant("bad", c.solver)
			for k, r := range []bench.Report{
				verify(t, instance(t, "queens/6"), bench.Bounds{}, bad),
				verify(t, unknown(t, "queens/6"), bench.Bounds{}, bad),
				verify(t, unknown(t, "queens/6"), bench.Bounds{}, good, bad, alsoGood),
			} {
				want, status := strings.Replace([]string{c.known, c.alone, c.beside}[k], "=", c.known, 1), results.Wrong
				if strings.Contains(want, "panic:") {
					status = results.Crash
				} else if strings.Contains(want, "differ on") {
					status = results.Disagree
				}
				got := r.Faults()
				if len(got) != min(1, len(want)) || len(got) == 1 && got[0] != (bench.Fault{InstanceID: "queens/6", Solver: "bad",
					Status: status, What: want}) {
					t.Errorf("%s, check %d: got %s, %q, want %s, %q of bad", name, k, got, faults(r), status, want)
				}
			}
		})
	}
	// Where three sides differ, the first level shows it.
	for _, levels := range [][2]int{{2, 3}, {3, 2}} {
		r := verify(t, unknown(t, "queens/6"), bench.Bounds{}, good, variant("x", extraNode(levels[0])), variant("y",
			extraNode(levels[1])))
		for _, f := range r.Faults() {
			if len(r.Faults()) != 3 || !strings.HasPrefix(f.What, "nodes differ on level 2: ") || f.Status != results.Disagree {
				t.Errorf("%v: got %+v, want three disagreements on level 2", levels, f)
			}
		}
	}
}

// refusing refuses every problem.
type refusing struct{ faulty }

func (r refusing) Prepare(p *cover.Problem) (cover.Search, error) {
	if r.prepare != nil {
		r.prepare(p)
	}
	return nil, cover.Unsupportedf("too wide")
}

// counting is a solver that shows no solutions.
type counting struct{ faulty }

func (counting) Capabilities() cover.Capabilities {
	return cover.Capabilities{Secondary: true, NoLevels: true, CountsOnly: true}
}

// A timeout, a refusal, another measure of work, and a number without solutions are no faults.
func TestVerifyBlamesNobodyForWhatIsNoFault(t *testing.T) {
	tally := counting{faulty{show: func(int, cover.Visitor) cover.Visitor { panic("asked to show solutions") }}}
	late := faulty{count: func(_ int, s *cover.Stats) {
		s.Status = cover.Timeout
		s.Levels[1].Nodes++
		s.Nodes++
	}}
	other := solvers.Variant{Solver: naive.New(cover.MRV), Name: "other", Algorithm: "naive", Rule: cover.MRV,
		Counter: solvers.Entries}
	for _, c := range []struct {
		id      string
		timeout time.Duration
		variant solvers.Variant
		status  cover.Status
		what    string
	}{
		{"pentomino/6x10", time.Millisecond, good, cover.Timeout, ""},
		{"queens/6", 0, variant("refuses", refusing{}), cover.Unsupported, "too wide"},
		{"queens/6", 0, other, cover.Solved, ""},
		{"queens/6", 0, variant("late", late), cover.Timeout, ""},
		{"queens/6", 0, variant("tally", tally), cover.Solved, ""},
	} {
		r := verify(t, instance(t, c.id), bench.Bounds{Timeout: c.timeout}, good, c.variant)
		if o := r.Outcomes[1]; len(r.Faulty()) > 0 || o.Stats.Status != c.status || !strings.Contains(o.Fault, c.what) ||
			c.status == cover.Solved && o.Stats.Solutions != 4 {
			t.Errorf("%s: got %+v and the faults %q, want %s and none", c.variant.Name, o.Stats, faults(r), c.status)
		}
	}
}
